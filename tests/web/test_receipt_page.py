"""The fairness receipt's page as the server sends it; what the browser makes of it: tests/browser/test_receipt.py."""

from tests.web.conftest import NewBrowser, with_a_letter
from tests.web.test_room_pages import finished, made, playing, sit


async def test_nothing_is_revealed_before_the_end(new_browser: NewBrowser) -> None:
    ann = new_browser()
    code = await made(ann)
    await sit(ann, code, "Ann")
    lobby = (await ann.get(f"/r/{code}/receipt")).text
    code, ann, _ = await playing(new_browser)
    page = (await ann.get(f"/r/{code}/receipt")).text
    commitment = (await ann.get(f"/api/rooms/{code}")).json()["commitment"]
    assert commitment in page
    for early in (lobby, page):
        assert "when the game is over" in early
        assert 'data-chance=""' in early
        assert "data-check" not in early


async def test_after_the_end_the_room_leads_to_it_whatever_the_game(new_browser: NewBrowser) -> None:
    """The toy game has no part of its own there: promise, secret, salts and seed are checked all the same."""
    code, ann, _ = await finished(new_browser)
    assert f'href="/r/{code}/receipt"' in (await ann.get(f"/r/{code}")).text
    answer = await ann.get(f"/r/{code}/receipt")
    assert answer.headers["cache-control"] == "no-store"
    assert 'data-chance="drawn"' in answer.text
    for check in ("kept", "commitment", "salt", "seed"):
        assert f'data-check="{check}"' in answer.text
    assert "try numbers of their own" in answer.text


async def test_a_chosen_seed_is_said_and_not_computed(new_browser: NewBrowser) -> None:
    ann = new_browser()
    body = {"game": "toy", "seats": 2, "options": {}, "seed": "ab" * 32, "name": "Ann"}
    room = (await ann.post("/api/rooms", json=body)).json()
    two = (await ann.post(f"/api/rooms/{room['code']}/seats", json={"name": "Bea"})).json()
    bearers = [{"authorization": f"Bearer {token}"} for token in (room["token"], two["token"])]
    await ann.post(f"/api/rooms/{room['code']}/start", json={}, headers=bearers[0])
    for number in range(3):
        for step, kind in enumerate(["two", "end"]):
            frame = {"at": number // 2 * 2 + step, "move": {"type": kind}}
            await ann.post(f"/api/rooms/{room['code']}/moves", json=frame, headers=bearers[number % 2])
    page = (await ann.get(f"/r/{room['code']}/receipt")).text
    assert 'data-chance="given"' in page
    assert "made with a chosen seed" in page
    assert 'data-check="seed"' not in page


async def test_a_what_if_says_whose_dice_it_has(new_browser: NewBrowser) -> None:
    first, ann, _ = await finished(new_browser)
    code = (await ann.post(f"/r/{first}/what-if", data={"version": "0"})).headers["location"].removeprefix("/r/")
    page = (await ann.get(f"/r/{code}/receipt")).text
    assert f"the dice and cards of the finished game {first}" in page
    assert "chosen seed" not in page
    assert "keeps its secret" not in page


async def test_codes_in_small_letters_and_codes_of_no_room(new_browser: NewBrowser) -> None:
    code, ann, _ = await with_a_letter(playing, new_browser)
    answer = await ann.get(f"/r/{code.lower()}/receipt")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{code}/receipt")
    assert (await ann.get("/r/ZZZZZZZ/receipt")).status_code == 404
