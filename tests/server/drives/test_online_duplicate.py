"""Duplicate drives on the server: the same sealed cards at every table, and the comparison."""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING

import msgspec
import pytest

from oddtrick.drive.sealed_boards import SealedBoards, deal_board, fingerprint, verify_boards
from oddtrick.record import decode_record
from tests.support.server.api_requests import refusal
from tests.support.server.online_drive import check_drive, join_all, open_online, play_drive
from tests.support.server.online_players import ENVIRON
from tests.support.server.server_process import ServerProcess, server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.server.drive_client import DriveClient


@pytest.fixture(scope="module")
def online_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on an empty SQLite database, whose guests the tests can be."""
    with server(tmp_path_factory.mktemp("duplicate"), environ=ENVIRON) as process:
        yield process
        assert process.faults() == []


def boards_of(client: DriveClient) -> SealedBoards:
    return msgspec.convert(client.get("/boards"), SealedBoards)


async def test_all_tables_play_the_boards_that_were_sealed_before_anybody_joined(
    online_server: ServerProcess,
) -> None:
    desk = open_online(online_server.url, 3, movement="duplicate")
    sealed = boards_of(desk.other())
    assert [board.secret for board in sealed.boards] == [None] * 3
    players = await join_all([online_server.url], desk, 10)
    assert players[0].key
    await play_drive(desk, players)
    check_drive(desk, 3, 3)
    opened = boards_of(desk.other())
    assert list(verify_boards(sealed, opened)) == []
    assert desk.parts["boards"]["fingerprint"] == fingerprint(sealed)
    secrets = [board.secret or "" for board in opened.boards]
    for player in players:
        assert not any(secret in "".join(player.told_before_end) for secret in secrets)
    for number in (1, 2, 3):
        board = deal_board(opened, number)
        played = desk.get(f"/rounds/{number}")
        assert played["board"] == number
        for table in played["tables"]:
            record = await players[0].request("GET", f"/api/tables/{table['code']}/record")
            assert record.status_code == 200, record.text
            (deal,) = decode_record(record.text).deals
            assert deal.dealer == board.dealer
            assert [str(hand) for hand in deal.hands[0].cards] == [
                str(hand) for hand in board.hands
            ]
    desk.close()


async def test_each_result_is_compared_with_the_others_of_the_same_cards(
    online_server: ServerProcess,
) -> None:
    desk = open_online(online_server.url, 2, movement="duplicate")
    await play_drive(desk, await join_all([online_server.url], desk, 12))
    points: dict[int, int] = {}
    for number in (1, 2):
        tables = desk.get(f"/rounds/{number}")["tables"]
        for side in (0, 1):
            field = [table["tricks"][side] for table in tables]
            for table in tables:
                own = table["tricks"][side]
                beaten = sum(2 * (own > other) + (own == other) for other in field) - 1
                assert table["match_points"][side] == beaten
                assert table["above_average"][side] == pytest.approx(own - mean(field))
                for player in table["pairs"][side]:
                    points[player] = points.get(player, 0) + beaten
    assert points == {row["player"]: row["match_points"] for row in desk.parts["standings"]}
    desk.close()


async def test_a_round_begun_again_has_another_board(online_server: ServerProcess) -> None:
    desk = open_online(online_server.url, 2, movement="duplicate", pause_seconds=None)
    (ann,) = await join_all([online_server.url], desk, 1)
    desk.does("add-entries", text="\n".join("BCDEFGH"))
    desk.does("begin-round")
    assert desk.parts["round"]["board"] == 1
    desk.does("undo-round", why="somebody was missing")
    desk.does("begin-round")
    assert desk.parts["round"]["board"] == 2
    assert [board.secret for board in boards_of(desk).boards] == [None] * 3
    other = open_online(online_server.url, 1)
    assert refusal(other.request("GET", "/boards"))[0] == 404
    other.close()
    await ann.until_stage(desk.other(ann.key).parts["next"]["online"], "playing")
    desk.close()
