"""HEAD, wherever GET is: the same headers and nothing behind them. Monitors and link previews ask like this."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Heads:
    """ASGI: a HEAD request is answered as its GET would be, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self.app({**scope, "method": "GET"}, receive, send_head)
