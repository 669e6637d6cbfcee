"""Tests of ``oddtrick solve`` on deals and on positions in records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from oddtrick.cards import parse_card
from oddtrick.record import encode_record, read_records, replay
from oddtrick.solver import Position, solve, solve_cards
from oddtrick.tricks import Trick, from_seat
from tests.support.position_builders import playing
from tests.support.run_program import EXAMPLES, oddtrick

DEAL = "N:KQ3..T.J T96..6.3 AJ8.T.4. 72.A.7.K"
POSITION = Position.parse(DEAL[2:].split(), trump="H", leader=0)
ASKED = (DEAL, "--trump", "H", "--leader", "N")


def test_a_deal_is_shown_with_the_tricks_of_the_side_to_play() -> None:
    done = oddtrick("solve", *ASKED)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (f"{POSITION}\nseats 0 and 2 take {solve(POSITION)} of 5 tricks\n")


def test_every_card_is_listed_with_its_value_best_first() -> None:
    done = oddtrick("solve", *ASKED[:-1], "E", "--cards")
    values = solve_cards(Position.parse(DEAL[2:].split(), trump="H", leader=1))
    rows = [line.split() for line in done.stdout.splitlines()[6:]]
    output = {parse_card(card): int(row[0]) for row in rows for card in row[1:] if card != "best"}
    assert output == values
    assert [int(row[0]) for row in rows] == sorted(set(values.values()), reverse=True)
    assert [row[-1] == "best" for row in rows] == [True] + [False] * (len(rows) - 1)


def test_the_line_of_play_reaches_the_stated_value() -> None:
    done = oddtrick("solve", *ASKED, "--line")
    rows = [line.split() for line in done.stdout.splitlines()[6:]]
    winners = [int(row[-2]) for row in rows]
    assert sum(seat in (0, 2) for seat in winners) == solve(POSITION)
    leader = POSITION.leader
    for row, winner in zip(rows, winners, strict=True):
        cards = tuple(parse_card(sign) for sign in row[3:7])
        assert int(row[1]) == leader
        assert Trick(from_seat(range(4), leader), cards, POSITION.trump).winner == winner
        leader = winner


def test_json_is_one_object_with_the_requested_fields() -> None:
    output = json.loads(oddtrick("solve", *ASKED, "--json", "--cards", "--line").stdout)
    line = [parse_card(card) for card in output.pop("line")]
    assert output == {
        "value": solve(POSITION),
        "cards": {str(card): value for card, value in solve_cards(POSITION).items()},
    }
    assert sorted(line) == sorted(card for hand in POSITION.hands for card in hand)
    assert json.loads(oddtrick("solve", *ASKED, "--json").stdout) == {"value": solve(POSITION)}


def test_hands_start_at_any_seat_and_a_number_names_the_leader() -> None:
    hands = DEAL[2:].split()
    turned = "S:" + " ".join(hands[2:] + hands[:2])
    arguments = (turned, "--trump", "hearts", "--leader", "0")
    assert oddtrick("solve", *arguments).stdout == oddtrick("solve", *ASKED).stdout


def test_a_current_trick_is_given_apart_from_the_hands() -> None:
    deal = "A2... K3... Q4... J..."
    done = oddtrick("solve", deal, "--trump", "N", "--leader", "3", "--trick", "5S", "--json")
    position = Position.parse(deal.split(), leader=3, trick="5S")
    assert json.loads(done.stdout) == {"value": solve(position)}
    assert (
        "5S on the table, seat 0 to play"
        in oddtrick("solve", deal, "--trump", "N", "--leader", "W", "--trick", "5S").stdout
    )


def test_sides_accept_any_seating() -> None:
    deal = ("A2... K3... Q4...", "--trump", "N", "--leader", "0", "--game", "knockout", "--json")
    alone, together = oddtrick("solve", *deal), oddtrick("solve", *deal, "--sides", "1,1,0")
    assert (alone.stdout, together.stdout) == ('{"value":1}\n', '{"value":2}\n')


def test_scotch_counts_top_trumps_and_cards() -> None:
    deal = ("J... T...", "--trump", "S", "--leader", "1", "--game", "scotch")
    done = oddtrick("solve", *deal)
    assert done.stdout.splitlines()[-1] == "seat 1 takes 0 of 23 points"
    assert json.loads(oddtrick("solve", *deal[:-3], "0", *deal[-2:], "--json").stdout) == {
        "value": 23
    }


@pytest.mark.parametrize(
    ("game", "objective", "last"),
    [
        ("colonial-whist", "tricks", "seats 0 and 2 take 1 of 1 tricks"),
        ("catch-honours", "tricks", "seats 0 and 2 take 1 of 1 tricks"),
    ],
)
def test_colonial_games_count_tricks_by_default(game: str, objective: str, last: str) -> None:
    deal = ("A... K... Q... J...", "--trump", "S", "--leader", "N", "--game", game)
    done = oddtrick("solve", *deal, "--objective", objective)
    assert done.stdout.splitlines()[-1] == last
    assert oddtrick("solve", *deal).stdout == done.stdout


@pytest.mark.parametrize("game", ["colonial-whist", "colonial-scotch-whist"])
def test_points_of_a_colonial_deal_equal_its_scored_play(game: str, tmp_path: Path) -> None:
    """Plays the printed line by the rules and compares its score with the value."""
    (_, record), *_ = read_records(EXAMPLES / f"{game}-1.record.json")
    path = tmp_path / "game.json"
    record.deals = record.deals[:1]
    record.deals[0].hands[0].plays = record.deals[0].hands[0].plays[:36]
    path.write_bytes(encode_record(record))
    arguments = ("solve", path, "--objective", "points", "--line", "--json")
    output = json.loads(oddtrick(*arguments).stdout)
    match = replay(record)
    seat = playing(match).to_act
    for card in output["line"]:
        match = match.apply(parse_card(card))
    first, second = match.result[0].points
    assert output["value"] == (first - second) * (1 if seat % 2 == 0 else -1)


def test_a_record_is_solved_at_its_end_or_after_a_number_of_cards(tmp_path: Path) -> None:
    (_, record), *_ = read_records(EXAMPLES / "whist-1.record.json")
    record.deals = record.deals[:2]
    record.deals[1].hands[0].plays = record.deals[1].hands[0].plays[:38]
    path = tmp_path / "stops.json"
    path.write_bytes(encode_record(record))
    here = oddtrick("solve", path, "--cards")
    there = oddtrick(
        "solve", EXAMPLES / "whist-1.record.json", "--cards", "--deal=2", "--played=38"
    )
    assert here.stdout.splitlines()[1:] == there.stdout.splitlines()[1:]
    assert here.stdout.splitlines()[0] == str(path)
    hand = playing(replay(record))
    assert f"seat {hand.to_act} to play" in here.stdout


def test_a_deal_to_lose_tricks_lists_the_cards_that_take_fewest_first() -> None:
    contract = ("--game", "minnesota", "--contract", "low")
    done = oddtrick("solve", DEAL, "--trump", "N", "--leader", "E", "--cards", *contract)
    position = Position.parse(DEAL[2:].split(), leader=1, fewest=True)
    values = solve_cards(position)
    fewest = min(values.values())
    said, *rows = done.stdout.splitlines()[5:]
    assert said == f"seats 1 and 3 take {fewest} of 5 tricks, and each side wants the fewest"
    assert [int(row.split()[0]) for row in rows] == sorted(set(values.values()))
    assert [row.endswith("best") for row in rows] == [True] + [False] * (len(rows) - 1)
    asked = oddtrick("solve", DEAL, "--trump", "N", "--leader", "E", "--json", *contract)
    assert json.loads(asked.stdout) == {"value": fewest}
    line = json.dumps(
        {
            "hands": DEAL[2:].split(),
            "trump": None,
            "leader": 1,
            "game": "minnesota",
            "contract": "low",
        }
    )
    answer = oddtrick("solve", "--jsonl", "--cards", stdin=line)
    assert json.loads(answer.stdout)["value"] == fewest
