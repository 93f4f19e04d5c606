"""Who is asking: client addresses behind proxies, foreign requests, our own address, headers."""

import pytest
from starlette.types import Scope

from app.web.security import Addresses, content_policy


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
