"""Tables for people who have played together: meetings, invitations, mutes and settings."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, PrimaryKeyConstraint, String

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Creates the tables. Meetings are recorded from now on; earlier matches make none."""
    op.create_table(
        "meetings",
        Column("person_id", String(40), nullable=False),
        Column("other_id", String(40), nullable=False),
        Column("table_id", String(16), nullable=False),
        Column("met", BigInteger(), nullable=False),
        PrimaryKeyConstraint("person_id", "other_id", name="pk_meetings"),
    )
    op.create_index("ix_meetings_other_id", "meetings", ["other_id"])
    op.create_index("ix_meetings_met", "meetings", ["met"])
    op.create_table(
        "invitations",
        Column("person_id", String(40), nullable=False),
        Column("sender_id", String(40), nullable=False),
        Column("id", String(16), nullable=False),
        Column("table_id", String(16), nullable=False),
        Column("created", BigInteger(), nullable=False),
        Column("answered", Boolean(), nullable=False),
        PrimaryKeyConstraint("person_id", "sender_id", name="pk_invitations"),
    )
    op.create_index("ix_invitations_sender_id", "invitations", ["sender_id"])
    op.create_index("ix_invitations_created", "invitations", ["created"])
    op.create_table(
        "muted_inviters",
        Column("person_id", String(40), nullable=False),
        Column("sender_id", String(40), nullable=False),
        Column("created", BigInteger(), nullable=False),
        PrimaryKeyConstraint("person_id", "sender_id", name="pk_muted_inviters"),
    )
    op.create_index("ix_muted_inviters_sender_id", "muted_inviters", ["sender_id"])
    op.create_table(
        "contact_settings",
        Column("person_id", String(40), nullable=False),
        Column("invitations", Boolean(), nullable=False),
        Column("presence", Boolean(), nullable=False),
        Column("seen", BigInteger()),
        PrimaryKeyConstraint("person_id", name="pk_contact_settings"),
    )
