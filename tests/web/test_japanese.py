"""Nothing English is left over for who reads Japanese: pages, boards of whole games, refusals, logs."""

from collections.abc import AsyncIterator, Iterator
from importlib import import_module
from typing import Any

import pytest
from httpx import ASGITransport, AsyncClient

import engine.little_town as little_town
import engine.roll_into_town as roll_into_town
from app.main import create_app
from app.rooms import Refused
from app.settings import Settings
from app.web import error_pages, errors
from app.web.words import game_words, gettext, speaking
from engine import GAMES
from engine.little_town.cards import OBJECTIVES
from engine.little_town.data import BUILDINGS
from engine.roll_into_town import rules
from tests.web.conftest import ORIGIN, NewBrowser
from tests.web.little_town import scenes as little_town_scenes
from tests.web.little_town.test_words import REASONS, SENTENCES
from tests.web.other_language import english
from tests.web.roll_into_town import scenes as roll_into_town_scenes
from tests.web.roll_into_town.test_words import VALUES, codes
from tests.web.test_room_pages import made, sit

JAPANESE = {"accept-language": "ja"}
LITTLE_TOWN_NAMES = list(little_town_scenes.NAMES.values())


@pytest.fixture
def _in_japanese() -> Iterator[None]:
    with speaking("ja"):
        yield


@pytest.fixture
async def browser() -> AsyncIterator[AsyncClient]:
    """A browser that asks for Japanese, at an app without a database."""
    transport = ASGITransport(create_app(Settings()), raise_app_exceptions=False)
    async with AsyncClient(transport=transport, base_url=ORIGIN, headers={"origin": ORIGIN, **JAPANESE}) as client:
        yield client


def test_the_search_finds_english() -> None:
    page = """<p title="Take back">元に戻す</p><p>Annさんの手番 <b>Your turn</b></p><pre>all English</pre>
    <p lang="en">English <b>all</b> of it</p><br><img alt="Map" src="x y">
    <div data-play='{"type": "next"}' class="some words" data-words="Any words here">Machi</div>"""
    assert english(page, "Ann") == ["Take back", "Your turn", "Map", "Any words here"]


PAGES = [
    "/",
    "/offline",
    "/nothing/here",
    "/api/docs",
    *(f"/rules/{game}{part}" for game in GAMES for part in ("", "/explain/any")),
]


@pytest.mark.parametrize("address", PAGES)
async def test_pages(browser: AsyncClient, address: str) -> None:
    page = await browser.get(address)
    assert page.headers["content-language"] == "ja"
    assert english(page.text, "K7RWQ4D") == []


async def test_error_pages(browser: AsyncClient) -> None:
    for answer in (
        await browser.post("/rooms", data={"name": ""}),
        await browser.get("/rooms"),
        await browser.post("/rooms", data={"name": "x"}, headers={"origin": "http://elsewhere.test"}),
        await browser.post("/rooms", data={"name": "x" * 17 * 1024}),
        await browser.post("/r/K7RWQ4D/vote-out", data={"seat": "x"}),
        await browser.get("/r/K7RWQ4D"),
    ):
        assert answer.status_code >= 400
        assert english(answer.text, "K7RWQ4D", "seat") == []


@pytest.mark.usefixtures("_in_japanese")
@pytest.mark.parametrize("code", errors.KINDS)
def test_refusals(code: str) -> None:
    assert english(errors.message(Refused(code))) == []
    assert english(gettext(error_pages.TITLES.get(code, error_pages.OTHER_TITLE))) == []
    assert english(gettext(error_pages.MORE[code])) == [] if code in error_pages.MORE else True


@pytest.mark.usefixtures("_in_japanese")
def test_reasons_of_refusals() -> None:
    facts = {"least": 2, "most": 4, "option": "size", "field": "name"}
    for code, reasons in (("options", errors.OPTION_REASONS), ("malformed", errors.MALFORMED_REASONS)):
        for reason in reasons:
            assert english(errors.message(Refused(code, reason, facts)), "size", "name", "application/json") == []


@pytest.mark.usefixtures("_in_japanese")
def test_the_words_of_little_town() -> None:
    words = game_words("little_town")
    names = little_town_scenes.NAMES
    said = [words.reason(code, facts, names) for code, facts in REASONS.items()]
    said += [words.reason(code, facts) for code, facts in REASONS.items()]
    said += [words.fact(fact, 0, names) for fact, _ in SENTENCES]
    said += [words.aside({"fact": code}, 0, names) for code in ("turn_ended", "residence_ended")]
    said += [words.line(line) for line in ("track", "coins", *BUILDINGS, *OBJECTIVES)]
    said += [words.doing(code) for code in ("turn", "residence", "feed", "wait", "over")]
    said += options(little_town, words)
    assert [left for text in said for left in english(str(text), *LITTLE_TOWN_NAMES)] == []


@pytest.mark.usefixtures("_in_japanese")
def test_the_words_of_roll_into_town() -> None:
    words = game_words("roll_into_town")
    names = dict(enumerate(roll_into_town_scenes.NAMES))
    facts = import_module("engine.roll_into_town.facts")
    said = [words.reason(code, VALUES) for code in codes(rules)]
    said += [words.fact({"fact": code, **VALUES}, 1, names) for code in codes(facts)]
    said += [words.aside({"fact": "phase", "phase": phase}, 1, names) for phase in ("construct", "gather", "upkeep")]
    said += [words.aside({"fact": "forests", "due": due}, 1, names) for due in (1, 2)]
    said += [words.doing(code) for code in ("discover", "construct", "gather", "upkeep", "done")]
    said += [words.rank(code) for code in ("dismissed", "decent", "good", "great", "legendary")]
    said += options(roll_into_town, words)
    assert [left for text in said for left in english(str(text), *roll_into_town_scenes.NAMES)] == []


def options(game: Any, words: Any) -> list[str]:
    """Everything that is said about a game before it is played."""
    said = [words.title(), words.tagline()]
    for name, values in game.OPTIONS.items():
        said += [words.option_name(name), *(words.option_value(name, value) for value in values)]
    return said


@pytest.mark.usefixtures("_in_japanese")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_boards_of_little_town(viewer: int | None) -> None:
    steps = list(little_town_scenes.played(seats=3, seed=4, viewer=viewer))
    for state, story in [*steps[::12], steps[-1]]:
        assert english(little_town_scenes.page(state, viewer, story, undo=2), *LITTLE_TOWN_NAMES) == []


@pytest.mark.usefixtures("_in_japanese")
@pytest.mark.parametrize("seats", [1, 3])
def test_boards_of_roll_into_town(seats: int) -> None:
    for number, table in enumerate(roll_into_town_scenes.positions(seats, "words", every=9)):
        viewer = (0, seats - 1, None)[number % 3]
        assert english(table.page(viewer), *roll_into_town_scenes.NAMES) == []
    assert english(table.page(0), *roll_into_town_scenes.NAMES) == []


@pytest.mark.parametrize("game", GAMES)
async def test_rooms_from_the_lobby_to_the_game(new_browser: NewBrowser, game: str) -> None:
    ann, bea = new_browser(), new_browser()
    ann.headers.update(JAPANESE)
    bea.headers.update(JAPANESE)
    code = await made(ann, game)
    shown = [await ann.get(f"/r/{code}")]
    await sit(ann, code, "Ann")
    shown += [await ann.get(f"/r/{code}"), await bea.get(f"/r/{code}"), await bea.get(f"/r/{code}/seat")]
    shown += [await bea.post(f"/r/{code}/sit", data={"name": "Ann"})]
    await sit(bea, code, "Bea")
    shown += [await ann.get(f"/r/{code}/device"), await ann.get(f"/r/{code}/table")]
    await ann.post(f"/r/{code}/start")
    shown += [await ann.get(f"/r/{code}"), await bea.get(f"/r/{code}"), await ann.get(f"/r/{code}/table")]
    shown += [await ann.get(f"/r/{code}/log"), await bea.post(f"/r/{code}/leave")]
    shown += [await ann.get(f"/r/{code}"), await bea.get(f"/r/{code}")]
    for page in shown:
        assert english(page.text, "Ann", "Bea", code, ORIGIN) == [], page.url
