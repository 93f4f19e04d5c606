"""Pages are small on the wire."""

from tests.web.conftest import NewBrowser
from tests.web.test_room_pages import playing


async def test_pages_are_sent_small_but_for_those_that_show_a_key(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    room = await ann.get(f"/r/{code}")
    assert room.headers["content-encoding"] == "gzip"
    assert int(room.headers["content-length"]) < len(room.content) / 2
    assert "Accept-Encoding" in room.headers["vary"]
    plain = await ann.get(f"/r/{code}", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == room.text
    for page in (await ann.get(f"/r/{code}/device"), await ann.post(f"/r/{code}/leave")):
        assert len(page.content) > 1000
        assert "content-encoding" not in page.headers
        assert page.headers["cache-control"] == "no-store, no-transform"
