"""Files that are no game that could have been played: each is refused with what breaks it, and nothing is made."""

from collections.abc import Callable
from typing import Any

from app.rooms import Json, Rooms
from app.store import Store, read
from tests.rooms.conftest import refusal
from tests.rooms.files import toy_file

HUGE = 10**30
Forge = Callable[[Any], Any]


def put(value: object, *place: str | int) -> Forge:
    """Another value at that place of the file."""

    def forge(file: Any) -> Any:
        *way, last = place
        found = file
        for step in way:
            found = found[step]
        found[last] = value
        return file

    return forge


def flip(name: str) -> Forge:
    """Other hex digits there."""
    return lambda file: file | {name: file[name].translate(str.maketrans("0123456789abcdef", "123456789abcdef0"))}


def moves(change: Callable[[list[Json]], list[Json]]) -> Forge:
    """Other moves."""
    return lambda file: file | {"moves": change(file["moves"])}


def swapped(names: list[str]) -> Forge:
    """The seats' players in this order, with all that belongs to them."""
    return lambda file: (
        file | {"seats": [next(seat for seat in file["seats"] if seat["name"] == name) for name in names]}
    )


def added(made: list[Json]) -> list[Json]:
    return [*made, made[-1] | {"seat": 1, "move": {"type": "one"}}]


def again(code: str, version: int, scores: list[int]) -> Forge:
    """As a game that went on from another one."""
    given = {"secret": None, "commitment": None, "chosen_seed": True}
    return lambda file: file | given | {"replayed": {"code": code, "version": version, "scores": scores}}


def nested(depth: int) -> Any:
    return {"type": nested(depth - 1)} if depth else {}


FORGERIES: dict[str, tuple[Forge, str, Json]] = {
    # No such file at all
    "a list": (lambda file: [file], "format", {}),
    "nothing": (lambda file: None, "format", {}),
    "another format": (put("pgn", "format"), "format", {}),
    "a newer version": (put(2, "version"), "version", {"newest": 1}),
    "a version that is none": (put(True, "version"), "version", {"newest": 1}),
    "a key is missing": (lambda file: {key: file[key] for key in file if key != "seed"}, "field", {"field": "seed"}),
    "a number for a text": (put(7, "game"), "field", {"field": "game"}),
    "a text for a number": (put("1", "rules"), "field", {"field": "rules"}),
    "1.0 for a number": (put(1.0, "rules"), "field", {"field": "rules"}),
    "huge rules": (put(HUGE, "rules"), "field", {"field": "rules"}),
    "huge points": (put(HUGE, "result", "scores", 0), "field", {"field": "result.scores.0"}),
    "a long ranking": (put([[""] * 20_000], "result", "ranking"), "field", {"field": "result.ranking.0.0"}),
    "true for points": (put(True, "result", "scores", 0), "field", {"field": "result.scores.0"}),
    "not a number of points": (put(float("nan"), "result", "scores", 0), "field", {"field": "result.scores.0"}),
    "capital hex digits": (lambda file: file | {"seed": "A" * 64}, "field", {"field": "seed"}),
    "too many hex digits": (put("0" * 65, "seed"), "field", {"field": "seed"}),
    "a short salt": (put("00", "seats", 1, "salt"), "field", {"field": "seats.1.salt"}),
    "a long name": (put("n" * 101, "seats", 1, "name"), "field", {"field": "seats.1.name"}),
    "nobody": (put([], "seats"), "field", {"field": "seats"}),
    "a crowd": (lambda file: file | {"seats": file["seats"] * 20}, "field", {"field": "seats"}),
    "no moves": (put([], "moves"), "field", {"field": "moves"}),
    "no time": (put("yesterday", "started_at"), "field", {"field": "started_at"}),
    "a time without a zone": (put("2026-05-01T19:00:00", "finished_at"), "field", {"field": "finished_at"}),
    "a day that is none": (put("2026-02-30T19:00:00+00:00", "finished_at"), "field", {"field": "finished_at"}),
    "before all computers": (put("0001-01-01T00:00:00+00:00", "started_at"), "field", {"field": "started_at"}),
    "a seat's huge number": (put(HUGE, "moves", 3, "seat"), "move_field", {"move": 4, "field": "seat"}),
    "a seat below all": (put(-1, "moves", 3, "seat"), "move_field", {"move": 4, "field": "seat"}),
    "a move's time": (put("now", "moves", 3, "accepted_at"), "move_field", {"move": 4, "field": "accepted_at"}),
    "a move that is a text": (put("two", "moves", 3, "move"), "move_field", {"move": 4, "field": "move"}),
    "no word of the program": (put(None, "moves", 3, "program"), "move_field", {"move": 4, "field": "program"}),
    "a strange room": (again("../../x", 0, []), "field", {"field": "replayed.code"}),
    "an admin's copy": (
        lambda file: put(True, "replayed", "debug")(again("7KXQ2MW", 2, [])(file)),
        "field",
        {"field": "replayed.debug"},
    ),
    "on from its own end": (again("7KXQ2MW", 6, []), "field", {"field": "replayed"}),
    "the scores of others": (again("7KXQ2MW", 2, [1]), "field", {"field": "replayed"}),
    # No game of this server
    "another game": (put("chess", "game"), "game", {}),
    "a newer rules version": (put(2, "rules"), "rules", {"rules": 2, "newest": 1}),
    "one player": (lambda file: file | {"seats": file["seats"][:1]}, "seats", {"least": 2, "most": 4}),
    "an unknown option": (put({"heap": 6, "wind": 1}, "options"), "unknown_option", {"option": "wind"}),
    "an option's value": (put({"heap": 7}, "options"), "option_value", {"option": "heap"}),
    "an option's huge value": (put({"heap": HUGE}, "options"), "option_value", {"option": "heap"}),
    "an option like another": (put({"heap": 6.0}, "options"), "option_value", {"option": "heap"}),
    "a name of nothing": (put(" ", "seats", 0, "name"), "name", {"player": 1}),
    "a name that turns the page": (put("\u202eAnn", "seats", 1, "name"), "name", {"player": 2}),
    "a name with spaces around": (put(" Ann", "seats", 0, "name"), "name", {"player": 1}),
    "a name that looks like another": (put("Αnn", "seats", 1, "name"), "names", {}),  # a Greek letter
    # Chance that does not fit together
    "drawn and given": (put(True, "chosen_seed"), "chance", {}),
    "neither drawn nor given": (put(None, "secret"), "chance", {}),
    "no fingerprint": (put(None, "commitment"), "chance", {}),
    "drawn, and another's dice": (put({"code": "7KXQ2MW", "version": 2, "scores": []}, "replayed"), "chance", {}),
    "another secret": (flip("secret"), "commitment", {}),
    "another fingerprint": (flip("commitment"), "commitment", {}),
    "another seed": (flip("seed"), "seed", {}),
    "another salt": (put("0" * 32, "seats", 0, "salt"), "seed", {}),
    "players who have changed places": (swapped(["Ben", "Ann"]), "seed", {}),
    # Moves that nobody could make
    "an illegal move": (put({"type": "end"}, "moves", 2, "move"), "move", {"move": 3, "seat": 1}),
    "a move of another game": (put({"type": "next"}, "moves", 2, "move"), "move", {"move": 3, "seat": 1}),
    "a move of depth": (put(nested(15), "moves", 2, "move"), "move", {"move": 3, "seat": 1}),
    "out of turn": (put(1, "moves", 0, "seat"), "move", {"move": 1, "seat": 1}),
    "somebody who is not there": (put(2, "moves", 2, "seat"), "seat", {"move": 3, "seat": 2}),
    "a turn without an end": (moves(lambda made: made[:1] + made[2:]), "turn", {"move": 2, "seat": 1}),
    "a move left out": (moves(lambda made: made[2:]), "move", {"move": 1, "seat": 1}),
    "a smaller move": (put({"type": "one"}, "moves", 2, "move"), "unfinished", {}),
    "the last move left out": (moves(lambda made: made[:-1]), "unfinished", {}),
    "a move too many": (moves(added), "after_end", {"move": 7}),
    # An end that is another
    "other points": (put([30, 2], "result", "scores"), "result", {}),
    "another winner": (lambda file: file | {"result": file["result"] | {"ranking": [[0, 1]]}}, "result", {}),
    "points for somebody else": (put([1, 2, 3], "result", "scores"), "result", {}),
}  # fmt: skip


async def test_every_forgery_is_refused_with_what_breaks_it(rooms: Rooms, store: Store) -> None:
    for called, (forge, reason, facts) in FORGERIES.items():
        refused = await refusal(rooms.imports.take_in(forge(toy_file())))
        assert (refused.code, refused.reason) == ("bad_file", reason), called
        assert refused.facts | facts == refused.facts, (called, refused.facts)
    assert await read.count_rooms(store) == 0
    await rooms.imports.take_in(toy_file())
    assert await read.count_rooms(store) == 1


async def test_the_rules_are_asked_why(rooms: Rooms) -> None:
    file = put({"type": "end"}, "moves", 2, "move")(toy_file())
    refused = await refusal(rooms.imports.take_in(file))
    assert refused.facts == {
        "move": 3,
        "seat": 1,
        "game": "toy",
        "rule": {"reason": "not_moved", "facts": {"left": 4}},
    }
