"""A process whose disk fills up and is freed again, simulated by ``power_cut.c``.

python -m tests.support.server.full_disk_process FOLDER
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.engine import DATABASE_FILE, database_url, make_engine
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.log_entries import AppendResult, Entry
from oddtrick.server.store.table_rows import TABLES, table_append


async def main(folder: Path) -> None:
    """Prints the outcome of each append."""
    engine = make_engine(database_url(f"sqlite:///{folder / DATABASE_FILE}", folder))
    log = EventLog(engine)
    full, seq = folder / "full", 0
    for number in range(40):
        if number in {5, 20}:
            full.touch()
        if number in {15, 30}:
            full.unlink()
        entry = Entry("oak", seq, number, "p_ann", f'["{number}"]')
        try:
            outcome = await log.append(table_append(entry))
        except StoreUnavailable as error:
            sys.stdout.write(f"refused {error} | {error.why}\n")
            assert len(await log.read(TABLES, "oak")) == seq, "existing entries stay readable"
        else:
            assert outcome is AppendResult.COMMITTED, outcome
            seq += 1
            sys.stdout.write(f"committed {number}\n")
    await log.close()
    engine.dispose()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
