"""Tables for whist drives: their logs, and when their phones were last heard from."""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Integer,
    PrimaryKeyConstraint,
    String,
    Text,
)

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "drives",
        Column("code", String(16), nullable=False),
        Column("created", BigInteger(), nullable=False),
        Column("changed", BigInteger(), nullable=False),
        Column("closed", Boolean(), nullable=False),
        Column("source", String(64)),
        PrimaryKeyConstraint("code", name="pk_drives"),
    )
    op.create_index("ix_drives_changed", "drives", ["changed"])
    op.create_table(
        "drive_entries",
        Column("drive_code", String(16), nullable=False),
        Column("seq", Integer(), autoincrement=False, nullable=False),
        Column("at", BigInteger(), nullable=False),
        Column("key", String(64)),
        Column("body", Text(), nullable=False),
        PrimaryKeyConstraint("drive_code", "seq", name="pk_drive_entries"),
    )
    op.create_table(
        "phones_seen",
        Column("drive_code", String(16), nullable=False),
        Column("key_hash", String(64), nullable=False),
        Column("seen", BigInteger(), nullable=False),
        PrimaryKeyConstraint("drive_code", "key_hash", name="pk_phones_seen"),
    )
