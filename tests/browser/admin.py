"""How an admin comes in."""

import re

from playwright.async_api import Page

from tests.admins import PASSWORD


async def log_in(page: Page, path: str) -> None:
    """To that page of the admin's, by way of the password."""
    await page.goto(path)
    await page.wait_for_url(re.compile(r"/admin/login"))
    await page.get_by_label("Password").fill(PASSWORD)
    await page.keyboard.press("Enter")
    await page.wait_for_url(re.compile(f"{re.escape(path)}$"))
