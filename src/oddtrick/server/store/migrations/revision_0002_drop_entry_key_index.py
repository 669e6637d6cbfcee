"""No index over the ids of commands any more: the order of the log says it all.

An entry goes in behind the one that its writer knew last, or not at all; so whoever writes has seen
every command before, and whoever is overtaken reads on before it decides again.
"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Drops it; it was a third of what the disk had to take for a card."""
    op.drop_index("uq_entries_key", table_name="entries")
