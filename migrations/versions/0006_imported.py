"""Rooms that were made of a file with a finished game"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

LOSES = "which rooms were made of a file, so that what such a file says counts as played here"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("imported", sa.LargeBinary(), nullable=True))
    # Of the few rows that have one: no others are written to it.
    op.create_index(
        "ix_rooms_imported", "rooms", ["imported"], unique=True, postgresql_where=sa.text("imported IS NOT NULL")
    )


def downgrade() -> None:
    op.drop_index("ix_rooms_imported", "rooms")
    op.drop_column("rooms", "imported")
