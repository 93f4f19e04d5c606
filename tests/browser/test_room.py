"""The room's page in Chromium: salts, what survives an update, copying without a secure context."""

import json
import re

import httpx
from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.rooms import NAME_TAKEN, code_of, join, make_room, seated, start
from tests.browser.visitors import Visitor
from tests.patience import PATIENCE
from tests.server import Server


async def kept(person: Visitor, code: str) -> dict[str, object]:
    """What this browser keeps for the receipt of a room."""
    text = await person.page.evaluate("(key) => localStorage.getItem(key)", f"machi:fair:{code}")
    found: dict[str, object] = json.loads(text)
    return found


async def test_the_browser_keeps_the_commitment_and_its_own_salt(visit: Visit) -> None:
    ann, bea = await visit("Ann"), await visit("Bea", phone=True)
    code = await make_room(ann, "roll_into_town", 2)
    await join(bea, code)
    commitment = await ann.page.text_content(".commitment")
    salts = set()
    for person in (ann, bea):
        fair = await kept(person, code)
        assert fair["commitment"] == commitment
        [salt] = fair["salts"]  # type: ignore[misc]
        assert len(bytes.fromhex(salt)) == 16
        salts.add(salt)
    assert len(salts) == 2


async def test_on_plain_http_under_a_made_up_name_everything_works(visit: Visit, server: Server) -> None:
    ann = await visit("Ann", phone=True, url=f"http://den.machi.test:{server.port}")
    code = await make_room(ann, "roll_into_town", 1)
    assert not await ann.page.evaluate("isSecureContext")
    await ann.press("[data-copy=link-lobby]")
    assert await ann.page.inner_text(".toast") == "Copied"
    assert (await kept(ann, code))["salts"]
    assert await ann.page.input_value("#link-lobby") == f"http://den.machi.test:{server.port}/r/{code}"
    assert await ann.page.locator("text=this machine only").count() == 0
    await start(ann)
    assert await ann.sideways() == 0


async def test_a_half_typed_name_and_the_reason_of_a_refusal_survive_what_others_do(visit: Visit) -> None:
    ann, bea, cem = await visit("Ann"), await visit("Bea", phone=True), await visit("Cem")
    bea.forgive("409")
    code = await make_room(ann, "little_town", 4)
    await bea.page.goto(f"/r/{code}")
    await bea.page.fill("#sit-name", "Ann")
    await bea.press("#sit button")
    await expect(bea.page.locator("#sit-problem")).to_have_text(NAME_TAKEN)
    await bea.page.locator("body[data-connection=open]").wait_for()
    await bea.page.fill("#sit-name", "Beatri")
    await join(cem, code)
    await bea.page.locator("#stage .place:has-text('Cem')").wait_for()
    assert await bea.page.inner_text("#sit-problem") == NAME_TAKEN
    assert await bea.page.input_value("#sit-name") == "Beatri"
    assert await bea.page.evaluate("document.activeElement.id") == "sit-name"


async def test_an_open_dialog_stays_open_and_shows_what_changes(visit: Visit) -> None:
    ann, bea = await visit("Ann", phone=True), await visit("Bea")
    code = await make_room(ann, "little_town", 2)
    await join(bea, code)
    await start(ann)
    await ann.press("[data-open=table]")
    await ann.press("#table .mine > summary")
    await bea.page.locator("#game").wait_for()
    await bea.press("[data-open=table]")
    await bea.press("#table .mine > summary")
    await bea.page.fill("#new-name", "Beatrix")
    await bea.press("form[action$='/rename'] button")
    await ann.page.locator("#people .place:has-text('Beatrix')").wait_for()
    assert await ann.page.is_visible("#table .mine form")
    await ann.press("#table [data-close]")
    await expect(ann.page.locator("#table")).to_be_hidden()


async def test_who_leaves_comes_back_by_the_seat_link(visit: Visit) -> None:
    ann, bea = await visit("Ann", phone=True), await visit("Bea")
    code = await make_room(ann, "little_town", 2)
    await join(bea, code)
    await start(ann)
    await ann.press("[data-open=table]")
    await ann.press("#table .mine > summary")
    await ann.press("form[action$='/leave'] button")
    link = await ann.page.input_value("#seat-link")
    await bea.page.locator("#notice:has-text('Ann has left')").wait_for()
    phone = await visit("Ann's phone", phone=True)
    await phone.page.goto(link)
    assert await phone.page.is_hidden("#seat-key")
    assert "#" not in phone.page.url
    await phone.press("#seat-form button")
    await phone.page.locator("#game[data-seat='0']").wait_for()
    await bea.page.locator("#notice p:has-text('Ann has left')").wait_for(state="detached")


async def play_out(person: Visitor, code: str, url: str) -> None:
    """Play a solo game to its end by the API, with the key that this browser has."""
    cookies = {cookie["name"]: cookie["value"] for cookie in await person.context.cookies()}
    bearer = {"authorization": f"Bearer {cookies[f'machi_{code}']}"}
    async with httpx.AsyncClient(base_url=f"{url}/api/rooms/{code}", headers=bearer, timeout=PATIENCE) as api:
        while (offered := (await api.get("/moves")).raise_for_status().json())["moves"]:
            frame = {"at": offered["at"], "move": offered["moves"][-1]}
            (await api.post("/moves", json=frame)).raise_for_status()


async def test_in_the_next_game_too_the_commitment_is_kept_before_the_salt_is_sent(
    visit: Visit, server: Server
) -> None:
    ann = await visit("Ann", phone=True)
    code = await make_room(ann, "roll_into_town", 1)
    await start(ann)
    await ann.page.goto("about:blank")  # an open page passes by itself what leaves no choice
    await play_out(ann, code, server.url)
    await ann.page.goto(f"/r/{code}")
    sent: list[str] = []
    ann.page.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''}"))
    await ann.press(".after form button")
    await seated(ann)
    code = code_of(ann)
    fair = await kept(ann, code)
    assert fair["commitment"] == await ann.page.text_content(".commitment")
    [salt] = fair["salts"]  # type: ignore[misc]
    page = next(number for number, request in enumerate(sent) if request.rstrip().endswith(f"/r/{code}"))
    posts = [number for number, request in enumerate(sent) if salt in request]
    assert len(posts) == 1
    assert posts[0] > page
    assert "/sit " in sent[posts[0]]


# For each number of players the discs that the notice would cover.
OVERLAPS = """async () => {
    const discs = document.querySelector("#discs"), notice = document.querySelector("#notice");
    const covered = [];
    for (let players = 3; players <= 8; players++) {
        while (discs.children.length < players) discs.append(discs.firstElementChild.cloneNode(true));
        discs.classList.toggle("discs-many", players > 4);
        notice.classList.replace(`notices-${players - 1}`, `notices-${players}`);
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);  // the transition, too
        const edge = notice.getBoundingClientRect().right;
        for (const disc of discs.querySelectorAll(".disc, .mark"))
            if (disc.getBoundingClientRect().left < edge) covered.push(players);
    }
    return covered;
}"""


async def test_two_who_are_missed_take_one_line_of_the_phone(visit: Visit) -> None:
    ann, bea, cem = await visit("Ann", phone=True), await visit("Bea"), await visit("Cem")
    code = await make_room(ann, "roll_into_town", 3)
    await join(bea, code)
    await join(cem, code)
    await start(ann)
    for person in (bea, cem):
        await person.page.goto("/")
    line = ann.page.locator("#away > summary", has_text="Bea, Cem are not connected")
    await line.wait_for()
    await ann.page.wait_for_function("() => document.querySelector('#notice').getBoundingClientRect().height <= 56")
    assert await ann.page.evaluate(OVERLAPS) == []
    await ann.tap(line)
    await ann.page.locator("#away p", has_text="Everybody waits for Cem").wait_for()


async def test_where_no_socket_can_be_opened_a_form_still_shows_what_came_of_it(visit: Visit) -> None:
    ann = await visit("Ann", phone=True)
    await make_room(ann, "roll_into_town", 1)
    await ann.page.route_web_socket(re.compile("/live"), lambda socket: socket.close())
    await ann.page.reload()
    await ann.page.locator("body[data-connection=lost]").wait_for()
    await ann.press(".lobby .mine > summary")
    await ann.page.fill("#new-name", "Anna")
    await ann.press("form[action$='/rename'] button")
    await expect(ann.page.locator(".lobby .place", has_text="Anna")).to_be_visible()
    await ann.press("form[action$='/start'] button")
    await expect(ann.page.locator("#game")).to_be_attached()
