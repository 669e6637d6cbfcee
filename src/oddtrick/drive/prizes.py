"""The prizes of a drive, and how ties for them are settled."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from oddtrick.cards import Card
from oddtrick.drive.players import GROUPS, Group
from oddtrick.drive.rounds import ResultsFinal
from oddtrick.drive.standings import standings_of
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from oddtrick.drive.drive import Drive
    from oddtrick.drive.standings import Standing


MOST_PLACES = 10
"""The most places of a group that can have a prize."""


class OwnPrize(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A prize that the organiser names and gives by hand, such as a raffle.

    Args:
        name: its name.
        player: the id of the winner's card; None: nobody has won it yet.
    """

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    player: Annotated[int, Meta(ge=0, le=10_000)] | None = None


class PrizeList(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The prizes of a drive.

    Args:
        places: the number of places of each group that have a prize.
        halves: whether the best first and the best last half have one.
        lowest: whether the lowest score has one, the booby prize.
        each_group: whether the halves and the lowest score have one in each group, where there are
            groups; otherwise one for everybody.
        one_each: whether nobody wins two of these; prizes given by hand come on top.
        own: the prizes that the organiser gives by hand.
    """

    places: Annotated[int, Meta(ge=0, le=MOST_PLACES)] = 3
    halves: bool = True
    lowest: bool = True
    each_group: bool = False
    one_each: bool = True
    own: Annotated[tuple[OwnPrize, ...], Meta(max_length=50)] = ()


def change_prizes(drive: Drive, prizes: PrizeList) -> Drive:
    """Returns a drive with other prizes.

    Once the results are final, only prizes that are given by hand can change.

    Raises:
        OddtrickError: the drive is closed, a name is empty or there twice, or a winner has no card.
    """
    if drive.closed and replace(prizes, own=drive.prizes.own) != drive.prizes:
        raise ResultsFinal(
            "the drive is closed and its results are final: only prizes given by hand can change"
        )
    check_prizes(drive, prizes)
    return replace(drive, prizes=prizes)


def check_prizes(drive: Drive, prizes: PrizeList) -> None:
    """Checks that a list of prizes fits a drive.

    Raises:
        OddtrickError: a name is empty or there twice, or a winner has no card.
    """
    names: set[str] = set()
    for prize in prizes.own:
        if not prize.name.strip():
            raise OddtrickError("a prize has no name: write one, or leave the prize out")
        if prize.name in names:
            raise OddtrickError(f"the prize {prize.name!r} is there twice: name each differently")
        names.add(prize.name)
        if prize.player is None:
            continue
        if prize.player >= len(drive.players):
            raise OddtrickError(f"the prize {prize.name!r} is for a card that does not exist")
        if drive.players[prize.player].fills_seat:
            name = drive.players[prize.player].name
            raise OddtrickError(f"{name} only fills a seat and wins no prize: choose a person")


TieBreak = Literal["won", "last-half", "cut"]
"""The rule that settled a tie: deals won, the better last half, or a cut, which is won by the
highest card; in this order."""

PrizeKind = Literal["place", "first-half", "last-half", "lowest", "own"]
"""A place, the best first or last half, the lowest score, or a prize given by hand."""

_TIE_BREAKS: dict[TieBreak, str] = {
    "won": "by deals won",
    "last-half": "by the last half",
    "cut": "by a cut",
}
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)
_NAMES: dict[PrizeKind, str] = {
    "first-half": "best first half",
    "last-half": "best last half",
    "lowest": "lowest score",
}


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
        kind: what it is for.
        place: the place, from 1; None: it is for something else.
    """

    prize: str
    player: int
    tie_break: TieBroken | None = None
    group: Group | None = None
    kind: PrizeKind = "place"
    place: int | None = None


class Offer(NamedTuple):
    """A prize of the list, and who can win it by which score.

    Args:
        prize: its name.
        kind: what it is for.
        place: the place, from 1; None: it is for something else.
        group: the group whose prize it is; None: everybody's.
        candidates: the ids of those who can win it.
        value: the score of a player for it; the highest wins.
    """

    prize: str
    kind: PrizeKind
    place: int | None
    group: Group | None
    candidates: set[int]
    value: Callable[[Standing], float]


def prizes_of(drive: Drive) -> tuple[Prize, ...]:
    """Awards the prizes of the results so far, in the order of the list.

    The places of each group, the best halves and the lowest scores, as far as the
    drive's list has them, and unless it says otherwise one to a person; then those that were given
    by hand. Bots that fill seats and players who have left win none, and nobody who came late or
    missed a round has the lowest score. Prizes for which there is nobody left are not awarded.
    """
    eligible = {
        player.id for player in drive.players if not player.fills_seat and player.left is None
    }
    standings = standings_of(drive)
    awarded: list[Prize] = []
    for offer in offers_of(drive):
        taken = {
            prize.player
            for prize in awarded
            if drive.prizes.one_each or (prize.kind, prize.group) == (offer.kind, offer.group)
        }
        able = (offer.candidates & eligible) - taken
        if able:
            field = [score for score in standings if score.player in able]
            awarded.append(_award(drive, offer, field))
    given = (
        Prize(own.name, own.player, kind="own")
        for own in drive.prizes.own
        if own.player is not None
    )
    return (*awarded, *given)


def offers_of(drive: Drive) -> Iterator[Offer]:
    """Yields the prizes of the list that are won by score."""
    plan, chosen = drive.plan, drive.prizes
    groups: tuple[Group | None, ...] = GROUPS if plan.grouped else (None,)
    for place, ordinal in enumerate(_ORDINALS[: chosen.places], start=1):
        for group in groups:
            yield _offer(drive, "place", group, _rank, name=ordinal, place=place)
    groups = groups if chosen.each_group else (None,)
    if chosen.halves and plan.rounds > 1:
        for group in groups:
            yield _offer(drive, "first-half", group, lambda score: score.first_half)
        for group in groups:
            yield _offer(drive, "last-half", group, lambda score: score.last_half)
    if chosen.lowest:
        for group in groups:
            yield _offer(drive, "lowest", group, lambda score: -score.rank)


def _rank(score: Standing) -> float:
    return score.rank


def _offer(
    drive: Drive,
    kind: PrizeKind,
    group: Group | None,
    value: Callable[[Standing], float],
    *,
    name: str = "",
    place: int | None = None,
) -> Offer:
    able = [player for player in drive.players if group in (None, player.group)]
    if kind == "lowest":
        able = [player for player in able if player.since == 1 and not player.absences]
    label = "" if group is None else f" {drive.plan.groups[GROUPS.index(group)]}"
    candidates = {player.id for player in able}
    return Offer(f"{name or _NAMES[kind]}{label}", kind, place, group, candidates, value)


def _award(drive: Drive, offer: Offer, field: Sequence[Standing]) -> Prize:
    level = _best(field, offer.value)
    among = tuple(score.player for score in level)

    def won(player: int, broken: TieBroken | None = None) -> Prize:
        return Prize(offer.prize, player, broken, offer.group, offer.kind, offer.place)

    if len(level) == 1:
        return won(level[0].player)
    steps: tuple[tuple[TieBreak, Callable[[Standing], float]], ...] = (
        ("won", lambda score: score.won),
        ("last-half", lambda score: score.last_half),
    )
    # Among equal lowest scores, the tie-breaks count the other way round.
    sign = -1 if offer.kind == "lowest" else 1
    for by, measure in steps:
        best = max(sign * measure(score) for score in level)
        level = [score for score in level if sign * measure(score) == best]
        if len(level) == 1:
            return won(level[0].player, TieBroken(by, among))
    cards = _cut(drive.plan.seed, offer.prize, [score.player for score in level])
    shown = {player: str(card) for player, card in cards.items()}
    winner = max(cards, key=lambda player: _height(cards[player]))
    return won(winner, TieBroken("cut", among, shown))


def tie_text(drive: Drive, broken: TieBroken) -> str:
    """Returns a line that says how a tie was settled."""
    text = f"tied among {len(broken.among)}, settled {_TIE_BREAKS[broken.by]}"
    if broken.cards:
        cut = (f"{drive.players[player].name} {card}" for player, card in broken.cards.items())
        text += f": {', '.join(cut)}"
    return text


def _best(field: Sequence[Standing], value: Callable[[Standing], float]) -> list[Standing]:
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
