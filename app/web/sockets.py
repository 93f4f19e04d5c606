"""A socket at a room: frames in, answers in their order, the room after every change, and a reason when it ends.

`{"ping": <anything>}` is answered `{"pong": <the same>}` at once: browsers cannot see the protocol's own pings, and
have to find out by themselves that a connection died silently.

What is said is the same for programs and for browsers; how it is said (JSON, HTML) is a `Voice`'s business.
"""

import asyncio
from collections.abc import Mapping
from time import monotonic
from typing import Any, Protocol

from starlette.requests import HTTPConnection
from starlette.types import Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.frames import CloseCode

from app.metrics import Metrics
from app.rooms import Listener, Refused, Rooms, Scene, came
from app.rooms.flag import Flag
from app.web.buckets import Bucket
from app.web.errors import KINDS, Problem
from app.web.limits import FRAME_BYTES, REFUSED_FRAME
from app.web.reply import dump
from app.web.server import SERVER_STOPS
from app.web.tokens import caller_token
from app.web.wire import parse

# A frame that meets one of these cannot be answered and the socket be kept: the room or the seat is gone.
FINAL = frozenset({"no_room", "not_seated", "too_large", "too_many", "restarting"})
FRAMES = (frozenset({"at", "move"}), frozenset({"at", "undo"}), frozenset({"token"}), frozenset({"ping"}))


class Voice(Protocol):
    """How a socket speaks. `echo` is `{"id": <the frame's>}`, or empty where the frame had none."""

    kind: str  # for the metrics

    async def turn(self) -> None:
        """Return when it may take the time to say a scene."""
        ...

    def scene(self, scene: Scene) -> str:
        """The room as this viewer may see it."""
        ...

    def done(self, at: int, echo: Mapping[str, Any]) -> str:
        """The answer to a frame that was carried out."""
        ...

    def refused(self, refused: Refused, scene: Scene | None, echo: Mapping[str, Any]) -> str:
        """The answer to a frame that was not, with the present scene; without one before the socket closes."""
        ...


async def serve(websocket: WebSocket, code: str, voice: Voice, seated: bool = True, keep_headers: bool = True) -> None:
    """Talk with one caller until either side has enough; not `seated`: as a spectator, whose token is not even read.

    Not `keep_headers`: those of the handshake are of no use later, but 2 kB.
    """
    state = websocket.app.state
    token = caller_token(HTTPConnection(websocket.scope), code) if seated else None
    if not keep_headers:
        websocket.scope["headers"] = []
    await _Session(websocket, code, voice, state.rooms, Bucket(*state.rates.frames), token, seated).run()


class _Session:
    """One socket: the caller's task reads frames, another shows changes; a lock keeps answers in order."""

    def __init__(
        self,
        websocket: WebSocket,
        code: str,
        voice: Voice,
        rooms: Rooms,
        bucket: Bucket,
        token: str | None,
        seated: bool,
    ) -> None:
        self.websocket = websocket
        self.code = code
        self.voice = voice
        self.rooms = rooms
        self.metrics: Metrics = websocket.app.state.metrics
        self.bucket = bucket
        self.straight: Send = websocket.scope.pop("straight")  # not left there: the connection holds its scope
        self.caller_frames: Bucket = websocket.scope["frames"]  # all sockets of this caller together
        self.token = token
        self.seated = seated  # may a token frame seat it?
        self.listener: Listener | None = None  # the present watcher's
        self.at = 0  # the counter that this caller was told of last
        self.turn = asyncio.Lock()  # held from a frame to its answer, and while a scene is shown
        self.shown = Flag()  # has the present watcher shown its first scene?
        self.came = 0.0  # when the last frame did

    async def run(self) -> None:
        """From the handshake to the close."""
        await self.websocket.accept()
        refusal: Refused | None = None
        try:
            async with asyncio.TaskGroup() as tasks:
                await self._read(tasks, tasks.create_task(self._watch()))
        except BaseExceptionGroup as group:
            refusal = _refusal(group)
        if refusal:
            await self._say_goodbye(refusal)

    async def _say_goodbye(self, refused: Refused) -> None:
        self._count(refused)
        try:
            await self._say(self.voice.refused(refused, None, {}))
            await self.websocket.close(KINDS[refused.code].close)
        except (WebSocketDisconnect, RuntimeError):
            return  # gone before it could be told

    async def _say(self, text: str, more: bool = False) -> None:
        """Send a text. `more`: another one follows at once, and both go out together."""
        try:
            await self.straight({"type": "websocket.send", "text": text, "more": more})
        except OSError:
            raise WebSocketDisconnect(CloseCode.ABNORMAL_CLOSURE) from None

    async def _watch(self) -> None:
        async with self.rooms.listen(self.code, self.token) as listener:
            self.listener = listener
            viewer = "spectator" if self.token is None else "seat"
            with self.metrics.sockets.labels(self.voice.kind, viewer).track_inprogress():
                while await listener.changed():
                    async with self.turn:
                        if listener.has_news:  # not what an answer has shown meanwhile
                            await self.voice.turn()
                            await self._show_news(listener)
        raise Problem("restarting")

    async def _show_news(self, listener: Listener) -> None:
        await self._show(listener.scene())
        if listener.since:
            self.metrics.broadcast.observe(monotonic() - listener.since)

    async def _show(self, scene: Scene) -> None:
        self.at = scene.at
        await self._say(self.voice.scene(scene))
        self.shown.set()

    async def _read(self, tasks: asyncio.TaskGroup, watching: asyncio.Task[None]) -> None:
        await self.shown.wait()
        while True:
            frame, echo, problem = await self._frame()
            if "token" in frame and not self.seated:
                problem = Problem("malformed", "field", {"field": "token"})
            if problem is None and "token" in frame:
                watching.cancel()
                watching = await self._take_seat(tasks, frame["token"])
                continue
            if problem is None and "ping" in frame:
                await self._say(dump({"pong": frame["ping"]}))
                continue
            async with self.turn:
                before = came.set(self.came)
                await self._answer(frame, echo, problem)
                came.reset(before)

    async def _take_seat(self, tasks: asyncio.TaskGroup, token: str) -> asyncio.Task[None]:
        """Go on as the seat of `token`; its object is the answer."""
        self.token, self.at = token, 0
        self.shown = Flag()
        watching = tasks.create_task(self._watch())
        await self.shown.wait()
        return watching

    async def _frame(self) -> tuple[dict[str, Any], dict[str, Any], Problem | None]:
        """The next frame, what of it is echoed, and what is wrong with it. Raises `Problem` where that is final."""
        message = await self.websocket.receive()
        self.came = monotonic()
        if message["type"] == "websocket.disconnect":
            raise Problem("restarting") if message["code"] == SERVER_STOPS else WebSocketDisconnect(message["code"])
        text: str | None = message.get("text")
        content = message.get("bytes") or b"" if text is None else text.encode()
        if len(content) > FRAME_BYTES:
            raise Problem("too_large", facts={"bytes": FRAME_BYTES})
        if not self.bucket.take():
            raise Problem("too_many")
        while not self.caller_frames.take():  # shared with neighbours: nobody's socket ends for what another sent
            await asyncio.sleep(self.caller_frames.wait())
        if text is None:
            return {}, {}, Problem("malformed", "json")
        try:
            frame = parse(text)
        except Problem as problem:
            return {}, {}, problem
        return _checked(frame)

    async def _answer(self, frame: dict[str, Any], echo: dict[str, Any], problem: Problem | None) -> None:
        try:
            if problem is not None:
                raise problem
            if "move" in frame:
                scene = await self.rooms.play(self.code, self.token, frame["at"], frame["move"])
            else:
                scene = await self.rooms.undo(self.code, self.token, frame["at"])
        except Refused as refused:
            await self._refuse(refused, echo)
            return
        repeat, self.at = scene.at == self.at, scene.at  # nothing has changed, so no listener will show it
        if repeat or self._has_news():
            await self.voice.turn()
        news = self._has_news()
        await self._say(self.voice.done(scene.at, echo), more=repeat or news)
        if self.listener and news:
            await self._show_news(self.listener)
        elif repeat:
            await self._show(scene)

    def _has_news(self) -> bool:
        return self.listener is not None and self.listener.has_news

    async def _refuse(self, refused: Refused, echo: dict[str, Any]) -> None:
        """Answer a frame that was refused; a spectator's lack of a token is no reason to close, a wrong one is."""
        if refused.code in FINAL or (refused.code == "no_token" and self.token is not None):
            raise refused
        self._count(refused)
        self.caller_frames.charge(REFUSED_FRAME)
        await self.voice.turn()
        try:
            scene = await self.rooms.look(self.code, self.token)
        except Refused as worse:
            raise worse from refused
        await self._say(self.voice.refused(refused, scene, echo))

    def _count(self, refused: Refused) -> None:
        self.metrics.refused("socket", refused.code, refused.reason)


def _checked(frame: object) -> tuple[dict[str, Any], dict[str, Any], Problem | None]:
    """A parsed frame, what of it is echoed, and what is wrong with its envelope."""
    if not isinstance(frame, dict):
        return {}, {}, Problem("malformed", "json")
    echo = {"id": frame["id"]} if "id" in frame else {}
    wrong = _wrong_field(frame)
    return frame, echo, None if wrong is None else Problem("malformed", "field", {"field": wrong})


def _wrong_field(frame: dict[str, Any]) -> str | None:
    """The first field that makes this no frame, or None."""
    keys = frame.keys() if {"token", "ping"} & frame.keys() else frame.keys() - {"id"}
    if keys not in FRAMES:
        wanted = next((known for known in FRAMES if known & keys - {"at"}), FRAMES[0])
        return min(keys ^ wanted)[:100]
    if "at" in keys and type(frame["at"]) is not int:
        return "at"
    if "move" in keys and not isinstance(frame["move"], dict):
        return "move"
    if "undo" in keys and frame["undo"] is not True:
        return "undo"
    return "token" if "token" in keys and not isinstance(frame["token"], str) else None


def _refusal(group: BaseExceptionGroup[BaseException]) -> Refused | None:
    """Why a socket ends, if its caller has not just gone. Raises what is no ordinary end.

    Not with `except*`: it would leave tracebacks, which hold all of a socket in cycles, 25 kB of garbage that is not
    found for minutes.
    """
    _, others = group.split((Refused, WebSocketDisconnect))
    if others is not None:
        raise others
    refusal = None
    for end in (group, *_leaves(group)):
        end.__traceback__ = None
        if isinstance(end, Refused):
            refusal = refusal or end
    return refusal


def _leaves(group: BaseExceptionGroup[BaseException]) -> list[BaseException]:
    """The exceptions of a group, however nested."""
    found: list[BaseException] = []
    for error in group.exceptions:
        found.extend(_leaves(error) if isinstance(error, BaseExceptionGroup) else [error])
    return found
