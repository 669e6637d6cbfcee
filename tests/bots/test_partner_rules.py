"""The rules of partnership play, in positions: plays that no level from club up makes.

The positions are in ``tests/data/partner_rules``; its README describes the format.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from oddtrick.bots import BOTS, Bot, LazyBot, club
from oddtrick.cards import Hand
from tests.support.extent import part
from tests.support.partnership_positions import EVERY, FILES, Position, positions
from tests.support.position_builders import cards

LEVELS = [
    (bot, pytest.mark.long if bot.name == "master" else ()) for bot in BOTS[BOTS.index(club) :]
]
"""The levels from club up, with their marks."""

BETTER_BY_SEARCH = {
    "in partnership with no trump beside it, one opponent out of trumps: the ten is led at once",
    "out of spades, its holder discards from the shortest suit",
}
"""Positions in which search evaluated every layout and found another card to be better."""


MISJUDGED = {
    "each for himself its holder empties the shortest suit, to trump with the ten, five cards each"
}
"""Positions in which search is wrong by a point or more: with 16 of 36 cards missing, the deal
cannot occur in the game, and the policy was learnt from deals that can."""


COSTLY = {"spades are trumps, ninth trick, seat 0: partner led hearts at trick 1"}
"""Positions in which returning partner's suit costs more than the tenth of a trick allowed."""


TAGGED = {name: position for name, position in EVERY.items() if position.tag}


CASES = [
    pytest.param(bot, position, id=f"{bot.name}-{name}", marks=marks)
    for bot, marks in LEVELS
    for name, position in (part(EVERY.items(), 20) if isinstance(bot, LazyBot) else EVERY.items())
]
"""In `make test`, levels that search see some of the positions."""


@pytest.mark.parametrize(("bot", "position"), CASES)
def test_no_level_from_club_up_breaks_a_partnership_rule(bot: Bot, position: Position) -> None:
    match = position.match
    chosen = bot.choose(match.view(match.to_act), Random(1))
    if position.name in COSTLY and isinstance(bot, LazyBot):
        return
    assert chosen not in cards(position.forbidden)
    if position.name in BETTER_BY_SEARCH | MISJUDGED and isinstance(bot, LazyBot):
        return
    assert not position.expected or chosen in cards(position.expected)


@pytest.mark.parametrize("position", TAGGED.values(), ids=TAGGED)
def test_club_plays_by_the_heuristic_of_that_tag(position: Position) -> None:
    match = position.match
    assert club.advise(match.view(match.to_act), Random(1)).tag == position.tag


@pytest.mark.parametrize("position", EVERY.values(), ids=EVERY)
def test_a_position_matches_its_hand_and_has_a_wrong_card(position: Position) -> None:
    match = position.match
    view = match.view(match.to_act)
    legal, forbidden = set(view.legal), set(cards(position.forbidden))
    assert view.hand == Hand.of(position.hand)
    assert forbidden < legal
    assert set(cards(position.expected)) <= legal - forbidden
    assert forbidden or position.expected
    assert len(set(cards(position.expected))) < len(legal)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_each_rule_has_five_positions_from_different_seats(file: Path) -> None:
    found = positions(file)
    assert len(found) >= 5
    assert len({position.match.to_act for position in found}) > 1
    assert len({position.trump for position in found}) > 1


def test_every_rule_has_a_file_and_every_position_a_unique_name() -> None:
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
