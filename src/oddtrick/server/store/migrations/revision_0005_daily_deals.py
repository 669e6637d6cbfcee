"""Tables for daily deals: their secrets, and who has played them."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, PrimaryKeyConstraint, String

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "daily_deals",
        Column("day", String(10), nullable=False),
        Column("secret", String(64), nullable=False),
        Column("sealed", BigInteger(), nullable=False),
        PrimaryKeyConstraint("day", name="pk_daily_deals"),
    )
    op.create_table(
        "daily_plays",
        Column("day", String(10), nullable=False),
        Column("person_id", String(40), nullable=False),
        Column("table_id", String(16), nullable=False),
        Column("begun", BigInteger(), nullable=False),
        Column("ended", BigInteger()),
        Column("tricks", Integer()),
        PrimaryKeyConstraint("day", "person_id", name="pk_daily_plays"),
    )
    op.create_index("ix_daily_plays_person_id_day", "daily_plays", ["person_id", "day"])
    op.create_index("ix_daily_plays_table_id", "daily_plays", ["table_id"])
