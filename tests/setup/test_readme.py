"""The README is true: settings, the map of the code, the commands."""

import re
from collections.abc import Iterator
from pathlib import Path

from app.__main__ import COMMANDS
from app.settings import Settings
from engine import GAMES
from tests.setup.repository import ROOT, text, tracked


def readme() -> str:
    return text("README.md")


def section(title: str) -> str:
    """The text under one heading."""
    return re.split(r"^## ", readme().split(f"\n## {title}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def code_map() -> Iterator[tuple[Path, str]]:
    """The map's lines: path and what it says; an indented line lies in the folder above it."""
    folder = Path()
    block = section("How the code is laid out").split("```")[1]
    for line in filter(None, block.splitlines()):
        name, explained = (*re.split(r"\s{2,}", line.strip(), maxsplit=1), "")[:2]
        indented = line.startswith(" ")
        path = folder / name if indented else Path(name)
        if not indented and name.endswith("/"):
            folder = path
        yield path, explained


def test_every_setting_is_documented_with_its_default():
    rows = re.findall(r"^\| `([A-Z_]+)` \| (?:`([^`]*)`)? *\| ", section("Settings"), re.MULTILINE)
    defaults = {
        str(field.alias): "" if field.default is None else str(field.default)
        for field in Settings.model_fields.values()
    }
    defaults = {name: {"False": "0", "True": "1"}.get(value, value) for name, value in defaults.items()}
    assert dict(rows) == defaults


def test_no_other_setting_is_named_anywhere():
    known = {str(field.alias) for field in Settings.model_fields.values()}
    ours = [
        path for path in tracked() if path.parts[0] in {"README.md", "docker-compose.yml", "Dockerfile", "app", "run"}
    ]
    named = {name for path in ours if path.suffix != ".svg" for name in re.findall(r"\bMACHI_[A-Z_]+\b", text(path))}
    assert named - known == set()


def test_the_map_names_what_exists():
    for path, explained in code_map():
        assert explained, path
        for game in GAMES:
            assert (ROOT / str(path).replace("<game>", game)).exists(), path


def test_the_map_is_complete():
    mapped = {str(path) for path, _ in code_map()}
    folders = {path.parts[0] for path in tracked() if len(path.parts) > 1 and not path.parts[0].startswith(".")}
    assert folders <= {path.split("/")[0] for path in mapped}
    packages = {str(path.parent) for path in tracked() if path.name == "__init__.py" and len(path.parts) == 3}
    assert {package for package in packages if package.startswith(("app/", "engine/"))} <= mapped


def test_commands_in_the_readme_exist():
    named = set(re.findall(r"\./run ([a-z][a-z-]*)", readme()))
    assert named <= set(COMMANDS) | {"test", "lock", "install", "audit"}
