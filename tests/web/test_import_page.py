"""A file of a finished game by the page: what it leads to, and what every page of that game says."""

import json

import pytest

from tests.rooms.files import toy_file
from tests.web.conftest import NewBrowser
from tests.web.test_room_pages import finished

MARK = "Imported: Toy"
NOTE = "Imported game: names and times are as its file says"
FILE = ("game.json", json.dumps(toy_file()).encode(), "application/json")


async def test_from_the_start_page_to_the_first_moment_of_the_game(new_browser: NewBrowser) -> None:
    ann = new_browser()
    assert 'href="/import"' in (await ann.get("/")).text
    page = (await ann.get("/import")).text
    assert 'enctype="multipart/form-data"' in page
    assert 'type="file"' in page
    answer = await ann.post("/import", files={"file": FILE})
    assert answer.status_code == 303
    code = answer.headers["location"].split("/")[2]
    assert answer.headers["location"] == f"/r/{code}/history?move=0"
    for path in ("", "/history?move=3", "/chart", "/receipt", "/log"):
        page = (await ann.get(f"/r/{code}{path}")).text
        assert MARK in page, path
        assert NOTE in page, path
    for path in ("/table", "/picture.svg"):
        assert MARK in (await ann.get(f"/r/{code}{path}")).text
    room = (await ann.get(f"/r/{code}")).text
    assert "this game comes from a file" in room
    assert "this server fixed a secret" not in room
    assert f'action="/r/{code}/again"' not in room
    assert f'action="/r/{code}/sit"' not in room


async def test_the_receipt_says_what_it_can_and_no_more(new_browser: NewBrowser) -> None:
    ann = new_browser()
    code = (await ann.post("/api/import", json=toy_file())).json()["code"]
    page = (await ann.get(f"/r/{code}/receipt")).text
    assert 'data-source="file"' in page
    assert 'data-check="kept"' not in page
    assert "named by the file" in page
    assert "named by the server" not in page
    assert "whoever writes a file can play for everybody" in page
    other, _, _ = await finished(new_browser)
    page = (await ann.get(f"/r/{other}/receipt")).text
    assert 'data-source="file"' not in page
    assert NOTE not in page
    assert "named by the server" in page


async def test_an_imported_what_if_leads_to_no_room_of_this_server(new_browser: NewBrowser) -> None:
    """Its other game was perhaps elsewhere: there that code is somebody else's room."""
    ann = new_browser()
    first = toy_file()
    given = {"secret": None, "commitment": None, "chosen_seed": True}
    told = {"code": "7KXQ2MW", "version": 2, "scores": [1, 2], "sandbox": True}
    file = first | given | {"replayed": told}
    code = (await ann.post("/api/import", json=file)).json()["code"]
    for path in ("", "/receipt", "/history", "/table"):
        page = (await ann.get(f"/r/{code}{path}")).text
        assert "Imported: Replayed dice: Toy" in page
        assert "/r/7KXQ2MW" not in page
    assert "Now and before" in (await ann.get(f"/r/{code}")).text


FORM = {"content-type": "multipart/form-data; boundary=x"}
FIELD = b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n{}\r\n--x--\r\n'


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"data": {"file": "{}"}},
        {"files": {"other": FILE}},
        {"files": {"file": ("a.json", b"", "application/json")}},
        {"files": {"file": ("a.png", b"\x89PNG\r\n\x1a\n", "image/png")}},
        {"files": [("file", FILE), ("file", FILE)]},
        {"files": {"file": ("a.json", b"[]", "application/json")}},
        {"content": b"--x\r\nnonsense", "headers": FORM},
        {"content": FIELD, "headers": {"content-type": FORM["content-type"] + "; charset=undefined"}},
        {"content": b"\r\n" * 400_000, "headers": FORM},
        {"content": json.dumps(toy_file()).encode(), "headers": {"content-type": "application/json"}},
    ],
)
async def test_what_is_no_such_file_is_said_on_the_page(new_browser: NewBrowser, sent: dict[str, object]) -> None:
    ann = new_browser()
    answer = await ann.post("/import", **sent)  # type: ignore[arg-type]
    assert answer.status_code == 422
    assert "This is no file of a game from Machi." in answer.text
    assert 'role="alert"' in answer.text


async def test_a_forged_file_is_refused_with_the_place(new_browser: NewBrowser) -> None:
    ann = new_browser()
    forged = toy_file()
    forged["moves"][2]["move"] = {"type": "end"}
    answer = await ann.post("/import", files={"file": ("a.json", json.dumps(forged).encode(), "application/json")})
    assert answer.status_code == 422
    assert "Move 3 is not allowed by the rules." in answer.text
