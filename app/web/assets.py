"""Static files under addresses that change with their content, so that no browser ever shows an old one.

`/static/...` is the folder static/, `/assets/...` the few files that we serve of npm packages. Each also answers under
`/static/v<version>/...`, where the version is a digest of all files together: such an answer may be kept for good, and
relative addresses (imports of ES modules, `url()` in style sheets, symbols of a sprite) stay inside the same version.
The plain addresses are revalidated at every use. A script must import its neighbours relatively: the browser takes the
same file under two addresses for two modules.

Everything is read once, at the start: what is served is what the version says. After an edit, start again.
"""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
PACKAGES = ROOT / "node_modules"
SERVED_OF_PACKAGES = {
    "htmx.min.js": "htmx.org/dist/htmx.min.js",
}
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
VERSION = re.compile(r"v[0-9a-f]{12}/")
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}
COMPRESSIBLE = {"application/json", "application/manifest+json", "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent: `gzipped` is None where compressing does not help."""

    body: bytes
    gzipped: bytes | None
    media_type: str
    etag: str


def load(path: Path) -> Asset:
    """The file at `path`, ready to be sent."""
    media_type = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return made(path.read_bytes(), media_type)


def made(body: bytes, media_type: str) -> Asset:
    """`body`, ready to be sent."""
    gzipped = None
    if media_type.startswith("text/") or media_type in COMPRESSIBLE:
        gzipped = gzip.compress(body, mtime=0)
    return Asset(body, gzipped, media_type, f'"{hashlib.sha256(body).hexdigest()[:16]}"')


@cache
def assets() -> dict[str, Asset]:
    """Address without version ("/static/machi.css") to file; without what is not installed (see `missing`)."""
    found = {f"/static/{path.relative_to(STATIC).as_posix()}": path for path in STATIC.rglob("*") if path.is_file()}
    found |= {f"/assets/{name}": PACKAGES / path for name, path in SERVED_OF_PACKAGES.items()}
    return {address: load(path) for address, path in sorted(found.items()) if path.is_file()}


def missing() -> list[str]:
    """Files of npm packages that the pages need and that are not installed."""
    return [path for path in SERVED_OF_PACKAGES.values() if not (PACKAGES / path).is_file()]


@cache
def version() -> str:
    """ "v" and 12 hex digits: a digest of every address and its content."""
    parts = "\n".join(f"{address} {asset.etag}" for address, asset in assets().items())
    return f"v{hashlib.sha256(parts.encode()).hexdigest()[:12]}"


def asset(name: str) -> str:
    """The address for templates: of a file in static/ by its path there, or of a served package file by its name.

    >>> asset("machi.css"), asset("htmx.min.js")  # doctest: +SKIP
    ('/static/v0123456789ab/machi.css', '/assets/v0123456789ab/htmx.min.js')
    """
    folder = "assets" if name in SERVED_OF_PACKAGES else "static"
    return f"/{folder}/{version()}/{name}"


def answer(request: Request) -> Response:
    """One asset, whole: 200, 304 for a browser that has it, or 404."""
    folder, _, rest = request.url.path.removeprefix("/").partition("/")
    given = VERSION.match(rest)
    found = assets().get(f"/{folder}/{rest[given.end() :] if given else rest}")
    return sent(request, found, for_good=given is not None and given[0] == f"{version()}/")


def sent(request: Request, found: Asset | None, for_good: bool) -> Response:
    """An answer with that asset; `for_good`: the address will never mean anything else."""
    if found is None:
        return Response("Not found\n", 404, media_type="text/plain")
    headers = {
        "Cache-Control": FOR_GOOD if for_good else ASK_AGAIN,
        "ETag": found.etag,
        "Vary": "Accept-Encoding",
    }
    if found.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if found.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.gzipped, headers={**headers, "Content-Encoding": "gzip"}, media_type=found.media_type)
    return Response(found.body, headers=headers, media_type=found.media_type)


def mount(app: FastAPI) -> None:
    """Serve /static/ and /assets/ from `app`."""
    for folder in ("static", "assets"):
        app.add_route(f"/{folder}/{{path:path}}", answer, methods=["GET", "HEAD"], include_in_schema=False)
