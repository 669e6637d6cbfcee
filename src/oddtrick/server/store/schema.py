"""The tables of the database, the same in SQLite and PostgreSQL.

The source of truth is ``entries``, the event log of each card table. ``tables``, ``seats`` and
``wakes`` are derived from it and could be rebuilt. Times are whole milliseconds since 1970, UTC.
Passwords, recovery codes, tokens and session ids are stored as hashes only.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),  # the code: 60 bits, 12 letters and digits
    Column("game", String(32), nullable=False),
    Column("stage", String(16), nullable=False),  # as in oddtrick.tables.Stage
    Column("public", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),  # JSON for the lobby
    Index(None, "public", "stage", "changed"),
)
"""One row per card table with the columns that lists need, derived from its entries."""

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("by", String(40), nullable=False),  # a person's id, or "server"
    Column("key", String(64)),  # the client's id of the command, if it sent one
    Column("facts", Text, nullable=False),  # JSON: a list of oddtrick.tables facts
)
"""The event log: one row per command, with all its facts.

No unique index over ``key`` is needed to reject repeated commands. An entry goes in only directly
after the last one its writer has read, so a writer has seen every earlier key of the table.
"""

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("person_id", String(40), primary_key=True),
    Column("place", Integer),  # NULL: left the table
    Column("changed", BigInteger, nullable=False),
    Index(None, "person_id", "changed"),
)
"""The tables where each person sits or sat, for *My games*."""

wakes = Table(
    "wakes",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("due", BigInteger, nullable=False),
    Column("leased_by", String(40)),  # a worker's id
    Column("leased_until", BigInteger, nullable=False, server_default="0"),
    Index(None, "due"),
)
"""Timers: when the server next has to act at a table, for a bot, a clock or an absent player."""

workers = Table(
    "workers",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("started", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
)
"""The worker processes with their last heartbeats."""

people = Table(
    "people",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("kind", String(8), nullable=False),  # guest, account, bot
    Column("name", String(40), nullable=False),
    Column("login", String(40), unique=True),  # of an account, in lower case
    Column("password", String(255)),  # argon2
    Column("recovery_code", String(255)),  # argon2; NULL: none has been made
    Column("owner", String(40), ForeignKey("people.id", deferrable=True)),  # of a bot
    Column("level", String(16)),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
)
"""Accounts, bot accounts, and guests who have taken a seat at least once."""

sessions = Table(
    "sessions",
    metadata,
    Column("id_hash", String(64), primary_key=True),  # SHA-256 of the cookie's value
    Column("person_id", String(40)),  # lets all sessions of one person end at once
    Column("data", LargeBinary, nullable=False),
    Column("expires", BigInteger),
    Index(None, "expires"),
    Index(None, "person_id"),
)
"""Login sessions."""

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),  # SHA-256 of the token
    Column("kind", String(8), nullable=False),  # bot, seat
    Column("person_id", String(40), ForeignKey("people.id", deferrable=True), nullable=False),
    Column("table_id", String(16)),  # of a seat token
    Column("created", BigInteger, nullable=False),
    Column("revoked", BigInteger),
    Index(None, "person_id"),
)
"""Bearer tokens of bot accounts and of seats."""

matches = Table(
    "matches",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # rematches continue it
    Column("game", String(32), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("record", Text, nullable=False),  # JSON: an oddtrick/1 record
    Index(None, "ended"),
)
"""Finished matches as records, derived from the entries when a match ends."""

players = Table(
    "players",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person_id", String(40)),  # NULL: a built-in bot
    Column("name", String(40), nullable=False),
    Column("level", String(16)),  # of a built-in bot
    Column("won", Boolean),  # NULL: drawn
    Column("tricks", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Index(None, "person_id"),
)
"""The players of finished matches with their results, for statistics."""

ratings = Table(
    "ratings",
    metadata,
    Column("person_id", String(40), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index(None, "game", "mu"),
)
"""Ratings of accounts and bots by game."""

imported = Table(
    "imported",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person_id", String(40), nullable=False),
    Column("game", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
    Column("seat", Integer),  # of the person, in a match played offline; NULL: imported
    Column("won", Boolean),  # by the person, in a match played offline; NULL: drawn
    Index(None, "person_id", "created"),
)
"""Records imported by persons, and matches that they played offline."""

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Settings of the installation: the key that signs guest cookies."""

drives = Table(
    "drives",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("closed", Boolean, nullable=False),
    Column("source", String(64)),  # SHA-256 of the file that it was opened from
    Column("due", BigInteger),  # when the server has to act for tables that are played here
    Index(None, "changed"),
    Index(None, "due"),
)
"""One row per whist drive, derived from its entries."""

drive_entries = Table(
    "drive_entries",
    metadata,
    Column("drive_code", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("key", String(64)),  # the client's id of the command, if it sent one
    Column("body", Text, nullable=False),  # JSON: an oddtrick.drive.live.facts LogBody
)
"""The log of each whist drive: one row per command."""

phones_seen = Table(
    "phones_seen",
    metadata,
    Column("drive_code", String(16), primary_key=True),
    Column("key_hash", String(64), primary_key=True),
    Column("seen", BigInteger, nullable=False),
)
"""The times at which the phones of a drive were last heard from, for the desks at other workers."""

daily_deals = Table(
    "daily_deals",
    metadata,
    Column("day", String(10), primary_key=True),  # in UTC, as in 2026-11-23
    Column("secret", String(64), nullable=False),
    Column("sealed", BigInteger, nullable=False),
)
"""The secret of each day's deal, drawn and sealed at least a day before if the server ran."""

daily_plays = Table(
    "daily_plays",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("person_id", String(40), primary_key=True),
    Column("table_id", String(16), nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("ended", BigInteger),  # NULL: under way
    Column("tricks", Integer),  # of the player's side; NULL: under way
    Index(None, "person_id", "day"),
    Index(None, "table_id"),
)
"""The attempts at daily deals: person, table and result. The key allows one attempt each."""

meetings = Table(
    "meetings",
    metadata,
    Column("person_id", String(40), primary_key=True),
    Column("other_id", String(40), primary_key=True),
    Column("table_id", String(16), nullable=False),
    Column("met", BigInteger, nullable=False),
    Index(None, "other_id"),
    Index(None, "met"),
)
"""Pairs of people who have played a match, in both directions; their last time and table."""

invitations = Table(
    "invitations",
    metadata,
    Column("person_id", String(40), primary_key=True),
    Column("sender_id", String(40), primary_key=True),
    Column("id", String(16), nullable=False),
    Column("table_id", String(16), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("answered", Boolean, nullable=False),
    Index(None, "sender_id"),
    Index(None, "created"),
)
"""The last invitation from each sender to each person. The key allows one of a sender at a time."""

muted_inviters = Table(
    "muted_inviters",
    metadata,
    Column("person_id", String(40), primary_key=True),
    Column("sender_id", String(40), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Index(None, "sender_id"),
)
"""The senders from whom each person wants no invitations."""

contact_settings = Table(
    "contact_settings",
    metadata,
    Column("person_id", String(40), primary_key=True),
    Column("invitations", Boolean, nullable=False),
    Column("presence", Boolean, nullable=False),
    Column("seen", BigInteger),  # NULL: not shown
)
"""The permissions of people for those they have met; without a row, the server's defaults apply."""

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person_id", String(40), nullable=False),
    Column("session", String(64)),  # NULL: a guest
    Column("endpoint", String(1024), nullable=False),
    Column("p256dh", String(130), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("language", String(2), nullable=False),
    Column("origin", String(300), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index(None, "person_id"),
    Index(None, "session"),
)
"""The browsers in which people want push messages."""

announced_turns = Table(
    "announced_turns",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("turn", BigInteger, nullable=False),
    Column("announced", BigInteger, nullable=False),
    Index(None, "announced"),
)
"""The last turn at each table for which a push message was sent."""
