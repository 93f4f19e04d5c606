"""HEAD, wherever GET is: the same headers and nothing behind them. Monitors and link previews ask like this."""

from collections.abc import Awaitable

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Heads:
    """ASGI: a HEAD request is answered as its GET would be, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            return self.app(scope, receive, send)  # not awaited here: nothing of ours stays while a socket is open

        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        return self.app({**scope, "method": "GET"}, receive, send_head)
