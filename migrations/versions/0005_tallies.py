"""What each finished game adds to the numbers of all games, and what finds games by when they began"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

LOSES = ""  # all of it is counted again from the logs


def upgrade() -> None:
    op.create_table(
        "tallies",
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("tally", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name=op.f("fk_tallies_room_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room_id", name=op.f("pk_tallies")),
    )
    op.create_index(
        op.f("ix_rooms_started_at"), "rooms", ["started_at"], postgresql_where=sa.text("started_at IS NOT NULL")
    )


def downgrade() -> None:
    op.drop_index("ix_rooms_started_at", "rooms")
    op.drop_table("tallies")
