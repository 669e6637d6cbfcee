"""What a drive keeps encoded stays small, however long it is shown without a change."""

from __future__ import annotations

from oddtrick.drive.live.state import Actor
from oddtrick.server.drives.drive_room import MOST_ENCODED, DriveRoom
from tests.support.drives import ANN, VIEWER, DriveLog


def test_a_drive_shown_for_hours_keeps_no_more_than_for_its_followers() -> None:
    log = DriveLog(8)
    room = DriveRoom(log.live)
    phones = [Actor("captain", f"Phone {at}", player=at) for at in range(8)]
    first = again = [room.encoded_parts(actor) for actor in (ANN, VIEWER, *phones)]
    for now in range(MOST_ENCODED):
        room.note_seen("a phone", now)
        again = [room.encoded_parts(actor) for actor in (ANN, VIEWER, *phones)]
        assert len(room._encoded) <= MOST_ENCODED
    assert again == first
