"""The sentences of hints and reviews: one record each, and the words in the catalogues beside it.

A heuristic may rest on mere likelihood, while its sentence states a fact. So a record has a
condition of its own: all that the sentence says has to follow from what the seat has seen. A new
sentence is one record here and its words in ``i18n/en.json`` and ``de.json``.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from oddtrick.bots.heuristics.aims import TrickAim, tricks_wanted
from oddtrick.bots.heuristics.catch_the_ten import lead_short_ten, lead_short_ten_if_favoured
from oddtrick.cards import Rank, cards_in
from oddtrick.review import conditions as c
from oddtrick.review.provable import gap_beside, higher_in_hands, trumps_gone
from oddtrick.review.sentences import Sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.cards import Card
    from oddtrick.review.conditions import Condition


class Compares(Enum):
    """The alternatives against which a sentence speaks for a card."""

    NOTHING = "nothing"
    """It states a fact, and advises nothing."""
    RULE = "rule"
    """It is a rule of thumb, for every card that fulfils its condition."""
    CARDS = "cards"
    """The same, and it holds these cards to be worth more than the others."""
    SUITS = "suits"
    """It holds the suit to be worth more than the others, whichever card of it is played."""
    WITHIN_SUIT = "within suit"
    """It is for one card of a suit against the others of it, and says nothing of other suits."""
    ADVICE = "advice"
    """It tells against what books advise, so it is said first wherever it is true."""


class Saying(NamedTuple):
    """A sentence that can be said.

    Args:
        tag: its key in the catalogues.
        when: the condition under which it is true of a card, and speaks for it; None: for none.
        params: what it names: for each parameter a function of the situation and the card that it
            is said of, or also of the better one. None: the caller gives it.
        compares: what it sets the card against.
        unfit: the aims of a seat to which it may not be said, though it is true.
        against: the condition under which it is true of a card, and speaks against it.
        keeps: the parameter with a card to be kept: said only where that is what another choice
            would spend, and a player might think of.
        implies: the tags of sentences that it makes redundant.
        advised: it is said only of the card that the heuristics advise, for this reason.
        plain: it is said only where nothing that teaches more separates the card from the others.
    """

    tag: str
    when: Condition | None = None
    params: Mapping[str, Callable[..., Any] | None] = {}
    compares: Compares = Compares.RULE
    unfit: tuple[TrickAim, ...] = ()
    against: Condition | None = None
    keeps: str | None = None
    implies: tuple[str, ...] = ()
    advised: bool = False
    plain: bool = False

    def sentence(self, *about: Any) -> Sentence:
        """The sentence about a situation, a card, and the better card if it speaks against one."""
        named = {
            name: str(find(*about[: find.__code__.co_argcount]))
            for name, find in self.params.items()
            if find is not None
        }
        return Sentence(self.tag, named)


NOTHING, RULE, CARDS, SUITS, WITHIN_SUIT, ADVICE = Compares

WORTH_MORE = (CARDS, SUITS)
"""Not said of a card where one that the sentence leaves out is as good."""

YIELDS = (TrickAim.ALL,)
"""Unfit where every trick is needed: the card may lose this one, so that others win more."""

MOST = (TrickAim.SOME,)
"""Unfit where so many are wanted and no more: the cards that win most count as worth most."""

NEITHER = (*YIELDS, *MOST)


# Parameters.


def one_above(s: Situation, card: Card) -> Card:
    """The one outstanding card above it."""
    return cards_in(s.outstanding & s.stronger[card])[0]


def above_partner(s: Situation, card: Card) -> Card | None:
    """The highest card that may come, and beats partner's but not this one; None: there is none."""
    if s.best_card is None:
        return None
    theirs = 0
    for seat in s.later_opponents:
        theirs |= s.distribution[seat].possible | s.distribution[seat].known
    above = s.outstanding & theirs & s.stronger[s.best_card] & ~(s.stronger[card] | card.bit)
    return max(cards_in(above), key=s.strength.__getitem__, default=None)


HIGH = Rank.JACK
"""The lowest rank for which an outstanding higher card is mentioned."""


def above_played(s: Situation, card: Card, better: Card) -> Card | None:
    """The highest card of others that beats one led or risked, and not a better one that wins."""
    above = higher_in_hands(s, card)
    if s.stronger[card] & better.bit:
        both = {card, better} <= set(s.winning_cards) and bool(s.later_opponents)
        above &= ~s.stronger[better] if both else 0
    elif s.height(card) < HIGH or (s.led_suit is not None and not _risks(s, card, better)):
        return None
    return max(cards_in(above), key=s.strength.__getitem__, default=None)


def _risks(s: Situation, card: Card, better: Card) -> bool:
    """Returns whether only this card wins so far, and a higher one of its suit may come."""
    if c.wins(s, better) or not c.wins(s, card) or card.suit is not s.led_suit:
        return False
    return any(s.distribution[seat].possible & s.stronger[card] for seat in s.later_opponents)


def overruffer(s: Situation, card: Card, better: Card) -> int | None:
    """The later opponent who has shown out of the suit and may beat the trump; None: nobody."""
    if better.suit is s.trump and not s.stronger[card] & better.bit:
        return None
    for seat in s.later_opponents:
        there = s.distribution[seat]
        if s.led_suit in s.voids[seat] and (there.possible | there.known) & s.stronger[card]:
            return seat
    return None


def ruffer(s: Situation, card: Card) -> int | None:
    """The opponent who has shown out of its suit and may have trumps; None: nobody."""
    able = (seat for seat in s.opponents if s.can_ruff(seat, card.suit))
    return next((seat for seat in able if card.suit in s.voids[seat]), None)


SHORT_TEN_COST = {(4, 2): "5.2", (6, 2): "4.7", (6, 3): "4.4", (8, 2): "2.0", (8, 4): "1.7"}
"""Points a deal that leading a short ten at once costs, by players and sides (S8).

Measured with ``club`` on 4,000 deals each by ``benchmarks/short_ten_lead.py``.
"""


def short_ten_cost(s: Situation) -> str | None:
    """What it costs to lead a short ten at once, as the books advise; None: it is none (S8)."""
    ten = s.card_points.ten
    if ten is None or s.is_master(ten):
        return None
    if lead_short_ten(s) is None or lead_short_ten_if_favoured(s) is not None:
        return None
    return SHORT_TEN_COST.get((s.view.deal_rules.players, len(s.view.deal_rules.sides)))


def trump_holders(s: Situation) -> list[int]:
    """The other seats that may have trumps."""
    return [seat for seat in (*s.partners, *s.opponents) if not s.is_void(seat, s.trump)]


HOLDER = {"seat": lambda s: trump_holders(s)[0]}
CARD = {"card": lambda s, card: card}
SUIT = {"suit": lambda s, card: card.suit}
RANK = {"rank": lambda s, card: card.rank}
BEST = {"card": lambda s: s.best_card}
BETTER = {"card": lambda s, card, better: better}
TOP_WINNER = {"card": lambda s: s.winning_cards[-1]}
KEPT_RANK = {"kept": lambda s: s.winning_cards[-1].rank}
TOP_HELD = {"higher": lambda s, card: s.holding(card.suit)[-1]}
OUT = {"number": lambda s: s.outstanding_in(s.trump).bit_count()}
TRUMPS = {
    "gone": trumps_gone,
    "own": lambda s: len(s.holding(s.trump)),
    "out": lambda s: s.outstanding_in(s.trump).bit_count(),
}


# The sentences about cards, by descending priority: at the end stands what can be said of any card.


one_has_trumps = c.Condition(lambda s: len(trump_holders(s)) == 1)
in_time = c.follows & c.wins & c.is_master & c.was_led
doubtful = c.wins & c.partner_wins & c.Condition(lambda s, card: above_partner(s, card) is not None)
long_led = c.leads_plain & c.is_of_long
low_to_partner = c.leaves_to_partner & c.follows & c.is_lowest
spared_for_partner = c.leaves_to_partner & c.could_ruff
takes_partners = c.partner_wins & c.wins & ~c.Condition(lambda s, card, better: c.wins(s, better))
cashed_equal = c.leads_plain & c.is_unbeaten & ~c.is_best_left
led_best = c.leads & c.is_best_left
led_plain_best = c.leads_plain & c.is_best_left & c.Condition(lambda s: s.trump is not None)
high_enough = ~c.leads & c.better_is_lower & c.better_wins & c.better_surely
led_to_bare = c.leads_plain & c.better_leads_away & c.has_one_partner & c.partner_is_bare
no_trumps = c.Condition(lambda s: s.trump is None)
under_top = c.leads_plain & ~c.touches_top
over_bottom = c.leads_plain & c.touches_top & ~c.has_gap_beside & ~c.touches_bottom
keeps_winner = c.follows & c.can_win & ~c.wins
lets_opponent = keeps_winner & ~c.partner_wins & ~c.partner_may_win
only_trumps_led = c.leads & c.has_only_trumps

ABOUT_CARDS: tuple[Saying, ...] = (
    Saying(
        "short-ten",
        ~c.is_ten & c.Condition(lambda s: short_ten_cost(s) is not None),
        {"amount": short_ten_cost},
        ADVICE,
        YIELDS,
    ),
    # Where no more tricks are wanted.
    Saying("shed-lead", c.leads, advised=True),
    Saying("shed-high", c.lets_go & c.is_danger, advised=True),
    Saying("shed-low", c.wins & c.may_be_beaten, advised=True),
    Saying("shed-must-win", c.must_win, advised=True),
    Saying("give-lead", c.leads, advised=True),
    Saying("give-high", c.lets_go & c.is_danger, advised=True),
    Saying("give-low", c.wins & c.may_be_beaten, advised=True),
    # What the heuristics judge by themselves, such as that a signal is worth while.
    Saying("only-card", c.Condition(lambda s: len(s.legal) == 1), advised=True),
    Saying("unblock", c.has_two & c.partner_opened & ~c.is_lowest, RANK, advised=True),
    Saying(
        "echo", c.has_two & c.has_partner & ~c.is_lowest & ~c.was_led, unfit=YIELDS, advised=True
    ),
    Saying("feed-partner", c.has_trick, RANK, advised=True),
    Saying(
        "keep-for-ten",
        ~c.leads & ~c.wins & c.ten_is_out & c.could_beat_ten,
        {"rank": lambda s: s.winning_cards[-1].rank},
        advised=True,
    ),
    Saying("lead-to-survive", c.leads & c.needs_trick, advised=True),
    # For the card on a stock (G3).
    Saying("draw-take", c.wins & c.stock_is_up & c.is_cheapest_winner, advised=True),
    Saying("draw-duck", c.can_win & ~c.wins & c.stock_is_up, unfit=YIELDS, advised=True),
    Saying("draw-lead-high", c.leads & c.stock_is_up, advised=True),
    Saying("draw-lead-low", c.leads & c.stock_is_up, unfit=YIELDS, advised=True),
    # To lead.
    Saying("all-mine", c.leads & c.has_only_winners, unfit=MOST),
    Saying("ten-master", c.leads & c.is_ten & c.is_master & ~c.another_hand_waits),
    Saying("ten-bare", c.leads & c.is_ten & c.has_few_trumps & c.partner_may_have_trumps),
    Saying("draw-last-trump", c.draws_trumps & c.all_are_held & c.one_trump_is_out),
    Saying("draw-trumps-count", c.draws_trumps & c.all_are_held & ~c.one_trump_is_out, OUT),
    Saying("draw-trumps", c.draws_trumps & ~c.all_are_held & ~one_has_trumps),
    Saying("draw-trumps-of", c.draws_trumps & ~c.all_are_held & one_has_trumps, HOLDER),
    Saying("return-trumps", c.leads_trump & c.partner_led),
    Saying("give-ruff", c.leads & c.partner_may_ruff, SUIT),
    Saying("return-partners-suit", c.leads & c.partner_led, SUIT),
    Saying("cash-winner", led_best),
    Saying("cash-equal", cashed_equal & c.others_follow),
    Saying("cash-last", cashed_equal & ~c.others_follow),
    Saying("top-of-sequence", c.leads & c.tops_sequence & ~c.turn_up_waits),
    Saying("fourth-best", long_led & c.is_fourth_best, unfit=YIELDS),
    Saying("short-suit", c.leads & c.is_singleton, SUIT, unfit=YIELDS, implies=("singleton",)),
    Saying("ten-short-suit", c.leads & c.is_of_shortest_for_ten),
    Saying("top-of-suit", long_led & c.is_highest & ~c.is_lowest, unfit=YIELDS),
    Saying("long-suit-low", long_led & c.is_low, unfit=YIELDS),
    Saying("only-trumps-best", only_trumps_led & c.is_highest),
    Saying("only-trumps-low", only_trumps_led & c.is_low, unfit=YIELDS),
    Saying("lead-low", c.leads & c.is_low & ~c.has_master, unfit=YIELDS),
    # To a trick under way.
    Saying("survive", c.wins & c.needs_trick),
    Saying("prize", c.wins & c.points_lie),
    Saying("ten-wins", c.wins & c.is_ten & c.surely),
    Saying("ten-waits", ~c.leads & c.ten_may_wait),
    Saying("last-hand", c.follows & c.is_last & c.is_cheapest_winner),
    Saying("third-hand-beaten", c.follows & c.can_win & c.is_lowest & c.is_beaten),
    Saying("cannot-win-discard", c.is_lost & ~c.follows, compares=NOTHING),
    Saying("cannot-win", c.is_lost & c.follows & c.is_lowest, implies=("high-for-nothing",)),
    Saying(
        "partner-winning-discard",
        spared_for_partner & c.partner_surely,
        implies=("partner-safe", "partner-has-it"),
    ),
    Saying(
        "partner-ahead-discard",
        spared_for_partner & ~c.partner_surely,
        BEST,
        implies=("partner-ahead",),
    ),
    Saying("partner-winning-trumps", c.has_trick & c.has_only_trumps & c.is_lowest),
    Saying("partner-winning", low_to_partner & c.partner_surely & ~c.has_only_trumps),
    Saying("partner-ahead-low", low_to_partner & ~c.partner_surely, BEST),
    Saying("ruff-high", c.ruffs & c.may_be_overruffed),
    Saying("ruff-low", c.ruffs & c.is_cheapest_winner & ~c.partner_wins),
    Saying("doubtful-trick", c.could_ruff & c.partner_may_win, unfit=YIELDS),
    Saying("cover-honour", c.wins & ~c.is_last & ~c.partner_wins & ~c.is_master & c.covers),
    Saying("split-honours", c.is_second & c.wins & c.splits & ~c.turn_up_waits),
    Saying("second-hand-winner", in_time),
    Saying("second-hand-low", c.is_second & c.partner_follows_later & c.is_low, unfit=YIELDS),
    Saying("finesse", c.follows & c.wins & c.partner_opened & c.finesses, {**RANK, **KEPT_RANK}),
    Saying("third-hand-high", c.is_third & c.wins & c.partner_opened & ~c.tops_touching),
    Saying("not-worth-it", keeps_winner & ~c.partner_wins & c.is_lowest, unfit=YIELDS),
    Saying("ten-discard", c.throws_away & c.is_of_shortest_for_ten),
    # Facts.
    Saying("wins-last", c.wins & c.is_last & ~c.lower_does, CARD, NOTHING),
    Saying("wins-surely", c.wins & ~c.is_last & c.surely & ~c.lower_does, CARD, NOTHING),
    Saying(
        "takes-points",
        c.wins & c.points_lie & c.feeds,
        {"count": lambda s: s.points_on_table},
        NOTHING,
    ),
    *(
        Saying(
            tag,
            c.leaves_to_partner & how_sure,
            BEST,
            NOTHING,
            against=takes_partners & how_sure,
            implies=("partner-winning", "partner-ahead-low"),
        )
        for tag, how_sure in (
            ("partner-has-it", c.is_last),
            ("partner-safe", ~c.is_last & c.partner_surely),
            ("partner-ahead", ~c.is_last & ~c.partner_surely),
        )
    ),
    Saying("partner-doubtful", doubtful, {"higher": above_partner, **BEST}, NOTHING),
    Saying("one-above", c.wins & c.one_is_above, {**CARD, "higher": one_above}, NOTHING),
    # Against a card played to a trick.
    Saying(
        "gives-points",
        None,
        {**CARD, "count": lambda s, card: s.card_points.by_card.get(card, 0)},
        against=c.feeds & c.opponent_wins & ~c.wins & c.counts_more,
    ),
    Saying("enough", None, BETTER, against=high_enough & ~c.is_last),
    Saying("enough-last", None, BETTER, against=high_enough & c.is_last),
    Saying("high-for-nothing", None, CARD, against=c.is_lost & c.follows & c.better_is_lower),
    Saying("wasted", None, CARD, against=c.follows & ~c.wins & ~c.is_lost & c.better_is_lower),
    Saying(
        "opponent-behind",
        None,
        {"seat": overruffer, "suit": lambda s: s.led_suit},
        against=~c.leads
        & ~c.follows
        & c.is_trump
        & c.Condition(lambda s, card, better: overruffer(s, card, better) is not None),
    ),
    # Of suits.
    Saying(
        "partner-out",
        c.leads & c.has_one_partner & c.partner_has_shown_out & c.partner_may_ruff,
        SUIT,
        NOTHING,
        against=led_to_bare & no_trumps & c.partner_has_shown_out,
    ),
    Saying("equal-best", c.leads & c.is_unbeaten & ~c.is_best_left, {**CARD, **SUIT}, NOTHING),
    Saying("best-left-safe", led_plain_best & c.surely, {**CARD, **SUIT}, NOTHING),
    Saying(
        "best-left",
        led_best & ~(led_plain_best & c.surely),
        {**CARD, **SUIT},
        NOTHING,
        against=c.throws_away & c.is_best_left & ~c.better_is_master,
    ),
    Saying(
        "guards",
        None,
        {**CARD, "guarded": TOP_HELD["higher"]},
        against=c.throws_away & ~c.is_highest & c.unguards & c.better_leads_away,
    ),
    Saying(
        "only-partners-trumps",
        against=c.leads_trump
        & ~c.better_is_trump
        & ~c.opponents_have_trumps
        & c.partner_may_have_trumps,
    ),
    Saying(
        "opponent-out",
        None,
        {"seat": ruffer, **SUIT},
        against=c.leads_plain
        & c.better_leads_away
        & c.Condition(lambda s, card: ruffer(s, card) is not None),
    ),
    Saying("partner-out-bare", None, SUIT, against=led_to_bare & ~no_trumps),
    Saying(
        "ten-unseen",
        None,
        {"higher": lambda s: s.card_points.ten, **CARD},
        against=c.ten_is_out & c.beats_ten & ~c.better_beats_ten,
    ),
    Saying(
        "tenace",
        None,
        {**TOP_HELD, "card": lambda s, card: s.holding(card.suit)[-2], **SUIT},
        unfit=YIELDS,
        against=c.leads_plain & c.better_leads_away & c.has_gap,
        implies=("keep-tenace",),
    ),
    Saying(
        "higher-unseen",
        None,
        {**CARD, "higher": above_played},
        unfit=YIELDS,
        against=c.Condition(lambda s, card, better: above_played(s, card, better) is not None),
    ),
    Saying(
        "opponents-led",
        None,
        SUIT,
        unfit=YIELDS,
        against=c.leads_plain
        & c.better_leads_away
        & c.has_partner
        & c.opponents_led
        & ~c.own_side_led,
    ),
    Saying("partner-led", c.leads & c.has_one_partner & c.partner_led, SUIT, NOTHING),
    Saying("trumps-mine", c.trumps_matter & ~c.trumps_are_out, compares=NOTHING),
    Saying("trumps-count", c.trumps_matter & c.trumps_are_out & c.all_are_held, TRUMPS, NOTHING),
    Saying(
        "trumps-count-most", c.trumps_matter & c.trumps_are_out & ~c.all_are_held, TRUMPS, NOTHING
    ),
    Saying("singleton", c.leads & c.is_singleton, {**CARD, **SUIT}, NOTHING, YIELDS),
    Saying("longest", c.leads_plain & c.is_of_longest & ~c.is_singleton, SUIT, NOTHING, YIELDS),
    # Plain reasons: for every play there is one, where no rule of thumb and no fact applies.
    Saying("trumps-win", c.leads_trump & ~c.trumps_are_out, compares=NOTHING),
    Saying("trump-leads", c.leads_trump & c.trumps_are_out & ~c.draws, compares=NOTHING),
    Saying("lead-under", under_top & c.is_low, TOP_HELD, WITHIN_SUIT, YIELDS, keeps="higher"),
    Saying(
        "lead-through",
        under_top & ~c.is_low,
        {**CARD, **TOP_HELD},
        WITHIN_SUIT,
        YIELDS,
        keeps="higher",
    ),
    Saying(
        "keep-tenace",
        c.leads_plain & c.touches_top & c.has_gap_beside,
        {"suit": gap_beside},
        unfit=YIELDS,
    ),
    Saying("lead-highest", over_bottom, {**CARD, **SUIT}, WITHIN_SUIT),
    Saying("safest-suit", c.leads_plain, SUIT, SUITS, NEITHER, plain=True),
    Saying("only-trumps-ruff", c.only_trumps_left, compares=NOTHING),
    Saying("takes-lead", c.wins & ~c.only_trumps_left, {**CARD, "higher": BEST["card"]}, NOTHING),
    Saying("spare-high", c.is_lost & c.follows & ~c.is_lowest, compares=CARDS, unfit=MOST),
    Saying("partner-ahead-keep", keeps_winner & c.partner_wins, TOP_WINNER, keeps="card"),
    Saying(
        "save-for-partner", keeps_winner & c.partner_may_win, TOP_WINNER, unfit=YIELDS, keeps="card"
    ),
    Saying(
        "save-from-behind",
        lets_opponent & c.winner_may_be_beaten,
        TOP_WINNER,
        unfit=YIELDS,
        keeps="card",
    ),
    Saying(
        "duck", lets_opponent & ~c.winner_may_be_beaten, TOP_WINNER, CARDS, NEITHER, keeps="card"
    ),
    Saying("keep-trumps", c.could_ruff & ~c.partner_wins, compares=CARDS, unfit=NEITHER),
    Saying("empties-suit", c.discards & c.is_singleton, {**CARD, **SUIT}, NOTHING, YIELDS),
    Saying(
        "keeps-higher",
        c.discards & ~c.touches_top,
        {**CARD, **TOP_HELD},
        WITHIN_SUIT,
        keeps="higher",
    ),
    Saying("spare-suit", c.discards & ~c.is_singleton, SUIT, SUITS, MOST),
    Saying("lets-go", keeps_winner & ~c.partner_wins, compares=NOTHING, unfit=YIELDS, plain=True),
    Saying("none-wins", c.is_lost & c.follows, compares=NOTHING, plain=True),
    Saying("tricks-wanted", c.wants_some, {"count": lambda s: tricks_wanted(s.view)}, NOTHING),
    Saying("every-trick", c.wants_all, compares=NOTHING),
)


# The sentences about other things: whoever says one gives its parameters.


def said_of(compares: Compares, tags: Mapping[str, str]) -> tuple[Saying, ...]:
    """The records of sentences by tag, with the names of their parameters."""
    return tuple(
        Saying(tag, None, dict.fromkeys(named.split()), compares) for tag, named in tags.items()
    )


OF_AIMS = said_of(
    NOTHING,
    dict.fromkeys(("no-difference", "points-settled", "no-more-tricks", "one-for-others"), ""),
)
"""What the seat still wants, where tricks are not to be won."""

CAUSES = said_of(
    NOTHING,
    {
        **dict.fromkeys(("may-catch", "may-need", "may-between"), "seat higher card"),
        "may-beat": "seat card",
        "may-ruff": "seat suit card",
        "opponent-may-catch": "higher card",
        "partner-may-win": "higher card",
        "partner-may-hold": "higher suit",
    },
)
"""What makes one card better than another in most of the worlds in which it is better."""

CALLS = said_of(
    RULE,
    {
        **dict.fromkeys(("throw", "call", "call-pass", "not-searched", "trumps-blind"), ""),
        "trumps-longest": "suit",
        "bid-tricks": "number",
        "call-discard": "card",
        "call-lose": "bid number",
        "call-risk": "bid",
        **dict.fromkeys(("call-make", "call-forestall"), "bid count number"),
        "bid-kept": "bid other share less",
        "bid-kept-more": "bid other share",
        **dict.fromkeys(("bid-kept-as-often", "bid-hopeless"), "bid other"),
        **dict.fromkeys(("call-makes-points", "call-makes-tricks"), "bid other amount"),
        **dict.fromkeys(("discard-makes-points", "discard-makes-tricks"), "card higher amount"),
    },
) + said_of(NOTHING, {"trumps-choice": "suit count"})
"""Reasons for calls, trump suits and throws."""

FIGURES = said_of(
    NOTHING,
    {
        **dict.fromkeys(("close-cards", "as-rule-cards"), "cards"),
        **dict.fromkeys(("close-suits", "as-rule-suits"), "suits"),
        "in-worlds": "worlds",
        **dict.fromkeys(("behind-tricks", "behind-points"), "card amount"),
        **dict.fromkeys(("behind-tricks-suit", "behind-points-suit"), "suit amount"),
        "behind-bid": "bid amount",
    },
)
"""How good the other choices are."""

OF_BOTS = said_of(
    RULE,
    {
        "rule-of-eleven": "rank",
        **dict.fromkeys(("least-harm", "likely-winner", "good-enough"), ""),
        **dict.fromkeys(("dog-plays", "dog-knocks"), ""),
        **dict.fromkeys(("novice-ace", "novice-low", "novice-ruff", "novice-high"), ""),
    },
)
"""Reasons of heuristics that rest on likelihood, or are no part of the coach's."""

SAYINGS: dict[str, Saying] = {
    each.tag: each for each in (*ABOUT_CARDS, *OF_AIMS, *CAUSES, *CALLS, *FIGURES, *OF_BOTS)
}
"""Every sentence by its tag."""
