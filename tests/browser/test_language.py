"""Switching the language in a browser: a room reloads in it, its socket speaks it, and a seat's key is not lost."""

from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.rooms import code_of, join, make_room, start
from tests.browser.visitors import Visitor


async def speak(visitor: Visitor, language: str) -> None:
    """Switch this page's language, and wait for the page: in a game the switch is behind the button of the table."""
    switch = f".settings button[value='{language}'] >> visible=true"
    if await visitor.page.locator("[data-open='table']").count():
        await visitor.press("[data-open='table']")
        switch = f"#table button[value='{language}']"
    async with visitor.page.expect_navigation():
        await visitor.press(switch)
    await expect(visitor.page.locator("html")).to_have_attribute("lang", language)


async def test_a_room_goes_on_in_the_language_that_was_switched_to(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben", phone=True)
    code = await make_room(ann, "little_town", 2)
    await join(ben, code)
    await speak(ben, "ja")
    assert code_of(ben) == code
    await expect(ben.page.locator("#headline")).to_have_text("開始できます")
    await start(ann)
    # What the socket sends speaks Japanese to the one, English to the other.
    await expect(ben.page.locator("#room-bar")).to_contain_text("リトルタウンビルダーズ")
    await expect(ann.page.locator("#room-bar")).to_contain_text("Little Town Builders")
    await speak(ann, "ja")
    await expect(ann.page.locator("#room-bar")).to_contain_text("リトルタウンビルダーズ")
    await speak(ann, "en")
    await expect(ann.page.locator("#room-bar")).to_contain_text("Little Town Builders")


async def test_a_page_in_another_tab_keeps_its_language(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    code = await make_room(ann, "little_town", 2)
    other = await ann.another_page()
    await other.goto(f"/r/{code}")
    await speak(ann, "ja")
    await join(ben, code)
    await expect(other.locator(".lobby .places")).to_contain_text("Ben")
    # Its next connection is made with the new cookie.
    ann.forgive(r"WebSocket connection.*ERR_INTERNET_DISCONNECTED")
    await ann.context.set_offline(True)
    await expect(other.locator("#connection")).not_to_be_empty()
    await ann.context.set_offline(False)
    await start(ben)
    await expect(other.locator("#room-bar")).to_contain_text("Little Town Builders")
    await expect(ann.page.locator("#room-bar")).to_contain_text("リトルタウンビルダーズ")


async def test_a_seat_link_keeps_its_key_when_the_language_is_switched(visit: Visit) -> None:
    ann, phone = await visit("Ann"), await visit("Ann's phone", phone=True)
    code = await make_room(ann, "little_town", 2)
    await ann.page.goto(f"/r/{code}/device")
    await phone.page.goto(await ann.page.input_value("#seat-link"))
    await speak(phone, "ja")
    await phone.press("#seat-form button")
    await expect(phone.page.locator(".lobby .place:has(.badge-on)")).to_contain_text("Ann")
