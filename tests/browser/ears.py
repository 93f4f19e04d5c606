"""Everything that a browser was told: the frames of its sockets, the answers to its requests."""

import asyncio

from playwright.async_api import Error, Response, WebSocket

from tests.browser.visitors import Visitor

OVER = 'data-status="over"'
PAGES = {"document", "fetch", "xhr"}


class Ears:
    """From now on keeps all texts that the visitor's page receives, and all frames that it sends.

    A page that is open already has its socket; load it anew after this.
    """

    def __init__(self, visitor: Visitor) -> None:
        self._heard: list[str | asyncio.Task[str]] = []
        self.said: list[str] = []
        visitor.page.on("websocket", self._socket)
        visitor.page.on("response", self._answer)

    async def heard(self) -> list[str]:
        """All texts so far, in order."""
        return [text if isinstance(text, str) else await text for text in self._heard]

    async def before_the_end(self) -> str:
        """All that was received before the game was over, as one text."""
        texts = await self.heard()
        ends = [number for number, text in enumerate(texts) if OVER in text]
        return "\n".join(texts[: ends[0]] if ends else texts)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._heard.append(str(frame)))
        socket.on("framesent", lambda frame: self.said.append(str(frame)))

    def _answer(self, response: Response) -> None:
        if response.request.resource_type in PAGES and not 300 <= response.status < 400:
            self._heard.append(asyncio.ensure_future(_text(response)))


async def _text(response: Response) -> str:
    """What came; nothing where the page was left before the browser was asked for it."""
    try:
        return await response.text()
    except Error:
        return ""
