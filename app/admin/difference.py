"""A position as plain data that a person can read, and in what two of them differ."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from typing import Any, Final, NamedTuple

ABSENT: Final = object()
"""Stands for what is not there."""

Path = tuple[str | int, ...]


class Changed(NamedTuple):
    """One place that differs; `old` or `new` is `ABSENT` where it is only in the other."""

    path: Path
    old: Any
    new: Any

    @property
    def place(self) -> str:
        """The path in writing.

        >>> Changed(("players", 0, "goods", "wood"), 1, 2).place
        'players[0].goods.wood'
        """
        parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in self.path]
        return "".join(parts).removeprefix(".")


def plain(value: Any) -> Any:
    """The value in dicts with texts as keys, lists, texts, numbers, True, False and None; equal ones give the same.

    Records become dicts of their fields, sets are put in order, bytes are told in hex; what is none of all that is told
    as Python writes it.

    >>> plain({(3, 4): frozenset({"b", "a"}), "n": (1, None)})
    {'3,4': ['a', 'b'], 'n': [1, None]}
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {_key(key): plain(each) for key, each in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(each) for name, each in value._asdict().items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, Set):
        return sorted((plain(each) for each in value), key=repr)
    return value.hex() if isinstance(value, bytes) else repr(value)


def _key(key: Any) -> str:
    return ",".join(map(str, key)) if isinstance(key, tuple) else str(key)


def difference(old: Any, new: Any) -> list[Changed]:
    """What of plain data has changed, in the order in which it stands there; the smallest parts that did.

    >>> [(each.place, each.old, each.new) for each in difference({"a": [1, 2], "b": "x"}, {"a": [1, 3], "b": "x"})]
    [('a[1]', 2, 3)]
    """
    return list(_difference((), old, new))


def _difference(path: Path, old: Any, new: Any) -> Iterator[Changed]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            yield from _difference((*path, key), old.get(key, ABSENT), new.get(key, ABSENT))
    elif isinstance(old, list) and isinstance(new, list):
        for at in range(max(len(old), len(new))):
            yield from _difference((*path, at), *(each[at] if at < len(each) else ABSENT for each in (old, new)))
    elif type(old) is not type(new) or old != new:  # True is no 1
        yield Changed(path, old, new)
