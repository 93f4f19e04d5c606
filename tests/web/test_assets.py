"""Static files: versioned for good, plain ones revalidated, packages by a short list, nothing else."""

import gzip
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from app.web import assets


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A static folder and a node_modules of our own, and the caches empty before and after."""
    (tmp_path / "static/chess").mkdir(parents=True)
    (tmp_path / "static/machi.js").write_text("export const one = 1;\n")
    (tmp_path / "static/chess/play.js").write_text('import { one } from "../machi.js";\n')
    (tmp_path / "node_modules/htmx.org/dist/ext").mkdir(parents=True)
    (tmp_path / "node_modules/htmx.org/dist/htmx.min.js").write_text("htmx")
    (tmp_path / "node_modules/htmx.org/dist/ext/hx-ws.min.js").write_text("ws")
    (tmp_path / "node_modules/htmx.org/LICENSE").write_text("free")
    monkeypatch.setattr(assets, "STATIC", tmp_path / "static")
    monkeypatch.setattr(assets, "PACKAGES", tmp_path / "node_modules")
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    assets.assets.cache_clear()
    assets.version.cache_clear()


@pytest.fixture
async def browser(folder: Path):
    app = FastAPI()
    assets.mount(app)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://machi.test") as client:
        yield client


async def test_versioned_address_is_kept_for_good(browser: httpx.AsyncClient):
    answer = await browser.get(assets.asset("machi.js"))
    assert answer.status_code == 200
    assert answer.text == "export const one = 1;\n"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"


async def test_plain_and_outdated_addresses_are_asked_for_again(browser: httpx.AsyncClient):
    for address in ("/static/machi.js", "/static/v000000000000/machi.js"):
        answer = await browser.get(address)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-cache"
        again = await browser.get(address, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


async def test_a_relative_import_stays_in_its_version(browser: httpx.AsyncClient):
    script = httpx.URL("http://machi.test").join(assets.asset("chess/play.js"))
    assert (await browser.get(script)).status_code == 200
    assert script.join("../machi.js").path == assets.asset("machi.js")


async def test_packages_are_served_by_a_short_list(browser: httpx.AsyncClient):
    assert (await browser.get(assets.asset("htmx.min.js"))).text == "htmx"
    for outside in (
        "/assets/LICENSE",
        "/assets/hx-ws.min.js",
        "/assets/htmx.org/LICENSE",
        "/static/../run",
        "/static/%2e%2e/run",
        "/static/",
    ):
        assert (await browser.get(outside)).status_code == 404


async def test_text_is_compressed_for_who_takes_it(browser: httpx.AsyncClient):
    async with browser.stream("GET", "/static/machi.js", headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        packed = b"".join([part async for part in answer.aiter_raw()])
    assert gzip.decompress(packed) == b"export const one = 1;\n"
    plain = await browser.get("/static/machi.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers


def test_any_change_makes_new_addresses(folder: Path):
    before = assets.asset("chess/play.js")
    (folder / "static/machi.js").write_text("export const one = 2;\n")
    assert assets.asset("chess/play.js") == before
    forget()
    assert assets.asset("chess/play.js") != before


def test_missing_packages_are_named(folder: Path):
    assert assets.missing() == []
    (folder / "node_modules/htmx.org/dist/htmx.min.js").unlink()
    forget()
    assert assets.missing() == ["htmx.org/dist/htmx.min.js"]
    assert "/assets/htmx.min.js" not in assets.assets()
