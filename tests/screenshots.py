"""Takes the README's pictures from the running app: `python -m tests.screenshots`, in the environment of ./run test.

For each game it starts a room with a chosen seed, lets every seat play by the API, always the same way, until the first
seat is to move in the middle of the game, and takes that seat's board on a desktop and on a phone.
"""

import asyncio
import base64
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import Browser, Page, async_playwright, expect

from engine import GAMES
from tests.browser.visitors import ARGUMENTS, arrive, find_chromium
from tests.server import ROOT, Server

PICTURES = ROOT / "static/readme"
SEED = "4d61636869" * 6 + "4d61"
NAMES = ["Ann", "Ben", "Cleo"]
MOVES = 110
PASSING = {"next", "end_turn"}
"""Moves that end something; they are made when there is nothing else to do."""
TO_WEBP = """async (png) => {
    const image = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({type: "image/webp", quality: 0.85});
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
}"""


@dataclass
class Table:
    """One room, played by the API."""

    api: httpx.Client
    game: str
    code: str = ""
    tokens: list[str] = field(default_factory=list)

    def call(self, seat: int, method: str, path: str, body: object = None) -> Any:
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"} if self.tokens else {}
        answer = self.api.request(method, f"/api/rooms{path}", json=body, headers=headers)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def sit_down(self, names: list[str]) -> None:
        made = self.call(0, "POST", "", {"game": self.game, "seats": len(names), "options": {}, "seed": SEED})
        self.code = made["code"]
        for name in names:
            with httpx.Client(base_url=self.api.base_url) as newcomer:
                answer = newcomer.post(f"/api/rooms/{self.code}/seats", json={"name": name})
            self.tokens.append(answer.raise_for_status().json()["token"])
        self.call(0, "POST", f"/{self.code}/start", {"close_free": False})

    def play(self, moves: int) -> None:
        """Let the seats play in turn, at least `moves` moves, then until the first seat has much to choose from."""
        chance = random.Random(self.game)
        for played in range(10 * moves):
            active = [seat["seat"] for seat in self.call(0, "GET", f"/{self.code}")["seats"] if seat["active"]]
            if not active or (played >= moves and active[0] == 0 and self.wide()):
                return
            self.move(active[-1] if played % 2 else active[0], chance)

    def wide(self) -> bool:
        """Has the first seat much to choose from?"""
        return len(self.call(0, "GET", f"/{self.code}/moves")["moves"]) > 20

    def move(self, seat: int, chance: random.Random) -> None:
        legal = self.call(seat, "GET", f"/{self.code}/moves")
        lively = [move for move in legal["moves"] if move["type"] not in PASSING] or legal["moves"]
        kind = chance.choice(sorted({move["type"] for move in lively}))
        move = chance.choice([move for move in lively if move["type"] == kind])
        self.call(seat, "POST", f"/{self.code}/moves", {"at": legal["at"], "move": move})


async def picture(browser: Browser, table: Table, url: str, phone: bool, scratch: Path) -> bytes:
    """The first seat's page as PNG, as it is seen without scrolling, while everybody is there."""
    everybody = [await arrive(browser, name, url, scratch, phone=phone) for name in NAMES[: len(table.tokens)]]
    for visitor, token in reversed(list(zip(everybody, table.tokens, strict=True))):
        await visitor.page.goto(f"/r/{table.code}/seat#{token}")
        await visitor.press("#seat-form button")
        await visitor.page.locator("#game").wait_for()
    await everybody[0].page.wait_for_load_state("networkidle")
    await expect(everybody[0].page.locator("#room-bar .disc-off")).to_have_count(0)
    taken = await everybody[0].page.screenshot()
    for visitor in everybody:
        await visitor.context.close()
    return taken


async def webp(page: Page, png: bytes) -> bytes:
    """The same picture, smaller: the browser has the encoder."""
    return bytes(await page.evaluate(TO_WEBP, base64.b64encode(png).decode()))


async def take_all(server: Server, scratch: Path) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        encoder = await browser.new_page()
        for table in played(server):
            for device in ("desktop", "phone"):
                png = await picture(browser, table, server.url, device == "phone", scratch)
                (PICTURES / f"{table.game}-{device}.webp").write_bytes(await webp(encoder, png))
        await browser.close()


def played(server: Server) -> Iterator[Table]:
    """A table of each game in the middle of play."""
    for name, game in GAMES.items():
        with httpx.Client(base_url=server.url, timeout=60) as api:
            table = Table(api, name)
            table.sit_down(NAMES[: game.SEATS[-1]])
            table.play(MOVES)
            yield table


def main() -> int:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            asyncio.run(take_all(server, Path(folder)))
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
