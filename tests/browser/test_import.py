"""A finished game goes as a file to somebody else, who looks at it; a forged one gets its reason, and nothing more."""

import json
from pathlib import Path

from playwright.async_api import FilePayload, expect

from tests.browser.conftest import Visit
from tests.browser.rooms import board
from tests.browser.test_looking_back import at
from tests.browser.test_receipt import marks, opened
from tests.server import Server
from tests.states.rooms import Moment, held

DRAWN = Moment("roll_into_town", seats=1, taken=1, drawn=True)


def file_of(game: object) -> FilePayload:
    """The file as one chooses it from the disk."""
    return {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(game).encode()}


async def test_a_game_is_kept_as_a_file_and_looked_at_by_somebody_else(visit: Visit, server: Server) -> None:
    ann = await visit("Ann")
    async with held(server.url, DRAWN) as room:
        await ann.page.goto(f"/r/{room.code}")
        await board(ann)
        async with ann.page.expect_download() as coming:
            await ann.press("#after a[download]")
        kept = json.loads(Path(await (await coming.value).path()).read_text())
    ben = await visit("Ben", phone=True)
    await ben.page.goto("/")
    await ben.press("a[href='/import']")

    forged = kept | {"moves": [*kept["moves"]]}
    forged["moves"][6] = kept["moves"][6] | {"move": {"type": "end_turn"}}  # of another game
    await ben.page.set_input_files("#file", file_of(forged))
    await ben.press("#main form button")
    ben.forgive("422")
    await expect(ben.page.get_by_role("alert")).to_have_text("Move 7 is not allowed by the rules.")
    assert ben.page.url.endswith("/import")
    assert await ben.sideways() == 0

    await ben.page.set_input_files("#file", file_of(kept))
    await ben.press("#main form button")
    await at(ben.page, 0)
    assert room.code not in ben.page.url
    await expect(ben.page.locator("#past-steps")).to_have_attribute("data-latest", str(len(kept["moves"])))
    await expect(ben.page.locator(".past-more")).to_contain_text("nobody here has checked them")
    await ben.press("#past-on")
    await at(ben.page, 1)
    await ben.page.keyboard.press("End")
    await at(ben.page, len(kept["moves"]))
    assert await ben.sideways() == 0
    code = ben.page.url.split("/r/")[1][:7]
    assert await opened(ben.page, code) == "imported"
    assert await marks(ben.page) == {check: {"equal"} for check in ("commitment", "seed", "draw")}
    await expect(ben.page.locator("#verdict")).to_contain_text("can be made up as a whole")
