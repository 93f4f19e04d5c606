"""Rooms, seats, log, drafts, events, presence, keys"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

LOSES = "all rooms and everything in them"


def upgrade() -> None:
    op.create_table(
        "keys",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_keys")),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.UUID(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("alive_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
    )
    op.create_table(
        "rooms",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("rev", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("presence", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", postgresql.JSON(astext_type=sa.Text()), nullable=False),
        sa.Column("places", sa.SmallInteger(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=True),
        sa.Column("secret", sa.LargeBinary(), nullable=True),
        sa.Column("commitment", sa.Text(), nullable=True),
        sa.Column("chosen_seed", sa.LargeBinary(), nullable=True),
        sa.Column("seed", sa.LargeBinary(), nullable=True),
        sa.Column("result", postgresql.JSON(astext_type=sa.Text()), nullable=True),
        sa.Column("next_code", sa.Text(), nullable=True),
        sa.Column("previous_code", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rooms")),
        sa.UniqueConstraint("code", name=op.f("uq_rooms_code")),
        postgresql_with={"fillfactor": "70"},
    )
    op.create_table(
        "drafts",
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("move", postgresql.JSON(astext_type=sa.Text()), nullable=False),
        sa.Column("program", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name=op.f("fk_drafts_room_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room_id", "seat", "position", name=op.f("pk_drafts")),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("detail", postgresql.JSON(astext_type=sa.Text()), nullable=True),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name=op.f("fk_events_room_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
    )
    op.create_index(op.f("ix_events_room_id_id"), "events", ["room_id", "id"], unique=False)
    op.create_table(
        "log",
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("move", postgresql.JSON(astext_type=sa.Text()), nullable=False),
        sa.Column("program", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name=op.f("fk_log_room_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room_id", "seq", name=op.f("pk_log")),
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("at", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("last_frame", postgresql.JSON(astext_type=sa.Text()), nullable=True),
        sa.Column("is_left", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("cut", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("votes", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("sat_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name=op.f("fk_seats_room_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seats")),
        sa.UniqueConstraint(
            "room_id", "seat", deferrable=True, initially="DEFERRED", name=op.f("uq_seats_room_id_seat")
        ),
        sa.UniqueConstraint("token_hash", name=op.f("uq_seats_token_hash")),
        postgresql_with={"fillfactor": "70"},
    )
    op.create_table(
        "connections",
        sa.Column("process_id", sa.UUID(), nullable=False),
        sa.Column("seat_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["process_id"], ["processes.id"], name=op.f("fk_connections_process_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["seat_id"], ["seats.id"], name=op.f("fk_connections_seat_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("process_id", "seat_id", name=op.f("pk_connections")),
    )
    op.create_index(op.f("ix_connections_seat_id"), "connections", ["seat_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_connections_seat_id"), table_name="connections")
    op.drop_table("connections")
    op.drop_table("seats")
    op.drop_table("log")
    op.drop_index(op.f("ix_events_room_id_id"), table_name="events")
    op.drop_table("events")
    op.drop_table("drafts")
    op.drop_table("rooms")
    op.drop_table("processes")
    op.drop_table("keys")
