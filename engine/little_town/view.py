"""What a viewer may see, in the wire form of LT-9; and a state that looks the same to that viewer."""

from random import Random

from engine.core import Json
from engine.little_town.board import WIRE
from engine.little_town.cards import OBJECTIVES, possible
from engine.little_town.data import ROUNDS
from engine.little_town.objectives import hand
from engine.little_town.score import ranking, score, tile_points
from engine.little_town.state import Player, State, Town


def view(state: State, seat: int | None) -> Json:
    """The view of that seat, or of a spectator. Built from what may be seen, key by key."""
    over = state.phase == "over"
    points = tile_points(state)
    return {
        "game": "little_town",
        "board": list(state.board.rows),
        "round": state.round,
        "rounds": ROUNDS,
        "over": over,
        "phase": state.phase,
        "start_player": state.start_player,
        "turn": state.turn,
        "moved": state.step.moved,
        "market": list(state.market),
        "wheat_fields": state.wheat_fields,
        "stock": dict(state.stock),
        "tiles": state.tiles.once(_tiles),
        "workers": [{"owner": owner, "cell": WIRE[cell] if cell else None} for owner, cell in state.workers],
        "active": _active(state),
        "replaced": list(state.replaced),
        "players": [_player(state, other, seat, tiles) for other, tiles in enumerate(points)],
        "result": {"ranking": ranking(state)} if over else None,
    }


def _tiles(town: Town) -> list[Json]:
    return [{"id": tile.id, "cell": WIRE[cell], "owner": tile.owner} for cell, tile in town.items()]


def round_of(state: State) -> int:
    """The round that is played: 1 to 4, 4 when the game is over."""
    return state.round


def view_from(public: Json, state: State, seat: int) -> Json:
    """`view(state, seat)`, made from a spectator's view of the same position: only what the own cards are differs."""
    if state.phase == "over":
        return public
    players = list(public["players"])
    players[seat] = known = dict(players[seat])
    cards = _cards(state, seat, seat)
    known["objectives"] = _objectives(state.players[seat], cards)
    known["score"] = score(state.players[seat], known["score"]["tiles"], _achieved(cards))
    return {**public, "players": players}


def _active(state: State) -> Json | None:
    step = state.step
    return {"cell": WIRE[step.cell], "used": [WIRE[cell] for cell in step.used]} if step.cell else None


def _player(state: State, seat: int, viewer: int | None, tiles: int) -> Json:
    """`tiles`: what the seat's tiles are worth."""
    player = state.players[seat]
    cards = _cards(state, seat, viewer)
    return {
        "seat": seat,
        "coins": player.coins,
        **player.goods,
        "track": player.track,
        "workers_left": player.workers_left,
        "houses_left": player.houses_left,
        "fed": player.fed,
        "objectives": _objectives(player, cards),
        "objectives_held": len(player.hand),
        "score": score(player, tiles, _achieved(cards)),
    }


def _cards(state: State, seat: int, viewer: int | None) -> dict[str, bool]:
    """The cards of that seat that the viewer may know, as dealt: is each achieved?"""
    player = state.players[seat]
    if viewer == seat or state.phase == "over":
        return hand(state, seat)
    return {card: True for card in player.hand if card in player.shown} if player.shown else {}


def _objectives(player: Player, cards: dict[str, bool]) -> list[Json]:
    return [{"id": card, "achieved": done, "shown": card in player.shown} for card, done in cards.items()]


def _achieved(cards: dict[str, bool]) -> list[str]:
    return [card for card, done in cards.items() if done]


def resample(state: State, seat: int | None, rng: Random) -> State:
    """A new state that this viewer cannot tell from `state`: the others' hidden cards are dealt anew.

    They come from the cards that this viewer has not seen and that the deal could have left in a hand (LT-1.5). Which
    of them are achieved needs no guess: what fulfils a card is public, and a state has it for every card.
    """
    result = state.copy()
    if state.phase == "over":
        return result
    unseen = [card for card in OBJECTIVES if possible(card, _chosen_buildings(state)) and not _seen(state, seat, card)]
    rng.shuffle(unseen)
    for other, player in enumerate(result.players):
        if other != seat:
            player.hand = tuple(card if card in player.shown else unseen.pop() for card in player.hand)
    return result


def _chosen_buildings(state: State) -> list[str]:
    """The buildings of this game, wherever they are now. Wheat fields may be among them: no card needs one."""
    return [*state.market, *(tile.id for tile in state.tiles.values())]


def _seen(state: State, viewer: int | None, card: str) -> bool:
    if card in state.replaced:
        return True
    return any(
        card in player.hand and (card in player.shown or seat == viewer) for seat, player in enumerate(state.players)
    )
