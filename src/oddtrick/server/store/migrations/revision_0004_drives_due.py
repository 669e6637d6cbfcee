"""The time at which the server has to act for a whist drive whose tables are played on it."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the column and its index."""
    op.add_column("drives", Column("due", BigInteger()))
    op.create_index("ix_drives_due", "drives", ["due"])
