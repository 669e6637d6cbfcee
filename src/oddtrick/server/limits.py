"""Every limit of the server in one record, with its default."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from oddtrick.errors import OddtrickError

Positive = Annotated[int, Meta(ge=1)]


class Rate(NamedTuple):
    """How often something may happen.

    Args:
        burst: so many at once, after a rest.
        seconds: one more for each so many seconds.
    """

    burst: Annotated[int, Meta(ge=1, le=1_000_000)]
    seconds: Annotated[float, Meta(gt=0, le=86_400)]


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one worker lets pass. An address of IPv6 counts by its first 64 bits.

    A rate is ``(burst, seconds)``: so many at once, then one for each so many seconds. Rates by
    person are generous to whoever plays; rates by address leave room for a school or a club behind
    one address.

    Args:
        requests_by_address: HTTP requests of every kind.
        logins_by_address: tries to log in, right or wrong.
        logins_by_login: tries at one account, from wherever.
        guesses_by_address: bearer tokens that nobody holds.
        registrations_by_address: new accounts, new bots, new tokens for bots.
        joins_by_person: codes of tables tried or followed.
        joins_by_address: the same, of one address.
        tables_by_person: tables made.
        tables_by_address: the same, of one address.
        imports_by_person: records brought in.
        imports_by_address: the same, of one address.
        reviews_by_person: deals reviewed that nobody has asked about before.
        reviews_by_address: the same, of one address.
        commands_by_person: commands at tables.
        commands_by_address: the same, of one address.
        messages_by_person: lines of chat, and changes of name.
        messages_by_address: the same, of one address.
        connections: sockets open at once, in all.
        connections_by_address: sockets open at once, of one address.
        frame_bytes: the longest message on a socket.
        body_bytes: the longest body of a request.
        record_bytes: the longest record that an account brings in; a guest's is a plain body.
        records_by_person: records that one person may keep, besides those of matches played here.
        bots_by_account: bots that one account may have.
        hashes_at_once: passwords hashed at the same time; each takes a core and 32 MB.
        hashes_waiting: log-ins that may wait for it; more are asked to come back.
        keys: addresses or persons remembered for each rate; the longest idle are forgotten.
    """

    requests_by_address: Rate = Rate(600, 0.02)
    logins_by_address: Rate = Rate(20, 15)
    logins_by_login: Rate = Rate(20, 30)
    guesses_by_address: Rate = Rate(20, 6)
    registrations_by_address: Rate = Rate(30, 60)
    joins_by_person: Rate = Rate(20, 3)
    joins_by_address: Rate = Rate(200, 1)
    tables_by_person: Rate = Rate(10, 20)
    tables_by_address: Rate = Rate(60, 5)
    imports_by_person: Rate = Rate(20, 10)
    imports_by_address: Rate = Rate(100, 5)
    reviews_by_person: Rate = Rate(15, 10)
    reviews_by_address: Rate = Rate(40, 5)
    commands_by_person: Rate = Rate(40, 0.1)
    commands_by_address: Rate = Rate(600, 0.01)
    messages_by_person: Rate = Rate(8, 2)
    messages_by_address: Rate = Rate(80, 0.25)
    connections: Positive = 20_000
    connections_by_address: Positive = 200
    frame_bytes: Positive = 16 * 2**10
    body_bytes: Positive = 2**20
    record_bytes: Positive = 16 * 2**20
    records_by_person: Positive = 1_000
    bots_by_account: Positive = 8
    hashes_at_once: Positive = 2
    hashes_waiting: Positive = 32
    keys: Positive = 20_000


RATES = tuple(
    field.name for field in msgspec.structs.fields(Limits) if isinstance(field.default, Rate)
)
"""The names of those limits that are rates."""


def read_limits(text: str) -> Limits:
    """Limits from JSON, ``{"connections": 100, "logins_by_address": [5, 60]}``; others as they are.

    Raises:
        OddtrickError: it is not JSON, names no limit, or is out of bounds.

    >>> read_limits('{"connections": 100}').connections
    100
    """
    try:
        return msgspec.json.decode(text, type=Limits)
    except msgspec.DecodeError as error:
        raise OddtrickError(f"{error}; limits are JSON, as in {{{_EXAMPLE}}}") from None


_EXAMPLE = '"connections": 100, "logins_by_address": [5, 60]'
