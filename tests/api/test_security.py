"""Who is asking: client addresses behind proxies, foreign requests, our own address, headers."""

import httpx
import pytest
from starlette.requests import Request
from starlette.types import Scope

from app.main import create_app
from app.settings import Settings
from app.web.limits import Rates
from app.web.security import PERMISSIONS, Addresses, content_policy


def scope(
    headers: dict[str, str] | None = None, peer: str = "203.0.113.9", scheme: str = "http", kind: str = "http"
) -> Scope:
    pairs = [(name.encode(), value.encode()) for name, value in {"host": "table.lan:8000", **(headers or {})}.items()]
    return {"type": kind, "scheme": scheme, "client": (peer, 5000), "headers": pairs, "method": "POST"}


def test_a_forwarded_address_counts_only_from_a_trusted_proxy() -> None:
    told = {"x-forwarded-for": "198.51.100.7"}
    assert Addresses.from_settings("", "").client(scope(told)) == "203.0.113.9"
    assert Addresses.from_settings("", "203.0.113.0/24").client(scope(told)) == "198.51.100.7"


def test_the_nearest_untrusted_address_is_the_caller() -> None:
    addresses = Addresses.from_settings("", "203.0.113.9, 10.0.0.0/8")
    forged_then_real = {"x-forwarded-for": "1.1.1.1, 198.51.100.7, 10.2.3.4"}
    assert addresses.client(scope(forged_then_real)) == "198.51.100.7"
    assert addresses.client(scope({"x-forwarded-for": "rubbish, 10.2.3.4"})) == "10.2.3.4"
    assert addresses.client(scope()) == "203.0.113.9"


def test_ipv6_callers_are_counted_by_household() -> None:
    addresses = Addresses.from_settings("", "")
    first, second = scope(peer="2001:db8:1:2::7"), scope(peer="2001:db8:1:2:ffff::1")
    assert addresses.caller(first) == addresses.caller(second) == "2001:db8:1:2::/64"


def test_an_ipv4_address_is_the_same_however_it_is_written() -> None:
    """As sockets for both kinds and some proxies write it; as a network of IPv6 all of them would be one caller."""
    plain = Addresses.from_settings("", "")
    assert plain.caller(scope(peer="::ffff:203.0.113.77")) == plain.caller(scope(peer="203.0.113.77")) == "203.0.113.77"
    told = {"x-forwarded-for": "::FFFF:203.0.113.77"}
    for proxy in ("127.0.0.0/8", "::ffff:127.0.0.1", "::ffff:127.0.0.0/104"):
        behind = Addresses.from_settings("", proxy)
        for peer in ("127.0.0.1", "::ffff:127.0.0.1"):
            assert behind.trusts(peer)
            assert behind.client(scope(told, peer)) == "203.0.113.77"
        assert not behind.trusts("::ffff:203.0.113.77")


def test_settings_that_cannot_be_right_are_refused() -> None:
    for public in ("machi.example", "ftp://machi.example", "https://"):
        with pytest.raises(ValueError, match="MACHI_PUBLIC_URL"):
            Addresses.from_settings(public, "")
    with pytest.raises(ValueError, match="somewhere"):
        Addresses.from_settings("", "somewhere")


def test_our_origin_is_what_was_asked_for_unless_configured() -> None:
    plain = Addresses.from_settings("", "10.0.0.1")
    assert plain.origin(scope()) == "http://table.lan:8000"
    assert plain.origin(scope({"x-forwarded-proto": "https"})) == "http://table.lan:8000"
    behind = {"x-forwarded-proto": "https", "x-forwarded-host": "Machi.Example"}
    assert plain.origin(scope(behind, peer="10.0.0.1")) == "https://machi.example"
    assert Addresses.from_settings("https://machi.example/", "").origin(scope()) == "https://machi.example"
    assert plain.origin(scope({"host": "a b; script-src *"})) == "http://localhost"


def test_https_follows_the_public_address() -> None:
    assert Addresses.from_settings("https://machi.example", "").https(scope())
    assert not Addresses.from_settings("http://machi.example", "").https(scope(scheme="https"))
    assert Addresses.from_settings("", "").https(scope(scheme="wss"))


@pytest.mark.parametrize(
    ("headers", "foreign"),
    [
        ({}, False),
        ({"origin": "http://table.lan:8000"}, False),
        ({"origin": "https://table.lan:8000"}, False),
        ({"origin": "http://table.lan"}, True),
        ({"origin": "http://evil.example"}, True),
        ({"origin": "null"}, True),
        ({"origin": "https://machi.example"}, False),
        ({"origin": "http://machi.example", "host": "machi.example"}, True),
        ({"sec-fetch-site": "same-origin", "origin": "null"}, False),
        ({"sec-fetch-site": "none"}, False),
        ({"sec-fetch-site": "same-site"}, True),
        ({"sec-fetch-site": "cross-site", "origin": "http://table.lan:8000"}, True),
    ],
)
def test_foreign_requests_are_told_apart(headers: dict[str, str], foreign: bool) -> None:
    assert Addresses.from_settings("https://machi.example", "").foreign(scope(headers)) is foreign


def test_without_a_public_address_an_empty_origin_is_foreign() -> None:
    assert Addresses.from_settings("", "").foreign(scope({"origin": ""}))


def test_the_content_policy_names_our_own_socket_and_nothing_else() -> None:
    addresses = Addresses.from_settings("", "")
    policy = content_policy(addresses, scope())
    assert "connect-src 'self' ws://table.lan:8000;" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "localhost" in content_policy(addresses, scope({"host": "x; script-src *"}))


EVERYWHERE = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": PERMISSIONS,
}


async def broken(_request: Request) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/join?code=abc", 303),
        ("GET", "/offline", 200),
        ("GET", "/worker.js", 200),
        ("GET", "/manifest.webmanifest", 200),
        ("GET", "/static/machi.css", 200),
        ("GET", "/api/docs", 200),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/static/nowhere", 404),
        ("GET", "/api/nowhere", 404),
        ("DELETE", "/", 405),
        ("POST", "/api/rooms", 422),
        ("POST", "/language", 422),
        ("GET", "/broken", 500),
        ("GET", "/api/broken", 500),
    ],
)
@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_every_answer_carries_every_header(method: str, path: str, status: int, scheme: str) -> None:
    app = create_app(Settings())
    for address in ("/broken", "/api/broken"):
        app.add_route(address, broken)  # type: ignore[arg-type]
        app.router.routes.insert(0, app.router.routes.pop())
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=f"{scheme}://table.lan") as http:
        answer = await http.request(method, path)
    _check(answer, status, scheme)


@pytest.mark.parametrize(("size", "rates", "status"), [(20_000, Rates(), 413), (0, Rates(requests=(0, 0.001)), 429)])
async def test_what_is_refused_before_it_is_looked_at_carries_them_too(size: int, rates: Rates, status: int) -> None:
    transport = httpx.ASGITransport(create_app(Settings(), rates=rates))
    async with httpx.AsyncClient(transport=transport, base_url="http://table.lan") as http:
        for path in ("/rooms", "/api/rooms"):
            _check(await http.post(path, content=b"x" * size), status, "http")


def _check(answer: httpx.Response, status: int, scheme: str) -> None:
    assert answer.status_code == status
    assert EVERYWHERE.items() <= answer.headers.items()
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    secure = {"cross-origin-opener-policy", "strict-transport-security"}
    assert secure & set(answer.headers) == (secure if scheme == "https" else set())
