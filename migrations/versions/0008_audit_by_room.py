"""What finds the lines of the audit log about one room among very many"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

LOSES = ""


def upgrade() -> None:
    # While it is made, a second or two for a million lines, only what is noted waits: no move, and no backup.
    op.create_index(
        op.f("ix_audit_room_code_id"), "audit", ["room_code", "id"], postgresql_where=sa.text("room_code IS NOT NULL")
    )


def downgrade() -> None:
    op.drop_index("ix_audit_room_code_id", "audit")
