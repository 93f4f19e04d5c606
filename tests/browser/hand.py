"""What all boards have in common: waiting for what comes of a tap."""

from tests.browser.visitors import Visitor


async def standing(player: Visitor) -> tuple[str, str]:
    """Where the page is: the seat's counter ("" for who only watches), the length of the log."""
    await player.page.wait_for_function("() => window.shown")
    at, log = await player.page.evaluate("window.shown")
    return at, log


async def moved(player: Visitor, before: tuple[str, str]) -> None:
    """Wait until the page has shown that this player's seat has moved; the log also grows by what others play."""
    await player.page.wait_for_function("(at) => window.shown && window.shown[0] !== at", arg=before[0])


async def level(*people: Visitor) -> None:
    """Wait until all their pages show the same log, at its longest."""
    longest = max([int((await standing(person))[1]) for person in people])
    for person in people:
        await person.page.wait_for_function("(log) => Number(window.shown[1]) >= log", arg=longest)
