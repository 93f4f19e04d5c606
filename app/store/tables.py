"""The tables. Migrations make them (migrations/versions); a test compares the two.

Times are `timestamptz`. Moves are kept as `json`, not `jsonb`: the payload stays as it was, byte for byte.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSON, JSONB, UUID

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _time(name: str, nullable: bool = False) -> Column[object]:
    return Column(name, DateTime(timezone=True), nullable=nullable)


def _room(primary_key: bool = False) -> Column[int]:
    return Column(
        "room_id", BigInteger, ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=primary_key, nullable=False
    )


rooms = Table(
    "rooms",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("rev", BigInteger, nullable=False, server_default=text("0")),  # raised by every change, by compare-and-set
    Column("presence", BigInteger, nullable=False, server_default=text("0")),  # raised when somebody comes or goes
    Column("status", Text, nullable=False),  # lobby playing over closed
    Column("game", Text, nullable=False),
    Column("options", JSON, nullable=False),  # all of them, defaults filled in
    Column("places", SmallInteger, nullable=False),
    Column("rules", Integer, nullable=True),  # the game's RULES at the start
    Column("secret", LargeBinary, nullable=True),  # null with a chosen seed
    Column("commitment", Text, nullable=True),
    Column("chosen_seed", LargeBinary, nullable=True),
    Column("seed", LargeBinary, nullable=True),  # the game's seed, from the start on
    Column("result", JSON, nullable=True),  # {"ranking": [[seat]], "scores": [points]}
    Column("next_code", Text, nullable=True),  # the room for playing again
    Column("previous_code", Text, nullable=True),
    # goes on from another one: {"code", "version", "scores"}, "sandbox": true where one plays all, "debug": true for an
    # admin's copy, which only who has its keys may see; not to be counted
    Column("replayed", JSON, nullable=True),
    # made of a file: the SHA-256 of what that says; nobody has played it here, and it is not to be counted
    Column("imported", LargeBinary, nullable=True),
    Column("looked", JSON, nullable=True),  # an admin saw or could see what the game hid: {"first", "last", "times"}
    _time("created_at"),
    _time("started_at", nullable=True),
    _time("finished_at", nullable=True),
    Index(None, "created_at", "id"),
    Index(None, "finished_at", "id", postgresql_where=text("finished_at IS NOT NULL")),
    Index(None, "imported", unique=True, postgresql_where=text("imported IS NOT NULL")),
    Index(None, "started_at", postgresql_where=text("started_at IS NOT NULL")),
    # Room for new versions of a row on its own page: `rev` changes with every move.
    postgresql_with={"fillfactor": "70"},
)

seats = Table(
    "seats",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),  # ascending in the order of sitting
    _room(),
    Column("seat", SmallInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, server_default=""),  # the name as it is searched for; empty: not yet
    Column("token_hash", LargeBinary, nullable=False, unique=True),  # SHA-256
    Column("salt", Text, nullable=False),  # 32 hex digits or empty
    Column("at", Integer, nullable=False, server_default=text("0")),
    Column("last_frame", JSON, nullable=True),  # the last accepted frame: {"at", "move"} or {"at", "undo": true}
    Column("is_left", Boolean, nullable=False, server_default=text("false")),
    Column("cut", Integer, nullable=False, server_default=text("0")),  # draft moves dropped since the last frame
    Column("votes", SmallInteger, nullable=False, server_default=text("0")),  # bit n: seat n votes to go on without it
    _time("sat_at"),
    _time("seen_at"),  # last sign of life; means something only while not connected
    # Deferrable: at the start all seats of a room are renumbered in one statement.
    UniqueConstraint("room_id", "seat", deferrable=True, initially="DEFERRED"),
    Index("ix_seats_grams", text("name_grams(folded)"), postgresql_using="gin"),
    Index("ix_seats_unfolded", "id", postgresql_where=text("folded = ''")),
    postgresql_with={"fillfactor": "70"},
)


def _move_columns() -> list[Column[object]]:
    return [
        Column("move", JSON, nullable=False),
        Column("program", Boolean, nullable=False, server_default=text("false")),  # played for a seat that was left
        _time("accepted_at"),
    ]


log = Table(
    "log",
    metadata,
    _room(primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", SmallInteger, nullable=False),
    *_move_columns(),
    _time("settled_at"),
)

drafts = Table(
    "drafts",
    metadata,
    _room(primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("position", Integer, primary_key=True),
    *_move_columns(),
)

events = Table(
    "events",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    _room(),
    _time("at"),
    Column("kind", Text, nullable=False),
    Column("seat", SmallInteger, nullable=True),
    Column("detail", JSON, nullable=True),  # never a name or a token
    Index(None, "room_id", "id"),
)

tallies = Table(
    "tallies",
    metadata,  # follows from the logs: rows may be missing
    _room(primary_key=True),
    Column("rules", Integer, nullable=False),  # of the program that counted
    Column("version", Integer, nullable=False),  # of what its game counts
    Column("moves", Integer, nullable=False),  # length of the log
    Column("tally", JSONB, nullable=True),  # {part: {name: [number]}}; null: the log does not replay
    _time("made_at"),
)

processes = Table(
    "processes",
    metadata,
    Column("id", UUID, primary_key=True),
    _time("started_at"),
    _time("alive_at"),
)

connections = Table(
    "connections",
    metadata,
    Column("process_id", UUID, ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
    Column("seat_id", BigInteger, ForeignKey("seats.id", ondelete="CASCADE"), primary_key=True),
    Index(None, "seat_id"),
)

keys = Table(
    "keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("key", LargeBinary, nullable=False),
    _time("made_at"),
)

admin_sessions = Table(
    "admin_sessions",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("token_hash", LargeBinary, nullable=False, unique=True),  # SHA-256
    Column("password", LargeBinary, nullable=False),  # which one it was opened with: SHA-256 of that one's hash
    Column("place", Text, nullable=False),  # where from: the network, not the address; empty if not known
    Column("browser", Text, nullable=False),
    _time("created_at"),
    _time("used_at"),
)

audit = Table(
    "audit",
    metadata,  # append-only: a trigger refuses everything else
    Column("id", BigInteger, Identity(), primary_key=True),
    _time("at"),
    Column("kind", Text, nullable=False),
    # Neither refers to a row: what was done is known for longer than what it was done to.
    Column("session_id", BigInteger, nullable=True),
    Column("place", Text, nullable=False),
    Column("room_code", Text, nullable=True),
    Column("detail", JSON, nullable=True),
    Index(None, "room_code", "id", postgresql_where=text("room_code IS NOT NULL")),
)
