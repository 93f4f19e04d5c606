"""A game played on both twins, and what of all that its viewers are sent differs."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from random import Random
from typing import Any

import httpx

from tests.leaks.exchange import Plan
from tests.leaks.sights import PARTING, SIGHTS, SOCKETS, Ask, Moment
from tests.leaks.twins import NAMES, Clock, Eyes, Received, Twin, looking, new_keys

EXPIRES = re.compile(r"expires=[^;]*;", re.I)  # of a cookie that is forgotten: the clock on the wall
ADDRESS = "127.0.0.1"


@dataclass
class World:
    """Both servers and their clock."""

    twins: tuple[Twin, Twin]
    clock: Clock


@dataclass
class Viewer:
    """The same pair of eyes at both twins. `seat`: None for a spectator."""

    seat: int | None
    eyes: tuple[Eyes, Eyes]

    @property
    def name(self) -> str:
        return "spectator" if self.seat is None else f"seat {self.seat}"


@dataclass
class Game:
    """A plan on its way. `states`: the two positions; `faults`: what must not have been sent, for people."""

    plan: Plan
    world: World
    code: str
    tokens: list[str]
    viewers: list[Viewer]
    movers: list[tuple[Eyes, Eyes]]
    rng: Random
    states: list[Any]
    at: list[int]
    faults: list[str] = field(default_factory=list)
    asked: int = 0
    exchanged_drafts: int = 0
    latest: int = 0  # length of the log
    drafts: dict[int, int] = field(default_factory=dict)  # by seat, moves that are not in it yet

    async def start(self) -> None:
        """Look around in the lobby, then begin."""
        await self.sweep(only="GET")
        for eyes in self.movers[0]:
            await accepted(eyes.ask("POST", f"/api/rooms/{self.code}/start"), 204)
        await self.frames("start")

    async def play(self, seat: int, move: Any) -> None:
        """One move on both; a draft that others cannot see first with another move in the second."""
        game, before = self.plan.game, self.states[0]
        hidden = not game.OPEN_DRAFTS and not game.settles(before, seat, move)
        told = game.doing(before, seat)
        if hidden and seat != self.plan.viewer and (not self.exchanged_drafts or self.rng.random() < 0.1):
            await self._exchange_draft(seat, move)
        await self._move(seat, [move, move])
        self.drafts[seat] = self.drafts.get(seat, 0) + 1
        if game.settles(before, seat, move):
            self.latest += self.drafts.pop(seat)
        self.states = [_after(game, state, seat, move) for state in self.states]
        silent = hidden and seat != self.plan.viewer and game.doing(self.states[0], seat) == told
        await self.frames(f"move {sum(self.at)} by {seat}", silent)

    async def _exchange_draft(self, seat: int, move: Any) -> None:
        """Play `move` here and another there that leads to as much, look, and take both back."""
        game, before = self.plan.game, self.states[0]
        told = game.doing(_after(game, before, seat, move), seat)
        others = [
            other
            for other in game.legal(before, seat)
            if other != move
            and not game.settles(before, seat, other)
            and game.doing(_after(game, before, seat, other), seat) == told
        ]
        if not others:
            return
        await self._move(seat, [move, self.rng.choice(others)])
        await self.frames("another draft", told == game.doing(before, seat))
        await self.sweep(only="GET", few=True)
        for eyes in self.movers[seat]:
            await accepted(eyes.ask("POST", f"/api/rooms/{self.code}/undo", json={"at": self.at[seat]}))
        self.at[seat] += 1
        await self.frames("undo", told == game.doing(before, seat))
        self.exchanged_drafts += 1

    async def _move(self, seat: int, moves: list[Any]) -> None:
        self.world.clock.wind()
        own = next((viewer for viewer in self.viewers if viewer.seat == seat), None)
        for number, move in enumerate(moves):
            body = {"at": self.at[seat], "move": self.plan.game.encode(move)}
            if own is None:
                await accepted(self.movers[seat][number].ask("POST", f"/api/rooms/{self.code}/moves", json=body))
            else:
                await own.eyes[number].send(SOCKETS[sum(self.at) % 2], {**body, "id": sum(self.at)})
        self.at[seat] += 1

    async def frames(self, when: str, silent: bool = False) -> None:
        """Compare what came on all sockets; `silent`: nothing may have come to anybody."""
        for viewer in self.viewers:
            one, two = await asyncio.gather(*(eyes.frames() for eyes in viewer.eyes))
            self._search(viewer, when, [frame for _, frame in one + two])
            if one != two:
                self._fault(viewer, when, *first_difference(one, two))
            if silent and one:
                self._fault(viewer, when, "a frame", "silence, for a move that only its seat may see")

    async def sweep(self, only: str = "", few: bool = False) -> None:
        """Ask everything and compare the answers; then frames that are refused."""
        for viewer in self.viewers:
            moment = self._moment(viewer)
            for (method, _), asks in SIGHTS.items():
                for ask in asks:
                    if (not only or method == only) and (not few or "{code}" in ask.path):
                        await self._ask(viewer, method, ask, moment)
            if not only:
                for path in SOCKETS:
                    for number, move in enumerate(moment.wrong):
                        for eyes in viewer.eyes:
                            await eyes.send(path, {"at": moment.at, "move": move, "id": number})
        await self.frames("refused frames")

    async def part(self) -> None:
        """Ask what ends a seat; on both twins one after the other."""
        for viewer in self.viewers:
            for (method, _), asks in PARTING.items():
                for ask in asks:
                    await self._ask(viewer, method, ask, self._moment(viewer))

    async def _ask(self, viewer: Viewer, method: str, ask: Ask, moment: Moment) -> None:
        path = ask.path.format(**vars(moment), half=moment.latest // 2)
        one, two = await asyncio.gather(*(eyes.ask(method, path, **ask.content(moment)) for eyes in viewer.eyes))
        self.asked += 1
        self._search(viewer, path, [str(whole(one)), str(whole(two))], ask.own_key)
        if whole(one) != whole(two):
            self._fault(viewer, f"{method} {path}", *first_difference(whole(one), whole(two)))

    def _moment(self, viewer: Viewer) -> Moment:
        seat = viewer.seat
        return Moment(
            code=self.code,
            game=self.plan.name,
            seat=-1 if seat is None else seat,
            token="none" if seat is None else self.tokens[seat],
            name=NAMES[seat or 0],
            at=0 if seat is None else self.at[seat],
            wrong=self._wrong_moves(seat),
            latest=self.latest,
        )

    def _wrong_moves(self, seat: int | None) -> list[Any]:
        """A few moves that are not allowed, first those that the hidden part of one version would allow to another."""
        game, seats = self.plan.game, range(self.plan.seats)
        one, two = ({move for other in seats if other != seat for move in game.legal(s, other)} for s in self.states)
        legal = set() if seat is None else set(game.legal(self.states[0], seat))
        others = [move for _, move in self.plan.moves]
        self.rng.shuffle(others)
        telling = sorted(one ^ two, key=repr)[:2]
        wrong = [move for move in dict.fromkeys(telling + others) if move not in legal][:3]
        return [game.encode(move) for move in wrong] or [{"type": "nothing"}]

    def _search(self, viewer: Viewer, when: str, texts: list[object], own_key: bool = False) -> None:
        """No key but where its owner asks for it; nothing that chance was made from; no address."""
        kept = [key for seat, key in enumerate(self.tokens) if not (own_key and seat == viewer.seat)]
        for hidden in self.plan.versions:
            kept += [hidden.secret.hex(), hidden.seed.hex(), *hidden.salts]
        text = "".join(map(str, texts))
        self.faults += [f"{viewer.name}, {when}: {secret} was told" for secret in (*kept, ADDRESS) if secret in text]

    def _fault(self, viewer: Viewer, when: str, one: object, two: object) -> None:
        self.faults.append(f"{viewer.name}, {when}:\n  {one}\n  {two}")


@asynccontextmanager
async def on_both(world: World, plan: Plan, sockets: Sequence[str] = ()) -> AsyncIterator[Game]:
    """The plan's room on both twins before the start, watched on these sockets by its viewer and by a spectator."""
    code, tokens = new_keys(plan.seats)
    for twin, hidden in zip(world.twins, plan.versions, strict=True):
        await twin.lay(plan, hidden, code, tokens)
    async with AsyncExitStack() as stack:

        async def both(token: str | None, paths: Sequence[str]) -> tuple[Eyes, Eyes]:
            one, two = [await stack.enter_async_context(looking(twin, code, token, paths)) for twin in world.twins]
            return one, two

        movers = [await both(token, ()) for token in tokens]
        viewers = []
        for seat in dict.fromkeys((plan.viewer, None)):  # a spectator last: it need not be told who comes
            eyes = await both(None if seat is None else tokens[seat], sockets)
            viewers.append(Viewer(seat, eyes))
            await asyncio.gather(*(each.frames() for each in eyes))
        states = [hidden.start for hidden in plan.versions]
        yield Game(plan, world, code, tokens, viewers, movers, Random(plan.name), states, [0] * plan.seats)


async def faults_of(world: World, plan: Plan, looks: int) -> Game:
    """Play the plan to its end and look around so many times, parting included."""
    async with on_both(world, plan, SOCKETS) as game:
        await game.start()
        often = max(1, len(plan.moves) // looks)
        for number, (seat, move) in enumerate(plan.moves, 1):
            await game.play(seat, move)
            if number % often == 0:
                await game.sweep()
        await game.part()
    return game


async def accepted(call: Any, status: int = 200) -> None:
    answer: httpx.Response = await call
    assert answer.status_code == status, answer.text


def _after(game: Any, state: Any, seat: int, move: Any) -> Any:
    later = state.copy()
    game.apply(later, seat, move)
    return later


def whole(answer: httpx.Response) -> list[Received]:
    """All of an answer but the time of day."""
    headers = [(name, EXPIRES.sub("", value)) for name, value in answer.headers.multi_items() if name != "date"]
    return [("status", answer.status_code), *headers, ("body", answer.text)]


def first_difference(one: list[Received], two: list[Received]) -> tuple[str, str]:
    """The first entries in which two lists differ, with some text around the place."""
    a, b = next(pair for pair in zip_longest(one, two, fillvalue=("nothing", "")) if pair[0] != pair[1])
    first, second = f"{a[0]} {a[1]}", f"{b[0]} {b[1]}"
    at = next((n for n, (x, y) in enumerate(zip(first, second, strict=False)) if x != y), 0)
    return first[max(0, at - 100) : at + 100], second[max(0, at - 100) : at + 100]
