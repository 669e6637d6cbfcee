"""The reference against the examples and against itself, and the coverage of random records."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.extent import times
from tests.support.reference.cards import IllegalRecordError
from tests.support.reference.corrupt_records import SPOILERS, spoiled
from tests.support.reference.deal_course import cut_winners, rounds_of
from tests.support.reference.generate import random_cut, random_record
from tests.support.reference.options import DEFAULTS, GAMES, SIDES_OF_PARTNERS, full_rules
from tests.support.reference.replay import result_of

EXAMPLES = sorted(Path(__file__).parents[1].joinpath("data", "examples").glob("*.record.json"))
SEEDS = range(times(50, whole=150))


def loaded(path: Path) -> Any:
    """A JSON file."""
    return json.loads(path.read_text(encoding="utf-8"))


# --- examples ---


def test_there_are_examples_of_every_game() -> None:
    assert {loaded(path)["rules"]["game"] for path in EXAMPLES} == set(GAMES)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name.split(".")[0])
def test_an_example_gives_its_result(path: Path) -> None:
    expected = loaded(path.with_name(path.name.replace(".record.", ".result.")))
    assert result_of(loaded(path)) == expected


# --- the generator against the replay ---


@pytest.mark.parametrize("game", GAMES)
def test_the_generator_and_the_replay_agree(game: str) -> None:
    for seed in SEEDS:
        record, result = random_record(seed, game)
        assert result_of(record) == result, f"{game}, seed {seed}"


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_always_gives_the_same_record(game: str) -> None:
    assert random_record(7, game) == random_record(7, game)
    assert random_record(7, game) != random_record(8, game)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_survives_json(game: str) -> None:
    record, result = random_record(3, game)
    assert result_of(json.loads(json.dumps(record))) == json.loads(json.dumps(result))


def test_given_options_are_the_options_played() -> None:
    for seed in range(20):
        record, result = random_record(seed, "scotch-whist", {"players": 6, "sides": 3})
        assert record["rules"] == {"game": "scotch-whist", "players": 6, "sides": 3}
        assert result["sides"] == [[0, 3], [1, 4], [2, 5]]


# --- coverage of the random records ---


def values_drawn(game: str, seeds: int) -> dict[str, Counter[Any]]:
    """The frequency of each value of each option, given or left to its default."""
    seen: dict[str, Counter[Any]] = {name: Counter() for name in DEFAULTS[game]}
    for seed in range(seeds):
        rules = random_record(seed, game)[0]["rules"]
        full = full_rules(rules)
        for name, count in seen.items():
            count[full[name]] += 1
            count["absent" if name not in rules else "written"] += 1
    return seen


def test_every_option_of_whist_is_drawn() -> None:
    seen = values_drawn("whist", 300)
    assert {"none", "dealt", "captured", "absent", "written"} <= set(seen["honours"])
    assert {"turn-up", "sequence", "sequence-nt", "absent", "written"} <= set(seen["trumps"])
    assert {"game", "rubber", "deals", "absent", "written"} <= set(seen["match"])
    assert {1, 2, 3, 5, 7, 9, "absent", "written"} <= set(seen["target"])
    assert {1, 2, 3, 4, 5, 6, 7, None} <= set(seen["deals"])


def test_every_combination_of_whist_is_drawn() -> None:
    seen = set()
    for seed in range(times(300, whole=600)):
        full = full_rules(random_record(seed, "whist")[0]["rules"])
        seen.add((full["match"], full["honours"], full["trumps"]))
    assert len(seen) == 8 * (2 * 3 + 1)  # no honours in a match of a fixed number of deals (D1)


@pytest.mark.parametrize("game", ["colonial-whist", "colonial-scotch-whist"])
def test_colonial_targets_are_drawn(game: str) -> None:
    seen = values_drawn(game, 150)
    assert {1, 2, 7, 10, "absent", "written"} <= set(seen["target"])


def test_every_option_of_scotch_is_drawn() -> None:
    pairs = set()
    for seed in range(400):
        rules = random_record(seed, "scotch-whist")[0]["rules"]
        pairs.add((rules["players"], rules.get("sides")))
    assert pairs == {(n, None) for n in range(2, 9)} | {
        (players, sides) for players, many in SIDES_OF_PARTNERS.items() for sides in many
    }
    assert {1, 15, 41, 60, "absent"} <= set(values_drawn("scotch-whist", 150)["target"])


def test_every_option_of_knockout_is_drawn() -> None:
    seen = values_drawn("knockout-whist", 200)
    assert set(seen["players"]) == {2, 3, 4, 5, 6, 7, "written"}
    assert {"seen", "blind", "absent", "written"} == set(seen["choose"])
    assert {"cut", "rps", "absent", "written"} == set(seen["tie"])
    assert {False, True, "absent", "written"} == set(seen["broken"])


@pytest.mark.whole
@pytest.mark.parametrize("game", GAMES)
def test_records_stop_in_every_kind_of_place(game: str) -> None:
    places: Counter[str] = Counter()
    for seed in range(600):
        record, result = random_record(seed, game)
        if result["over"]:
            places["over"] += 1
        elif not result["deals"]:
            places["no deal"] += 1
        elif result["deals"][-1]["points"] is not None:
            places["between deals"] += 1
        else:
            played = sum(len(hand["plays"]) for hand in record["deals"][-1]["hands"])
            places["deal unplayed" if played == 0 else "deal begun"] += 1
    assert set(places) == {"over", "no deal", "between deals", "deal unplayed", "deal begun"}
    assert 0.65 < places["over"] / 600 < 0.85


def test_unfinished_records_list_all_the_separate_hands() -> None:
    for seed in range(100):
        record, _ = random_record(seed, "scotch-whist", {"players": 2})
        assert [len(deal["hands"]) for deal in record["deals"]] == [3] * len(record["deals"])


def test_every_spelling_is_used() -> None:
    shapes: Counter[str] = Counter()
    for seed in range(100):
        for deal in random_record(seed, "knockout-whist")[0]["deals"]:
            for card in deal["hands"][0]["plays"]:
                shapes[card.translate(str.maketrans("♠♥♦♣", "####", "23456789"))] += 1
    assert {"10H", "KnH", "AS", "as", "th", "#A", "A#", "T#"} <= set(shapes)


def test_cuts_take_several_rounds_and_are_told_whole_or_by_the_last_alone() -> None:
    for tie in ("cut", "rps"):
        cuts = [random_cut(Random(seed), [0, 2, 3, 5], tie) for seed in range(300)]
        assert {len(cut) for cut in cuts if isinstance(cut, list)} >= {1, 2, 3}
        assert {len(cut) for cut in cuts if isinstance(cut, dict)} == {2, 3, 4}
        assert all(len(cut_winners(rounds_of(cut)[-1], tie)) == 1 for cut in cuts)


@pytest.mark.whole
def test_special_deals_of_whist_come_up() -> None:
    found = Counter[str]()
    for seed in range(400):
        record, result = random_record(seed, "whist")
        found["level after the last deal"] += result["over"] and result["winner"] is None
        found["no trumps"] += any(deal["trump"] == "N" for deal in record["deals"])
        for before, row in pairwise(result["deals"]):
            if row["points"] is None and before["games"] != [0, 0] and row["score"] == [0, 0]:
                found["broken off in the first deal of a later game of a rubber"] += 1
        for row in result["deals"]:
            if row["points"] is not None and all(row["points"]):
                found["one side scores tricks, the other honours"] += 1
    assert len(+found) == 4, found


@pytest.mark.whole
def test_scotch_goes_on_where_sides_are_level_at_the_target() -> None:
    found = 0
    for seed in range(400):
        record, result = random_record(seed, "scotch-whist")
        target = full_rules(record["rules"])["target"]
        found += any(max(row["score"]) >= target for row in result["deals"][:-1])
    assert found


def test_in_colonial_scotch_six_tricks_at_times_beat_seven() -> None:
    found = 0
    for seed in range(200):
        for row in random_record(seed, "colonial-scotch-whist")[1]["deals"]:
            fewer = 0 if row["tricks"][0] + row["tricks"][2] < 7 else 1
            found += row["points"] is not None and row["points"][fewer] > 0
    assert found


# --- spoiled records ---


def test_a_spoiled_record_breaks_the_rule_that_it_names() -> None:
    for seed in range(times(3, whole=10) * len(SPOILERS)):
        record, kind, rule = spoiled(seed)
        with pytest.raises(IllegalRecordError) as refusal:
            result_of(record)
        assert refusal.value.rule == rule, (seed, kind, str(refusal.value))
        if kind.startswith("unknown option:"):
            assert kind.split(":")[1] in str(refusal.value)


@pytest.mark.whole
def test_records_are_spoiled_in_every_kind() -> None:
    seen = {(kind.split(":")[0], rule) for _, kind, rule in map(spoiled, range(40 * len(SPOILERS)))}
    assert len({kind for kind, _ in seen}) >= len(SPOILERS)
    rules = {
        "duplicate card": {"W2", "S2", "K1", "O1", "G1"},
        "wrong number of cards": {"W3", "S4", "K1", "O1", "G1"},
        "wrong trump against the turn-up": {"W4", "S4", "K2", "O2", "G1"},
        "wrong trump against the sequence": {"R1", "R2"},
        "turn-up not in the dealer's hand": {"W4", "S4"},
        "bad number of players": {"S1", "K1"},
        "deal after the match is over": {"W6", "W7", "D1", "C4", "CS1", "S7", "K8", "G5"},
    }
    for kind, ids in rules.items():
        assert {rule for other, rule in seen if other == kind} == ids


def test_a_spoiled_record_is_legal_up_to_its_last_deal() -> None:
    for seed in range(len(SPOILERS) * 4):
        record, kind, _ = spoiled(seed)
        if kind.startswith(("unknown", "bad")) or kind == "honours with deals":
            continue
        before = result_of({**record, "deals": record["deals"][:-1]})
        assert len(before["deals"]) == len(record["deals"]) - 1
