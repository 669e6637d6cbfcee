"""No frame contains a card hidden from its recipient, at any table.

The oracle is the true deal: the cards each seat still held face down when the frame was sent.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from oddtrick.cards import cards_in
from oddtrick.match import Playing
from oddtrick.server.store.engine import make_engine, reading
from oddtrick.server.store.log_entries import entries_of
from oddtrick.server.store.table_rows import TABLES
from oddtrick.tables import Table
from tests.support.server.load_client import SHORT, LoadClient, check_log, database, load_client
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import SECRET

OPEN = ("last_trick", "cut", "contest", "tricks")
"""Fields with cards that were face up; the next deal may put them into a hand again."""


async def test_no_frame_has_a_card_hidden_from_its_recipient(tmp_path: Path) -> None:
    url = database(tmp_path)
    server = ServerProcess(tmp_path, environ={"ODDTRICK_SECRET": SECRET})
    await asyncio.to_thread(server.start)
    try:
        async with load_client(server.url, url) as people:
            await people.seat(list(SHORT), people=3, watchers=1)
            people.start()
            await people.finish()
            await people.disconnect()
        await asyncio.to_thread(server.stop)
        people.check()
        looked_at, seen = check_frames(people)
        assert looked_at > 100 * len(SHORT)
        assert seen, "no frame had a card of its recipient, so the oracle checks nothing"
    finally:
        server.end()


def check_frames(people: LoadClient) -> tuple[int, int]:
    """Checks every frame; returns the number of frames and of the recipients' own cards in them."""
    looked_at = seen = 0
    engine = make_engine(people.database)
    for code in {player.code for player in people.players}:
        with reading(engine) as connection:
            steps = check_log(entries_of(connection, TABLES, code))
        for player in (one for one in people.players if one.code == code):
            for seq, update in player.client_state.updates.items():
                step = steps[seq]
                if step is None:
                    continue
                cards = set(frame_cards(json.loads(update)))
                hidden, own = held(step.after, player.guest.person_id)
                assert not cards & hidden, f"{code} {seq}: {cards & hidden} in {update}"
                looked_at += 1
                seen += len(cards & own)
    engine.dispose()
    return looked_at, seen


def held(table: Table, person: str) -> tuple[set[str], set[str]]:
    """Returns the cards hidden from a person, and the person's own hand."""
    match = table.match
    if match is None or not isinstance(match.phase, Playing) or match.deal.deal is None:
        return set(), set()
    place = table.place_of(person)
    seat = None if place is None else table.seat_at(place)
    hidden, own = set[str](), set[str]()
    for other in match.deal.seats:
        cards = set(map(str, cards_in(match.phase.held(other))))
        if other == seat:
            own = cards
        else:
            hidden |= cards
    turned = match.deal.deal.turn_up
    return hidden - {str(turned)}, own


def frame_cards(value: Any, name: str = "") -> Iterator[str]:
    """Yields every card in a frame except those that were already face up."""
    if name in OPEN:
        return
    if isinstance(value, dict):
        for key, part in value.items():
            yield from frame_cards(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from frame_cards(part, name)
    elif isinstance(value, str) and len(value) == 2:
        yield value
