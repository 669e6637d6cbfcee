"""Explanations: of all that can be said for a choice, what makes it better than the others.

Every argument is true of some of the legal cards. It is a reason if those it leaves out do worse:
so an argument is chosen by the values of the cards, and not because it happens to fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from oddtrick.bots import Advice
from oddtrick.bots.heuristics.aims import TrickAim, trick_aim, tricks_wanted
from oddtrick.bots.heuristics.situation import Situation
from oddtrick.cards import Card, Suit
from oddtrick.review.arguments import ARGUMENTS_AGAINST, ARGUMENTS_FOR, short_ten_kept
from oddtrick.review.provable import known_situation, may_beat, partner_lead
from oddtrick.review.sentence_conditions import (
    FOLLOWING,
    LEADING,
    draws_trumps,
    has_gap,
    is_low,
    is_lowest,
    stated,
    suits_aim,
)
from oddtrick.review.sentences import Fact, Sentence
from oddtrick.rules import PlayerAction
from oddtrick.views import View

MAX_SENTENCES = 2

CLEAR = 1.0
"""A loss, in units of the least that is called one, that is beyond doubt."""

MAX_LOSS = 3.0
"""Larger losses count no more: one card that loses much is no reason to forget the others."""

TOLERANCES = (0.2, 0.5)
"""An argument may leave out a card that is better by at most this: too little to tell them apart.

The second, one standard error, is for decisions in which the first rules every argument out.
"""

NEARLY_BEST = 0.6
"""The first argument that explains at least this share of what the best explains is chosen."""

NAMES_CARDS = 0.1
"""Bonus of an argument that singles out some cards when all are about as good."""


class Argument(NamedTuple):
    """An argument for a card.

    Args:
        sentence: its words.
        cards: the legal cards of which it is as true.
    """

    sentence: Sentence
    cards: frozenset[Card]


def explain(
    view: View,
    better: PlayerAction,
    played: PlayerAction | None = None,
    *,
    losses: Mapping[Card, float] | None = None,
    advice: Advice | None = None,
    cause: Sentence | None = None,
    equals: frozenset[Card] = frozenset(),
) -> tuple[Sentence, ...]:
    """One or two sentences, based only on what the seat could know.

    Args:
        view: the view of the seat to act.
        better: the choice that is better.
        played: the choice made; None: none yet.
        losses: how much worse each legal card is, in units of the least clear loss; None: unknown.
        advice: the advice of the heuristics if it is the better choice, else None.
        cause: what happens in the worlds in which another card loses, if that is clear.
        equals: other cards of as good as the same value.
    """
    if isinstance(better, Suit):
        return (_trump_choice(view, better, advice),)
    if not isinstance(better, Card):
        return () if advice is None else (Sentence(advice.tag, advice.params),)
    s, aim = known_situation(view), trick_aim(view)
    if aim in UNWANTED:
        return (_unwanted_tricks(s, better, aim, advice),)
    card = played if isinstance(played, Card) else None
    kept = _stated((short_ten_kept,), s, better, card or better)
    against = () if card is None else _stated(ARGUMENTS_AGAINST, s, better, card)[:1]
    against = tuple(one for one in against if suits_aim(one, aim))
    if cause is not None:
        against = tuple(one for one in against if one.tag != "higher-unseen")  # it says more
    arguments = arguments_for(s, better, advice)
    reasons = chosen_arguments(arguments, losses or {}, better, card, equals)
    first = (*kept, *against, *reasons)[:1]
    causes = () if cause is None else (cause,)
    rest = tuple(one for one in (*reasons, *against) if one not in first)
    return _without_repeats((*first, *causes, *rest))[:MAX_SENTENCES]


UNWANTED = (TrickAim.NONE, TrickAim.GIVE, TrickAim.SETTLED)
"""The aims for which no trick is worth taking: all other sentences speak of taking them."""


def _unwanted_tricks(s: Situation, better: Card, aim: TrickAim, advice: Advice | None) -> Sentence:
    """The reason for a card where the seat wants no more tricks.

    Args:
        s: what the seat can know.
        better: the card.
        aim: one of those in which no trick is wanted.
        advice: that of the heuristics, if it is the better choice.
    """
    if aim is TrickAim.SETTLED:
        two = len(s.view.deal_rules.sides) == 2
        return Sentence("no-difference" if two else "points-settled")
    told = None if advice is None else stated(s, advice.tag, better, advice.params)
    return told or Sentence("one-for-others" if aim is TrickAim.GIVE else "no-more-tricks")


def _trump_choice(view: View, suit: Suit, advice: Advice | None) -> Sentence:
    """The reason for a choice of trumps."""
    lengths = {one: len(view.hand.suit(one)) for one in Suit}
    if advice is not None and lengths[suit] > max(lengths[one] for one in Suit if one is not suit):
        return Sentence(advice.tag, advice.params)
    return Sentence("trumps-choice", {"suit": str(suit), "count": str(lengths[suit])})


# The arguments, and the choice among them.


def arguments_for(s: Situation, better: Card, advice: Advice | None = None) -> list[Argument]:
    """All arguments for a card: that of the heuristics, principles, facts, and plain reasons."""
    found: dict[str, Argument] = {}
    aim = trick_aim(s.view)
    for say in _sayings(s, advice):
        sentence = say(better)
        if sentence is not None and suits_aim(sentence, aim) and sentence.tag not in found:
            found[sentence.tag] = Argument(sentence, _fitting(s, sentence, better, say))
    return list(found.values())


def _sayings(s: Situation, advice: Advice | None) -> Iterator[Callable[[Card], Sentence | None]]:
    """The functions that say something of a card, by descending priority."""
    if advice is not None:
        yield lambda card: stated(s, advice.tag, card, advice.params)
    for tag in LEADING if s.led_suit is None else FOLLOWING:
        yield lambda card, tag=tag: stated(s, tag, card)  # type: ignore[misc]
    for fact in ARGUMENTS_FOR:
        yield lambda card, fact=fact: fact(s, card, card)  # type: ignore[misc]
    yield lambda card: plain_reason(s, card)
    yield lambda card: _kept(s, card) if _is_discard(s, card) else None
    yield lambda card: _wanted(s)


def _wanted(s: Situation) -> Sentence | None:
    """The number of tricks wanted, where it is not simply as many as can be."""
    aim = trick_aim(s.view)
    if aim is TrickAim.SOME:
        return Sentence("tricks-wanted", {"count": str(tricks_wanted(s.view))})
    return Sentence("every-trick") if aim is TrickAim.ALL else None


WITHIN_SUIT = frozenset({"keeps-higher", "lead-under", "lead-through", "lead-highest"})
"""Arguments for one card of a suit against the others of it."""

OF_SUIT = frozenset({"spare-suit", "safest-suit"})
"""Arguments for a suit against the others."""

COMPARISONS = OF_SUIT | {"keep-trumps", "duck", "spare-high"}
"""Arguments that a card is worth more than others: not so if one that they leave out is as good."""

FACTS = frozenset(
    {
        *("wins-last", "wins-surely", "takes-points", "takes-lead", "one-above"),
        *("partner-safe", "partner-has-it", "partner-ahead", "partner-doubtful"),
        *("best-left", "best-left-safe", "equal-best", "longest", "singleton", "empties-suit"),
        *("partner-out", "partner-led", "trump-leads", "trumps-win", "only-trumps-ruff"),
        *("trumps-mine", "trumps-count", "trumps-count-most", "trumps-choice", "short-ten"),
        *("tricks-wanted", "every-trick", "no-more-tricks", "one-for-others", "points-settled"),
    }
)
"""Sentences that advise nothing. All others but comparisons are rules of thumb."""


def is_rule_against(
    view: View,
    better: PlayerAction,
    sentence: Sentence,
    others: frozenset[Card],
    advice: Advice | None = None,
) -> bool:
    """Returns whether a sentence is a rule of thumb that speaks against one of some choices.

    Args:
        view: the view of the seat to act.
        better: the choice that the sentence is said of.
        sentence: one of its reasons.
        others: other cards; of suits, any others.
        advice: as for :func:`explain`.
    """
    if sentence.tag in FACTS:
        return False
    if not isinstance(better, Card):
        return True
    arguments = arguments_for(known_situation(view), better, advice)
    return any(one.sentence == sentence and not others <= one.cards for one in arguments)


def _fitting(
    s: Situation, sentence: Sentence, better: Card, say: Callable[[Card], Sentence | None]
) -> frozenset[Card]:
    """The legal cards of which a sentence is as true as of the better one."""
    if sentence.tag in OF_SUIT:
        return frozenset(card for card in s.legal if card.suit is better.suit)
    if sentence.tag in WITHIN_SUIT:
        return frozenset(card for card in s.legal if card.suit is not better.suit or card is better)
    found = ((card, say(card)) for card in s.legal)
    return frozenset(card for card, same in found if same and same.tag == sentence.tag)


def chosen_arguments(
    arguments: list[Argument],
    losses: Mapping[Card, float],
    better: Card,
    played: Card | None,
    equals: frozenset[Card] = frozenset(),
) -> tuple[Sentence, ...]:
    """The argument that separates the better card best from those that lose, and one for the rest.

    Args:
        arguments: by descending priority.
        losses: how much worse each legal card is; 0 where unknown.
        better: the better card.
        played: a card that at least one argument has to leave out, if any does.
        equals: other cards of as good as the same value: of arguments that separate, those that
            speak for these too come first.

    Returns:
        None where each argument leaves out a card that does better, unless a card was played.
    """
    fair = [one for one in arguments if one.sentence.tag not in COMPARISONS or equals <= one.cards]
    sound = next(filter(None, (_sound(fair, losses, better, most) for most in TOLERANCES)), [])
    if not sound:
        return () if played is None else (arguments[-1].sentence,)
    telling = [(gain, one) for gain, one in sound if played not in one.cards] or sound
    shared = [(gain, one) for gain, one in telling if gain >= CLEAR / 2 and equals <= one.cards]
    telling = shared or telling
    best = max(gain for gain, _ in telling)
    first = next(one for gain, one in telling if gain >= min(NEARLY_BEST * best, best))
    left = {card: losses[card] for card in losses if card in first.cards}
    more = _for_the_rest(sound, first, left, better)
    return (first.sentence,) if more is None else (first.sentence, more.sentence)


def _sound(
    arguments: list[Argument], losses: Mapping[Card, float], better: Card, tolerance: float
) -> list[tuple[float, Argument]]:
    """The arguments that leave out no card that is better, each with what it separates."""
    rated = [(_separation(one.cards, losses, better, tolerance), one) for one in arguments]
    return [(gain, one) for gain, one in rated if gain is not None]


def _for_the_rest(
    sound: list[tuple[float, Argument]],
    first: Argument,
    left: Mapping[Card, float],
    better: Card,
) -> Argument | None:
    """The argument against the cards that the first one speaks for, though they lose."""
    if max(left.values(), default=0) < CLEAR:
        return None
    others = [one for _, one in sound if one is not first]
    rated = [(_separation(one.cards, left, better) or 0.0, one) for one in others]
    gain, best = max(rated, key=lambda pair: pair[0], default=(0.0, None))
    return best if gain >= CLEAR / 2 else None


def _separation(
    cards: frozenset[Card],
    losses: Mapping[Card, float],
    better: Card,
    tolerance: float = TOLERANCES[0],
) -> float | None:
    """The mean loss of the cards left out over that of the rest; None if one left out is better.

    In units of the least loss that is clear.
    """
    # Touching cards are one choice: they lose the same.
    inside = {(card.suit, loss) for card, loss in losses.items() if card in cards}
    outside = {(card.suit, loss) for card, loss in losses.items() if card not in cards} - inside
    inside.discard((better.suit, losses.get(better, 0.0)))
    if any(loss < -tolerance for _, loss in outside):
        return None
    return _mean(outside) - _mean(inside) + NAMES_CARDS * bool(outside)


def _mean(losses: Iterable[tuple[Suit, float]]) -> float:
    clipped = [min(MAX_LOSS, max(0.0, loss)) for _, loss in losses]
    return sum(clipped) / len(clipped) if clipped else 0.0


def _stated(
    facts: tuple[Fact, ...], s: Situation, better: Card, played: Card
) -> tuple[Sentence, ...]:
    found = (fact(s, better, played) for fact in facts)
    return tuple(sentence for sentence in found if sentence is not None)


def _without_repeats(sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """Drops sentences that another sentence implies, and a second one of the same tag."""
    by_tag = {sentence.tag: sentence for sentence in reversed(sentences)}
    needless = {less for more, less in IMPLIED if more in by_tag}
    return tuple(
        sentence
        for sentence in sentences
        if sentence.tag not in needless and by_tag[sentence.tag] is sentence
    )


IMPLIED: tuple[tuple[str, str], ...] = (
    *(
        (sure, less)
        for sure in ("partner-safe", "partner-has-it", "partner-ahead")
        for less in ("partner-winning", "partner-ahead-low")
    ),
    ("cannot-win", "high-for-nothing"),
    ("tenace", "keep-tenace"),
    ("partner-winning-discard", "partner-safe"),
    ("partner-winning-discard", "partner-has-it"),
    ("partner-ahead-discard", "partner-ahead"),
)
"""Pairs of tags: the first makes the second redundant."""


# Plain reasons: for every play there is one, where no rule of thumb and no argument applies.
#
# Each is a fact, or advice in the play's own terms, that a beginner can use. The last reason of
# each list always applies to its kind of play.


def plain_reason(s: Situation, card: Card) -> Sentence:
    """A reason to play the card."""
    if s.led_suit is None:
        return _of_trump_lead(s, card) if card.suit is s.trump else _of_lead(s, card)
    if card in s.winning_cards:
        return _of_winner(s, card)
    return _of_loser(s, card) if s.can_follow else _of_discard(s, card)


def _of_trump_lead(s: Situation, card: Card) -> Sentence:
    if not s.outstanding_in(s.trump):
        return Sentence("trumps-win")
    return draws_trumps(s, card) or Sentence("trump-leads")


def _of_lead(s: Situation, card: Card) -> Sentence:
    held = s.holding(card.suit)
    gap = next((suit for suit in s.plain_suits if suit is not card.suit and has_gap(s, suit)), None)
    if not s.are_touching(card, held[-1]):
        tag = "lead-under" if is_low(s, card) else "lead-through"
        return Sentence(tag, {"card": str(card), "higher": str(held[-1])})
    if gap is not None:
        return Sentence("keep-tenace", {"suit": str(gap)})
    if not s.are_touching(held[0], card):
        return Sentence("lead-highest", {"card": str(card), "suit": str(card.suit)})
    if len(held) == 1 and s.holding(s.trump) and s.outstanding_in(card.suit):
        return Sentence("singleton", {"card": str(card), "suit": str(card.suit)})
    return Sentence("safest-suit", {"suit": str(card.suit)})


def _of_winner(s: Situation, card: Card) -> Sentence:
    if s.trump is not None and all(one.suit is s.trump for one in s.legal) and not s.can_follow:
        return Sentence("only-trumps-ruff")
    return Sentence("takes-lead", {"card": str(card), "higher": str(s.best_card)})


def _of_loser(s: Situation, card: Card) -> Sentence:
    """A reason to follow suit with a card that does not win."""
    if not s.winning_cards:
        if s.is_partner_winning:
            return Sentence(partner_lead(s), {"card": str(s.best_card)})
        return Sentence("cannot-win" if is_lowest(s, card) else "spare-high")
    top = s.winning_cards[-1]
    named = {"card": str(top)}
    if s.is_partner_winning:
        return Sentence("partner-ahead-keep", named)
    if s.best_card is not None and any(
        may_beat(s, seat, s.best_card) for seat in s.later_seats if seat in s.partners
    ):
        return Sentence("save-for-partner", named)
    if any(may_beat(s, seat, top) for seat in s.later_opponents):
        return Sentence("save-from-behind", named)
    return Sentence("duck", named)


def _of_discard(s: Situation, card: Card) -> Sentence:
    """A reason to play a card of another suit that does not win."""
    trumps = s.holding(s.trump)
    if card.suit is s.trump:
        return Sentence("only-trumps-ruff") if len(trumps) == len(s.legal) else _kept(s, card)
    if not s.winning_cards:
        return _kept(s, card)
    if s.is_partner_winning:
        return Sentence("partner-ahead-discard", {"card": str(s.best_card)})
    return Sentence("keep-trumps")


def _is_discard(s: Situation, card: Card) -> bool:
    """Returns whether a card is neither of the suit led nor a trump."""
    return s.led_suit is not None and not s.can_follow and card.suit is not s.trump


def _kept(s: Situation, card: Card) -> Sentence:
    """The hand that a discard leaves."""
    held = s.holding(card.suit)
    if card.suit is not s.trump and len(held) == 1:
        if s.holding(s.trump) and s.outstanding_in(card.suit):
            return Sentence("empties-suit", {"card": str(card), "suit": str(card.suit)})
    elif not s.are_touching(card, held[-1]):
        return Sentence("keeps-higher", {"card": str(card), "higher": str(held[-1])})
    return Sentence("spare-suit", {"suit": str(card.suit)})
