"""Who is asking, from where, and what a browser may do with our answers.

Nothing here depends on https or on a configured name: friends also play on plain http under whatever name or
address the host's machine has in their network.
"""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HOST = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
PERMISSIONS = (
    "camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), "
    "payment=(), serial=(), usb=()"
)
"""The Permissions-Policy of every answer: what no page of ours asks for."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """What this server knows about addresses: its own public one, and the proxies whose word counts."""

    public: str
    proxies: tuple[IPv4Network | IPv6Network, ...]

    @classmethod
    def from_settings(cls, public_url: str, trusted_proxies: str) -> "Addresses":
        """Raises ValueError for a public URL without scheme or host, or a proxy that is no address or network."""
        public = ""
        if public_url:
            parts = urlsplit(public_url)
            if parts.scheme not in {"http", "https"} or not _HOST.fullmatch(parts.netloc):
                raise ValueError(f"MACHI_PUBLIC_URL must look like https://machi.example, not {public_url!r}")
            public = f"{parts.scheme}://{parts.netloc.lower()}"
        named = (part.strip() for part in trusted_proxies.split(","))
        return cls(public, tuple(_network(part) for part in named if part))

    def trusts(self, address: str) -> bool:
        """Is this the address of one of our proxies?"""
        found = parsed(address)
        return found is not None and any(found in network for network in self.proxies)

    def client(self, scope: Scope) -> str:
        """The caller's address: the nearest one that is not a trusted proxy; "" if unknown (a unix socket)."""
        peer = scope["client"][0] if scope.get("client") else ""
        hops = ",".join(Headers(scope=scope).getlist("x-forwarded-for")).split(",")
        while self.trusts(peer) and hops:
            hop = hops.pop().strip()
            if parsed(hop) is None:
                break
            peer = hop
        return str(parsed(peer) or peer)

    def caller(self, scope: Scope) -> str:
        """The key under which a caller is counted: its address, for IPv6 the network of a household (/64)."""
        address = self.client(scope)
        found = parsed(address)
        return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else address

    def host(self, scope: Scope) -> str:
        """The host (and port) as the caller wrote it, lower case; "localhost" where it wrote nonsense."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._behind_proxy(scope):
            host = headers.get("x-forwarded-host", host)
        return host.lower() if _HOST.fullmatch(host) else "localhost"

    def origin(self, scope: Scope) -> str:
        """Our own address as the caller should use it: the configured one, else the one that was asked for."""
        return self.public or f"{self._scheme(scope)}://{self.host(scope)}"

    def https(self, scope: Scope) -> bool:
        """Is the public address https? Exactly then cookies are `Secure`."""
        return self.origin(scope).startswith("https://")

    def foreign(self, scope: Scope) -> bool:
        """Did another site make the browser send this? Browsers say so and pages cannot forge it.

        `Sec-Fetch-Site` comes only to https and loopback addresses, `Origin` with every form, fetch and socket.
        A caller that sends neither is a program, which no other site steers, or Firefox before 70 with a form: that
        one knows `SameSite=Lax` and leaves our cookies out of what another site makes it send.
        """
        headers = Headers(scope=scope)
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site not in {"same-origin", "none"}
        origin = headers.get("origin")
        if origin is None:
            return False
        scheme, _, host = origin.lower().partition("://")
        our_scheme, _, our_host = self.public.partition("://")
        if self.public and host == our_host:
            # A page that came by http under the name of an https site may be of whoever sits on the line.
            return scheme != our_scheme
        return host != self.host(scope)

    def _behind_proxy(self, scope: Scope) -> bool:
        return bool(scope.get("client")) and self.trusts(scope["client"][0])

    def _scheme(self, scope: Scope) -> str:
        secure = scope["scheme"] in {"https", "wss"}
        if self._behind_proxy(scope):
            told = Headers(scope=scope).get("x-forwarded-proto")
            secure = told in {"https", "wss"} if told else secure
        return "https" if secure else "http"


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """The address; None for what is none. ::ffff:203.0.113.7 is 203.0.113.7, as a socket for both kinds writes it."""
    try:
        found = ip_address(address)
    except ValueError:
        return None
    return (found.ipv4_mapped if isinstance(found, IPv6Address) else None) or found


def is_here(address: str) -> bool:
    """Is that this machine itself?"""
    found = parsed(address)
    return found is not None and found.is_loopback


def _network(text: str) -> IPv4Network | IPv6Network:
    """An address or a network, of IPv4 where it is one of such addresses. Raises ValueError."""
    network = ip_network(text, strict=False)
    inner = network.network_address.ipv4_mapped if isinstance(network, IPv6Network) else None
    return ip_network((inner, network.prefixlen - 96)) if inner and network.prefixlen >= 96 else network


def changes_something(scope: Scope) -> bool:
    """May this request change anything? Those that may are refused when `Addresses.foreign`; so are sockets."""
    return scope["type"] == "websocket" or scope["method"] not in _SAFE_METHODS


def content_policy(addresses: Addresses, scope: Scope) -> str:
    """The Content-Security-Policy of every answer: our own files only, nothing inline, no frames.

    The socket is named besides 'self' because older Safaris do not count ws: as the same origin.
    """
    socket = ("wss://" if addresses.https(scope) else "ws://") + addresses.host(scope)
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; "
        f"connect-src 'self' {socket}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


class SecurityHeaders:
    """ASGI: the headers that every answer carries."""

    def __init__(self, app: ASGIApp, addresses: Addresses) -> None:
        self.app = app
        self.addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                self._add(MutableHeaders(scope=message), scope)
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def _add(self, headers: MutableHeaders, scope: Scope) -> None:
        headers["Content-Security-Policy"] = content_policy(self.addresses, scope)
        headers["X-Content-Type-Options"] = "nosniff"
        headers["X-Frame-Options"] = "DENY"
        # Not no-referrer: under it browsers send `Origin: null` with our own forms, and the check above needs it.
        headers["Referrer-Policy"] = "same-origin"
        headers["Cross-Origin-Resource-Policy"] = "same-origin"
        headers["Permissions-Policy"] = PERMISSIONS
        if self.addresses.https(scope):
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
            headers["Strict-Transport-Security"] = "max-age=31536000"
