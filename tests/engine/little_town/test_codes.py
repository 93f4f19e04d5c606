"""The lists of codes that pages rely on are complete: the engine's codes are those of the docstrings."""

import re
from pathlib import Path

from engine.little_town import choices
from engine.little_town.data import KINDS

ENGINE = Path(choices.__code__.co_filename).parent
SOURCE = "\n".join(file.read_text() for file in sorted(ENGINE.glob("*.py")))


def listed(module: str) -> set[str]:
    """The first column of the table in a module's docstring."""
    text = (ENGINE / f"{module}.py").read_text().split('"""')[1]
    table = re.split(r"^=+ .*\n", text, flags=re.MULTILINE)[2]
    return {line.split()[0] for line in table.splitlines() if line[:1].strip()}


def test_every_code_of_a_refusal_is_listed() -> None:
    assert listed("choices") == set(re.findall(r'IllegalMove\(\s*"(\w+)"', SOURCE))


def test_every_code_of_a_fact_is_listed() -> None:
    assert listed("facts") == set(re.findall(r'_fact\(\s*"(\w+)"', SOURCE))


def test_kinds_are_named_in_the_order_that_the_docstrings_promise() -> None:
    assert KINDS == ("coins", "wood", "stone", "fish", "wheat")
