"""./run where something is missing: it says what, and what to type. What it does where all is well, CI shows."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.setup.repository import ROOT

TOOLS = ("sh", "dirname", "cmp", "rm", "cp", "mkdir")


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A checkout with nothing installed, and a folder `bin` that is the whole PATH; no Python there, nobody is root."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for tool in TOOLS:
        (programs / tool).symlink_to(str(shutil.which(tool)))
    program(tmp_path, "id", "echo 1000")
    for name in ("run", "requirements.lock", "requirements-dev.lock", "requirements-uv.lock", "package-lock.json"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def program(machine: Path, name: str, script: str) -> None:
    path = machine / "bin" / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def run(machine: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [machine / "run", *words],
        env={"PATH": str(machine / "bin"), "HOME": str(machine)} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_no_python(machine: Path):
    result = run(machine)
    assert result.returncode == 1
    assert "needs Python 3.11 or newer, found no python3" in result.stderr


def test_python_too_old(machine: Path):
    program(machine, "python3", 'case "$1" in --version) echo Python 3.9.6 ;; *) exit 1 ;; esac')
    result = run(machine)
    assert result.returncode == 1
    assert "needs Python 3.11 or newer, found Python 3.9.6" in result.stderr
    assert "PYTHON=" in result.stderr


PYTHON = """case "$*" in
  *version_info*) exit 0 ;;
  '-m venv'*) for folder; do :; done; mkdir -p $folder/bin; cp "$0" $folder/bin/python ;;
  '-m pip --version') exit {pip} ;;
  *) exit 1 ;;
esac"""


def test_a_newer_python_beside_an_old_one_is_found(machine: Path):
    program(machine, "python3", "exit 1")
    program(machine, "python3.12", PYTHON.format(pip=1))
    result = run(machine)
    assert result.returncode == 1
    assert "python3.12 has neither pip nor venv. On Debian and Ubuntu: apt-get install python3-venv" in result.stderr


def test_no_network(machine: Path):
    program(machine, "python3", PYTHON.format(pip=0))
    result = run(machine)
    assert result.returncode == 1
    assert "could not install requirements-uv.lock (is there a network?)" in result.stderr
    assert not list(machine.glob(".venv*/installed.lock"))


def test_no_network_with_uv(machine: Path):
    program(machine, "python3", PYTHON.format(pip=0))
    program(machine, "uv", "exit 2")
    result = run(machine)
    assert result.returncode == 1
    assert "could not install requirements.lock (is there a network?)" in result.stderr
    assert not (machine / ".venv/installed.lock").exists()


def test_no_chromium_is_a_failure(machine: Path):
    result = run(machine, "test")
    assert result.returncode == 1
    assert "the browser tests need Chromium: 'sudo apt-get install chromium'" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_wrong_chromium_is_a_failure(machine: Path):
    result = run(machine, "test", CHROMIUM="/nowhere/chromium")
    assert result.returncode == 1
    assert "CHROMIUM=/nowhere/chromium is not a program" in result.stderr


def test_ci_calls_everything_within_an_hour():
    script = (ROOT / ".ci/run").read_text()
    assert "timeout --kill-after=30 3600" in script
    assert "./run test --long" in script
    assert os.access(ROOT / ".ci/run", os.X_OK)
    assert os.access(ROOT / "run", os.X_OK)
