"""What finds a room among very many: by a part of a player's name, by when it was made or finished"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

LOSES = ""

# Every two letters that stand side by side in a name. pg_trgm would do the same with three; it is an extension, which
# not every Postgres has or lets one make, and Japanese names are often no longer than two.
#
# A text too short for any, as all are while the index is made, costs nearly nothing: games wait as long as that takes.
GRAMS = """
CREATE FUNCTION name_grams(name text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF length(name) < 2 THEN
    RETURN '{}';
  END IF;
  RETURN ARRAY(SELECT DISTINCT substr(name, at, 2) FROM generate_series(1, length(name) - 1) AS at);
END $$
"""

# A program of before this migration may run beside a newer one for a while: it gives a seat another name, and knows
# of nothing else to change.
FOLD_AGAIN = """
CREATE FUNCTION seat_is_folded_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.folded := '';
  RETURN NEW;
END $$
"""
RENAMED = """
CREATE TRIGGER renamed BEFORE UPDATE OF name ON seats FOR EACH ROW
  WHEN (NEW.name IS DISTINCT FROM OLD.name AND NEW.folded IS NOT DISTINCT FROM OLD.folded)
  EXECUTE FUNCTION seat_is_folded_again()
"""


def upgrade() -> None:
    # Filled in where it is empty by whoever searches (app/store/room_list.py): an older program may still write rows.
    op.add_column("seats", sa.Column("folded", sa.Text(), server_default="", nullable=False))
    op.execute(GRAMS)
    op.execute(FOLD_AGAIN)
    op.execute(RENAMED)
    op.create_index("ix_seats_grams", "seats", [sa.text("name_grams(folded)")], postgresql_using="gin")
    op.create_index("ix_seats_unfolded", "seats", ["id"], postgresql_where=sa.text("folded = ''"))
    op.create_index(op.f("ix_rooms_created_at_id"), "rooms", ["created_at", "id"])
    op.create_index(
        op.f("ix_rooms_finished_at_id"),
        "rooms",
        ["finished_at", "id"],
        postgresql_where=sa.text("finished_at IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_rooms_finished_at_id", "rooms")
    op.drop_index("ix_rooms_created_at_id", "rooms")
    op.drop_index("ix_seats_unfolded", "seats")
    op.drop_index("ix_seats_grams", "seats")
    op.execute("DROP TRIGGER renamed ON seats")
    op.execute("DROP FUNCTION seat_is_folded_again()")
    op.drop_column("seats", "folded")
    op.execute("DROP FUNCTION name_grams(text)")
