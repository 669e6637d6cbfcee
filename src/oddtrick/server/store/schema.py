"""The tables of the database, the same in SQLite and PostgreSQL.

The truth is ``entries``: the event log of each card table. ``tables``, ``seats`` and ``wakes`` are
told from it and could be made again. Moments are whole milliseconds since 1970, UTC. What is secret
to its holder (passwords, tokens, session ids) is kept as a hash only.
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
    Column("summary", Text, nullable=False),  # JSON: what the lobby shows of it
    Index(None, "public", "stage", "changed"),
)
"""One row a card table: what lists need, told from its entries."""

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("by", String(40), nullable=False),  # a person's id, or "house"
    Column("key", String(64)),  # the client's own id of the command, if it came with one
    Column("facts", Text, nullable=False),  # JSON: a list of oddtrick.tables facts
)
"""The event log: one row is what one command did, all of it or nothing.

That no command is in it twice needs no index: an entry goes in behind the last one that its writer
knew, or not at all.
"""

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("person_id", String(40), primary_key=True),
    Column("place", Integer),  # None: no longer sits there
    Column("changed", BigInteger, nullable=False),
    Index(None, "person_id", "changed"),
)
"""Who sits or sat at which table: for *My games*."""

wakes = Table(
    "wakes",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("due", BigInteger, nullable=False),
    Column("leased_by", String(40)),  # a worker's id
    Column("leased_until", BigInteger, nullable=False, server_default="0"),
    Index(None, "due"),
)
"""When a table needs the house next: a bot's turn, a clock, somebody gone for too long."""

workers = Table(
    "workers",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("started", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
)
"""The processes that serve, and when each was last alive."""

people = Table(
    "people",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("kind", String(8), nullable=False),  # guest, account, bot
    Column("name", String(40), nullable=False),
    Column("login", String(40), unique=True),  # of an account, folded to one case
    Column("password", String(255)),  # argon2
    Column("owner", String(40), ForeignKey("people.id", deferrable=True)),  # whose bot it is
    Column("level", String(16)),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
)
"""Guests that have sat down somewhere, accounts, and bot accounts."""

sessions = Table(
    "sessions",
    metadata,
    Column("id_hash", String(64), primary_key=True),  # SHA-256 of what the cookie holds
    Column("person_id", String(40)),  # who is logged in by it: all of one person's can end at once
    Column("data", LargeBinary, nullable=False),
    Column("expires", BigInteger),
    Index(None, "expires"),
    Index(None, "person_id"),
)
"""The store of the framework's sessions."""

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),  # SHA-256 of the token
    Column("kind", String(8), nullable=False),  # bot, seat
    Column("person_id", String(40), ForeignKey("people.id", deferrable=True), nullable=False),
    Column("table_id", String(16)),  # of a seat's token
    Column("created", BigInteger, nullable=False),
    Column("revoked", BigInteger),
    Index(None, "person_id"),
)
"""Tokens of bot accounts, and of seats taken from another device."""

matches = Table(
    "matches",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # rematches count on
    Column("game", String(32), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("record", Text, nullable=False),  # JSON: an oddtrick/1 record
    Index(None, "ended"),
)
"""Matches that have ended, as records; told from the entries once, when they end."""

players = Table(
    "players",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person_id", String(40)),  # None: a bot of the house
    Column("name", String(40), nullable=False),
    Column("level", String(16)),  # of a bot of the house
    Column("won", Boolean),  # None: it ended level
    Column("tricks", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Index(None, "person_id"),
)
"""Who played in a match that has ended, and how it went: for statistics."""

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
"""How strong each account and bot is, game by game."""

imported = Table(
    "imported",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person_id", String(40), nullable=False),
    Column("game", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
    Index(None, "person_id", "created"),
)
"""Records that a person brought in."""

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the installation itself has to remember: the key that signs guests' cookies."""
