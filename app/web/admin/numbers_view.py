"""The numbers of all games as the page shows them: put together, drawn, in words."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from app.admin.numbers import Told, share
from app.store.numbers import Counted, Day, Lengths, Scores
from app.store.tallies import Sums
from app.web.admin.rooms import long
from app.web.columns import columns
from app.web.room_view import title_of
from app.web.words import N_, gettext, template_of

QUARTERS = (0.25, 0.5, 0.75)
MOST_BINS = 14
FINE = 120  # minutes: up to so many a length is said to the minute


class Unit(NamedTuple):
    """What a column of games stands for: its first day, for spans of fewer than `most` days; how that is written."""

    words: str
    most: int
    begin: Callable[[date], date]
    label: str
    written: str = "%Y-%m-%d"


UNITS = (
    Unit(N_("Day"), 100, lambda day: day, "%m-%d"),
    Unit(N_("Week from"), 600, lambda day: day - timedelta(days=day.weekday()), "%m-%d"),
    Unit(N_("Month"), 0, lambda day: day.replace(day=1), "%Y-%m", "%Y-%m"),
)


def shown(told: Told, since: date | None, today: date) -> dict[str, Any]:
    """What templates/admin/numbers.html uses; `since`: None for the day of the first game."""
    found = told.counted
    return {
        "begun": [sum(each) for each in zip(*(day[3:] for day in found.days), strict=True)] or [0, 0, 0],
        "periods": periods(found.days, since, today) if found.days else None,
        "games": [_game(name, found) for name in sorted({day.game for day in found.days})],
        "progress": told.progress,
    }


def own_parts(told: Told, game: str, games: Mapping[str, Any]) -> dict[str, Any]:
    """What the template about that game's own numbers, templates/<game>/numbers.html, is told; None: there is none.

    `parts`: by part the names with their numbers, each summed up over tables of any size.
    """
    template = f"{game}/numbers.html"
    if not told.parts or template_of(template) is None:
        return {"own_template": None}
    parts = {name: _rows(games[game].TALLY[name], sums) for name, sums in told.parts.items()}
    return {"own_template": template, "parts": parts}


def _rows(numbers: Sequence[str], sums: Sequence[Sums]) -> list[dict[str, Any]]:
    """`chance`: for each number, how many of a hundred counted in it would have won by chance alone, as one of so many
    at their tables."""
    found: dict[str, list[Sums]] = {}
    for each in sums:
        found.setdefault(each.name, []).append(each)
    return [
        {
            "name": name,
            **{number: sum(each.numbers[at] for each in rows) for at, number in enumerate(numbers)},
            "chance": {
                number: _chance([(each.places, each.numbers[at]) for each in rows]) for at, number in enumerate(numbers)
            },
        }
        for name, rows in found.items()
    ]


def _chance(counts: Sequence[tuple[int, int]]) -> float:
    """Of a hundred; `counts`: seats of a table, and how many.

    >>> _chance([(2, 10), (4, 10)]), _chance([(2, 0)])
    (37.5, 0)
    """
    total = sum(number for _, number in counts)
    return 100 * sum(number / places for places, number in counts) / total if total else 0


def _game(name: str, found: Counted) -> dict[str, Any]:
    days = [day for day in found.days if day.game == name]
    lengths = [each for each in found.lengths if each.game == name]
    scores = [each for each in found.scores if each.game == name]
    limits = bins_of([each.points for each in scores])
    return {
        "name": name,
        "title": title_of(name),
        "begun": [sum(each) for each in zip(*(day[3:] for day in days), strict=True)],
        "tables": [
            _table(each, [score for score in scores if score.places == each.places], limits) for each in lengths
        ],
    }


def _table(lengths: Lengths, scores: Sequence[Scores], bins: range) -> dict[str, Any]:
    """The games of one size of table."""
    players = [(each.points, each.players) for each in scores]
    counts = Counter[int]()
    for points, number in players:
        counts[(points - bins.start) // bins.step] += number
    labels = [_signed(low) for low in bins]
    return {
        "places": lengths.places,
        "finished": lengths.finished,
        "took": [long(each, FINE) for each in lengths.quartiles],
        "moves": lengths.moves,
        "scores": [_signed(share(players, of) or 0) for of in (0, *QUARTERS, 1)],
        "winners": _signed(share([(each.points, each.winners) for each in scores], 0.5) or 0),
        "plot": columns(labels, [[counts[at]] for at in range(len(bins))]) if scores else None,
        "bins": [(_signed(low), _signed(low + bins.step - 1), counts[at]) for at, low in enumerate(bins) if counts[at]],
    }


def _signed(number: int) -> str:
    """As it is written for people.

    >>> _signed(-3), _signed(4)
    ('−3', '4')
    """
    return f"{number}".replace("-", "−")


def bins_of(points: Sequence[int]) -> range:
    """Where each bin begins, all of them equally wide, by which few hold all of these.

    >>> bins_of([]), bins_of([7, 9]), list(bins_of([-4, 61]))
    (range(0, 1), range(7, 10), [-5, 0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60])
    """
    if not points:
        return range(1)
    low, high = min(points), max(points)
    steps = (base * 10**power for power in range(9) for base in (1, 2, 5))
    step = next(step for step in steps if high // step - low // step < MOST_BINS)
    return range(low // step * step, high + 1, step)


def periods(days: Sequence[Day], since: date | None, today: date) -> dict[str, Any]:
    """Days, weeks or months, as many as a phone can show; those of the table are the ones with games."""
    first = since or days[0].day
    unit = _unit((today - first).days)
    every = [first + timedelta(days=number) for number in range((today - first).days + 1)]
    counts = {begin: [0, 0, 0] for begin in dict.fromkeys(unit.begin(day) for day in every)}
    for each in days:
        into = counts.setdefault(unit.begin(each.day), [0, 0, 0])  # the clock of who asked may be behind
        for kind, number in enumerate(each[3:]):
            into[kind] += number
    return {
        "unit": gettext(unit.words),
        "plot": columns([f"{each:{unit.label}}" for each in counts], [*counts.values()]),
        "rows": [(f"{each:{unit.written}}", numbers) for each, numbers in counts.items() if any(numbers)],
    }


def _unit(days: int) -> Unit:
    return next((unit for unit in UNITS if days < unit.most), UNITS[-1])
