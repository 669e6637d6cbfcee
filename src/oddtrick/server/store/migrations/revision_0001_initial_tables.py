"""Initial tables."""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Text,
    UniqueConstraint,
    text,
)

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates all tables."""
    _make_card_tables()
    _make_work()
    _make_people()
    _make_matches()


def _make_card_tables() -> None:
    """Card tables: their rows, log entries and seats."""
    op.create_table(
        "tables",
        Column("id", String(16), nullable=False),
        Column("game", String(32), nullable=False),
        Column("stage", String(16), nullable=False),
        Column("public", Boolean(), nullable=False),
        Column("rated", Boolean(), nullable=False),
        Column("created", BigInteger(), nullable=False),
        Column("changed", BigInteger(), nullable=False),
        Column("summary", Text(), nullable=False),
        PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_public_stage_changed", "tables", ["public", "stage", "changed"])
    op.create_table(
        "entries",
        Column("table_id", String(16), nullable=False),
        Column("seq", Integer(), autoincrement=False, nullable=False),
        Column("at", BigInteger(), nullable=False),
        Column("by", String(40), nullable=False),
        Column("key", String(64)),
        Column("facts", Text(), nullable=False),
        PrimaryKeyConstraint("table_id", "seq", name="pk_entries"),
    )
    op.create_index(
        "uq_entries_key",
        "entries",
        ["table_id", "by", "key"],
        unique=True,
        sqlite_where=text("key IS NOT NULL"),
        postgresql_where=text("key IS NOT NULL"),
    )
    op.create_table(
        "seats",
        Column("table_id", String(16), nullable=False),
        Column("person_id", String(40), nullable=False),
        Column("place", Integer()),
        Column("changed", BigInteger(), nullable=False),
        PrimaryKeyConstraint("table_id", "person_id", name="pk_seats"),
    )
    op.create_index("ix_seats_person_id_changed", "seats", ["person_id", "changed"])


def _make_work() -> None:
    """Wakes and workers."""
    op.create_table(
        "wakes",
        Column("table_id", String(16), nullable=False),
        Column("due", BigInteger(), nullable=False),
        Column("leased_by", String(40)),
        Column("leased_until", BigInteger(), server_default="0", nullable=False),
        PrimaryKeyConstraint("table_id", name="pk_wakes"),
    )
    op.create_index("ix_wakes_due", "wakes", ["due"])
    op.create_table(
        "workers",
        Column("id", String(40), nullable=False),
        Column("started", BigInteger(), nullable=False),
        Column("beat", BigInteger(), nullable=False),
        PrimaryKeyConstraint("id", name="pk_workers"),
    )


def _make_people() -> None:
    """People, sessions, tokens and settings."""
    op.create_table(
        "people",
        Column("id", String(40), nullable=False),
        Column("kind", String(8), nullable=False),
        Column("name", String(40), nullable=False),
        Column("login", String(40)),
        Column("password", String(255)),
        Column("owner", String(40)),
        Column("level", String(16)),
        Column("created", BigInteger(), nullable=False),
        Column("changed", BigInteger(), nullable=False),
        ForeignKeyConstraint(["owner"], ["people.id"], name="fk_people_owner", deferrable=True),
        PrimaryKeyConstraint("id", name="pk_people"),
        UniqueConstraint("login", name="uq_people_login"),
    )
    op.create_table(
        "sessions",
        Column("id_hash", String(64), nullable=False),
        Column("person_id", String(40)),
        Column("data", LargeBinary(), nullable=False),
        Column("expires", BigInteger()),
        PrimaryKeyConstraint("id_hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_expires", "sessions", ["expires"])
    op.create_index("ix_sessions_person_id", "sessions", ["person_id"])
    op.create_table(
        "tokens",
        Column("hash", String(64), nullable=False),
        Column("kind", String(8), nullable=False),
        Column("person_id", String(40), nullable=False),
        Column("table_id", String(16)),
        Column("created", BigInteger(), nullable=False),
        Column("revoked", BigInteger()),
        ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_tokens_person_id", deferrable=True
        ),
        PrimaryKeyConstraint("hash", name="pk_tokens"),
    )
    op.create_index("ix_tokens_person_id", "tokens", ["person_id"])
    op.create_table(
        "settings",
        Column("name", String(40), nullable=False),
        Column("value", Text(), nullable=False),
        PrimaryKeyConstraint("name", name="pk_settings"),
    )


def _make_matches() -> None:
    """Matches, players, ratings and imported records."""
    op.create_table(
        "matches",
        Column("table_id", String(16), nullable=False),
        Column("number", Integer(), autoincrement=False, nullable=False),
        Column("game", String(32), nullable=False),
        Column("rated", Boolean(), nullable=False),
        Column("ended", BigInteger(), nullable=False),
        Column("record", Text(), nullable=False),
        PrimaryKeyConstraint("table_id", "number", name="pk_matches"),
    )
    op.create_index("ix_matches_ended", "matches", ["ended"])
    op.create_table(
        "players",
        Column("table_id", String(16), nullable=False),
        Column("number", Integer(), autoincrement=False, nullable=False),
        Column("seat", Integer(), autoincrement=False, nullable=False),
        Column("person_id", String(40)),
        Column("name", String(40), nullable=False),
        Column("level", String(16)),
        Column("won", Boolean()),
        Column("tricks", Integer(), nullable=False),
        Column("points", Integer(), nullable=False),
        PrimaryKeyConstraint("table_id", "number", "seat", name="pk_players"),
    )
    op.create_index("ix_players_person_id", "players", ["person_id"])
    op.create_table(
        "ratings",
        Column("person_id", String(40), nullable=False),
        Column("game", String(32), nullable=False),
        Column("mu", Float(), nullable=False),
        Column("sigma", Float(), nullable=False),
        Column("matches", Integer(), nullable=False),
        Column("changed", BigInteger(), nullable=False),
        PrimaryKeyConstraint("person_id", "game", name="pk_ratings"),
    )
    op.create_index("ix_ratings_game_mu", "ratings", ["game", "mu"])
    op.create_table(
        "imported",
        Column("id", String(40), nullable=False),
        Column("person_id", String(40), nullable=False),
        Column("game", String(32), nullable=False),
        Column("created", BigInteger(), nullable=False),
        Column("record", Text(), nullable=False),
        PrimaryKeyConstraint("id", name="pk_imported"),
    )
    op.create_index("ix_imported_person_id_created", "imported", ["person_id", "created"])
