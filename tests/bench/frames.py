"""What a move costs when four people look at its pages: `python -m tests.bench.frames [GAME ...]` (in .venv) prints one
figure a line, CPU time of one process a move. No sockets, no database: on a busy machine the ratio stays the same.

Games drawn beforehand are played side by side, as at several tables. The baseline, in the same run: the same moves with
four viewers who are sent JSON. What the pages cost is told by part: what is read off the state, the templates, what of
a page has changed, compression.
"""

import gc
import sys
from collections import Counter
from datetime import UTC, datetime
from statistics import mean
from time import process_time

from fastapi import FastAPI

from app.rooms import Scene
from app.rooms.live import Live
from app.rooms.play import play
from app.rooms.room import Room
from app.rooms.table import new_table
from app.store.records import RoomRow, SeatRow
from app.web.live_html import HtmlVoice
from app.web.room_view import pieces
from app.web.security import Addresses
from app.web.words import templates
from engine import GAMES
from tests.bench.crowd import Script, scripts
from tests.bench.figures import KB, MS, Book
from tests.web.table_talk import Viewer, viewer

TABLES = 4
WARM = 10  # moves at each table that do not count
NOW = datetime(2026, 1, 1, tzinfo=UTC)
PAGES = ("views", "templates", "changes", "compression")


class Clock:
    """CPU seconds of this process by what it was at. Looking at the clock costs, too: once between two parts."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.moves = 0
        self.last = process_time()

    def note(self, part: str) -> None:
        """What was done since the last note was `part`."""
        now = process_time()
        self.seconds[part] += now - self.last
        self.last = now

    def a_move(self, *parts: str) -> float:
        """Milliseconds of those parts."""
        return sum(self.seconds[part] for part in parts) / max(1, self.moves) * MS


class Watcher:
    """Somebody who watches from a seat."""

    def __init__(self, seat: SeatRow) -> None:
        self.token_hash = seat.token_hash
        self.has_news = True

    def wake(self, since: float = 0.0) -> None:
        """There is something new to see."""
        self.has_news = True

    def end(self) -> None:
        """Never called."""


class Table:
    """A game as a process has it at hand, and who looks: each at a page and, for the baseline, by JSON."""

    def __init__(self, number: int, script: Script, app: FastAPI) -> None:
        self.script = script
        room = started(number, script)
        self.live, self.plain = Live(room), Live(room)
        for live in (self.live, self.plain):
            live.here.update(seat.id for seat in room.seats)
        self.watchers = [Watcher(seat) for seat in room.seats]
        self.live.watchers.update(self.watchers)
        self.plain.watchers.update(self.watchers)
        self.viewers = [viewer(app, None) for _ in room.seats]

    def move(self, position: int, clock: Clock) -> None:
        """The move with that number of the script, and what is sent to all who can see a difference."""
        seat, move = self.script.moves[position]
        room = self.live.room
        clock.note("else")
        room = play(room, room.seats[seat], room.seats[seat].at, move, NOW).room
        clock.note("play")
        self.plain.publish(room)
        for row in self.woken(room):
            self.plain.scene(row, NOW, NOW).text.encode()
        clock.note("json")
        self.live.publish(room)
        for row in self.woken(room):
            scene = self.live.scene(row, NOW, NOW)
            read_off(scene)
            clock.note("views")
            show(self.viewers[row.seat], scene, clock)
        for each in self.watchers:
            each.has_news = False

    def woken(self, room: Room) -> list[SeatRow]:
        """The seats that have something new to see."""
        return [row for row, watcher in zip(room.seats, self.watchers, strict=True) if watcher.has_news]


def show(looker: Viewer, scene: Scene, clock: Clock) -> None:
    """Make the frame of one page."""
    voice = looker.voice
    now = pieces(scene, voice.websocket)
    clock.note("templates")
    text = now.changes(voice.shown, scene.public.made.setdefault(HtmlVoice, {}))
    voice.shown = now.shown()
    clock.note("changes")
    looker.send(text)
    clock.note("compression")


def read_off(scene: Scene) -> None:
    """Ask for all that pages show of a scene: it is made at the first asking."""
    for each in (scene.public, scene):
        _ = each.object, each.present, each.choices, each.progress, each.story
    for seat in range(len(scene.object["seats"])):
        scene.public.explained(seat)
    if scene.seat is not None:
        scene.explained(scene.seat)


def started(number: int, script: Script) -> Room:
    """A room whose game has just begun, all players there."""
    game, config = GAMES[script.game], script.config
    seats = tuple(
        SeatRow(number * 10 + seat, seat, f"P{seat}", bytes([number, seat]), "", 0, None, False, 0, (), NOW, NOW)
        for seat in range(config.seats)
    )
    known = {
        "id": number, "code": f"BCDFGH{number + 2}", "rev": 0, "presence": 0, "status": "playing", "game": script.game,
        "options": dict(config.options), "places": config.seats, "rules": game.RULES, "commitment": "0" * 64,
        "seed": config.seed, "created_at": NOW, "started_at": NOW,
    }  # fmt: skip
    row = RoomRow(**(dict.fromkeys(RoomRow._fields) | known))
    return Room(row, seats, game, new_table(game, config), frozenset(seat.id for seat in seats))


def report(book: Book, game: str) -> None:
    """Play that game and print what it cost."""
    app = FastAPI()
    app.state.addresses = Addresses.from_settings("", "127.0.0.1")
    tables = [Table(number, script, app) for number, script in enumerate(scripts(TABLES, game))]
    clock = Clock()
    viewers = [each for table in tables for each in table.viewers]
    gc.freeze()
    for position in range(min(len(table.script.moves) for table in tables)):
        if position == WARM:
            clock = Clock()
            for each in viewers:
                each.texts, each.sizes = [], []
        clock.moves += len(tables)
        for table in tables:
            table.move(position, clock)
    json, pages = clock.a_move("play", "json"), clock.a_move("play", *PAGES)
    book.line(f"{game}: moves", clock.moves)
    book.line(f"{game}: the move itself", clock.a_move("play"), "ms")
    book.line(f"{game}: and four viewers' JSON (baseline)", json, "ms")
    for part in PAGES:
        book.line(f"{game}: four pages, {part}", clock.a_move(part), "ms")
    book.line(f"{game}: the move and four pages", pages, "ms")
    book.line(f"{game}: times the baseline", pages / json)
    for what, sizes in (("text", [each.texts for each in viewers]), ("sent", [each.sizes for each in viewers])):
        frames = [size for each in sizes for size in each]
        book.line(f"{game}: {what} a frame, {len(frames) / clock.moves:.1f} frames a move", mean(frames) / KB, "kB")


def main(games: list[str]) -> int:
    templates().compile_all()
    book = Book()
    for game in games or list(GAMES):
        report(book, game)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
