"""The dearest request that each operation of the API allows, or why it has none.

``benchmarks/server_dear_requests.py`` measures them, and ``tests/server/security`` checks in which
pool each is done, that it is charged, and that its body is bounded. A new operation needs an entry.
"""

from __future__ import annotations

import json
from random import Random
from typing import NamedTuple

from oddtrick.drive import DrivePlan, Entry, begin_round, create_drive, enter_result
from oddtrick.drive.drive_file import encode_drive
from oddtrick.pbn import boards_of, encode_pbn, write_boards
from oddtrick.record import decode_record, replay
from oddtrick.server.limits import Limits
from oddtrick.server.routes.drives import MAX_BOARDS_FILE as BOARDS
from oddtrick.server.work.drives import MAX_FILE
from tests.support.server.upload_example_records import EXAMPLES

RECORD = (EXAMPLES / "whist-1.record.json").read_bytes()
PBN_TYPE = "application/x-pbn"
PEOPLE = 700
ROUNDS = 24
LIMITS = Limits()


class Dear(NamedTuple):
    """What makes requests for an operation dear.

    Attributes:
        pool: the pool in which the work is done, which is charged to who asks; "passwords": that of
            hashes, whose number is limited instead.
        query: the dearest query; ``{drive}`` is the code of a drive, ``{seq}`` an entry of a
            table before its last.
        body: the dearest body.
        media: its media type.
        most: the greatest size of a body.
    """

    pool: str
    query: str = ""
    body: bytes = b""
    media: str = "application/json"
    most: int = LIMITS.body_bytes


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


def drive_file(people: int = PEOPLE, rounds: int = ROUNDS) -> bytes:
    """Returns the file of a drive in full swing."""
    rng = Random(1)
    drive = create_drive(DrivePlan(rounds=rounds), [Entry(f"Player {n}") for n in range(people)])
    for _ in range(rounds - 1):
        drive = begin_round(drive)
        for table in range(1, len(drive.rounds[-1].seating.tables) + 1):
            tricks = rng.randint(0, 13)
            drive = enter_result(drive, table, (tricks, 13 - tricks))
    return encode_drive(drive)


def _names(count: int) -> str:
    return "\n".join(f"Player {number}" for number in range(1, count + 1))


def _boards() -> bytes:
    pbn = encode_pbn(write_boards(boards_of(replay(decode_record(RECORD)))))
    return pbn * (LIMITS.guest_record_bytes // len(pbn))


PREVIEW = _json({"plan": {"movement": "balanced", "rounds": 100}, "entries": _names(200)})
PASSWORD = "4@8({[<69&3#!1/|0$5+7%2" * 8  # each character may stand for several letters
WRONG = "x" * 200
PRACTICE = _json({"deal": 1, "decision": 1, "moves": []})
UPLOAD = LIMITS.guest_record_bytes
"""The greatest record of who has no account; others are limited by person, too."""

DEAR: dict[str, Dear] = {
    "getHint": Dear("hints"),
    "getEvents": Dear("logs", "?after={seq}"),
    "getTableRecord": Dear("documents", "?format=pbn"),
    "getMatchRecord": Dear("documents", "?format=pbn"),
    "getTableReplay": Dear("logs"),
    "getMatchReplay": Dear("logs"),
    "getMatchReview": Dear("reviews"),
    "followMatchReview": Dear("reviews"),
    "practise": Dear("previews", body=PRACTICE),
    "importRecord": Dear("uploads", body=RECORD.ljust(UPLOAD), most=UPLOAD),
    "getRecord": Dear("documents", "?format=pbn"),
    "getRecordReplay": Dear("documents"),
    "getRecordReview": Dear("reviews"),
    "followRecordReview": Dear("reviews"),
    "practiseRecord": Dear("previews", body=PRACTICE),
    "replayRecord": Dear("uploads", body=RECORD.ljust(UPLOAD), most=UPLOAD),
    "readBoards": Dear("uploads", body=_boards(), media=PBN_TYPE, most=UPLOAD),
    "register": Dear("passwords", body=_json({"login": "somebody1", "password": PASSWORD})),
    "logIn": Dear("passwords", body=_json({"login": "nobody", "password": WRONG})),
    "changePassword": Dear("passwords", body=_json({"old": PASSWORD, "new": WRONG})),
    "makeRecoveryCode": Dear("passwords", body=_json({"password": WRONG})),
    "useRecoveryCode": Dear(
        "passwords", body=_json({"login": "nobody", "code": "0" * 16, "new": PASSWORD})
    ),
    "openDrive": Dear("previews", body=_json({"entries": _names(2000)})),
    "importDrive": Dear("uploads", body=drive_file().ljust(MAX_FILE), most=MAX_FILE),
    "previewDrive": Dear("previews", body=PREVIEW),
    "exportDrive": Dear("documents", "?form=csv"),
    "printDrive": Dear("documents", "?large=true&what=scorecards"),
    "takeDriveBoards": Dear("uploads", body=b"{}".ljust(BOARDS), most=BOARDS),
    "getSeason": Dear("documents", "?drive={drive}"),
}
"""The operations whose dearest request takes more than some milliseconds."""

CONSTANT = "answers from memory, the same for all"
ROW = "reads or writes a few rows by an index"
PAGE = "reads one page of rows by an index: at most 100"
VIEW = "shows a state that is in memory, of a bounded size"
COMMAND = "decides one command on a state in memory; limited by commands"
SMALL = "decides on a small body"

_CHEAP = {
    CONSTANT: "isAlive isReady getGames getGame getRules getPhrases getLevels",
    PAGE: (
        "getTables getMyTables getRecords getBots getPeopleMet getInvitations getMyDays getMyDrives"
    ),
    VIEW: (
        "getTable getTableProof getDaily getDailyDeal getDrive getDriveRound getDriveCard "
        "getDriveBoards getDriveLog getDriveKeys getTableKey getHall getHallAccess"
    ),
    ROW: (
        "getMe getPush getMyStatistics deleteRecord deleteMe makeSeatToken revokeSeatToken "
        "muteInviter unmuteInviter invite acceptInvitation declineInvitation unsubscribe "
        "renewBotToken deleteBot logOut logOutOthers logOutEverywhere leaveDriveRole "
        "revokeDriveKey"
    ),
    SMALL: (
        "nameMe setContactSettings subscribe makeBot setHallWifi takeDriveRole usePhone "
        "joinDriveOnline makeDriveKey"
    ),
    COMMAND: "openTable sendCommand playDaily practiseDaily",
}

CHEAP = {
    **{one: why for why, some in _CHEAP.items() for one in some.split()},
    "getMatchProof": "as getMatchRecord, whose fold is charged",
    "sendDriveCommand": COMMAND + "; a round of 1,900 people begins in 7 ms, in a pool of its own",
    "getRatings": "sorts the rated people of one game, in the database",
}
"""The other operations, and why no request for them is dear."""
