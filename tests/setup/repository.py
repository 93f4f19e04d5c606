"""What is in the repository, for the tests of this folder."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def tracked() -> list[Path]:
    """Every file under version control, or about to be, relative to the root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [Path(line) for line in listed.splitlines() if (ROOT / line).is_file()]


def text(name: str | Path) -> str:
    """The content of one file."""
    return (ROOT / name).read_text()
