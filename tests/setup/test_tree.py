"""What lies in the repository: nothing unexplained at the top, and nothing that ties it to one machine."""

import re

import pytest

from tests.scheduling import LONGEST, TOGETHER
from tests.setup.repository import ROOT, text, tracked

FOLDERS = {".ci", "app", "engine", "migrations", "static", "templates", "tests"}
FILES = {
    ".dockerignore",
    ".gitignore",
    ".npmrc",
    "Dockerfile",
    "README.md",
    "alembic.ini",
    "docker-compose.yml",
    "nginx.conf",
    "package-lock.json",
    "package.json",
    "pyproject.toml",
    "requirements-dev.lock",
    "requirements-node.lock",
    "requirements-uv.lock",
    "requirements.lock",
    "run",
}
PICTURES = {".png", ".webp", ".ico", ".woff2"}


def pattern(*parts: str) -> re.Pattern[str]:
    """One of the words; written in parts so that this file does not contain what it looks for."""
    return re.compile("|".join(part.replace("~", "") for part in parts))


REGISTRIES = pattern(
    "pypi~.org", "python~hosted", "npm~js", "deb~.debian", "docker~.io", "ghcr~.io", "quay~.io", "unp~kg"
)
MACHINE = pattern("/ro~ot/", "/wo~rk/", "/tmp/v~env", "/opt/~pypi", "file:~//", r"/home/~\w", "/Use~rs/")


def test_only_known_things_at_the_top():
    assert {path.parts[0] for path in tracked() if len(path.parts) > 1} <= FOLDERS
    assert {path.name for path in tracked() if len(path.parts) == 1} <= FILES


@pytest.mark.parametrize("forbidden", [REGISTRIES, MACHINE], ids=["registries", "machine"])
def test_no_addresses_of_registries_and_no_paths_of_a_machine(forbidden: re.Pattern[str]):
    found = [
        f"{path}: {match[0]}"
        for path in tracked()
        if path.suffix not in PICTURES
        for match in forbidden.finditer(text(path))
    ]
    assert found == []


def test_modules_that_are_scheduled_are_there():
    assert [module for module in (*LONGEST, *TOGETHER) if not (ROOT / module).is_file()] == []


def test_no_third_party_code_is_committed():
    assert not [path for path in tracked() if "node_modules" in path.parts or ".min." in path.name]


def test_container_copies_what_exists():
    sources = [
        word
        for line in text("Dockerfile").splitlines()
        if line.startswith("COPY ") and "--from" not in line
        for word in line.split()[1:-1]
    ]
    assert sources
    assert [source for source in sources if not (ROOT / source).exists()] == []
    kept = {line[1:] for line in text(".dockerignore").splitlines() if line.startswith("!")}
    unknown = [source for source in sources if not any(re.fullmatch(k.replace("*", ".*"), source) for k in kept)]
    assert unknown == []


def test_pages_are_given_functions_to_wait_for():
    """A text that is an expression is evaluated by the page each time but the first, and ours forbid that."""
    expression = re.compile(r'wait_for_function\(\s*f?("""|"(?!""))(?!\(|async)')
    tests = [path for path in tracked() if path.suffix == ".py"]
    assert [str(path) for path in tests if expression.search(text(path))] == []
