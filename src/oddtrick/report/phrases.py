"""The wording of a review's figures, for terminal and page."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from oddtrick.games import find_game, read_options
from oddtrick.report.card_images import SUITS, card_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from oddtrick.review import DealReview, Decision, Loss, Review, SeatLosses, Tally

PHASES: Mapping[str, str] = MappingProxyType(
    {
        "trumps": "choice of trumps",
        "opening-lead": "opening lead",
        "early": "first third",
        "middle": "middle third",
        "ending": "last third",
    }
)
"""Names of phases."""

THEMES: Mapping[str, str] = MappingProxyType(
    {
        "trump-choice": "choosing trumps",
        "trump-lead": "whether to lead trumps",
        "suit-led": "which suit to lead",
        "card-led": "which card to lead",
        "partners-trick": "partner’s trick",
        "win-or-leave": "whether to win the trick",
        "how-high": "how high to play",
        "ruff": "whether to ruff",
        "discard": "what to discard",
    }
)
"""Names of themes."""

SMALL = 0.005
"""Smaller amounts are shown as nothing."""


def seat_name(review: Review, seat: int) -> str:
    """The name of a seat's player; seats count from 0, as in records."""
    named = review.names[seat] if review.names else ""
    shown = "".join(sign for sign in named if sign.isprintable())
    return shown.strip() or f"Seat {seat}"


def side_name(review: Review, side: int) -> str:
    """The names of a side's players, joined."""
    return and_([seat_name(review, seat) for seat in review.sides[side]])


def and_(names: Sequence[str]) -> str:
    """Names in one phrase.

    >>> and_(["Ann", "Bob", "Cat"])
    'Ann, Bob and Cat'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def names_of(review: Review) -> tuple[str, ...]:
    """The names of all players, by seat."""
    return tuple(seat_name(review, seat) for seat in range(review.players))


def title(review: Review) -> str:
    """The title of the report."""
    return f"{find_game(review.game).title}: a review"


def outcome(review: Review) -> str:
    """The result of the match, in one sentence."""
    if not review.over:
        return "The match is unfinished."
    if review.winner is None:
        return "The match ended level."
    return f"{side_name(review, review.winner)} won the match."


def last_standing(review: Review) -> bool:
    """Returns whether the match is about staying in (K4)."""
    game = find_game(review.game)
    rules = game.rules(read_options(game, review.options))
    return rules.goal.eliminates


def side_of(review: Review, seat: int) -> int:
    """The index of a seat's side."""
    return next(at for at, side in enumerate(review.sides) if seat in side)


def number(value: float, digits: int = 1) -> str:
    """A number with a typographic minus sign, and none before zero.

    >>> [number(value) for value in (-0.04, -1.25, 3)]
    ['0.0', '−1.2', '3.0']
    """
    text = f"{abs(value):.{digits}f}"
    return f"−{text}" if value < 0 and float(text) else text


def counted(value: float, unit: str) -> str:
    """An amount with its unit.

    >>> counted(1, "tricks"), counted(0.84, "points"), counted(-2, "tricks")
    ('1 trick', '0.8 points', '−2 tricks')
    """
    whole = float(value).is_integer()
    amount = number(value, 0) if whole else number(value)
    return f"{amount} {unit.removesuffix('s') if abs(value) == 1 else unit}"


def percent(share: float) -> str:
    """A share.

    >>> percent(0.0734)
    '7 %'
    """
    digits = 0 if abs(share) >= 0.02 or abs(share) < 0.0005 else 1
    return f"{number(100 * share, digits)} %"


def costs(loss: Loss | Tally, unit: str) -> list[str]:
    """The cost of a loss, the plainest figure first."""
    amount = loss.tricks if unit == "tricks" else loss.points
    parts = [counted(round(amount, 1), unit)] if amount >= 0.05 else []
    if loss.win_chance is not None and loss.win_chance >= SMALL / 10:
        parts.append(f"{percent(loss.win_chance)} chance of winning")
    if not parts and loss.utility >= SMALL / 10:
        parts.append(f"{number(loss.utility, 2)} in utility")
    return parts or ["nothing"]


def action_name(decision: Decision, action: str) -> str:
    """A choice by name: a card, or a suit."""
    return card_name(action) if decision.kind == "card" else f"{SUITS[action]} as trumps"


def where(review: Review, decision: Decision) -> str:
    """The place of a decision: deal, hand and trick."""
    deal = f"Deal {decision.deal + 1}"
    if decision.kind == "trumps":
        return f"{deal}, the choice of trumps"
    steps = next(one.steps for one in review.deals if one.number == decision.deal)
    hand = f", hand {decision.hand + 1}" if len(steps.hands) > 1 else ""
    return f"{deal}{hand}, trick {decision.trick + 1}"


def most_lost(losses: SeatLosses) -> Iterator[tuple[str, Tally]]:
    """The themes of a seat's mistakes, the most expensive first."""
    ordered = sorted(losses.by_theme.items(), key=lambda item: -item[1].utility)
    return ((theme, tally) for theme, tally in ordered if tally.mistakes)


def open_unit(unit: str) -> str:
    """The unit of double-dummy results."""
    return "tricks" if unit == "tricks" else "card points"


def luck_sentences(review: Review, deal: DealReview) -> Iterator[str]:
    """Luck apart from skill, in sentences."""
    luck, unit = deal.luck, open_unit(deal.unit)
    two = len(review.sides) == 2
    if luck.par is None or luck.made is None:
        yield "This deal is too hard to solve double dummy."
    elif two:
        yield from _of_two(review, deal, luck.par, luck.made)
    else:
        yield (
            "Cards are worth what a side takes with best play against all others together. It "
            "mostly takes more, because the others do not play together. Experts see only their "
            "own cards."
        )
    if two and luck.expert is not None:
        results = and_(
            [
                f"{side_name(review, side)} {counted(made, unit)}"
                for side, made in enumerate(luck.expert)
            ]
        )
        yield f"Experts who see only their own cards take with them: {results}."
    if deal.unit != "tricks" and luck.par is not None:
        yield (
            "Card points are the worth of the tricks and cards taken, before anything is added or "
            "deducted at the end of the deal."
        )


def _of_two(
    review: Review, deal: DealReview, par: tuple[int, ...], made: tuple[int, ...]
) -> Iterator[str]:
    """The first side's cards, and what became of them."""
    unit, who = open_unit(deal.unit), side_name(review, 0)
    end = "made" if deal.steps.points is not None else "in sight where it stops"
    yield (
        f"Double dummy, with best play by all, the cards of {who} were worth "
        f"{counted(par[0], unit)}; {number(made[0], 0)} were {end}."
    )
    given = deal.luck.given
    if given is None:
        return
    yield (
        f"{who} gave away {counted(given[0], unit)} and {side_name(review, 1)} gave back "
        f"{counted(given[1], unit)}, against double-dummy play."
    )
