"""The file of a finished game (export.py) as it comes back: from anybody, with anything in it.

Here it is only read: each part is there, of the right kind and of a size that a game has. Whether such a game could
have been played is importing.py's business. Unknown keys are passed over, as a newer program may have added them.
"""

import hashlib
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, FailFast, Field, ValidationError, model_validator

from app.rooms.export import FORMAT, VERSION
from app.rooms.identity import CODE_LENGTH, CODE_LETTERS
from app.rooms.objects import iso
from app.rooms.results import Json, Refused
from app.store.store import to_json

MOST_MOVES = 10_000
MOST_SEATS = 15
MOST_POINTS = 10**6
OLDEST = datetime(2000, 1, 1, tzinfo=UTC)
NEWEST = datetime(3000, 1, 1, tzinfo=UTC)


def _time(text: object) -> datetime:
    """The moment of a text as `iso` writes it. Raises ValueError."""
    time = datetime.fromisoformat(text) if isinstance(text, str) and len(text) < 40 else None
    if time is None or time.tzinfo is None or iso(time) != text or not OLDEST <= time < NEWEST:
        raise ValueError("not a time as an export has it")
    return time


Time = Annotated[datetime, BeforeValidator(_time)]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Points = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]
Number = Annotated[int, Field(ge=0, lt=MOST_SEATS)]


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class SavedSeat(_Part):
    """One player."""

    name: Annotated[str, Field(max_length=100)]
    salt: Annotated[str, Field(pattern=r"^([0-9a-f]{32})?$")]


class SavedMove(_Part):
    """One move of the log; `move` in whatever form."""

    seat: Number
    move: dict[str, Any]
    program: bool
    accepted_at: Time
    settled_at: Time


class SavedResult(_Part):
    """How it is said to have ended."""

    # FailFast: of a list of faults all would be noted, at once and for nothing.
    ranking: Annotated[
        list[Annotated[list[Number], FailFast(), Field(max_length=MOST_SEATS)]],
        FailFast(),
        Field(max_length=MOST_SEATS),
    ]
    scores: Annotated[list[Points], FailFast(), Field(max_length=MOST_SEATS)]


class SavedReplayed(_Part):
    """That it went on from a moment of another game."""

    code: Annotated[str, Field(pattern=f"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$")]
    version: Annotated[int, Field(ge=0, lt=MOST_MOVES)]
    scores: Annotated[list[Points], FailFast(), Field(max_length=MOST_SEATS)]
    sandbox: bool = False
    # An admin's copy may be of a game that is still on: it is not for everybody.
    debug: Annotated[Literal[False], Field(exclude=True)] = False

    @property
    def object(self) -> Json:
        """As `rooms.replayed` has it."""
        told: Json = {"code": self.code, "version": self.version, "scores": self.scores}
        return {**told, "sandbox": True} if self.sandbox else told


class SavedGame(_Part):
    """A whole file."""

    game: Annotated[str, Field(max_length=50)]
    rules: Annotated[int, Field(ge=1, le=10**6)]
    options: Annotated[dict[Annotated[str, Field(max_length=50)], Any], Field(max_length=50)]
    seats: Annotated[list[SavedSeat], FailFast(), Field(min_length=1, max_length=MOST_SEATS)]
    secret: Hex | None
    commitment: Hex | None
    seed: Hex
    chosen_seed: bool
    replayed: SavedReplayed | None
    started_at: Time
    finished_at: Time
    moves: Annotated[list[SavedMove], FailFast(), Field(min_length=1, max_length=MOST_MOVES)]
    result: SavedResult

    @model_validator(mode="after")
    def _replayed_fits(self) -> Self:
        replayed = self.replayed
        if replayed and (replayed.version >= len(self.moves) or len(replayed.scores) not in (0, len(self.seats))):
            raise ValueError("replayed")
        return self

    @property
    def digest(self) -> bytes:
        """32 bytes: the same for all files that say the same, however they are written."""
        return hashlib.sha256(to_json(self.model_dump(mode="json")).encode()).digest()


def read(file: object) -> SavedGame:
    """The game of a file whose JSON is `file`.

    Raises `Refused("bad_file")`, the reason `format`, `version`, `field` (facts: `field`, its place) or `move_field`
    (facts: `move`, its number from 1 on, and `field`).
    """
    if not isinstance(file, dict) or file.get("format") != FORMAT:
        raise Refused("bad_file", "format")
    if type(file.get("version")) is not int or file["version"] != VERSION:
        raise Refused("bad_file", "version", {"newest": VERSION})
    try:
        return SavedGame.model_validate(file)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    raise _misfit([str(part) for part in first["loc"]] or ["replayed"])


def _misfit(place: list[str]) -> Refused:
    """What stands at that place is not as it should be."""
    if place[0] == "moves" and len(place) > 2:
        return Refused("bad_file", "move_field", {"move": int(place[1]) + 1, "field": place[2]})
    return Refused("bad_file", "field", {"field": ".".join(place)[:100]})
