"""A view in words, for language models: the rules, what the seat has seen, and what it may do.

The text is made from the view alone, so it cannot hold a card that the seat may not know. It begins
with what stays the same for a whole contest, which services that charge by the word can cache.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from oddtrick.cards import Suit, cards_in
from oddtrick.games import find_game
from oddtrick.rulebook import TRICK_PLAY, numbered_rules
from oddtrick.rules import action_text
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from oddtrick.rules import Rules
    from oddtrick.views import FinishedDeal, PlayedTrick, View

_MARKUP = re.compile(r"\[([^]]*)]\([^)]*\)|[*`]")


def describe_view(view: View) -> str:
    """Returns the view of the seat to act as a prompt, ending with the question.

    Args:
        view: the view of the seat to act.
    """
    seen = (*_match_lines(view), *_deal_lines(view))
    return "\n".join((*_rules_lines(view.rules), "", *seen, "", *_question(view)))


@cache
def _rules_text(game: str) -> tuple[str, ...]:
    """The numbered rules of tricks and of the game, without markup."""
    pages = (numbered_rules(TRICK_PLAY), numbered_rules(game))
    rules = ((rule, text) for page in pages for rule, text in page.items())
    return tuple(f"{rule}. " + _MARKUP.sub(r"\1", text) for rule, text in rules)


def _rules_lines(rules: Rules) -> Iterator[str]:
    game = find_game(rules.game)
    yield f"You play {game.title}. {game.objective}"
    yield "Rules that this table does not use may be among the following."
    yield from _rules_text(rules.game)
    yield ""
    options = ", ".join(
        f"{name} {value}"
        for name in type(rules.options).__struct_fields__
        if (value := getattr(rules.options, name)) is not None
    )
    yield f"The options of this table: {options}."


def _match_lines(view: View) -> Iterator[str]:
    rules, seat = view.rules, view.seat
    assert seat is not None
    last = rules.players - 1
    yield f"There are {rules.players} seats, 0 to {last} clockwise. You have seat {seat}."
    partners = rules.partners(seat)
    if partners:
        have = "partners have seats" if len(partners) > 1 else "partner has seat"
        yield f"Your {have} {_list(partners)}."
    else:
        yield "Everybody plays alone."
    if len(view.seats) < rules.players:
        yield f"Still in the match: seats {_list(view.seats)}."
    for dog in view.dogs:
        yield f"Seat {dog} has a dog's life: it was dealt one card, and may pass until it plays it."
    if view.past:
        yield f"Score before this deal: {_by_side(rules, view.standing.score)}."
        if any(view.standing.games):
            yield f"Games won: {_by_side(rules, view.standing.games)}."
    for number, deal in enumerate(view.past, start=1):
        yield _past_deal(rules, number, deal)


def _past_deal(rules: Rules, number: int, deal: FinishedDeal) -> str:
    trump = "no trumps" if deal.trump is None else f"{deal.trump} trumps"
    tricks = [sum(deal.tricks[seat] for seat in side) for side in rules.sides]
    return (
        f"Deal {number}, {trump}: tricks {_by_side(rules, tricks)}; "
        f"points {_by_side(rules, deal.points)}."
    )


def _by_side(rules: Rules, numbers: Sequence[int]) -> str:
    shown = []
    for side, number in zip(rules.sides, numbers, strict=True):
        shown.append(f"seat{'s' if len(side) > 1 else ''} {_list(side)}: {number}")
    return ", ".join(shown)


def _list(seats: Iterable[object]) -> str:
    return " and ".join(map(str, seats))


def _deal_lines(view: View) -> Iterator[str]:
    yield f"Deal {view.number + 1}, dealt by seat {view.dealer}. {_trumps(view)}"
    if view.hand_count > 1:
        yield f"This deal has {view.hand_count} hands; this is hand {view.hand_number + 1}."
    for number, hand in enumerate(view.earlier, start=1):
        yield f"Hand {number}:"
        yield from _tricks(hand)
    if view.tricks:
        yield "Tricks of this hand so far:"
        yield from _tricks(view.tricks)
    if any(view.won):
        won = ", ".join(f"seat {seat}: {number}" for seat, number in enumerate(view.won))
        yield f"Tricks won: {won}."
    voids = [
        f"seat {seat} in {' and '.join(map(str, suits))}"
        for seat, suits in enumerate(view.voids)
        if suits
    ]
    if voids:
        yield f"Shown to be void: {', '.join(voids)}."
    if view.hand:
        yield f"Your hand: {_hand(view.hand.mask)}."
    for seat, shown in (*view.cut, *view.contest):
        yield f"Seat {seat} showed {shown}."
    if view.table:
        played = ", ".join(
            f"seat {seat} {card}" for seat, card in zip(view.table_seats, view.table, strict=False)
        )
        later = view.table_seats[len(view.table) + 1 :]
        after = f" After you: {_list(f'seat {seat}' for seat in later)}." if later else ""
        yield f"On the table: {played}.{after}"
    if view.passed:
        yield f"Passed at this trick: seats {_list(view.passed)}."


def _trumps(view: View) -> str:
    if not view.trump_known:
        return "Trumps are not settled yet."
    trump = "There are no trumps." if view.trump is None else f"Trumps: {view.trump}."
    if view.turn_up is None:
        return trump
    holder = f", held by seat {view.turn_up_seat}" if view.turn_up_seat is not None else ""
    return f"{trump} The card turned up was {view.turn_up}{holder}."


def _tricks(tricks: Iterable[PlayedTrick]) -> Iterator[str]:
    for number, trick in enumerate(tricks, start=1):
        cards = " ".join(
            f"{seat}:{card}" for seat, card in zip(trick.seats, trick.cards, strict=True)
        )
        passed = f", seats {_list(trick.passed)} passed" if trick.passed else ""
        yield f"{number}. {cards}{passed}, won by seat {trick.winner}"


def _hand(mask: int) -> str:
    """A hand by suit, highest first, as ``spades AS TS, hearts KH``."""
    suits = []
    for suit in reversed(Suit):
        cards = cards_in(mask & suit.mask)
        if cards:
            suits.append(f"{suit} " + " ".join(map(str, reversed(cards))))
    return ", ".join(suits)


def _question(view: View) -> Iterator[str]:
    what = {
        Awaited.CARD: "Play a card" if view.table else "Lead a card",
        Awaited.CHOICE: "Choose the trump suit",
        Awaited.THROW: "Throw",
    }[view.awaited]
    legal = " ".join(map(action_text, view.legal))
    yield "A card is written as its rank and suit: AS is the ace of spades, TH the ten of hearts."
    yield f"{what}. Legal: {legal}"
    yield "Think if you like, but let the last line of your answer be your choice alone."
