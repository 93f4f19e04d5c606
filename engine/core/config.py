"""What a game is made from, besides its moves."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.calls import key_name
from engine.core.errors import BadConfig


@dataclass(frozen=True, slots=True)
class Config:
    """Seats, seed and options of one game.

    `seats`: how many play. `seed`: 32 bytes (randomness.md). `options`: name to value, missing names take the
    game's default. `rules`: the rules version the game was started with; None stands for the present one.
    """

    seats: int
    seed: bytes
    options: Mapping[str, object] = field(default_factory=dict)
    rules: int | None = None


def checked_options(
    config: Config, seats: range, allowed: Mapping[str, tuple[object, ...]], rules: int
) -> dict[str, object]:
    """The full options of `config`, defaults filled in, in the order of `allowed`.

    Raises `BadConfig` with the code `seats`, `seed`, `options`, `unknown_option`, `option_value` or `rules`.
    """
    if type(config.seats) is not int or config.seats not in seats:
        raise BadConfig("seats", least=seats[0], most=seats[-1])
    if type(config.seed) is not bytes or len(config.seed) != 32:
        raise BadConfig("seed")
    if not isinstance(config.options, Mapping):
        raise BadConfig("options")
    if config.rules is not None and (type(config.rules) is not int or not 1 <= config.rules <= rules):
        raise BadConfig("rules", newest=rules)
    for name in config.options:
        if name not in allowed:
            raise BadConfig("unknown_option", option=key_name(name))
    return {name: _value(config.options, name, values) for name, values in allowed.items()}


def _value(options: Mapping[str, object], name: str, values: tuple[object, ...]) -> object:
    value = options.get(name, values[0])
    # True == 1 in Python; an option's value must also be of the same type.
    if not any(type(value) is type(known) and value == known for known in values):
        raise BadConfig("option_value", option=name)
    return value
