"""A process that appends at full speed and prints each outcome, to be killed by its parent.

    python -m tests.support.server.append_process URL NAME
        [--tables N] [--entries N] [--synchronous MODE] [--acknowledge FILE] [--wait]

Each line is ``committed TABLE SEQ NONCE`` or ``conflict …``; the entry's facts contain the nonce.
With ``--wait`` it prints ``ready`` once it has read the logs and starts when it receives a line, so
that two ready processes conflict at the first entry of each table.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import sys
from pathlib import Path

from sqlalchemy import func, select

from oddtrick.server.store import engine as engine_module
from oddtrick.server.store import schema
from oddtrick.server.store.engine import database_url, make_engine, reading
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.log_entries import AppendResult, Entry
from oddtrick.server.store.table_rows import TABLES, SeatChange, table_append


async def play(log: EventLog, args: argparse.Namespace, table: str, seq: int) -> None:
    """Appends to one table in a loop; after a conflict it rereads the log and goes on."""
    for turn in itertools.count() if args.entries is None else range(args.entries):
        nonce = f"{args.name}-{table}-{turn}"
        entry = Entry(table, seq, turn, args.name, f'["{nonce}"]', f"{nonce}-key")
        seats = (SeatChange(args.name, turn),) if turn % 3 == 0 else ()
        outcome = await log.append(
            table_append(entry, wake=turn if turn % 2 else None, seats=seats)
        )
        os.write(args.out, f"{outcome.value} {table} {seq} {nonce}\n".encode())
        if outcome is AppendResult.COMMITTED:
            seq += 1
        else:
            entries = await log.read(TABLES, table, after=seq - 1)
            seq = entries[-1].seq + 1


async def main(args: argparse.Namespace) -> None:
    """Appends to each table from the end of its log."""
    engine = make_engine(database_url(args.url, Path()))
    entries = schema.entries.c
    with reading(engine) as connection:
        found = connection.execute(
            select(entries.table_id, func.max(entries.seq)).group_by(entries.table_id)
        )
        heads = dict(found.all())
    if args.wait:
        os.write(args.out, b"ready\n")
        sys.stdin.readline()
    log = EventLog(engine)
    names = [f"t{number}" for number in range(args.tables)]
    await asyncio.gather(*(play(log, args, name, heads.get(name, -1) + 1) for name in names))
    if args.acknowledge:
        os._exit(0)  # exit without closing or cleaning up anything
    await log.close()
    engine.dispose()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("name")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--entries", type=int)
    parser.add_argument("--synchronous")
    parser.add_argument("--acknowledge", type=Path)
    parser.add_argument("--wait", action="store_true")
    args = parser.parse_args()
    if args.synchronous:
        engine_module.PRAGMAS = (*engine_module.PRAGMAS, f"synchronous = {args.synchronous}")
    args.out = 1
    if args.acknowledge:
        args.out = os.open(args.acknowledge, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    asyncio.run(main(args))
