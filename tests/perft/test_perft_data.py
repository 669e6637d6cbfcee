"""The counted positions, by the engine and by the reference, which share no code.

Only these see a rule that is wrong in the same way wherever it is used: the sequences see the
rules of play (T2-T5, S3, S4, K3, K7), the outcomes those of scoring (W5, H1-H5, C5, CS2, CS3, S5,
S6).
"""

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from oddtrick.games import GAMES
from oddtrick.match import Match
from oddtrick.perft import Count, divide, total
from oddtrick.record import encode_record, replay
from oddtrick.tricks import left_of
from tests.support.extent import part
from tests.support.perft.perft_data_files import Position, load
from tests.support.reference.slow_perft import count_ways

GAME_IDS = [game.id for game in GAMES]
QUICK = [(game, place.name, place) for game in GAME_IDS for place in load(game)]
LONG = [(game, place.name, place) for game in GAME_IDS for place in load(game, long=True)]


def named(positions: list[tuple[str, str, Position]]) -> pytest.MarkDecorator:
    """One test a position, with a name that ``-k`` finds."""
    return pytest.mark.parametrize(
        "position", [pytest.param(place, id=f"{game}-{name}") for game, name, place in positions]
    )


def in_order(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items()))


def check_engine(position: Position) -> None:
    counts = divide(replay(position.record), position.depth)
    count = total(counts.values())
    by_action = {str(action): part.sequences for action, part in counts.items()}
    assert count.sequences == position.sequences, f"by first action: {by_action}"
    ordered = in_order(count.outcomes_by_text)
    assert ordered == in_order(position.outcomes), f"by first action: {by_action}"


def check_reference(position: Position) -> None:
    ways = count_ways(json.loads(encode_record(position.record)), position.depth)
    assert in_order(ways) == in_order(position.outcomes)


@named(part(QUICK, 60))
def test_the_engine_counts_match_the_data(position: Position) -> None:
    check_engine(position)


@named(part(QUICK, 60))
def test_the_reference_counts_match_the_data(position: Position) -> None:
    check_reference(position)


@pytest.mark.long
@named(LONG)
def test_the_engine_counts_the_long_positions(position: Position) -> None:
    check_engine(position)


@pytest.mark.long
@named(LONG)
def test_the_reference_counts_the_long_positions(position: Position) -> None:
    check_reference(position)


@named(QUICK + LONG)
def test_each_sequence_of_the_data_has_an_outcome(position: Position) -> None:
    assert sum(position.outcomes.values()) == position.sequences


@pytest.mark.parametrize("game", GAME_IDS)
def test_names_are_unique(game: str) -> None:
    names = Counter(name for of, name, _ in QUICK + LONG if of == game)
    assert [name for name, times in names.items() if times > 1] == []


def test_K7_unbroken_trumps_make_another_count_of_the_same_cards() -> None:
    places = {(game, name): place for game, name, place in QUICK}
    twins = [key for key in places if key[1].endswith("-twin")]
    assert twins
    for game, name in twins:
        free, bound = places[game, name], places[game, name.removesuffix("-twin")]
        assert free.record.deals == bound.record.deals
        assert free.record.rules["broken"] is False
        assert free.sequences > bound.sequences


def after_actions(match: Match, left: int) -> Iterator[Match]:
    """The match after every sequence of ``depth`` actions."""
    if left == 0:
        yield match
        return
    for action in match.legal_actions():
        yield from after_actions(match.apply(action), left - 1)


def test_S4_the_eldest_hand_leads_the_next_hand_and_not_the_last_winner() -> None:
    last_winners, leaders = set(), set()
    for place in (place for _, name, place in QUICK if "over-hand" in name):
        assert place.depth is not None
        assert set(place.outcomes) == {""}
        for match in after_actions(replay(place.record), place.depth - 2):
            eldest = left_of(match.deal.seats, match.deal.dealer)
            leaders.add(match.to_act == eldest)
            last_winners.add(match.deal.hands[-1].winners[-1] == eldest)
    assert leaders == {True}
    assert last_winners == {True, False}


def test_a_count_is_printed_in_the_format_of_the_data() -> None:
    assert Count(3, {(10, 0): 1, (9, 1): 2}).outcomes_by_text == {"9,1": 2, "10,0": 1}
