"""Who sees what, cell by cell; and that nothing can be added to the app without being looked at."""

import pytest

from app.main import create_app
from app.settings import Settings
from tests.admins import HASH
from tests.leaks.compare import Game, World, on_both
from tests.leaks.conftest import ALL_GAMES
from tests.leaks.exchange import Plan, planned
from tests.leaks.sights import SIGHTS, covered
from tests.leaks.table import NEVER, NO, OPEN, SHOWN, TABLE, YES, Scene
from tests.routes import routes

EXCHANGES = {
    "position": lambda plan, game: plan.differs,
    "draft": lambda plan, game: game.exchanged_drafts > 0 or plan.game.OPEN_DRAFTS,
    "chance": lambda plan, game: plan.versions[0].seed != plan.versions[1].seed,
    "searched": lambda plan, game: game.asked > 0,
}


def test_every_address_is_looked_at() -> None:
    """A new one needs a line in tests/leaks/sights.py."""
    declared = set(routes(create_app(Settings(admin_password_hash=HASH))))
    assert declared == covered()
    assert all(SIGHTS.values())


def test_every_kind_of_secret_is_exchanged() -> None:
    """A row of the design that hides something from somebody needs a way in which the twins differ in it."""
    for what, row in TABLE.items():
        hides = {NO, NEVER, SHOWN, OPEN} & {row.own, row.others, row.spectator}
        assert bool(hides) == (row.exchanged is not None), what
        assert row.exchanged is None or row.exchanged in EXCHANGES, what


async def scene(game: Game, seat: int) -> Scene:
    """What the first twin tells about a seat to itself, to another and to a spectator."""
    callers = {"own": game.movers[seat][0], "other": game.movers[1 - seat][0], "spectator": game.viewers[-1].eyes[0]}
    rooms = {who: (await eyes.ask("GET", f"/api/rooms/{game.code}")).json() for who, eyes in callers.items()}
    logs = {who: (await eyes.ask("GET", f"/api/rooms/{game.code}/log")).json() for who, eyes in callers.items()}
    return Scene(seat, rooms, logs)


def check(scene: Scene, over: bool, rows: list[str]) -> None:
    """The cells of these rows; what is found by somebody is what its owner finds."""
    for what in rows:
        row = TABLE[what]
        for who, cell in (("own", row.own), ("other", row.others), ("spectator", row.spectator)):
            found, owned = row.found(scene, who), row.found(scene, "own")
            if (row.after if over else cell) == YES:
                assert found, (what, who)
                assert found == owned, (what, who)
            else:
                assert not found, (what, who)


async def played(game: Game, plan: Plan) -> None:
    """The plan on the first twin only."""
    rooms = game.world.twins[0].app.state.rooms
    await rooms.start(game.code, game.tokens[0])
    for number, (seat, move) in enumerate(plan.moves):
        at = sum(mover == seat for mover, _ in plan.moves[:number])
        await rooms.play(game.code, game.tokens[seat], at, plan.game.encode(move))


ALWAYS = ["log, times, names, who is connected", "commitment", "secret, salts, seed"]


async def test_a_draft_in_roll_into_town_is_its_seats_own(world: World) -> None:
    """And the rolled dice are everybody's."""
    plan = planned("roll_into_town", ALL_GAMES["roll_into_town"], 2, None, "drafts 2", 0.1)
    async with on_both(world, plan) as game:
        await played(game, plan)
        rows = [
            "unsettled moves of a seat",
            "what a seat is doing now",
            "rolled dice of the round",
            ALWAYS[1],
            ALWAYS[2],
        ]
        check(await scene(game, plan.moves[-1][0]), False, rows)


async def test_a_draft_in_little_town_is_everybodys(world: World) -> None:
    plan = planned("little_town", ALL_GAMES["little_town"], 2, None, "cards 3", 0.01)
    async with on_both(world, plan) as game:
        await played(game, plan)
        told = await scene(game, plan.moves[-1][0])
        assert told.rooms["own"]["undo"] == 1
        workers = [room["view"]["workers"] for room in told.rooms.values()]
        assert workers[0] == workers[1] == workers[2]
        assert workers[0]


@pytest.mark.parametrize(("part", "over"), [(0.8, False), pytest.param(1, True, marks=pytest.mark.long)])
async def test_cards_in_little_town_are_their_seats_own_until_the_end(world: World, part: float, over: bool) -> None:
    name, rows = "little_town", ["objective cards", "achieved but not shown", "what a seat is doing now", *ALWAYS]
    plan = planned(name, ALL_GAMES[name], 2, None, "cards 3", part)
    async with on_both(world, plan) as game:
        await played(game, plan)
        check(await scene(game, 1), over, [row for row in rows if TABLE[row].after or not over])
