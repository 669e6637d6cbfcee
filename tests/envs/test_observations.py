"""An observation is a function of the seat's view, in the layout that is documented."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from oddtrick.envs.observation_layout import (
    BASE,
    MATCH,
    PARTS,
    SIZE,
    layout_of,
)
from oddtrick.envs.observations import ObservationTracker
from oddtrick.games import GAMES
from oddtrick.match import Match, Playing, ToThrow, played_cards
from oddtrick.solver.deals.call_numbers import bids_of
from oddtrick.solver.deals.observations import OBSERVATION_SIZE
from tests.support.extent import part
from tests.support.observation_layout import encoded, encoded_match
from tests.support.permute_hidden_cards import permute_hidden
from tests.support.random_matches import WITHOUT_PASSES, course


def name_of(kind: tuple[str, dict[str, Any]]) -> str:
    return "-".join(map(str, (kind[0], *kind[1].values())))


def loaded(match: Match) -> ObservationTracker:
    tracker = ObservationTracker(match.rules)
    tracker.load(match)
    return tracker


def difference(tracker: ObservationTracker, match: Match, seat: int) -> list[str]:
    """The parts in which an observation is not its view."""
    parts, view = BASE.split(tracker.observe(seat)), match.view(seat)
    expected = {**split_parts_of_deal(match, seat), **encoded_match(view)}
    if isinstance(match.phase, ToThrow):
        tied = np.zeros(8, np.int16)
        players = match.rules.players
        tied[[(other - seat) % players for other in match.phase.throwing.seats]] = 1
        expected["tied"] = tied
    return [name for name in PARTS if not np.array_equal(parts[name], expected[name])]


def split_parts_of_deal(match: Match, seat: int) -> dict[str, Any]:
    flat = np.zeros(SIZE, np.int16)
    flat[:OBSERVATION_SIZE] = encoded(match.view(seat))
    return BASE.split(flat)


@pytest.mark.parametrize("kind", part(WITHOUT_PASSES, 8), ids=name_of)
def test_an_observation_equals_the_view(kind: tuple[str, dict[str, Any]]) -> None:
    """Kept up card by card; some matches are taken in at that very moment as well."""
    states, rng = course(*kind, 3), Random(3)
    tracker = loaded(states[0])
    checked = set(rng.sample(range(len(states)), min(25, len(states)))) | {len(states) - 1}
    checked |= {at for at, state in enumerate(states) if not isinstance(state.phase, Playing)}
    for number, match in enumerate(states):
        if number:
            follow(tracker, states[number - 1], match)
        if number in checked:
            for seat in range(match.rules.players):
                assert difference(tracker, match, seat) == []
            seat = rng.randrange(match.rules.players)
            assert np.array_equal(loaded(match).observe(seat), tracker.observe(seat))


def follow(tracker: ObservationTracker, before: Match, match: Match) -> None:
    was, phase = before.phase, match.phase
    if isinstance(was, Playing) and isinstance(phase, Playing) and phase.layout is was.layout:
        tracker.play(was, played_cards(phase.plays)[-1], phase)
    else:
        tracker.load(match)


@pytest.mark.parametrize("kind", WITHOUT_PASSES[::4], ids=name_of)
def test_hidden_cards_make_no_difference(kind: tuple[str, dict[str, Any]]) -> None:
    states, rng, changed = course(*kind, 5), Random(5), 0
    for match in rng.sample(states, min(8, len(states))):
        seat = rng.randrange(match.rules.players)
        other = permute_hidden(match, seat, rng)
        if other is not None:
            changed += 1
            assert loaded(other).observe(seat).tobytes() == loaded(match).observe(seat).tobytes()
    assert changed


@pytest.mark.parametrize("kind", part(WITHOUT_PASSES[::4], 8), ids=name_of)
def test_observations_are_in_their_spaces(kind: tuple[str, dict[str, Any]]) -> None:
    flat, parts = BASE.vector_space(), BASE.dict_space()
    for match in Random(1).sample(course(*kind, 1), 8):
        for seat in range(match.rules.players):
            seen = loaded(match).observe(seat)
            assert flat.contains(seen)
            assert parts.contains(BASE.split(seen))


def test_the_parts_partition_an_observation() -> None:
    ends = [0, *(place.stop for place in PARTS.values())]
    assert [place.start for place in PARTS.values()] == ends[:-1]
    assert ends[-1] == SIZE == 803
    assert PARTS[MATCH[0].name].start == OBSERVATION_SIZE


def test_every_part_has_a_dimension() -> None:
    """Networks that flatten each part of a dictionary count on it: Stable-Baselines3, for one."""
    assert all(len(space.shape or ()) for space in BASE.dict_space().spaces.values())
    batch = BASE.split(np.zeros((5, SIZE)))
    assert {name: part.shape for name, part in batch.items()} == {
        name: (5, *(space.shape or ())) for name, space in BASE.dict_space().spaces.items()
    }


def test_the_page_has_the_layout() -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| \(([\d, ]*)\) \| (.*) \|$", page, re.MULTILINE)
    assert [(name, int(begin), numbers(shape)) for name, begin, shape, _ in rows] == [
        (each.name, PARTS[each.name].start, each.shape) for each in BASE.parts
    ]
    for each, row in zip(BASE.parts, rows, strict=True):
        assert row[3].startswith(each.meaning)


def test_the_page_has_the_parts_of_every_game() -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\([^|]*\)) \| [^|]+ \| (.*) \|$", page, re.MULTILINE)
    described = {name: (shape, meaning.replace("`", "")) for name, shape, meaning in rows}
    seen = set()
    for game in GAMES:
        rules = game.rules()
        for each in layout_of(rules).parts[len(BASE.parts) :]:
            shape, meaning = described[each.name]
            shape = shape.replace("b", str(len(bids_of(rules))))
            shape = shape.replace("c", str(len(rules.contracts)))
            assert (numbers(shape), meaning) == (each.shape, each.meaning)
            seen.add(each.name)
    assert seen == described.keys()


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)))
