"""The installed app: what its manifest says is true, and its worker is another one with every version of the files."""

import struct

import pytest
from httpx import AsyncClient

from app.web.assets import version
from app.web.installed import ICONS
from app.web.look import colours


async def test_the_manifest_describes_an_app_that_can_be_installed(browser: AsyncClient) -> None:
    answer = await browser.get("/manifest.webmanifest", headers={"accept-language": "ja"})
    assert answer.headers["content-type"] == "application/manifest+json"
    told = answer.json()
    assert (told["name"], told["start_url"], told["display"], told["lang"]) == ("Machi", "/", "standalone", "ja")
    assert told["theme_color"] == colours()["card"][0]
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    assert '<link rel="manifest" href="/manifest.webmanifest">' in (await browser.get("/")).text


@pytest.mark.parametrize(("name", "sizes"), ICONS.items())
async def test_icons_are_as_large_as_the_manifest_says(browser: AsyncClient, name: str, sizes: str) -> None:
    picture = await browser.get(f"/static/icons/{name}.png")
    width, height = struct.unpack(">II", picture.content[16:24])
    assert f"{width}x{height}" == sizes
    assert len(picture.content) < 16 * 1024


async def test_the_worker_changes_with_the_files_and_fetches_only_what_there_is(browser: AsyncClient) -> None:
    answer = await browser.get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    facts = answer.text.splitlines()[0]
    assert f'"version": "{version()}"' in facts
    needed = [part for part in facts.split('"') if part.startswith("/")]
    assert "/offline" in needed
    for address in needed:
        assert (await browser.get(address)).status_code == 200


async def test_a_browser_may_load_the_worker_and_the_manifest(browser: AsyncClient) -> None:
    policy = (await browser.get("/")).headers["content-security-policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
