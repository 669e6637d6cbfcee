"""A column for the recovery codes of accounts."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, String

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Adds the column; accounts have no code until they make one."""
    op.add_column("people", Column("recovery_code", String(255)))
