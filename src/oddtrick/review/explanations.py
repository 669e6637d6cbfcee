"""Explanations: of all that can be said for a choice, what makes it better than the others.

Every argument is true of some of the legal cards. It is a reason if those it leaves out do worse:
so an argument is chosen by the values of the cards, and not because it happens to fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from oddtrick.bots import Advice
from oddtrick.bots.heuristics.aims import TrickAim, trick_aim
from oddtrick.bots.heuristics.situation import Situation
from oddtrick.cards import Card, Suit, parse_card
from oddtrick.review.provable import known_situation
from oddtrick.review.sentence_table import ABOUT_CARDS, SAYINGS, WORTH_MORE, Compares, Saying
from oddtrick.review.sentences import Sentence
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
    warnings = [one for one in _fit_for(aim, Compares.ADVICE) if one.when and one.when(s, better)]
    against = () if card is None else _against(s, card, better, cause)
    arguments = [
        one
        for one in arguments_for(s, better, advice)
        if _would_be_spent(s, one.sentence, losses or {}, better, card)
    ]
    reasons = chosen_arguments(arguments, losses or {}, better, card, equals)
    first = (*(one.sentence(s, better) for one in warnings), *against, *reasons)[:1]
    causes = () if cause is None else (cause,)
    rest = tuple(one for one in (*reasons, *against) if one not in first)
    return _without_repeats((*first, *causes, *rest))[:MAX_SENTENCES]


def _fit_for(aim: TrickAim, *compares: Compares) -> list[Saying]:
    """The sentences about cards that may be said to a seat with an aim that is to win tricks."""
    return [one for one in ABOUT_CARDS if aim not in one.unfit and one.compares in compares]


def _against(
    s: Situation, card: Card, better: Card, cause: Sentence | None
) -> tuple[Sentence, ...]:
    """The first argument against a card; not that it may be beaten, where a cause says more."""
    for one in _fit_for(trick_aim(s.view), *Compares):
        if one.against is not None and one.against(s, card, better):
            says_less = cause is not None and one.tag == "higher-unseen"
            return () if says_less else (one.sentence(s, card, better),)
    return ()


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
    told = SAYINGS.get("" if advice is None else advice.tag)
    if told is not None and told.when is not None and told.when(s, better):
        return told.sentence(s, better)
    return Sentence("one-for-others" if aim is TrickAim.GIVE else "no-more-tricks")


def _trump_choice(view: View, suit: Suit, advice: Advice | None) -> Sentence:
    """The reason for a choice of trumps."""
    lengths = {one: len(view.hand.suit(one)) for one in Suit}
    if advice is not None and lengths[suit] > max(lengths[one] for one in Suit if one is not suit):
        return Sentence(advice.tag, advice.params)
    return Sentence("trumps-choice", {"suit": str(suit), "count": str(lengths[suit])})


# The arguments, and the choice among them.


def arguments_for(s: Situation, better: Card, advice: Advice | None = None) -> list[Argument]:
    """All arguments for a card, by descending priority: first that of the heuristics."""
    own = None if advice is None else advice.tag
    comparing = [one for one in Compares if one is not Compares.ADVICE]
    told = [
        one
        for one in _fit_for(trick_aim(s.view), *comparing)
        if one.when is not None and (not one.advised or one.tag == own) and one.when(s, better)
    ]
    told.sort(key=lambda one: one.tag != own)
    return [Argument(one.sentence(s, better), _fitting(s, one, better)) for one in told]


def _fitting(s: Situation, said: Saying, better: Card) -> frozenset[Card]:
    """The legal cards of which a sentence is as true as of the better one."""
    if said.compares is Compares.SUITS:
        return frozenset(card for card in s.legal if card.suit is better.suit)
    if said.compares is Compares.WITHIN_SUIT:
        return frozenset(card for card in s.legal if card.suit is not better.suit or card is better)
    return frozenset(card for card in s.legal if said.when is not None and said.when(s, card))


def against_first(view: View, better: Card, others: Sequence[Card]) -> tuple[Sentence, ...]:
    """The argument against the first of some cards against which there is one, if there is any.

    Args:
        view: the view of the seat to act.
        better: a card that is better than these.
        others: cards that lose, the nearest first.
    """
    if trick_aim(view) in UNWANTED:
        return ()
    s = known_situation(view)
    return next(filter(None, (_against(s, card, better, None) for card in others)), ())


def _would_be_spent(
    s: Situation, told: Sentence, losses: Mapping[Card, float], better: Card, played: Card | None
) -> bool:
    """Returns whether the card that a sentence says to keep is what the alternative would spend.

    The alternative is the card played, or else the nearest of those that clearly lose: in the suit
    if the sentence compares the cards of one.
    """
    said = SAYINGS[told.tag]
    if said.keeps is None:
        return True
    kept = parse_card(told.params[said.keeps])
    if played is not None:
        return kept.suit is played.suit and s.are_touching(*s.sort_by_strength((kept, played)))
    within = said.compares is Compares.WITHIN_SUIT
    lost = [
        loss
        for card, loss in losses.items()
        if loss >= CLEAR / 2 and (card.suit is better.suit or not within)
    ]
    own = losses.get(kept)
    return own is None or (own >= CLEAR / 2 and own <= min(lost) + TOLERANCES[0])


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
    if SAYINGS[sentence.tag].compares in (Compares.NOTHING, Compares.ADVICE):
        return False
    if not isinstance(better, Card):
        return True
    arguments = arguments_for(known_situation(view), better, advice)
    return any(one.sentence == sentence and not others <= one.cards for one in arguments)


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
    fair = [
        one
        for one in arguments
        if SAYINGS[one.sentence.tag].compares not in WORTH_MORE or equals <= one.cards
    ]
    taught = [one for one in fair if not SAYINGS[one.sentence.tag].plain]
    tried = [_sound(some, losses, better, most) for some in (taught, fair) for most in TOLERANCES]
    clear = (some for some in tried if any(gain >= CLEAR / 2 for gain, _ in some))
    sound = next(clear, None) or next(filter(None, tried), [])
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


def _without_repeats(sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """Drops sentences that another sentence implies, and a second one of the same tag."""
    by_tag = {sentence.tag: sentence for sentence in reversed(sentences)}
    needless = {less for more in by_tag for less in SAYINGS[more].implies}
    return tuple(
        sentence
        for sentence in sentences
        if sentence.tag not in needless and by_tag[sentence.tag] is sentence
    )
