"""The admin's password in tests, and its hash with the least costs there are: it is checked in no time."""

import httpx
from argon2 import PasswordHasher

PASSWORD = "grüner Esel auf dem Dach"
HASH = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
OTHER_HASH = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("another password")


async def admin_key(url: str) -> str:
    """The key of a new session of the admin on the server at `url`."""
    async with httpx.AsyncClient(base_url=url, headers={"origin": url}, timeout=60) as browser:
        answer = await browser.post("/admin/login", data={"password": PASSWORD})
        assert answer.status_code == 303, answer.text
        return browser.cookies["machi_admin"]
