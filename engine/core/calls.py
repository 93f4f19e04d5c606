"""What every game refuses alike: a seat that the table does not have, and what is no move of the game."""

from engine.core.errors import IllegalMove


def is_seat(seat: object, seats: int) -> bool:
    """Is it one of the seats 0 .. seats - 1? Python would take -1 for the last one, and True for 1."""
    return type(seat) is int and 0 <= seat < seats


def check_seat(seat: object, seats: int) -> None:
    """Raise `IllegalMove("no_seat", seats=...)` unless there is such a seat."""
    if not is_seat(seat, seats):
        raise IllegalMove("no_seat", seats=seats)


def not_a_move() -> IllegalMove:
    """The refusal of what no `decode` of this game has made."""
    return IllegalMove("not_a_move")


def key_name(key: object) -> str:
    """A key for the facts of a refusal: JSON has strings only, a caller in Python may come with anything."""
    return key if isinstance(key, str) else type(key).__name__
