"""${message}

The program of the version before may still run while this is carried out: add first, take away a version later.
"""

from alembic import op
import sqlalchemy as sa
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None

# What downgrade() cannot keep, in words for whoever goes back; "" where it keeps everything.
LOSES = ""


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    ${downgrades if downgrades else "pass"}
