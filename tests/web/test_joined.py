"""Several files as one: whole, in order, each module once and with its own names."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.web import assets, joined

FILES = {
    "one.js": 'import { two } from "./game/two.js";\n\nexport const one = () => `1${two}`;\nexport { two };\n',
    "game/two.js": "let key = 0;\nkey += 1;\nexport const two = key;\nexport function twice(n) {\n  return 2 * n;\n}\n",
    "game/play.js": 'import * as all from "../one.js";\nimport {\n  twice as double,\n} from "./two.js";\n'
    'import "../key.js";\n\n'
    "const key = double(21);\nsay(`${all.one()} ${all.two} ${key}`);\n",
    "key.js": 'const key = "mine";\nsay(key);\n',
    "base.css": "a { color: red }\n",
    "game/play.css": '@import url("board.css");\n\nb { background: url("pic.svg#x") }\n',
    "game/board.css": "c { background: url(data:x) }\n",
    "pic.svg": "<svg/>",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A static folder of our own."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(assets, "STATIC", tmp_path)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    for cached in (assets.assets, assets.version, joined._together):
        cached.cache_clear()


@pytest.fixture
async def browser(folder: Path) -> Any:
    app = FastAPI()
    joined.mount(app)
    assets.mount(app)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://machi.test") as client:
        yield client


async def test_modules_come_once_before_who_needs_them_each_with_its_own_names(browser: httpx.AsyncClient) -> None:
    answer = await browser.get(joined.joined("one.js", None, "game/play.js"))
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == assets.FOR_GOOD
    assert re.findall(r"^// static/(.*)$", answer.text, re.M) == ["game/two.js", "one.js", "key.js", "game/play.js"]
    assert re.findall(r"^const (\{.*) = \$", answer.text, re.M) == ["{ two }", "{ twice: double }"]
    assert "\nconst all = $one_js;\n" in answer.text
    assert answer.text.endswith("\nreturn {  };\n})();\n")


async def test_style_sheets_follow_each_other_and_find_their_pictures(browser: httpx.AsyncClient) -> None:
    answer = await browser.get(joined.joined("base.css", "game/play.css"))
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    picture = assets.asset("game/pic.svg")
    assert answer.text == (
        f'a {{ color: red }}\n\nc {{ background: url(data:x) }}\n\nb {{ background: url("{picture}#x") }}\n'
    )


async def test_an_outdated_address_is_asked_for_again(browser: httpx.AsyncClient) -> None:
    answer = await browser.get("/static/v000000000000/joined/base.css")
    assert answer.headers["cache-control"] == assets.ASK_AGAIN
    again = await browser.get(
        "/static/v000000000000/joined/base.css", headers={"If-None-Match": answer.headers["etag"]}
    )
    assert again.status_code == 304


@pytest.mark.parametrize("names", ["", "none.js", "one.js,base.css", "pic.svg", "../app/main.py", "one.js,,key.js"])
async def test_nothing_else_is_joined(browser: httpx.AsyncClient, names: str) -> None:
    answer = await browser.get(f"/static/{assets.version()}/joined/{names}")
    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ('import { three } from "./one.js";\n', "does not export three"),
        ('import one from "./one.js";\n', "import one from"),
        ("export default 1;\n", "export default"),
        ("export let count = 0;\n", "export let"),
        ('const late = await import("./one.js");\n', "import"),
        ("await ready;\n", "await ready"),
        ('import "./odd.js";\n', "imports itself"),
        ('import "./gone.js";\n', "there is no static/gone.js"),
    ],
)
def test_a_module_that_is_not_written_plainly_is_refused(folder: Path, text: str, trouble: str) -> None:
    (folder / "odd.js").write_text(text)
    forget()
    with pytest.raises(ValueError, match=trouble):
        joined._together("odd.js", assets.version())


def test_all_our_modules_can_be_joined() -> None:
    forget()
    for address in assets.assets():
        if address.startswith("/static/") and address.endswith(".js"):
            assert joined._together(address.removeprefix("/static/"), assets.version())
