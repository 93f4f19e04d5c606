"""The cookie that keeps a seat: whose it is, what may read it, and when it is `Secure`."""

from http.cookies import SimpleCookie

import httpx
import pytest
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from app.main import create_app
from app.settings import Settings
from app.web.tokens import caller_token, cookie_name, forget, keep


def app_with_cookies(**settings: str) -> FastAPI:
    """The app, and two pages that keep and forget a seat as our real ones do."""
    app = create_app(Settings(**settings))  # type: ignore[arg-type]

    async def sit(request: Request) -> Response:
        response = Response(caller_token(request, "7kxq2mw"))
        keep(response, request, "7kxq2mw", "a-token")
        return response

    async def leave(request: Request) -> Response:
        response = Response()
        forget(response, request, "7kxq2mw")
        return response

    app.add_route("/sit", sit)
    app.add_route("/leave", leave)
    return app


async def cookie_of(app: FastAPI, base: str = "http://table.lan", **headers: str) -> SimpleCookie:
    transport = httpx.ASGITransport(app, client=("10.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url=base) as http:
        return SimpleCookie((await http.get("/sit", headers=headers)).headers["set-cookie"])


async def test_the_cookie_is_the_rooms_own_and_no_script_reads_it() -> None:
    cookie = (await cookie_of(app_with_cookies()))["machi_7KXQ2MW"]
    assert cookie.value == "a-token"
    assert cookie["httponly"]
    assert cookie["samesite"] == "lax"
    assert cookie["path"] == "/"
    assert int(cookie["max-age"]) > 24 * 3600


@pytest.mark.parametrize(
    ("settings", "base", "headers", "secure"),
    [
        ({}, "http://table.lan", {}, False),
        ({}, "https://table.lan", {}, True),
        ({"MACHI_PUBLIC_URL": "https://machi.example"}, "http://table.lan", {}, True),
        ({"MACHI_PUBLIC_URL": "http://machi.example"}, "https://table.lan", {}, False),
        ({}, "http://table.lan", {"x-forwarded-proto": "https"}, False),
        ({"MACHI_TRUSTED_PROXIES": "10.0.0.0/8"}, "http://table.lan", {"x-forwarded-proto": "https"}, True),
    ],
)
async def test_secure_exactly_when_the_public_address_is_https(
    settings: dict[str, str], base: str, headers: dict[str, str], secure: bool
) -> None:
    cookie = (await cookie_of(app_with_cookies(**settings), base, **headers))["machi_7KXQ2MW"]
    assert bool(cookie["secure"]) is secure


async def test_a_kept_seat_comes_back_and_can_be_forgotten() -> None:
    transport = httpx.ASGITransport(app_with_cookies())
    async with httpx.AsyncClient(transport=transport, base_url="http://table.lan") as http:
        assert (await http.get("/sit")).text == ""
        assert (await http.get("/sit")).text == "a-token"
        await http.get("/leave")
        assert not http.cookies


@pytest.mark.parametrize("code", ["", "7KXQ2M", "7KXQ2MWX", "7KXQ2M1", "7KXQ2M;", "ſkxq2mw"])
def test_only_room_codes_have_cookies(code: str) -> None:
    assert cookie_name(code) is None
