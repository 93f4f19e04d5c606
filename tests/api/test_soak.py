"""Nothing grows while games come and go: a short soak (the long one is `python -m tests.bench.load soak`)."""

import asyncio
from pathlib import Path

import pytest

from tests.bench.crowd import Crowd, Product, scripts
from tests.bench.figures import Machine, pid_of
from tests.bench.idle import played_to
from tests.server import Server

TABLES, ROUNDS = 20, 3
ROOM = 60_000  # bytes that a room may take which stays at hand when its game is over
SLACK = 4_000_000  # bytes by which a process's memory wavers
FILES = 12  # connections of the database's pool


async def everybody_plays(crowd: Crowd) -> None:
    """Every table's game to its end, all at the same time."""
    await asyncio.gather(*(played_to(table, len(table.script.frames)) for table in crowd.tables))


async def soaked(server: Server) -> tuple[float, int]:
    """How many bytes and open files more the server has after some rounds of games than after the first."""
    crowd, machine = Crowd(Product(server.port), scripts(TABLES), TABLES), Machine(pid_of(server))
    await crowd.open()
    await everybody_plays(crowd)
    memory, files = machine.memory(), machine.files()
    for _ in range(ROUNDS):
        for table in crowd.tables:
            await crowd.again(table)
        await everybody_plays(crowd)
    assert not crowd.faults()
    grown = machine.memory() - memory, machine.files() - files
    await crowd.close()
    return grown


@pytest.mark.long
async def test_nothing_grows_while_games_come_and_go(tmp_path: Path) -> None:
    server = Server(tmp_path, MACHI_TRUSTED_PROXIES="127.0.0.1", MACHI_LOG_LEVEL="warning")
    await asyncio.to_thread(server.start)
    try:
        memory, files = await soaked(server)
    finally:
        await asyncio.to_thread(server.stop)
    assert memory < ROUNDS * TABLES * ROOM + SLACK
    assert files <= FILES
