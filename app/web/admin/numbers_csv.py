"""The numbers of all games as tables for other programs: RFC 4180, in UTF-8, with a header of names that stay."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta

from app.store.numbers import Counted
from app.store.tallies import Sums

Rows = Iterable[tuple[object, ...]]
Table = tuple[tuple[str, ...], Rows]
"""The header and the rows."""

QUARTILES = ("lower_quartile", "median", "upper_quartile")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What begins so may be worked out as a formula by who opens the file."""


def days(found: Counted) -> Table:
    """Games by the day that they began, and by what has become of them."""
    header = ("day", "game", "seats", "begun", "finished", "abandoned", "playing")
    return header, ((*row[:3], sum(row[3:]), *row[3:]) for row in found.days)


def lengths(found: Counted) -> Table:
    """How long finished games took; moves only as far as they are counted."""
    header = ("game", "seats", "finished", *(f"{what}_{which}" for what in ("seconds", "moves") for which in QUARTILES))
    return header, ((*row[:3], *_seconds(row.quartiles), *(row.moves or ("", "", ""))) for row in found.lengths)


def scores(found: Counted) -> Table:
    """How often finished games brought so many points, and how often those won."""
    return ("game", "seats", "points", "players", "winners"), found.scores


TABLES: dict[str, Callable[[Counted], Table]] = {"days": days, "lengths": lengths, "scores": scores}
"""Those that there are of all games."""


def part(game: str, numbers: Sequence[str], sums: Sequence[Sums]) -> Table:
    """A part of the tallies of that game's games, as far as they are counted."""
    return ("game", "seats", "name", *numbers), ((game, row.places, row.name, *row.numbers) for row in sums)


def _seconds(spans: Iterable[timedelta]) -> list[int]:
    return [each // timedelta(seconds=1) for each in spans]


def as_csv(header: tuple[str, ...], rows: Rows) -> str:
    """The file. No text in it is of anybody's choosing; if one ever were, no program would work it out.

    >>> as_csv(("game", "points"), [("toy", -3), ("=1+1", 4)])
    "game,points\\r\\ntoy,-3\\r\\n'=1+1,4\\r\\n"
    """
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(header)
    writer.writerows([_plain(cell) for cell in row] for row in rows)
    return file.getvalue()


def _plain(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
