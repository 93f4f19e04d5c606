"""The two commands, on the program as people start it: a backup while games go on, and the games go on elsewhere."""

import asyncio
import stat
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.api.conftest import Player, Table
from tests.api.test_full_games import one_by_one
from tests.patience import PATIENCE
from tests.server import Server, command


async def keep_playing(players: list[Player], rng: Random) -> None:
    """Moves and undos until the game is over or the task is cancelled."""
    while True:
        for player in players:
            offered = (await player.call("GET", "/moves")).json()
            if offered["moves"]:
                await player.play(rng.choice(offered["moves"]), at=offered["at"])


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_a_running_machi_is_backed_up_and_its_games_are_finished_on_an_empty_one(tmp_path: Path) -> None:
    file = tmp_path / "machi.backup"
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    old, new = Server(tmp_path / "old"), Server(tmp_path / "new")
    of_old, of_new = ({"MACHI_DATA": str(server.folder / "data")} for server in (old, new))
    await asyncio.to_thread(old.start)
    try:
        async with httpx.AsyncClient(base_url=old.url, timeout=PATIENCE) as http:
            tables = [await Table(http).started(game, 3) for game in ("little_town", "roll_into_town")]
            playing = [asyncio.create_task(keep_playing(players, Random(1))) for players in tables]
            while (await tables[1][0].look())["version"] < 3:
                pass
            done = await asyncio.to_thread(command, "backup", str(file), **of_old)
            assert done.returncode == 0, done.stderr
            assert not any(task.done() for task in playing)
            for task in playing:
                task.cancel()
            again = await asyncio.to_thread(command, "backup", str(file), **of_old)
            assert (again.returncode, again.stderr) == (
                1,
                f"machi: {file} is there already: a backup does not replace another.\n",
            )
            refused = await asyncio.to_thread(command, "restore", str(file), **of_old)
            assert refused.returncode == 1
            assert "in use by another Machi" in refused.stderr
    finally:
        await asyncio.to_thread(old.stop)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    refused = await asyncio.to_thread(command, "restore", str(file), **of_old)
    assert refused.stderr == "machi: The database holds 2 rooms: a backup is restored into an empty one only.\n"
    done = await asyncio.to_thread(command, "restore", str(file), **of_new)
    assert (done.returncode, done.stderr.startswith("restored: 2 rooms, ")) == (0, True), done.stderr
    checked = await asyncio.to_thread(command, "check-logs", **of_new)
    assert (checked.returncode, checked.stdout.endswith(": 0 differences\n")) == (0, True), checked.stdout
    await asyncio.to_thread(new.start)
    try:
        async with httpx.AsyncClient(base_url=new.url, timeout=PATIENCE) as http:
            for players in tables:
                for player in players:
                    player.http = http
                assert (await one_by_one(players, Random(2)))["status"] == "over"
    finally:
        await asyncio.to_thread(new.stop)
