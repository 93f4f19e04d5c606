"""The lock files: up to date with what they are made from, hashed, without an address."""

import json
import re
import tomllib

import pytest

from tests.setup.repository import ROOT, text

RUN, DEV, NODE, UV = (f"requirements{kind}.lock" for kind in ("", "-dev", "-node", "-uv"))


def pins(lock: str) -> dict[str, set[str]]:
    """Package to its pinned versions (with their markers)."""
    found: dict[str, set[str]] = {}
    for name, rest in re.findall(r"^([a-z0-9._-]+)==(.*?) *\\?$", text(lock), re.MULTILINE):
        found.setdefault(name, set()).add(rest)
    return found


def named(requirements: list[str]) -> set[str]:
    return {re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0].lower() for requirement in requirements}


def project() -> dict:
    return tomllib.loads(text("pyproject.toml"))


def test_locks_have_every_named_package():
    assert named(project()["project"]["dependencies"]) <= pins(RUN).keys()
    assert named(project()["dependency-groups"]["dev"]) <= pins(DEV).keys()
    assert named(project()["dependency-groups"]["node"]) <= pins(NODE).keys()
    assert named(project()["dependency-groups"]["uv"]) <= pins(UV).keys()


def test_the_lock_for_tests_contains_the_one_for_run_time():
    run, dev = pins(RUN), pins(DEV)
    assert {name: dev.get(name) for name in run} == run


@pytest.mark.parametrize("lock", [RUN, DEV, NODE, UV])
def test_locks_are_hashed_and_name_no_address(lock: str):
    blocks = re.split(r"^(?=[a-z0-9])", text(lock), flags=re.MULTILINE)[1:]
    assert len(blocks) == sum(map(len, pins(lock).values()))
    assert [block.split()[0] for block in blocks if "--hash=sha256:" not in block] == []
    assert re.search(r"://|^--", text(lock), re.MULTILINE) is None


def test_package_lock_pins_htmx_and_names_no_host():
    wanted = json.loads(text("package.json"))["dependencies"]
    lock = json.loads(text("package-lock.json"))
    assert wanted == {"htmx.org": "4.0.1"}
    assert lock["packages"][""]["dependencies"] == wanted
    for path, package in lock["packages"].items():
        assert "resolved" not in package, path
        assert not path or package["integrity"].startswith("sha512-")
    assert "://" not in text("package-lock.json")


def test_npm_runs_no_scripts_and_writes_no_hosts():
    assert {"ignore-scripts=true", "omit-lockfile-registry-resolved=true"} <= set(text(".npmrc").split())
    assert (ROOT / "node_modules/htmx.org/package.json").is_file(), "the assets are missing: ./run install"
    assert json.loads(text("node_modules/htmx.org/package.json"))["version"] == "4.0.1"
