"""All limits of the server in one record, with their defaults."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from oddtrick.errors import OddtrickError

Positive = Annotated[int, Meta(ge=1)]


class Rate(NamedTuple):
    """A rate limit, enforced by a token bucket.

    Args:
        burst: the size of the bucket.
        seconds: the time to refill one token.
    """

    burst: Annotated[int, Meta(ge=1, le=1_000_000)]
    seconds: Annotated[float, Meta(gt=0, le=86_400)]


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The limits of one worker. IPv6 addresses are limited by their /64 prefix.

    A rate is ``(burst, seconds)``: a burst of requests, then one every ``seconds``. Rates by person
    are well above what players need; rates by address allow for a school or a club behind one
    address.

    Args:
        requests_by_address: HTTP requests of every kind, except for files of the page.
        files_by_address: requests for files of the page.
        logins_by_address: login attempts, successful or not.
        logins_by_login: login attempts for one account, from any address.
        guesses_by_address: requests with an invalid bearer token.
        registrations_by_address: new accounts, new bots, new bot tokens.
        joins_by_person: table codes opened or guessed, per person.
        joins_by_address: table codes opened or guessed, per address.
        tables_by_person: tables opened, per person.
        tables_by_address: tables opened, per address.
        imports_by_person: records imported, per person.
        imports_by_address: records imported, per address.
        reviews_by_person: deals reviewed for the first time, per person.
        reviews_by_address: deals reviewed for the first time, per address.
        processor_by_person: processor time for previews, uploads, sheets and the like, in
            milliseconds, per person.
        processor_by_address: processor time as above, per address.
        body_kilobytes_by_address: request bodies, in kilobytes, per address. One above it is read
            more slowly, whether it is wanted or not.
        commands_by_person: commands at tables, per person.
        commands_by_address: commands at tables, per address.
        frames_by_connection: what is received on a socket, in pieces of 64 bytes: a short command
            is one. A socket above it is read more slowly, and closed with 4029 if it
            keeps sending more.
        frames_by_person: frames received on all sockets of a person; as above.
        frames_by_address: frames received on all sockets of an address, which are read more slowly.
        messages_by_person: chat messages and changes of name, per person.
        messages_by_address: chat messages, per address.
        invitations_by_person: invitations sent, per person.
        invitations_by_address: invitations sent, per address.
        invitations_by_pair: invitations from one person to another.
        sockets_by_address: sockets opened, per address.
        connections: open sockets in total.
        connections_by_address: open sockets per address.
        requests_open_by_address: open HTTP connections per address, without sockets; those of
            trusted proxies are not counted.
        frame_bytes: the maximum size of a frame on a socket.
        body_bytes: the maximum size of a request body.
        guest_record_bytes: the maximum size of a record imported by a guest.
        record_bytes: the maximum size of a record imported by an account.
        uploads_at_once: records received and replayed in parallel, one per person; each takes up
            to ten times its size in memory.
        uploads_waiting: records waiting for that; further ones get 503.
        records_by_person: imported records stored per person.
        bots_by_account: bots per account.
        hashes_at_once: passwords hashed in parallel; each uses a core and 32 MB.
        hashes_waiting: login attempts queued for hashing; further ones get 503.
        keys: addresses or persons tracked per rate; the least recently used are dropped.
    """

    requests_by_address: Rate = Rate(600, 0.02)
    files_by_address: Rate = Rate(2000, 0.01)
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
    processor_by_person: Rate = Rate(20_000, 0.004)
    processor_by_address: Rate = Rate(60_000, 0.002)
    body_kilobytes_by_address: Rate = Rate(16 * 2**10, 0.00025)
    commands_by_person: Rate = Rate(40, 0.1)
    commands_by_address: Rate = Rate(600, 0.01)
    frames_by_connection: Rate = Rate(60, 0.05)
    frames_by_person: Rate = Rate(200, 0.02)
    frames_by_address: Rate = Rate(2000, 0.002)
    messages_by_person: Rate = Rate(8, 2)
    messages_by_address: Rate = Rate(80, 0.25)
    invitations_by_person: Rate = Rate(20, 30)
    invitations_by_address: Rate = Rate(100, 5)
    invitations_by_pair: Rate = Rate(4, 300)
    sockets_by_address: Rate = Rate(300, 0.2)
    connections: Positive = 20_000
    connections_by_address: Positive = 200
    requests_open_by_address: Positive = 600
    frame_bytes: Positive = 16 * 2**10
    body_bytes: Positive = 64 * 2**10
    guest_record_bytes: Positive = 2**20
    record_bytes: Positive = 16 * 2**20
    uploads_at_once: Positive = 2
    uploads_waiting: Positive = 32
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
    """Parses limits from JSON, as ``{"connections": 100, "logins_by_address": [5, 60]}``.

    Limits that are not named keep their defaults.

    Raises:
        OddtrickError: the text is not JSON, names an unknown limit, or a value is out of bounds.

    >>> read_limits('{"connections": 100}').connections
    100
    """
    try:
        return msgspec.json.decode(text, type=Limits)
    except msgspec.DecodeError as error:
        raise OddtrickError(f"{error}; give limits as JSON, as in {{{_EXAMPLE}}}") from None


_EXAMPLE = '"connections": 100, "logins_by_address": [5, 60]'
