"""Rooms that go on from a moment of another one"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

LOSES = "which rooms go on from a moment of another one"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("replayed", postgresql.JSON(astext_type=sa.Text()), nullable=True))


def downgrade() -> None:
    op.drop_column("rooms", "replayed")
