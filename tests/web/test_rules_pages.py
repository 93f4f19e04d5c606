"""Each game's rules page is complete: all things of its tables, all decisions, all headings; the way there and back."""

import re
from collections import Counter

import pytest
from httpx import AsyncClient

from app.web.rulebook import explain_address, explanations, rules_address
from engine import GAMES
from engine.little_town.cards import OBJECTIVES
from engine.little_town.data import BUILDINGS as TILES
from engine.roll_into_town.data import BUILDINGS, ICONS, SOLO_RANKS

ROLL_LINES = ("houses", "taverns", "river", "coast", "lighthouse", "cathedral")
TOWN_LINES = ("track", "objectives", "tiles", "coins")
THINGS = {
    "roll_into_town": [*ICONS, "wild", *BUILDINGS, *(f"score-{line}" for line in ROLL_LINES)],
    "little_town": [*TILES, *(f"goal-{card}" for card in OBJECTIVES), *(f"score-{line}" for line in TOWN_LINES)],
}
DECISIONS = {  # how many decisions, [D], the rules contract has under each number
    "roll_into_town": {
        "RIT-1.1": 1,
        "RIT-1.3": 1,
        "RIT-2.2": 2,
        "RIT-2.3": 1,
        "RIT-3.1": 1,
        "RIT-3.3": 1,
        "RIT-3.4": 1,
        "RIT-3.5": 2,
        "RIT-4.7": 1,
        "RIT-4.8": 1,
        "RIT-8.3": 1,
    },
    "little_town": {
        "LT-1.2": 2,
        "LT-1.6": 1,
        "LT-3.5": 1,
        "LT-4.1": 1,
        "LT-4.2": 2,
        "LT-4.4": 1,
        "LT-6": 1,
        "LT-7": 4,
        "LT-10": 1,
    },
}


async def rules_of(browser: AsyncClient, game: str) -> str:
    answer = await browser.get(f"/rules/{game}")
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("game", GAMES)
async def test_every_heading_of_the_contents_has_its_chapter(browser: AsyncClient, game: str) -> None:
    page = await rules_of(browser, game)
    contents = re.findall(r'<li><a href="#([\w-]+)">(.+?)</a>', page)
    assert len(contents) > 8
    assert [(part, head) for part, head in re.findall(r'<section id="([\w-]+)">\s*<h2>(.+?)</h2>', page)] == contents


@pytest.mark.parametrize("game", GAMES)
async def test_it_names_each_thing_of_the_games_tables_once(browser: AsyncClient, game: str) -> None:
    page = await rules_of(browser, game)
    counts = Counter(re.findall(r'id="about-([\w-]+)"', page))
    assert counts == Counter(THINGS[game])


@pytest.mark.parametrize("game", GAMES)
async def test_every_decision_has_its_line(browser: AsyncClient, game: str) -> None:
    page = await rules_of(browser, game)
    assert Counter(re.findall(r'<li data-rule="([\w.-]+)">\S', page)) == DECISIONS[game]


@pytest.mark.parametrize("game", GAMES)
async def test_it_is_illustrated_with_the_games_own_pictures(browser: AsyncClient, game: str) -> None:
    page = await rules_of(browser, game)
    assert page.count("<figure>") >= 5
    assert page.count(f"{game}/sprite.svg#") > 50
    assert page.count("<figure>") == page.count("<figcaption>")


async def test_solo_ranks_are_the_engines(browser: AsyncClient) -> None:
    page = await rules_of(browser, "roll_into_town")
    for words in ("81 points or more", "71 to 80 points", "61 to 70 points", "51 to 60 points", "up to 50 points"):
        assert words in page
    assert len(SOLO_RANKS) == 5


@pytest.mark.parametrize("game", GAMES)
async def test_the_page_is_plain_html_and_leads_back_to_its_room(browser: AsyncClient, game: str) -> None:
    page = (await browser.get(f"/rules/{game}?room=k7rwq4d")).text
    assert page.count('href="/r/K7RWQ4D"') == 2
    assert "<style" not in page
    assert " style=" not in page
    strange = await browser.get(f"/rules/{game}", params={"room": '"><b>'})
    assert strange.status_code == 200
    assert "<b>&" not in strange.text
    assert "/r/" not in strange.text


@pytest.mark.parametrize("address", ["/rules", "/rules/chess", "/rules/chess/explain/x", "/rules/toy"])
async def test_a_game_without_rules_has_no_page(browser: AsyncClient, address: str) -> None:
    assert (await browser.get(address)).status_code == 404


async def test_the_start_page_leads_to_every_games_rules(browser: AsyncClient) -> None:
    page = (await browser.get("/")).text
    for game in GAMES:
        assert f'href="{rules_address(game)}"' in page


@pytest.mark.parametrize("game", GAMES)
async def test_explanations_are_kept_for_good_under_their_digest(browser: AsyncClient, game: str) -> None:
    address = explain_address(game)
    found = explanations(game)
    assert address
    assert found
    answer = await browser.get(address)
    assert answer.text == found[0]
    assert "immutable" in answer.headers["cache-control"]
    old = await browser.get(f"/rules/{game}/explain/000000000000")
    assert old.text == found[0]
    assert old.headers["cache-control"] == "no-cache"
