"""Acknowledgements are encoded into the update sent to all clients."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.server.rooms.room import with_reply_field
from oddtrick.tables.projection import ChatMessage, ChatSent, Update

UPDATES = st.builds(
    Update,
    seq=st.integers(0, 2**31),
    at=st.integers(0, 2**53),
    events=st.tuples(
        st.builds(ChatSent, st.builds(ChatMessage, st.none(), st.text(), st.none(), st.text()))
    ),
)


@given(UPDATES, st.text(min_size=1, max_size=64))
def test_the_acknowledgement_equals_the_update_with_the_command_id(
    update: Update, key: str
) -> None:
    frame = with_reply_field(msgspec.json.encode(update), key)
    assert frame == msgspec.json.encode(replace(update, re=key))
    assert msgspec.json.decode(frame, type=Update).re == key
