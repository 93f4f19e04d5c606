"""The JSON of the API as types: what comes in is checked against them, what goes out is described by them."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Move = dict[str, Any]
STATUSES = Literal["lobby", "playing", "over", "closed"]


class Envelope(BaseModel):
    """A body: no key may be unknown, no value of another type (1.0 and true are no integers)."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewRoom(Envelope):
    """A room to be made; with a name its maker takes the first seat."""

    game: str = Field(description="a game's name", examples=["roll_into_town"])
    seats: int = Field(description="how many places the room has", examples=[3])
    options: dict[str, Any] = Field(description="option to value; left out: the game's default", examples=[{"size": 7}])
    name: str | None = Field(None, description="1 to 20 characters", examples=["Ann"])
    salt: str = Field(
        "",
        description="this seat's part of the seed: 16 random bytes as 32 lower-case hex digits, or empty",
        examples=["00112233445566778899aabbccddeeff"],
    )
    seed: str | None = Field(None, description="only with MACHI_ALLOW_SEED=1: the game's seed, 64 hex digits")


class WhatIf(Envelope):
    """A moment of a finished game."""

    version: int = Field(description="how many moves of its log are kept; 0: from the start", examples=[82])
    sandbox: bool = Field(False, description="play every seat yourself", examples=[False])


class NewSeat(Envelope):
    """Somebody who sits down."""

    name: str = Field(description="1 to 20 characters, unlike all others at the table", examples=["Ben"])
    salt: str = Field("", description="as for a new room", examples=["ffeeddccbbaa99887766554433221100"])


class NewName(Envelope):
    """A seat's new name."""

    name: str = Field(description="1 to 20 characters", examples=["Benjamin"])


class Start(Envelope):
    """How to start."""

    close_free: bool = Field(False, description="start although places are free; they are dropped", examples=[False])


class Turn(Envelope):
    """A move, made at the counter that the caller last saw."""

    at: int = Field(description="the room object's `at`", examples=[4])
    move: Move = Field(description="in the wire form of the game's rules", examples=[{"type": "next"}])


class TakeBack(Envelope):
    """An undo, made at the counter that the caller last saw."""

    at: int = Field(description="the room object's `at`", examples=[5])


class Described(BaseModel):
    """An answer; keys may be added to it in time."""

    model_config = ConfigDict(extra="allow")


class RoomMade(Described):
    """The new room; `seat` and `token` only for a maker who sat down."""

    code: str = Field(examples=["7KXQ2MW"])
    url: str = Field(examples=["https://machi.example/r/7KXQ2MW"])
    commitment: str | None = Field(
        description="SHA-256 of the room's secret; null with a chosen seed", examples=["e3b0c442..."]
    )
    seat: int | None = Field(None, examples=[0])
    token: str | None = Field(None, description="keep it: it is told only once", examples=["wq3hVb..."])
    tokens: list[str] | None = Field(None, description="in a sandbox: of every seat, by number, this one's among them")


class SeatTaken(Described):
    """The seat; its number may change when the game starts."""

    seat: int = Field(examples=[1])
    token: str = Field(description="for `Authorization: Bearer <token>`; it is told only once", examples=["wq3hVb..."])


class Replayed(Described):
    """That a game goes on from a moment of another one."""

    code: str = Field(description="the other room", examples=["9WKM3TB"])
    version: int = Field(description="after how many of its moves", examples=[82])
    scores: list[int] = Field(description="how it ended, by seat", examples=[[52, 59]])
    sandbox: bool = Field(False, description="one person plays every seat")
    debug: bool = Field(False, description="an administrator's copy: only who has a seat there can see it")


class Looked(Described):
    """That an administrator looked, or could look, at what the game hid: cards, coming dice, unfinished turns."""

    first: str = Field(description="ISO 8601, UTC", examples=["2026-11-29T19:12:00.123456+00:00"])
    last: str
    times: int = Field(examples=[1])


class SeatObject(Described):
    """One seat of a room."""

    seat: int
    name: str = Field(description="empty where it was taken away")
    connected: bool
    active: bool = Field(description="can act now")
    doing: str | None = Field(description="a code of the game: what the seat is at", examples=["construct"])


class RoomObject(Described):
    """The present state of a room for this caller; the same object everywhere."""

    code: str = Field(examples=["7KXQ2MW"])
    game: str = Field(examples=["roll_into_town"])
    options: dict[str, Any] = Field(examples=[{"size": 7}])
    rules: int | None = Field(description="version of the rules that the game is played by")
    status: STATUSES
    commitment: str | None = Field(
        description="SHA-256 of the room's secret; null with a chosen seed and in a what-if room"
    )
    replayed: Replayed | None = Field(
        None,
        description="only where the game goes on from a moment of another one, with the same dice and cards to come",
    )
    imported: bool | None = Field(
        None, description="true: made of a file, which says names and times; nobody has played it here"
    )
    looked: Looked | None = Field(
        None,
        description="only where an administrator looked, or could look, at hidden things; told when the game is over",
    )
    seats: list[SeatObject] = Field(description="in the lobby the taken ones, in the order of sitting")
    places: int = Field(description="how many seats there are")
    version: int = Field(description="length of the log; drafts do not move it")
    seat: int | None = Field(description="the caller's seat; null for a spectator")
    at: int | None = Field(description="this seat's counter: every move and undo must carry it")
    undo: int | None = Field(description="how many moves this seat can take back")
    view: dict[str, Any] | None = Field(description="the game as this caller may see it; null in the lobby")


class HistoryObject(Described):
    """Where in its log a room is looked at."""

    latest: int = Field(description="the last position there is")
    eyes: int | str | None = Field(
        description='a seat; "open": all cards lie open; null: a spectator\'s', examples=["open"]
    )
    last: dict[str, Any] | None = Field(
        description="the move that led here: `seq`, `seat`, `program`, `accepted_at` and what it did as `facts`"
    )


class PastRoomObject(RoomObject):
    """The room object of an earlier moment. `seat` is the one whose eyes see it; `at` and `undo` are null."""

    history: HistoryObject


class LegalMoves(Described):
    """What this seat may do now."""

    at: int = Field(examples=[4])
    moves: list[Move] = Field(examples=[[{"type": "next"}]])


class LoggedMove(Described):
    """One settled move."""

    seq: int
    seat: int
    move: Move
    accepted_at: str = Field(description="ISO 8601, UTC", examples=["2026-11-29T19:12:00.123456+00:00"])
    settled_at: str


class Log(Described):
    """What this caller may see of the log; the last three are null before the end."""

    moves: list[LoggedMove]
    secret: str | None = Field(description="hex; its SHA-256 is the commitment; null with a chosen seed")
    salts: list[str] | None = Field(description="hex, one a seat")
    seed: str | None = Field(description="hex: HMAC-SHA256 of the salts under the secret")


class ExportedSeat(Described):
    """One player of a finished game."""

    name: str = Field(description="empty where it was taken away", examples=["Ann"])
    salt: str = Field(description="32 hex digits, or empty", examples=["00112233445566778899aabbccddeeff"])


class ExportedMove(Described):
    """One move, in the order in which they were settled."""

    seat: int
    move: Move
    program: bool = Field(description="made for a seat that had been left")
    accepted_at: str = Field(description="ISO 8601, UTC")
    settled_at: str


class ExportedGame(Described):
    """A finished game, whole. Keys may be added within a version."""

    format: Literal["machi-game"] = Field(examples=["machi-game"])
    version: Literal[1] = Field(examples=[1])
    game: str = Field(examples=["roll_into_town"])
    rules: int = Field(description="version of the rules that it was played by", examples=[1])
    options: dict[str, Any] = Field(examples=[{"size": 7}])
    seats: list[ExportedSeat]
    secret: str | None = Field(description="64 hex digits; its SHA-256 is the commitment; null without one")
    commitment: str | None
    seed: str = Field(description="64 hex digits; with a secret, HMAC-SHA256 of the salts under it")
    chosen_seed: bool = Field(description="there is no secret", examples=[False])
    replayed: Replayed | None = Field(description="where it goes on from a moment of another game; null elsewhere")
    started_at: str
    finished_at: str
    moves: list[ExportedMove]
    result: dict[str, Any] = Field(examples=[{"ranking": [[1], [0]], "scores": [31, 40]}])
    looked: Looked | None = Field(None, description="as in the room object")


class RoundScores(Described):
    """How all stood when a round was over."""

    round: int = Field(description="0: before the first move", examples=[1])
    move: int = Field(description="how many moves of the log were played by then", examples=[38])
    scores: list[int] = Field(description="by seat", examples=[[4, 21]])


class TurningPointObject(Described):
    """A move that changed much."""

    move: int = Field(description="how many moves of the log were played with this one", examples=[83])
    round: int = Field(examples=[2])
    seat: int = Field(description="who made it", examples=[0])
    before: list[int] = Field(description="scores by seat before the move", examples=[[9, 21]])
    after: list[int] = Field(description="and after it", examples=[[14, 21]])
    swing: int = Field(
        description="by how much the distance between two players changed at most; alone: points of the move",
        examples=[5],
    )
    facts: list[dict[str, Any]] = Field(
        description="what it did, as the game's codes with numbers and cells",
        examples=[[{"fact": "built", "building": "bakery", "cell": [2, 3]}]],
    )


class ScoreLine(Described):
    """One line of a score; a game may add keys."""

    line: str = Field(description="a code of the game", examples=["track"])
    points: int = Field(examples=[12])
    cells: list[list[int]] = Field(description="rows and columns that count for it", examples=[[[2, 3]]])


class ScoresObject(Described):
    """How the scores of a finished game went. Hidden cards count in them from the moment they were achieved."""

    rounds: list[RoundScores] = Field(description="the start, then each round in order")
    lines: list[list[ScoreLine]] = Field(description="by seat where the points came from; they sum to the last scores")
    turning_points: list[TurningPointObject] = Field(description="the largest swings, in the order of the game")


class ErrorObject(Described):
    """Why a call was refused."""

    code: str = Field(examples=["stale"])
    reason: str | None = Field(None, description="says more: for `illegal` the rules' own code")
    facts: dict[str, Any] | None = Field(None, description="the numbers that belong to the reason")
    message: str = Field(description="one sentence for people, in the language asked for")


class Refusal(Described):
    """A call that was not carried out; nothing was changed."""

    error: ErrorObject


class RefusalWithRoom(Refusal):
    """A refusal that depends on the state of the room, with that state."""

    room: RoomObject
