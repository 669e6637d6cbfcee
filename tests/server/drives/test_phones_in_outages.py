"""The times at which phones were last heard from outlast a database that does not answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from oddtrick.drive.live.settings import LiveSettings
from oddtrick.server.drives.drive_service import DriveService
from oddtrick.server.engine.worker_bus import NullBus
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.drive_rows import read_phones_seen
from oddtrick.server.store.event_log import EventLog
from tests.support.server.new_database import new_database


async def test_a_time_that_could_not_be_written_is_written_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = new_database(tmp_path)
    log = EventLog(engine)
    service = DriveService(log, NullBus(), "w0", "secret")
    room, write = await service.open(LiveSettings()), log.write
    for phone in ("first", "second", "third"):
        room.note_seen(phone, 1)

    async def gone(work: Any) -> None:
        room.note_seen("second", 2)
        raise StoreUnavailable("the database went away")

    with monkeypatch.context() as patch:
        patch.setattr(log, "write", gone)
        with pytest.raises(StoreUnavailable):
            await service._keep_seen()

    async def heard_meanwhile(work: Any) -> None:
        await write(work)
        room.note_seen("first", 3)

    with monkeypatch.context() as patch:
        patch.setattr(log, "write", heard_meanwhile)
        await service._keep_seen()
    assert room.unsaved_seen == {"first"}
    await service._keep_seen()
    assert not room.unsaved_seen
    seen = await log.query(lambda c: read_phones_seen(c, room.code))
    assert seen == {"first": 3, "second": 2, "third": 1}
    service.close()
    await log.close()
    engine.dispose()
