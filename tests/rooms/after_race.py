"""What must hold after every race, whatever was drawn."""

from itertools import pairwise

from app.rooms import Json, Rooms
from app.rooms.identity import token_hash
from app.rooms.objects import Common, room_object
from app.rooms.room import Room
from tests.rooms.conftest import ALL_GAMES
from tests.rooms.interleaving import Race


async def check(race: Race, tokens: list[str]) -> None:
    """All of it; `tokens`: who may be seated. Then the room is played on in a process that has just begun."""
    for before, after in pairwise(race.truths):
        _check_step(before, after)
    _check_answers(race)
    truths = [Common(room) for room in race.truths]
    for token, shown in race.shown:
        _check_shown(truths, token, shown)
    seated = [token for token in tokens if race.truths[-1].seat_of(token_hash(token))]
    await _check_same(race, seated)
    await race.close()
    await _play_on(Rooms(race.store, ALL_GAMES), race.code, seated)


def _check_step(before: Room, after: Room) -> None:
    """One change: no log row goes or moves, and each seat's own moves are those of before and at most one more."""
    if before.table is None or after.table is None:
        return
    assert after.table.log[: before.version] == before.table.log
    for old, new in zip(before.seats, after.seats, strict=True):
        had, has = _own(before, old.seat), _own(after, new.seat)
        if new.at == old.at:
            assert has == had
        elif new.last_frame is None:  # the draft was dropped, the program played
            assert has == _own(before, old.seat, drafted=False)
        else:
            assert (new.last_frame["at"], new.at) == (old.at, old.at + 1)
            move = new.last_frame.get("move")
            assert has == (had[:-1] if move is None else [*had, move])


def _own(room: Room, seat: int, drafted: bool = True) -> list[Json]:
    """The moves that the seat's players made, in order, without what was taken back; the program's are not theirs."""
    assert room.table
    steps = [step for step in room.table.log if step.seat == seat and not step.program]
    return [room.table.game.encode(step.move) for step in (*steps, *(room.table.drafts[seat] if drafted else ()))]


def _check_answers(race: Race) -> None:
    """Every frame that was accepted is in the room's history once, and every one in it was answered."""
    stored = [frame for before, after in pairwise(race.truths) for frame in _frames(before, after)]
    assert len({(seat, at) for seat, at, _ in stored}) == len(stored)
    assert all(frame in stored for frame in race.answered)
    assert all(frame in race.answered for frame in stored)


def _frames(before: Room, after: Room) -> list[tuple[int, int, Json]]:
    known = {seat.id: seat.at for seat in before.seats}
    rows = [seat for seat in after.seats if seat.last_frame and seat.at != known.get(seat.id, 0)]
    return [(row.seat, row.at - 1, {k: v for k, v in (row.last_frame or {}).items() if k != "at"}) for row in rows]


def _check_shown(truths: list[Common], token: str | None, shown: list[Json]) -> None:
    """What a client was shown are states that really were, one after the other."""
    real = [_seen(truth, token) for truth in truths]
    at = 0
    for each in map(_still, shown):
        later = [number for number in range(at, len(real)) if real[number] == each]
        assert later, f"never was, or was over already: {[each[key] for key in ('status', 'version', 'seat', 'at')]}"
        at = later[0]


def _seen(truth: Common, token: str | None) -> Json:
    return _still(room_object(truth, truth.room.seat_of(token_hash(token)) if token else None))


def _still(room: Json) -> Json:
    """The room without who is connected, which is no part of the game and changes beside it."""
    return {**room, "seats": [{**seat, "connected": None} for seat in room["seats"]]}


async def _check_same(race: Race, seated: list[str]) -> None:
    """All processes show the room as one that has just begun."""
    fresh = Rooms(race.store, ALL_GAMES)
    for token in (None, *seated):
        shown: list[Json] = []
        await race.play(*(_look(rooms, race.code, token, shown) for rooms in race.rooms))
        present = (await fresh.look(race.code, token)).object
        assert all(each == present for each in shown)


async def _look(rooms: Rooms, code: str, token: str | None, shown: list[Json]) -> None:
    shown.append((await rooms.look(code, token)).object)


async def _play_on(rooms: Rooms, code: str, seated: list[str]) -> None:
    """The room is not dead: somebody can move, again and again, to the end or for a while."""
    for _ in range(12):
        if (await rooms.look(code)).object["status"] != "playing":
            return
        assert [True for token in seated if await _moves(rooms, code, token)]


async def _moves(rooms: Rooms, code: str, token: str) -> bool:
    """Can that seat move? Then it does, towards the end of the game."""
    offered = await rooms.moves(code, token)
    ahead = [move for move in offered["moves"] if move["type"] in ("next", "end")]
    if offered["moves"]:
        await rooms.play(code, token, offered["at"], [*offered["moves"], *ahead][-1])
    return bool(offered["moves"])
