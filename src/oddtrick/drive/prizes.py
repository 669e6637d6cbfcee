"""The prizes of a drive, and how ties for them are settled."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Literal

import msgspec

from oddtrick.cards import Card
from oddtrick.drive.players import GROUPS, Group
from oddtrick.drive.standings import standings_of, totals_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from oddtrick.drive.drive import Drive
    from oddtrick.drive.standings import Standing

TieBreak = Literal["won", "last-half", "cut"]
"""The rule that settled a tie: deals won, the better last half, or a cut, which is won by the
highest card; in this order."""

_PLACES = ("first", "second", "third")


class TieBroken(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tie for a prize and what settled it.

    Args:
        by: what settled it.
        among: the ids of those who were level.
        cards: in a cut, the card of each who was still level, by id.
    """

    by: TieBreak
    among: tuple[int, ...]
    cards: dict[int, str] = {}


class Prize(msgspec.Struct, frozen=True):
    """A prize and its winner.

    Args:
        prize: its name, for example ``"first A"``, ``"best last half"`` or ``"lowest score"``.
        player: the id of the winner.
        tie_break: how a tie was settled; None if there was none.
        group: the group whose prize it is; None: everybody's.
    """

    prize: str
    player: int
    tie_break: TieBroken | None = None
    group: Group | None = None


def prizes_of(drive: Drive) -> tuple[Prize, ...]:
    """Awards the prizes of the results so far: one to a person, in the order of the list.

    First to third of each group, the best first and last half, and the lowest score. Bots that
    fill seats and players who have left win none, and nobody who came late or missed a round has
    the lowest score.
    Prizes for which there is nobody left are not awarded.
    """
    eligible = {
        player.id for player in drive.players if not player.fills_seat and player.left is None
    }
    remaining = [score for score in standings_of(drive) if score.player in eligible]
    awarded: list[Prize] = []
    for name, group, candidates, value in _list_of_prizes(drive):
        field = [score for score in remaining if score.player in candidates]
        if not field:
            continue
        prize = _award(drive, name, field, value)
        awarded.append(msgspec.structs.replace(prize, group=group))
        remaining = [score for score in remaining if score.player != prize.player]
    return tuple(awarded)


def _list_of_prizes(
    drive: Drive,
) -> Iterator[tuple[str, Group | None, set[int], Callable[[Standing], int]]]:
    everybody = {player.id for player in drive.players}
    plan, rounds = drive.plan, drive.rounds
    for place in _PLACES:
        if not plan.grouped:
            yield place, None, everybody, lambda score: score.rank
            continue
        for group, label in zip(GROUPS, plan.groups, strict=True):
            members = {player.id for player in drive.players if player.group == group}
            yield f"{place} {label}", group, members, lambda score: score.rank
    if plan.rounds > 1:
        first_half = totals_of(drive, rounds[: plan.last_half - 1])
        yield (
            "best first half",
            None,
            everybody,
            lambda score: first_half[score.player],
        )
        yield "best last half", None, everybody, lambda score: score.last_half
    from_the_start = {
        player.id for player in drive.players if player.since == 1 and not player.absences
    }
    yield "lowest score", None, from_the_start, lambda score: -score.rank


def _award(
    drive: Drive, name: str, field: Sequence[Standing], value: Callable[[Standing], int]
) -> Prize:
    level = _best(field, value)
    if len(level) == 1:
        return Prize(name, level[0].player)
    among = tuple(score.player for score in level)
    steps: tuple[tuple[TieBreak, Callable[[Standing], int]], ...] = (
        ("won", lambda score: score.won),
        ("last-half", lambda score: score.last_half),
    )
    # Among equal lowest scores, the tie-breaks count the other way round.
    sign = -1 if name == "lowest score" else 1
    for by, measure in steps:
        best = max(sign * measure(score) for score in level)
        level = [score for score in level if sign * measure(score) == best]
        if len(level) == 1:
            return Prize(name, level[0].player, TieBroken(by, among))
    cards = _cut(drive.plan.seed, name, [score.player for score in level])
    winner = max(cards, key=lambda player: _height(cards[player]))
    shown = {player: str(card) for player, card in cards.items()}
    return Prize(name, winner, TieBroken("cut", among, shown))


def _best(field: Sequence[Standing], value: Callable[[Standing], int]) -> list[Standing]:
    best = max(map(value, field))
    return [score for score in field if value(score) == best]


def _cut(seed: int, prize: str, players: Sequence[int]) -> dict[int, Card]:
    """Draws a card for each player from the drive's own seed; those level at the top draw again.

    Beyond 52 players several packs are used, so that two may draw the same card.
    """
    rng = Random(f"oddtrick drive {seed}: {prize}")
    cards: dict[int, Card] = {}
    level = list(players)
    while len(level) > 1:
        packs = list(Card) * -(-len(level) // 52)
        cards |= zip(level, rng.sample(packs, len(level)), strict=True)
        highest = max(_height(cards[player]) for player in level)
        level = [player for player in level if _height(cards[player]) == highest]
    return cards


def _height(card: Card) -> tuple[int, int]:
    """The height of a card in a cut: its rank, ace high, then its suit, spades high."""
    return card.rank, card.suit
