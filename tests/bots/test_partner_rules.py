"""The manners of a partner, in positions: what each level from club up never does.

The positions are in ``tests/data/partner_rules``; its README says how they are written.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import msgspec
import pytest

from oddtrick.bots import BOTS, Bot, LazyBot, club
from oddtrick.cards import Hand, parse_suit
from oddtrick.match import Match
from tests.support.bot_positions import table
from tests.support.positions import cards

FILES = sorted(Path("tests/data/partner_rules").glob("*.toml"))
MANNERLY = [
    pytest.param(bot, id=bot.name, marks=pytest.mark.long if bot.name == "master" else ())
    for bot in BOTS[BOTS.index(club) :]
]
"""The levels from club up."""

OTHERWISE = {
    "in partnership, short of company, one opponent out of trumps: the ten is led at once",
    "out of spades, its holder discards from the shortest suit",
}
"""Here those who search have looked at every layout, and found another card that brings more."""


MISJUDGED = {
    "each for himself its holder empties the shortest suit, to trump with the ten, five cards each"
}
"""Here those who search are wrong, by a point and more: with 16 of 36 cards missing at first this
is no deal that can be, and habits that were learnt from deals know nothing of it."""


COSTLY = {"spades are trumps, ninth trick, seat 0: partner led hearts at trick 1"}
"""Here it costs those who search a tenth of a trick and more to return the partner's suit."""


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A deal, the cards played so far, and what the seat to play may not or has to do."""

    name: str
    deal: list[str]
    holds: str
    trump: str = ""
    lead: int = 0
    played: str = ""
    avoids: str = ""
    plays: str = ""
    tag: str = ""
    game: str = "whist"
    options: dict[str, int] = {}

    @property
    def match(self) -> Match:
        return table(
            *self.deal,
            trump=parse_suit(self.trump) if self.trump else None,
            lead=self.lead,
            played=self.played,
            game=self.game,
            **self.options,
        )


def positions(file: Path) -> list[Position]:
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    return msgspec.convert(told["position"], list[Position])


EVERY = {
    f"{file.stem}: {position.name}": position for file in FILES for position in positions(file)
}
TAGGED = {name: position for name, position in EVERY.items() if position.tag}


@pytest.mark.parametrize("position", EVERY.values(), ids=EVERY)
@pytest.mark.parametrize("bot", MANNERLY)
def test_a_partner_keeps_to_the_manners(bot: Bot, position: Position) -> None:
    match = position.match
    chosen = bot.choose(match.view(match.to_act), Random(1))
    if position.name in COSTLY and isinstance(bot, LazyBot):
        return
    assert chosen not in cards(position.avoids)
    if position.name in OTHERWISE | MISJUDGED and isinstance(bot, LazyBot):
        return
    assert not position.plays or chosen in cards(position.plays)


@pytest.mark.parametrize("position", TAGGED.values(), ids=TAGGED)
def test_club_gives_the_rule_of_thumb(position: Position) -> None:
    match = position.match
    assert club.advise(match.view(match.to_act), Random(1)).tag == position.tag


@pytest.mark.parametrize("position", EVERY.values(), ids=EVERY)
def test_a_position_is_as_told_and_has_a_wrong_card(position: Position) -> None:
    match = position.match
    view = match.view(match.to_act)
    legal, wrong = set(view.legal), set(cards(position.avoids))
    assert view.hand == Hand.of(position.holds)
    assert wrong < legal
    assert set(cards(position.plays)) <= legal - wrong
    assert wrong or position.plays
    assert len(set(cards(position.plays))) < len(legal)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_a_manner_is_shown_in_five_positions_from_different_seats(file: Path) -> None:
    found = positions(file)
    assert len(found) >= 5
    assert len({position.match.to_act for position in found}) > 1
    assert len({position.trump for position in found}) > 1


def test_every_manner_has_its_file_and_every_position_its_name() -> None:
    assert len(EVERY) == sum(len(positions(file)) for file in FILES)
    assert {file.stem for file in FILES} == {
        "high-cards",
        "partners-card",
        "partners-lead",
        "partners-trumps",
        "partners-void",
        "partners-winner",
        "rest",
        "ten",
        "touching-cards",
        "winners",
    }
