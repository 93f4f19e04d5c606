"""How a person plays Roll Into Town on its page: taps on what is offered, and nothing but taps."""

from contextlib import suppress
from typing import Any

from playwright.async_api import Locator
from playwright.async_api import TimeoutError as Impatient

from tests.browser.hand import moved, standing
from tests.browser.visitors import WAIT, Visitor

PATIENCES = [1_000, 2_000, 4_000, 8_000, 16_000, WAIT]  # ms


async def phase(player: Visitor) -> str:
    """discover, construct, gather, upkeep, done, or over."""
    classes = await player.page.locator(".rit").get_attribute("class")
    return next(name.removeprefix("rit-") for name in (classes or "").split() if name not in ("rit", "rit-turning"))


async def draw(player: Visitor, die: Locator) -> None:
    """Draw that die in the middle one of the lit cells, the first way that is offered."""
    before = await standing(player)
    if "any icon" in str(await die.get_attribute("aria-label")):
        await player.tap(player.page.locator(".rit-icon:not([aria-disabled=true])").first)
    else:
        await player.tap(die)
    picture = player.page.locator(".rit-picture:visible")
    if not await picture.count():
        lit = player.page.locator(".cell.lit")
        await player.tap(lit.nth(await lit.count() // 2))
    if await picture.count():
        await player.tap(picture.first)
    await moved(player, before)


async def discover(player: Visitor) -> None:
    """Draw as many icons as the round allows and the map takes."""
    drawable = player.page.locator(".rit-die:not([data-why])")
    while await phase(player) == "discover" and await drawable.count():
        await draw(player, drawable.first)


async def build(player: Visitor, name: str) -> None:
    """Build that in the first cell that is offered; large ones are tapped twice, the first way that is offered."""
    before = await standing(player)
    await player.press(f"[data-building={name}]")
    cell = player.page.locator(".cell.lit").first
    await player.tap(cell)
    if name in ("lighthouse", "cathedral"):
        await player.tap(player.page.locator(".cell.picked"))
    await moved(player, before)


async def grow(player: Visitor) -> None:
    """Let every tree grow that is due."""
    while await phase(player) == "upkeep" and await player.page.locator(".cell.lit").count():
        before = await standing(player)
        await player.tap(player.page.locator(".cell.lit").first)
        await moved(player, before)


async def go_on(player: Visitor, now: str) -> None:
    """Leave the phase `now`; where there is nothing to choose the page does it by itself.

    A tap that follows another on the same button at once is a double tap, which the page overlooks, and where something
    useful is left the first tap only asks: then again, each time after a longer wait for what the last one brings.
    """
    step = player.page.locator(f"[data-next={now}]:not([data-auto])")
    left = player.page.locator(f".rit-{now}")
    for patience in PATIENCES:
        # What the tap before brought may arrive just before the next.
        with suppress(Impatient):
            if await step.count():
                await player.tap(step, timeout=patience)
        with suppress(Impatient):
            return await left.wait_for(state="detached", timeout=patience)
    raise AssertionError(f"still in the phase {now}")


async def end_round(player: Visitor) -> None:
    """End the round. The page overlooks a tap right after the phase began, as of a double tap."""
    before = await standing(player)
    await player.press("[data-next=upkeep][data-ripe]")
    await moved(player, before)


async def play_round(player: Visitor, wishes: tuple[str, ...] = ("house", "woodcutter", "mine")) -> None:
    """One whole round: draw, build what is affordable of `wishes`, fell nothing, let grow, end it."""
    steps: dict[str, Any] = {"discover": discover, "upkeep": grow}
    while (now := await phase(player)) in ("discover", "construct", "gather", "upkeep"):
        if now in steps:
            await steps[now](player)
        elif now == "construct":
            for name in wishes:
                if await player.page.locator(f"[data-building={name}]:not([aria-disabled])").count():
                    await build(player, name)
        if now == "upkeep":
            await end_round(player)
            return
        if await phase(player) == now:
            await go_on(player, now)
