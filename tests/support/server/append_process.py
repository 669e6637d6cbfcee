"""A process that appends at full speed to an empty database and acknowledges each entry in a file.

    python -m tests.support.server.append_process URL NAME
        --tables N --entries N --synchronous MODE --acknowledge FILE

Each line is ``committed TABLE SEQ NONCE``; the entry's facts contain the nonce.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from pathlib import Path

from oddtrick.server.store import engine as engine_module
from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.log_entries import Entry
from oddtrick.server.store.table_rows import SeatChange, table_append


async def play(log: EventLog, args: argparse.Namespace, table: str) -> None:
    """Appends to one table in a loop."""
    for seq in range(args.entries):
        nonce = f"{args.name}-{table}-{seq}"
        entry = Entry(table, seq, seq, args.name, f'["{nonce}"]', f"{nonce}-key")
        seats = (SeatChange(args.name, seq),) if seq % 3 == 0 else ()
        outcome = await log.append(table_append(entry, wake=seq if seq % 2 else None, seats=seats))
        os.write(args.out, f"{outcome.value} {table} {seq} {nonce}\n".encode())


async def main(args: argparse.Namespace) -> None:
    """Appends to all tables at once."""
    log = EventLog(make_engine(database_url(args.url, Path())))
    await asyncio.gather(*(play(log, args, f"t{number}") for number in range(args.tables)))
    os._exit(0)  # exit without closing or cleaning up anything


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("name")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--entries", type=int)
    parser.add_argument("--synchronous")
    parser.add_argument("--acknowledge", type=Path)
    args = parser.parse_args()
    engine_module.PRAGMAS = (*engine_module.PRAGMAS, f"synchronous = {args.synchronous}")
    args.out = os.open(args.acknowledge, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    asyncio.run(main(args))
