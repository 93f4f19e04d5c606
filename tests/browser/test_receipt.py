"""The fairness receipt in the browser: it computes all chance again and says what it found.

Their games were really drawn: tests hold for every seed.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Page, Route, expect

from engine.little_town import cards, data
from tests.browser.conftest import Visit
from tests.browser.rooms import join, make_room
from tests.browser.test_watching import key as seat_key
from tests.browser.visitors import Visitor
from tests.server import Server
from tests.states.rooms import play_out

RIT, LT = "roll_into_town", "little_town"
VECTORS = json.loads((Path(__file__).parents[1] / "engine" / "vectors.json").read_text())
MARKS = (
    """() => [...document.querySelectorAll("[data-check]")].map((each) => [each.dataset.check, each.dataset.mark])"""
)
Change = Callable[[Any], Any]


async def finished(person: Visitor, server: Server, game: str, seats: int, others: int = 0, **options: int) -> str:
    """A game that this person sat down at with the browser, `others` by the API without salts, at its end."""
    code = await make_room(person, game, seats, **options)
    tokens = [await seat_key(person, code)]
    await person.page.goto("about:blank")  # an open page passes by itself what leaves no choice
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as api:
        for number in range(others):
            taken = await api.post(f"/api/rooms/{code}/seats", json={"name": f"Bot {number}"})
            tokens.append(taken.json()["token"])
        await play_out(api, code, tokens)
    return code


async def opened(page: Page, code: str) -> str:
    """The receipt when it has said what it found: its verdict."""
    await page.goto(f"/r/{code}/receipt")
    verdict = page.locator("#verdict")
    await expect(verdict).to_have_attribute("data-verdict", re.compile("."))
    return str(await verdict.get_attribute("data-verdict"))


async def marks(page: Page) -> dict[str, set[str]]:
    """Check to the marks that it was given: those of a game's own draws together."""
    found: dict[str, set[str]] = {}
    for check, mark in await page.evaluate(MARKS):
        found.setdefault(check, set()).add(mark)
    return found


EQUAL = {check: {"equal"} for check in ("kept", "commitment", "salt", "seed", "draw")}


async def lines_say(page: Page) -> str:
    """What the lines of Python print that the page shows, run as they are."""
    lines = await page.locator("#steps").inner_text()
    ran = subprocess.run([sys.executable, "-I", "-c", lines], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


async def things(page: Page, row: str) -> list[str]:
    """What a row says that was computed here."""
    return [text.strip() for text in await page.locator(f"{row} [data-computed] li").all_inner_texts()]


async def test_dice_are_checked_over_plain_http_too(visit: Visit, server: Server) -> None:
    ann = await visit("Ann", phone=True, url=f"http://ann.machi.test:{server.port}")
    code = await finished(ann, server, RIT, 1)
    await ann.page.goto(f"/r/{code}")
    await ann.press(".after a[href$='/receipt']")
    await expect(ann.page.locator("#verdict[role=status]")).to_contain_text("Fair: everything fits together.")
    assert await ann.page.evaluate("crypto.subtle") is None
    assert await marks(ann.page) == EQUAL
    await expect(ann.page.locator("[data-own] .own-salt")).to_be_visible()
    assert await ann.page.locator("[data-round]").count() == 12
    assert await ann.sideways() == 0
    log = httpx.get(f"{server.url}/api/rooms/{code}/log", timeout=60).json()
    said = await lines_say(ann.page)
    assert f"seed: {log['seed']}" in said
    rolled = [
        json.loads(str(await row.get_attribute("data-shown"))) for row in await ann.page.locator("[data-round]").all()
    ]
    assert re.findall(r"round \d+ (.*)", said) == [str(dice) for dice in rolled]
    await ann.press("[data-copy=steps]")
    await expect(ann.page.locator("#toasts")).to_contain_text("Copied")


@pytest.mark.parametrize("first_game", [0, pytest.param(1, marks=pytest.mark.long)])
async def test_market_deal_and_start_are_checked(visit: Visit, server: Server, first_game: int) -> None:
    ann = await visit("Ann")
    code = await finished(ann, server, LT, 3, others=2, first_game=first_game)
    assert await opened(ann.page, code) == "good"
    assert await marks(ann.page) == EQUAL
    assert await ann.page.locator("[data-draw=market]").count() == 1 - first_game
    room = httpx.get(f"{server.url}/api/rooms/{code}", timeout=60).json()
    said = await lines_say(ann.page)
    assert f"fingerprint: {room['commitment']}" in said
    for player in room["view"]["players"]:
        assert f"seat {player['seat']} {[card['id'] for card in player['objectives']]}" in said
    assert re.findall(r"put aside: (\w+)", said) == room["view"]["replaced"]
    start = int(said.rpartition("start: seat ")[2])
    names = [seat["name"] for seat in room["seats"]]
    assert [names[start]] == [
        name.strip("\u2068\u2069 ").split("\n")[-1] for name in await things(ann.page, "[data-draw=start]")
    ]


def flipped(digits: str) -> str:
    """Other hex digits."""
    return f"{'0' if digits[0] != '0' else '1'}{digits[1:]}"


def with_key(key: str, change: Change) -> Change:
    return lambda answer: {**answer, key: change(answer[key])}


def page_with(things: Callable[[str], str]) -> Change:
    """Change the first things that the page shows, digits with commas between them."""
    return lambda page: re.sub(r"(?<=data-shown='\[)[^\]]*", lambda found: things(found[0]), page, count=1)


FORGERIES: dict[str, tuple[str, Change, set[str]]] = {
    "another secret": ("/log", with_key("secret", flipped), {"commitment", "seed", "draw"}),
    "another salt": ("/log", with_key("salts", lambda salts: [flipped(salts[0]), ""]), {"salt", "seed", "draw"}),
    "a salt less": ("/log", with_key("salts", lambda salts: salts[1:]), {"salt", "seed", "draw"}),
    "another seed": ("/log", with_key("seed", flipped), {"seed"}),
    "another commitment": ("", with_key("commitment", flipped), {"kept", "commitment"}),
    "no commitment": ("", with_key("commitment", lambda _: None), {"kept", "commitment"}),
    "another die": ("receipt", page_with(lambda dice: f"{int(dice[0]) % 6 + 1}{dice[1:]}"), {"draw"}),
    "no dice of a round": ("receipt", page_with(lambda _: ""), {"draw"}),
}


async def forged(page: Page, code: str, part: str, change: Change) -> None:
    """Change an answer of the server on its way: JSON, or the receipt's page."""

    async def answer(route: Route) -> None:
        came = await route.fetch()
        if part == "receipt":
            await route.fulfill(response=came, body=change(await came.text()))
        else:
            await route.fulfill(response=came, json=change(await came.json()))

    await page.route(re.compile(rf"/r/{code}/receipt$" if part == "receipt" else rf"/api/rooms/{code}{part}$"), answer)


@pytest.mark.long
async def test_every_forgery_is_found(visit: Visit, server: Server) -> None:
    ann = await visit("Ann")
    code = await finished(ann, server, RIT, 2, others=1)
    assert await opened(ann.page, code) == "good"
    for name, (part, change, found) in FORGERIES.items():
        await forged(ann.page, code, part, change)
        assert await opened(ann.page, code) == "bad", name
        seen = {check for check, kinds in (await marks(ann.page)).items() if "different" in kinds}
        assert seen == found, name
        await expect(ann.page.locator("#verdict")).to_contain_text("Do not trust the dice")
        await ann.page.unroute_all()
    await forged(ann.page, code, "/log", with_key("secret", lambda _: None))
    assert await opened(ann.page, code) == "failed"
    await ann.page.unroute_all()
    assert await opened(ann.page, code) == "good"


@pytest.mark.long
async def test_only_what_the_browser_kept_finds_a_server_that_lies_throughout(visit: Visit, server: Server) -> None:
    """Another game's secret, salts, seed, commitment and dice fit each other: only that it is another is wrong."""
    ann, ben = await visit("Ann"), await visit("Ben")
    code = await finished(ann, server, RIT, 1)
    other = await finished(ben, server, RIT, 1)
    text = (await (await ben.page.request.get(f"/r/{other}/receipt")).text()).replace(other, code)
    rooms = f"{server.url}/api/rooms/{other}"
    log, room = (httpx.get(address, timeout=60).json() for address in (f"{rooms}/log", rooms))
    for person in (ann, ben):
        for part, told in (("receipt", text), ("", room), ("/log", log)):
            await forged(person.page, code, part, lambda _, told=told: told)
    assert await opened(ann.page, code) == "bad"
    seen = await marks(ann.page)
    assert {check: kinds for check, kinds in seen.items() if kinds != {"equal"}} == {
        "kept": {"different"},
        "salt": {"different"},
    }
    # Ben's browser knows nothing of Ann's room.
    assert await opened(ben.page, code) == "unwitnessed"


@pytest.mark.long
async def test_a_browser_that_kept_nothing_says_what_it_can_say(visit: Visit, server: Server) -> None:
    ann, eve = await visit("Ann"), await visit("Eve")
    code = await finished(ann, server, LT, 2, others=1)
    assert await opened(eve.page, code) == "unwitnessed"
    assert await marks(eve.page) == {**EQUAL, "kept": {"unknown"}, "salt": {"unknown"}}
    await expect(eve.page.locator("#verdict")).to_contain_text("this browser is no witness")
    await expect(eve.page.locator(".own-salt:visible")).to_have_count(0)


async def test_before_the_end_nothing_is_told_and_a_chosen_seed_is_named(visit: Visit, server: Server) -> None:
    ann = await visit("Ann")
    code = await make_room(ann, RIT, 1)
    await ann.page.goto(f"/r/{code}/receipt")
    await expect(ann.page.locator("main")).to_contain_text("when the game is over")
    assert await ann.page.locator("#verdict, [data-value], script[src*=receipt]").count() == 0
    made = httpx.post(
        f"{server.url}/api/rooms",
        json={"game": RIT, "seats": 1, "options": {}, "seed": "ab" * 32, "name": "Ann"},
        timeout=60,
    ).json()
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as api:
        await play_out(api, made["code"], [made["token"]])
    await ann.page.goto(f"/r/{made['code']}/receipt")
    await expect(ann.page.locator("#verdict")).to_contain_text("made with a chosen seed")
    await expect(ann.page.locator("[data-check=kept]")).to_have_attribute("data-mark", "unknown")
    # A room that had made a promise cannot say afterwards that its seed was chosen.
    await ann.page.evaluate(
        "([room, commitment]) => localStorage.setItem(`machi:fair:${room}`, JSON.stringify({ commitment, salts: [] }))",
        [made["code"], "0" * 64],
    )
    assert await opened(ann.page, made["code"]) == "bad"


@pytest.mark.long
async def test_what_is_kept_is_kept_early_once_and_not_for_ever(visit: Visit, server: Server) -> None:
    """Before the salt is sent; the first commitment stays; who stands up takes the salt away; 200 rooms at most."""
    ann, ben = await visit("Ann"), await visit("Ben")
    code = await make_room(ann, LT, 3)
    kept = f"JSON.parse(localStorage.getItem('machi:fair:{code}'))"
    room = httpx.get(f"{server.url}/api/rooms/{code}", timeout=60).json()
    assert (await ann.page.evaluate(kept))["commitment"] == room["commitment"]
    assert [len(salt) for salt in (await ann.page.evaluate(kept))["salts"]] == [32]
    await ann.press(".mine > summary")
    await ann.press("form[action$='/leave'] button")
    await ann.page.locator("#sit").wait_for()
    assert (await ann.page.evaluate(kept))["salts"] == []
    await ann.page.evaluate('for (let n = 0; n < 300; n += 1) localStorage.setItem(`machi:fair:${n}`, `{"at": ${n}}`)')
    await join(ann, code)
    keys = await ann.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('machi:fair:'))")
    assert len(keys) == 200
    assert {f"machi:fair:{code}", "machi:fair:299"} <= set(keys)
    assert "machi:fair:100" not in keys
    await join(ben, code)
    assert (await ann.page.evaluate(kept))["commitment"] == room["commitment"]


DIGESTS = """async () => {
  const { hmac, sha256 } = await import("/static/digest.js");
  const { hex } = await import("/static/hex.js");
  const bytes = (length) => Uint8Array.from({ length }, (_, n) => (n * 151 + length * 7) % 256);
  const wrong = [];
  for (let length = 0; length < 200; length += 1) {
    const [data, secret] = [bytes(length), bytes((length * 3) % 150 + 1)];
    const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const theirs = [await crypto.subtle.digest("SHA-256", data), await crypto.subtle.sign("HMAC", key, data)];
    const ours = [sha256(data), hmac(secret, data)];
    ours.forEach((each, n) => hex(each) === hex(new Uint8Array(theirs[n])) || wrong.push([length, n]));
  }
  const large = bytes(1_000_003);
  if (hex(sha256(large)) !== hex(new Uint8Array(await crypto.subtle.digest("SHA-256", large)))) wrong.push("large");
  return wrong;
}"""
COMPUTED = """async ({ rooms, games, rules }) => {
  const { commitment, draw, gameSeed, shuffled } = await import("/static/draws.js");
  const { rolled } = await import("/static/roll_into_town/receipt.js");
  const { dealt } = await import("/static/little_town/receipt.js");
  return {
    rooms: rooms.map((room) => ({ commitment: commitment(room.secret), seed: gameSeed(room.secret, room.salts) })),
    games: games.map(({ seed, dice, start, deals }) => ({
      dice: Object.fromEntries(Object.entries(dice).map(([round, each]) => [round, rolled(seed, round, each.length)])),
      buildings: shuffled(seed, "buildings", rules.tiles),
      objectives: shuffled(seed, "objectives", rules.cards),
      start: Object.fromEntries(Object.keys(start).map((n) => [n, draw(seed, "start", 0, Number(n))])),
      deals: deals.map(({ players, first_game }) => {
        const held = { 2: 5, 3: 4, 4: 3 }[players];
        return dealt(seed, { ...rules, fixed: first_game ? rules.fixed : null, seats: players, held });
      }),
    })),
  };
}"""


async def test_our_own_digests_are_those_of_the_browser_and_of_the_vectors(visit: Visit) -> None:
    ann = await visit("Ann")
    await ann.page.goto("/offline")
    assert await ann.page.evaluate(DIGESTS) == []
    rules = {
        "tiles": list(data.UNIQUE),
        "market": data.MARKET_SIZE,
        "fixed": list(data.FIRST_GAME),
        "cards": list(cards.OBJECTIVES),
        "needs": cards.requirements(),
    }
    computed = await ann.page.evaluate(COMPUTED, {**VECTORS, "rules": rules})
    assert computed["rooms"] == [{key: room[key] for key in ("commitment", "seed")} for room in VECTORS["rooms"]]
    for ours, theirs in zip(computed["games"], VECTORS["games"], strict=True):
        for key in ("dice", "buildings", "objectives", "start"):
            assert ours[key] == theirs[key]
        for deal, expected in zip(ours["deals"], theirs["deals"], strict=True):
            assert deal["hands"] == expected["hands"]
            assert deal["replaced"] == expected["replaced"]
