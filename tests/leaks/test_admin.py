"""An admin's pages show no card and no draft: they are the same whatever a game hides, and as long as it is on."""

import pytest

from tests.admins import PASSWORD
from tests.leaks.compare import Game, World, first_difference, on_both, whole
from tests.leaks.conftest import ALL_GAMES
from tests.leaks.exchange import planned
from tests.leaks.sights import SOCKETS
from tests.leaks.twins import HOST, Eyes

PATHS = ["/admin/rooms?code={code}", "/admin/rooms?name=Ann&code={code}", "/admin/rooms/{code}"]
STARTED = ["/admin/rooms/{code}/moves", "/admin/rooms/{code}/moves?move=0"]


async def key_of(eyes: Eyes) -> str:
    """The key of a new session on that twin."""
    answer = await eyes.http.post("/admin/login", data={"password": PASSWORD}, headers={"Host": HOST})
    assert answer.status_code == 303
    key: str = answer.cookies["machi_admin"]
    eyes.http.cookies.clear()
    return key


async def same(game: Game, keys: list[str], paths: list[str]) -> None:
    """What the admins of both twins are shown of this room."""
    both = game.viewers[-1].eyes
    for path in paths:
        one, two = [
            whole(await eyes.ask("GET", path.format(code=game.code), headers={"Cookie": f"machi_admin={key}"}))
            for eyes, key in zip(both, keys, strict=True)
        ]
        assert one[0] == ("status", 200)
        assert one == two, first_difference(one, two)
        assert not any(key in str(one) for key in (*game.tokens, *keys))


async def counted(game: Game, keys: list[str]) -> list[object]:
    """The numbers of all games as the admin of each twin is shown them: other tests have left other games there."""
    path, both = "/admin/numbers/days.csv?since=all", zip(game.viewers[-1].eyes, keys, strict=True)
    answers = [await eyes.ask("GET", path, headers={"Cookie": f"machi_admin={key}"}) for eyes, key in both]
    return [whole(answer) for answer in answers]


@pytest.mark.parametrize(
    ("name", "part"), [("little_town", 0.03), pytest.param("roll_into_town", 0.04, marks=pytest.mark.long)]
)
async def test_an_admins_pages_do_not_depend_on_what_is_hidden(world: World, name: str, part: float) -> None:
    plan = planned(name, ALL_GAMES[name], 2, 0, f"admin {name}", part)
    assert plan.differs
    async with on_both(world, plan, SOCKETS) as game:
        keys = [await key_of(eyes) for eyes in game.viewers[-1].eyes]
        await same(game, keys, PATHS)
        await game.start()
        begun = await counted(game, keys)
        for number, (seat, move) in enumerate(plan.moves):
            await game.play(seat, move)
            if number % 4 == 0:
                await same(game, keys, PATHS + STARTED)
        await same(game, keys, PATHS + STARTED)
        assert await counted(game, keys) == begun
