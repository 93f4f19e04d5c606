"""How `choices` spreads out into wire moves: written from the docstring of choices.py, as a page would do it."""

from typing import Any

Wire = dict[str, Any]
WATERS = ("N", "E", "S", "W", "NE", "NS", "NW", "ES", "EW", "SW", "NES", "NEW", "NSW", "ESW")
RESOURCES = ("food", "stone", "wood")


def expand(game: Any, state: Any, seat: int, choices: Wire) -> list[Wire]:
    moves = {"discover": discover, "construct": construct, "gather": gather, "upkeep": upkeep, "done": lambda _: []}
    ended = [{"type": "next"}] if choices["next"] is None else []
    return moves[choices["phase"]](choices) + ended


def discover(choices: Wire) -> list[Wire]:
    moves: list[Wire] = [] if choices["fountain"] else [{"type": "fountain"}]
    for die in choices["dice"]:
        moves += [{"type": "adjust", "die": die["die"], "delta": delta} for delta in die["adjust"]]
        if die["why"] is None:
            for icon in die["icons"]:
                if choices["icons"][icon] is None:
                    draw = {"type": "draw", "die": die["die"], "icon": icon}
                    moves += [{**draw, **place} for place in drawn_places(choices, icon)]
    return moves


def drawn_places(choices: Wire, icon: str) -> list[Wire]:
    if icon == "river":
        return [{"cell": site["cell"], "ends": ends} for site in choices["river"] for ends in site["ends"]]
    if icon == "coast":
        return [{"cell": cell, "water": water} for cell in choices["blank"] for water in WATERS]
    return [{"cell": cell} for cell in choices["blank"]]


def construct(choices: Wire) -> list[Wire]:
    moves = []
    for building in choices["buildings"]:
        cost = [building["cost"].get(resource, 0) for resource in RESOURCES]
        for place in built_places(choices, building):
            for pay in building["pay"]:
                build = {"type": "build", "building": building["building"], **place, "trades": trades(cost, pay)}
                moves.append(build)
    return moves


def built_places(choices: Wire, building: Wire) -> list[Wire]:
    if "spots" in building:
        spots = [([row, column], side) for row, column, sides in building["spots"] for side in sides]
        return [{"cell": cell, "flip": side == "W"} for cell, side in spots]
    cells = choices["blank"] if building["cells"] == "blank" else building["cells"]
    return [{"cell": cell} for cell in cells]


def trades(cost: list[int], pay: list[int]) -> list[list[str]]:
    given, got = [], []
    for resource, due, paid in zip(RESOURCES, cost, pay, strict=True):
        given += [resource] * ((paid - due) // 2)
        got += [resource] * (due - paid)
    return [list(pair) for pair in zip(given, got, strict=True)]


def gather(choices: Wire) -> list[Wire]:
    return [{"type": "harvest", "cell": one["cell"]} for one in choices["harvest"] if one["why"] is None]


def upkeep(choices: Wire) -> list[Wire]:
    return [
        {"type": "grow", "forest": one["forest"], "cell": cell}
        for one in choices["grow"]
        if one["why"] is None
        for cell in choices["groups"][one["group"]]
    ]
