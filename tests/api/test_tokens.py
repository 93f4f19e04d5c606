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

PAGES_THAT_SET_COOKIES = [
    ("/language", {"language": "ja"}),
    ("/theme", {"theme": "dark"}),
    ("{room}/sit", {"name": "Ann"}),
]


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


async def cookies_of(app: FastAPI, base: str = "http://table.lan", **headers: str) -> SimpleCookie:
    transport = httpx.ASGITransport(app, client=("10.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url=base) as http:
        return SimpleCookie((await http.get("/sit", headers=headers)).headers["set-cookie"])


async def test_the_cookie_is_the_rooms_own_and_no_script_reads_it() -> None:
    cookie = (await cookies_of(app_with_cookies()))["machi_7KXQ2MW"]
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
    (cookie,) = (await cookies_of(app_with_cookies(**settings), base, **headers)).values()
    assert bool(cookie["secure"]) is secure
    assert cookie.key == ("__Host-machi_7KXQ2MW" if secure else "machi_7KXQ2MW")


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_a_kept_seat_comes_back_and_can_be_forgotten(scheme: str) -> None:
    transport = httpx.ASGITransport(app_with_cookies())
    async with httpx.AsyncClient(transport=transport, base_url=f"{scheme}://table.lan") as http:
        assert (await http.get("/sit")).text == ""
        assert (await http.get("/sit")).text == "a-token"
        await http.get("/leave")
        assert not http.cookies


async def test_over_https_a_cookie_that_a_neighbour_may_have_planted_is_no_seat() -> None:
    """Another host of the domain, or somebody on a line without https, can set `machi_...` but not `__Host-...`."""
    transport = httpx.ASGITransport(app_with_cookies())
    async with httpx.AsyncClient(transport=transport, base_url="https://table.lan") as http:
        assert (await http.get("/sit", headers={"cookie": "machi_7KXQ2MW=planted"})).text == ""


@pytest.mark.parametrize(("path", "form"), PAGES_THAT_SET_COOKIES)
async def test_every_cookie_of_every_page_is_kept_the_same_way(app: FastAPI, path: str, form: dict[str, str]) -> None:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="https://table.lan") as http:
        made = await http.post("/rooms", data={"name": "Ann", "game": "little_town", "little_town.seats": "2"})
        answers = [made, await http.get(made.headers["location"])]
        answers.append(await http.post(path.format(room=made.headers["location"]), data=form))
    lines = [line for answer in answers for line in answer.headers.get_list("set-cookie")]
    assert len(lines) >= 4
    for line in lines:
        assert {"HttpOnly", "Path=/", "SameSite=lax", "Secure"} <= set(line.split("; ")), line
        assert "Domain" not in line


@pytest.mark.parametrize("code", ["", "7KXQ2M", "7KXQ2MWX", "7KXQ2M1", "7KXQ2M;", "ſkxq2mw"])
def test_only_room_codes_have_cookies(code: str) -> None:
    assert cookie_name(code) is None
