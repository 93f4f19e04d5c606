"""A program whose tables are one version further: the migrations, and one more that adds to rooms that are in play."""

import shutil
from pathlib import Path

import pytest

from app.store import migrate

VERSION = "9001"
LOST = "the rooms' moods"
MIGRATION = f'''
"""The mood of each room."""
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = {VERSION!r}, {{before!r}}, None, None
LOSES = {LOST!r}
def upgrade():
    op.add_column("rooms", sa.Column("mood", sa.Text(), server_default="calm", nullable=False))
    op.execute("UPDATE rooms SET mood = 'busy' WHERE started_at IS NOT NULL")
def downgrade():
    op.drop_column("rooms", "mood")
'''


def become_later(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """From here on this program is that one, as far as its migrations go; `monkeypatch.undo()` ends it."""
    before = migrate.newest()
    shutil.copytree(migrate.MIGRATIONS, folder / "migrations", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "migrations" / "versions" / "later.py").write_text(MIGRATION.format(before=before))
    monkeypatch.setattr(migrate, "MIGRATIONS", folder / "migrations")
