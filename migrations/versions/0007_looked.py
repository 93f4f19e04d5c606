"""That an administrator looked at what a running game hides"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

LOSES = "at which running games' hidden cards an administrator looked"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("looked", postgresql.JSON(astext_type=sa.Text()), nullable=True))


def downgrade() -> None:
    op.drop_column("rooms", "looked")
