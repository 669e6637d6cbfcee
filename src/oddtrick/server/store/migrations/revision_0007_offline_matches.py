"""Columns that tell matches played offline from records that were imported."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Boolean, Column, Integer

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Adds the columns; what was uploaded before counts as imported."""
    op.add_column("imported", Column("seat", Integer()))
    op.add_column("imported", Column("won", Boolean()))
