"""The API describes itself: every call of the contract, every error with an example, a page without third parties."""

import re

import httpx

from app.main import create_app
from app.settings import Settings
from app.web.errors import KINDS

CALLS = {
    ("post", "/api/rooms"),
    ("get", "/api/rooms/{code}"),
    ("post", "/api/rooms/{code}/seats"),
    ("patch", "/api/rooms/{code}/seats/me"),
    ("delete", "/api/rooms/{code}/seats/me"),
    ("post", "/api/rooms/{code}/seats/{seat}/vote-out"),
    ("post", "/api/rooms/{code}/start"),
    ("get", "/api/rooms/{code}/moves"),
    ("post", "/api/rooms/{code}/moves"),
    ("post", "/api/rooms/{code}/undo"),
    ("get", "/api/rooms/{code}/log"),
    ("get", "/api/rooms/{code}/history/{version}"),
    ("get", "/api/rooms/{code}/export"),
    ("get", "/api/rooms/{code}/scores"),
    ("post", "/api/rooms/{code}/what-if"),
    ("post", "/api/import"),
}
FOR_ANYBODY = {
    ("get", "/api/rooms/{code}"),
    ("get", "/api/rooms/{code}/log"),
    ("get", "/api/rooms/{code}/history/{version}"),
    ("get", "/api/rooms/{code}/export"),
    ("get", "/api/rooms/{code}/scores"),
    ("post", "/api/rooms/{code}/what-if"),
}
NOT_OF_A_CALL = {"not_found", "wrong_method", "foreign", "restarting", "broken"}


def client() -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(create_app(Settings())), base_url="http://table.lan")


async def test_every_call_and_every_error_is_described() -> None:
    async with client() as http:
        description = (await http.get("/api/openapi.json")).json()
    described = {
        (method, path): spec for path, methods in description["paths"].items() for method, spec in methods.items()
    }
    assert described.keys() == CALLS
    codes: set[str] = set()
    for spec in described.values():
        for status, answer in spec["responses"].items():
            if status.startswith("2"):
                continue
            examples = answer["content"]["application/json"]["examples"]
            assert all(KINDS[code].status == int(status) for code in examples)
            codes |= examples.keys()
    assert codes == KINDS.keys() - NOT_OF_A_CALL


async def test_which_calls_take_a_token_is_described() -> None:
    async with client() as http:
        description = (await http.get("/api/openapi.json")).json()
    assert description["components"]["securitySchemes"]["seat"]["scheme"] == "bearer"
    for path, methods in description["paths"].items():
        for method, spec in methods.items():
            wanted = [{"seat": []}] if "401" in spec["responses"] else None
            if (method, path) in FOR_ANYBODY:
                wanted = [{"seat": []}, {}]
            assert spec.get("security") == wanted, (method, path)


async def test_the_page_needs_nobody_else_and_no_script_of_its_own() -> None:
    async with client() as http:
        response = await http.get("/api/docs")
    page = response.text
    assert response.status_code == 200
    for _method, path in CALLS:
        assert path in page
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", page)


async def test_unknown_addresses_and_methods_have_the_shape_of_all_errors() -> None:
    async with client() as http:
        nowhere = await http.get("/api/rooms/7KXQ2MW/nothing")
        wrong = await http.put("/api/rooms")
        several = await http.put("/api/rooms/7KXQ2MW/moves")
        page = await http.post("/api/docs")
        slash = await http.get("/api/rooms/")
    assert (nowhere.status_code, nowhere.json()["error"]["code"]) == (404, "not_found")
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (405, "wrong_method")
    assert wrong.headers["allow"] == "POST"
    assert several.headers["allow"] == "GET, HEAD, POST"
    assert page.headers["allow"] == "GET, HEAD"
    assert slash.status_code == 404
