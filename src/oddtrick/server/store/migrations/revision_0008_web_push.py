"""Tables for web push: the browsers that want messages, and the turns that were announced."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, PrimaryKeyConstraint, String

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "push_subscriptions",
        Column("id", String(64), nullable=False),
        Column("person_id", String(40), nullable=False),
        Column("session", String(64)),
        Column("endpoint", String(1024), nullable=False),
        Column("p256dh", String(130), nullable=False),
        Column("auth", String(32), nullable=False),
        Column("language", String(2), nullable=False),
        Column("origin", String(300), nullable=False),
        Column("created", BigInteger(), nullable=False),
        PrimaryKeyConstraint("id", name="pk_push_subscriptions"),
    )
    op.create_index("ix_push_subscriptions_person_id", "push_subscriptions", ["person_id"])
    op.create_index("ix_push_subscriptions_session", "push_subscriptions", ["session"])
    op.create_table(
        "announced_turns",
        Column("table_id", String(16), nullable=False),
        Column("turn", BigInteger(), nullable=False),
        Column("announced", BigInteger(), nullable=False),
        PrimaryKeyConstraint("table_id", name="pk_announced_turns"),
    )
    op.create_index("ix_announced_turns_announced", "announced_turns", ["announced"])
