"""Compiled templates on disk: used by the next process, and never in the way of a template."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from app.web.bytecode import Bytecode
from app.web.quick import QuickEnvironment


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's for temporary files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


class Compiler(QuickEnvironment):
    """Counts what it compiles."""

    compiled = 0

    def _generate(self, *parts: object, **more: object) -> str:
        self.compiled += 1
        return super()._generate(*parts, **more)  # type: ignore[arg-type]


def environment(source: str, *modules: str) -> Compiler:
    """As of another process."""
    kept = Bytecode.by(*(modules or (QuickEnvironment.__module__,)))
    return Compiler(loader=DictLoader({"page": source}), bytecode_cache=kept)


def said(made: Environment) -> str:
    return made.get_template("page").render()


def files(folder: Path) -> Iterator[Path]:
    return folder.glob("*/machi-*.cache")


def test_the_next_process_compiles_nothing(folder: Path) -> None:
    first, second = environment("{{ 1 }} tree"), environment("{{ 1 }} tree")
    assert said(first) == said(second) == "1 tree"
    assert (first.compiled, second.compiled) == (1, 0)


def test_a_template_that_changed_is_compiled_again(folder: Path) -> None:
    said(environment("{{ 1 }} tree"))
    assert said(environment("{{ 2 }} trees")) == "2 trees"


def test_so_is_all_that_another_compiler_compiled(folder: Path) -> None:
    said(environment("{{ 1 }} tree"))
    other = environment("{{ 1 }} tree", "app.web.pieces")
    assert said(other) == "1 tree"
    assert other.compiled == 1
    assert len(list(files(folder))) == 2


@pytest.mark.parametrize("keep", [0, 10, 60, -1])
def test_a_file_that_is_torn_is_made_again(folder: Path, keep: int) -> None:
    said(environment("{{ 1 }} tree"))
    (kept,) = files(folder)
    kept.write_bytes(kept.read_bytes()[:keep])
    torn, after = environment("{{ 1 }} tree"), environment("{{ 1 }} tree")
    assert said(torn) == said(after) == "1 tree"
    assert (torn.compiled, after.compiled) == (1, 0)


def test_a_folder_that_is_gone_costs_only_time(folder: Path) -> None:
    made = environment("{{ 1 }} tree")
    for place in folder.iterdir():
        os.rmdir(place)
    assert said(made) == "1 tree"
    assert made.compiled == 1


def test_a_folder_of_somebody_else_is_not_used(folder: Path) -> None:
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (folder / f"_jinja2-cache-{os.getuid()}").symlink_to(elsewhere)
    assert said(environment("{{ 1 }} tree")) == "1 tree"
    assert not list(elsewhere.iterdir())
