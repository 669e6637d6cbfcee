"""Drop the unique index over command ids; the order of the log already excludes duplicates.

An entry goes in only directly after the last entry its writer has read. The writer has therefore
seen every earlier command, and a losing writer rereads before it decides again.
"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Drops the index, which caused a third of the disk writes per card."""
    op.drop_index("uq_entries_key", table_name="entries")
