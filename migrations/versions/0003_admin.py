"""The admin's sessions, and the log of what was done in them"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

LOSES = "the log of what admins did"

# A change of a row that is there is a mistake, whoever makes it; only a restore puts other rows in place of all.
REFUSE = """
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only: no % of it', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$
"""
APPEND_ONLY = """
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only()
"""


def upgrade() -> None:
    op.create_table(
        "admin_sessions",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("password", sa.LargeBinary(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_admin_sessions_token_hash")),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("session_id", sa.BigInteger(), nullable=True),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("room_code", sa.Text(), nullable=True),
        sa.Column("detail", postgresql.JSON(astext_type=sa.Text()), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.execute(REFUSE)
    op.execute(APPEND_ONLY)


def downgrade() -> None:
    op.drop_table("audit")
    op.execute("DROP FUNCTION audit_is_append_only()")
    op.drop_table("admin_sessions")
