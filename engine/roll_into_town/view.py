"""The position as JSON (10), the same for every viewer: of a state, only the dice to come are hidden."""

from random import Random

from engine.core import Json, check_seat
from engine.roll_into_town import upkeep
from engine.roll_into_town.data import FACES, RESOURCES, ROUNDS, UPKEEP
from engine.roll_into_town.grid import bits, place_of, places
from engine.roll_into_town.score import ranking, score, solo_rank
from engine.roll_into_town.state import Player, State
from engine.roll_into_town.tokens import rows


def view(state: State, seat: int | None) -> Json:
    """What any viewer sees."""
    return {
        "game": "roll_into_town",
        "size": state.size,
        "rounds": ROUNDS,
        "over": state.over,
        "players": [_entry(state, number, player) for number, player in enumerate(state.players)],
        "result": {"ranking": ranking(state), "solo_rank": solo_rank(state)} if state.over else None,
    }


def round_of(state: State) -> int:
    """The round that is played: 1 to 12, 12 when the game is over."""
    return state.round


def view_from(public: Json, state: State, seat: int) -> Json:
    """`view(state, seat)`, made from a spectator's view of the log: unsettled moves touch only the own player."""
    players = list(public["players"])
    players[seat] = _entry(state, seat, state.players[seat])
    return {**public, "players": players}


def _entry(state: State, seat: int, player: Player) -> Json:
    return {
        "seat": seat,
        "round": state.round,
        "phase": player.phase,
        "resources": dict(zip(RESOURCES, player.stock, strict=True)),
        "map": rows(player.town),
        "rolled": list(state.rolled),
        "dice": list(player.dice),
        "adjusted": bits(player.adjusted),
        "used": bits(player.used),
        "drawn": player.drawn,
        "allowed": player.allowed,
        "town_hall_left": player.town_hall_left,
        "fountain_left": player.fountain_left,
        "harvested": places(player.harvested),
        "growth": [{"forest": place_of(forest), "left": left} for forest, left in _growth(player)],
        "score": score(player.town),
    }


def _growth(player: Player) -> list[tuple[int, int]]:
    return upkeep.due(player) if player.phase == UPKEEP else []


def doing(state: State, seat: int) -> str:
    """The phase that the seat is in: discover, construct, gather, upkeep or done."""
    check_seat(seat, len(state.players))
    return state.players[seat].phase


def resample(state: State, seat: int | None, rng: Random) -> State:
    """Dice of later rounds drawn anew (8.2): nothing else is hidden."""
    other = state.copy()
    known, hidden = state.rolls[: state.round + 1], state.rolls[state.round + 1 :]
    other.rolls = (*known, *(tuple(rng.choices(FACES, k=len(dice))) for dice in hidden))
    return other
