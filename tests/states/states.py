"""Every page and phase that somebody can look at: for the pictures (tests/screenshots.py) and for axe."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Page

from app.store import Store
from app.store.embedded import running
from tests.admins import admin_key
from tests.server import Server
from tests.states.rooms import Moment, Room, held
from tests.store.room_rows import put

LONG_AGO = datetime(2016, 3, 1, tzinfo=UTC)
TABLE = "[data-open='table']"
LOBBY = Moment("little_town", seats=3, taken=2)
FULL = Moment("roll_into_town", seats=4, taken=4)
RIT = "roll_into_town"
LT = "little_town"
DRAWING = Moment(RIT, "three_players", 298)
BUILDING = Moment(RIT, "three_players", 307)
LARGEST = Moment(RIT, "two_players_11x11", 226)
DRAWN = {game: Moment(game, seats=2, taken=2, drawn=True) for game in (RIT, LT)}
IMPORTED = Moment(RIT, seats=2, taken=2, drawn=True, imported=True)
COUNT_OLD = (("#before", "2020-01-01"), "input[value='lobby']", "main .btn-primary")
MARKET = Moment(LT, "two_players_residence", 187)


@dataclass(frozen=True)
class State:
    """One page as one person sees it. `path`: with `{code}` for the room at `moment`, `{token}` for the key of `seat`.

    `seat`: whose eyes; None: somebody who only watches. `clicks`: what is pressed then, in order, each if this screen
    shows it: a tab of the phone is none on the desktop; a pair is a field and what is typed there. `status`: of the
    answer. `admin`: who is logged in as that. `old_room`: there is a room of years ago, made for this look.
    """

    name: str
    path: str = "/r/{code}"
    moment: Moment | None = None
    seat: int | None = 0
    clicks: tuple[str | tuple[str, str], ...] = ()
    status: int = 200
    admin: bool = False
    old_room: bool = False


STATES = [
    State("home", "/"),
    State("home-second-game", "/", clicks=(f"label[for='game-{RIT}']",)),
    State("no-such-page", "/nothing/here", status=404),
    State("no-such-room", "/r/ZZZZZZZ", status=404),
    State("no-seat", "/r/{code}/device", LOBBY, None, status=401),
    State("offline", "/offline"),
    State("import", "/import"),
    State("api", "/api/docs"),
    State("admin-login", "/admin/login"),
    State("admin-rooms", "/admin/rooms?name=e&status=", moment=MARKET, seat=None, admin=True),
    State("admin-rooms-search", "/admin/rooms?code={code}&game=little_town", moment=MARKET, seat=None, admin=True),
    State("admin-rooms-none", "/admin/rooms?name=nobody", admin=True),
    State("admin-room", "/admin/rooms/{code}", moment=MARKET, seat=None, admin=True),
    State(
        "admin-numbers",
        "/admin/numbers",
        Moment(LT, "four_players_cathedral"),
        None,
        (".page details > summary >> nth=0",),
        admin=True,
    ),
    State("admin-numbers-lt", f"/admin/numbers?game={LT}", Moment(LT, "four_players_cathedral"), None, admin=True),
    State("admin-numbers-rit", f"/admin/numbers?game={RIT}", Moment(RIT, "four_players_at_random"), None, admin=True),
    State("admin-numbers-none", "/admin/numbers?seats=7", admin=True),
    State("admin-close", "/admin/rooms/{code}", MARKET, None, clicks=("button[value='close']", "#reason"), admin=True),
    State(
        "admin-rename",
        "/admin/rooms/{code}",
        MARKET,
        None,
        clicks=("button[value='rename'] >> nth=1", "#new-name"),
        admin=True,
    ),
    State(
        "admin-new-link",
        "/admin/rooms/{code}",
        Moment(LT, seats=4, taken=1),
        None,
        clicks=("button[value='renew']", ("#reason", "asked for"), ".btn-danger", "#seat-link"),
        admin=True,
    ),
    State(
        "admin-names",
        "/admin/rooms?name=e",
        MARKET,
        None,
        clicks=("button[name='whole'] >> nth=1", "#reason"),
        admin=True,
    ),
    State("admin-old-rooms", "/admin/old-rooms", admin=True),
    State("admin-old-rooms-ask", "/admin/old-rooms", clicks=(*COUNT_OLD, "#reason"), admin=True, old_room=True),
    State(
        "admin-swept",
        "/admin/old-rooms",
        clicks=(*COUNT_OLD, ("#reason", "older than anybody"), ".btn-danger", "main [role='status']"),
        admin=True,
        old_room=True,
    ),
    State("admin-moment", "/admin/rooms/{code}/moves?move=141", Moment(LT, "four_players_cathedral"), None, admin=True),
    State("admin-moment-running", "/admin/rooms/{code}/moves", moment=MARKET, seat=None, admin=True),
    State("admin-events", "/admin/rooms/{code}/events", moment=MARKET, seat=None, admin=True),
    State("admin-check", "/admin/rooms/{code}/check", moment=MARKET, seat=None, admin=True),
    State("admin-sessions", "/admin/sessions", admin=True),
    State("admin-audit", "/admin/audit", admin=True),
    State("rules-little-town", f"/rules/{LT}"),
    State("rules-roll-into-town", f"/rules/{RIT}"),
    State("lobby-invited", moment=LOBBY, seat=None),
    State(
        "lobby-seated",
        moment=LOBBY,
        clicks=("details.start > summary", "details.mine > summary", "details.fair > summary"),
    ),
    State("lobby-full", moment=FULL, seat=3),
    State("lobby-full-invited", moment=FULL, seat=None),
    State("seat-link", "/r/{code}/seat#{token}", LOBBY, 0),
    State("seat-key", "/r/{code}/seat", LOBBY, None),
    State("other-device", "/r/{code}/device", LOBBY),
    State("screen-lobby", "/r/{code}/table", FULL, None),
    State("rit-discover", moment=DRAWING),
    State("rit-discover-die", moment=DRAWING, clicks=(".rit-die:not([aria-disabled]) >> nth=0",)),
    State("rit-construct", moment=BUILDING),
    State("rit-construct-building", moment=BUILDING, clicks=(".rit-building:not([aria-disabled]) >> nth=0",)),
    State("rit-construct-not-possible", moment=BUILDING, clicks=(".rit-building[aria-disabled] >> nth=0",)),
    State("rit-gather", moment=Moment(RIT, "three_players", 203)),
    State("rit-upkeep-11x11", moment=LARGEST),
    State("rit-waiting", moment=LARGEST, seat=1),
    State("rit-others", moment=DRAWING, clicks=("[data-show='others']",)),
    State("rit-score", moment=DRAWING, clicks=("[data-show='score']",)),
    State("rit-log", moment=DRAWING, clicks=("[data-show='log']",)),
    State("rit-dialog", moment=DRAWING, clicks=(TABLE,)),
    State("rit-explaining", moment=DRAWING, clicks=("[data-explain-mode]:visible >> nth=0", ".rit-die >> nth=0")),
    State("rit-hint", moment=DRAWING, clicks=(TABLE, "[data-hints-again]")),
    State("rit-watching", moment=DRAWING, seat=None),
    State("rit-result", moment=Moment(RIT, "four_players_at_random")),
    State("rit-result-solo", moment=Moment(RIT, "solo")),
    State("rit-result-watching", moment=Moment(RIT, "four_players_at_random"), seat=None),
    State("rit-chart", "/r/{code}/chart", Moment(RIT, "four_players_at_random")),
    State(
        "rit-chart-round", "/r/{code}/chart?round=7", Moment(RIT, "three_players"), clicks=(".chart details > summary",)
    ),
    State("rit-chart-solo", "/r/{code}/chart", Moment(RIT, "solo")),
    State("rit-again-result", moment=Moment(RIT, "two_players", again_from=177)),
    State("rit-sandbox", moment=Moment(RIT, "three_players", again_from=298, sandbox=True)),
    State("rit-screen", "/r/{code}/table", DRAWING, None),
    State("rit-screen-settings", "/r/{code}/table", DRAWING, None, clicks=(".tv-settings > summary",)),
    State("rit-screen-result", "/r/{code}/table", Moment(RIT, "four_players_at_random"), None),
    State("rit-receipt", "/r/{code}/receipt", DRAWN[RIT]),
    State("rit-imported", moment=IMPORTED, seat=None),
    State("rit-imported-history", "/r/{code}/history?move=40", IMPORTED, None),
    State("rit-imported-receipt", "/r/{code}/receipt", IMPORTED, None),
    State("rit-log-page", "/r/{code}/log", DRAWING),
    State("rit-history", "/r/{code}/history?move=250", DRAWING),
    State("rit-history-rounds", "/r/{code}/history?move=180&by=round", Moment(RIT, "four_players_at_random"), None),
    State("lt-history", "/r/{code}/history?move=150", MARKET),
    State("lt-history-beginning", "/r/{code}/history?move=0", MARKET, None),
    State("lt-history-open", "/r/{code}/history?move=140&by=turn", Moment(LT, "four_players_cathedral")),
    State("lt-history-eyes", "/r/{code}/history?move=141&eyes=2", Moment(LT, "four_players_cathedral"), None),
    State("lt-history-end", "/r/{code}/history", Moment(LT, "four_players_cathedral"), None),
    State("lt-place", moment=MARKET),
    State("lt-labour", moment=Moment(LT, "three_players_board_b", 237), seat=1),
    State("lt-build", moment=MARKET, clicks=(".tile.is-ready >> nth=0",)),
    State("lt-build-not-possible", moment=MARKET, clicks=(".tile.is-out >> nth=0",)),
    State("lt-feed", moment=Moment(LT, "two_players_residence", 149)),
    State("lt-residence", moment=Moment(LT, "three_players_board_b", 246), seat=1),
    State("lt-waiting", moment=MARKET, seat=1),
    State("lt-goals", moment=MARKET, clicks=(".lt-tabs [data-pane-to='goals']",)),
    State("lt-players", moment=MARKET, clicks=(".lt-tabs [data-pane-to='players']",)),
    State("lt-log", moment=MARKET, clicks=(".lt-tabs [data-pane-to='log']",)),
    State("lt-receipt", "/r/{code}/receipt", DRAWN[LT], None),
    State("lt-receipt-too-early", "/r/{code}/receipt", MARKET),
    State("lt-receipt-chosen-seed", "/r/{code}/receipt", Moment(LT, "four_players_cathedral"), None),
    State("lt-log-page", "/r/{code}/log", MARKET, None),
    State("lt-dialog", moment=MARKET, clicks=(TABLE,)),
    State("lt-explaining", moment=MARKET, clicks=("[data-explain-mode]:visible >> nth=0", ".tile >> nth=0")),
    State("lt-hint", moment=MARKET, clicks=(TABLE, "[data-hints-again]")),
    State("lt-watching", moment=MARKET, seat=None),
    State("lt-result", moment=Moment(LT, "four_players_cathedral")),
    State("lt-result-watching", moment=Moment(LT, "four_players_cathedral"), seat=None),
    State(
        "lt-chart",
        "/r/{code}/chart",
        Moment(LT, "four_players_cathedral"),
        None,
        clicks=(".chart details > summary",),
    ),
    State("lt-chart-too-early", "/r/{code}/chart", MARKET, status=409),
    State("lt-sandbox", moment=Moment(LT, "two_players_residence", again_from=187, sandbox=True)),
    State("lt-screen", "/r/{code}/table", MARKET, None),
    State("lt-screen-result", "/r/{code}/table", Moment(LT, "four_players_cathedral"), None),
]


@dataclass
class World:
    """A server with a room for every moment of the states. `data`: the folder of its database."""

    url: str
    rooms: dict[Moment, Room]
    admin: str
    data: Path

    async def show(self, page: Page, state: State, **cookies: str) -> None:
        """Open the state's page, as somebody with these cookies besides those of the seat."""
        room = self.rooms[state.moment] if state.moment else None
        token = room.tokens[state.seat] if room and state.seat is not None else ""
        if room and token and "{token}" not in state.path:
            cookies = {**cookies, f"machi_{room.code}": token}
        if state.admin:
            cookies = {**cookies, "machi_admin": self.admin}
        if state.old_room:
            await add_old_room(self.data)
        await page.context.clear_cookies()
        await page.context.add_cookies(
            [{"name": key, "value": value, "url": self.url} for key, value in cookies.items()]
        )
        # The same address with another # would not be loaded anew.
        await page.goto("about:blank")
        path = state.path.format(code=room and room.code, token=token)
        answer = await page.goto(self.url + path)
        assert answer is not None
        assert answer.status == state.status, (state.name, answer.status)
        if state.admin:  # the key may be of no use any more: then this is the page for logging in
            assert urlsplit(page.url).path == urlsplit(path).path, (state.name, page.url)
        if await page.locator("body[data-live]").count():
            await page.locator("body[data-connection='open']").wait_for()
        for step in state.clicks:
            target = page.locator(step if isinstance(step, str) else step[0])
            await target.wait_for(state="attached")
            if not isinstance(step, str):
                await target.fill(step[1])
            elif await target.is_visible():
                # What says by aria-disabled that it cannot be chosen can still be asked why.
                await target.click(force=True)


async def add_old_room(data: Path) -> None:
    """A lobby that nobody has come to for years, in the database of the server whose folder that is."""
    address = running(data)
    assert address
    store = Store(address)
    await store.open()
    try:
        number = await store.pool.fetchval("SELECT coalesce(max(id), 0) FROM rooms")
        await put(store, code=f"OLD{number:04}", game=LT, created_at=LONG_AGO)
    finally:
        await store.close()


@asynccontextmanager
async def world(server: Server, states: list[State]) -> AsyncIterator[World]:
    """The rooms that these states need, on that server."""
    url = server.url
    async with AsyncExitStack() as stack:
        rooms = {}
        for state in states:
            if state.moment and state.moment not in rooms:
                rooms[state.moment] = await stack.enter_async_context(held(url, state.moment))
        admin = await admin_key(url) if any(state.admin for state in states) else ""
        yield World(url, rooms, admin, server.folder / "data")
