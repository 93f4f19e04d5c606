"""Eight players and eight who watch, behind one address, play undisturbed while somebody floods from another."""

from pathlib import Path

import pytest

from tests.bench.figures import Book
from tests.bench.home import REFUSED, disturbed, report, settings
from tests.server import Server

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

SLOWER, SECONDS = 20, 2.0
"""A move may take so many times as long as in peace, and so much on top: the cores are shared with the flood's own
process and other tests. `python -m tests.bench.home` says what it is on a quiet machine."""


@pytest.mark.parametrize("proxied", [False, True], ids=["at home", "behind a proxy"])
async def test_a_flood_from_elsewhere_is_refused_and_nobody_notices(
    tmp_path: Path, database: str, proxied: bool
) -> None:
    server = Server(tmp_path, DATABASE_URL=database, **settings(proxied))
    server.start()
    try:
        seen = await disturbed(server, proxied)
    finally:
        server.stop()
    report(Book(), "behind a proxy" if proxied else "at home", seen)
    assert seen.peace.moves.faults == seen.flood.moves.faults == []
    assert seen.told.keys() >= REFUSED
    assert seen.flood.moves.latency(50) < SLOWER * seen.peace.moves.latency(50) + SECONDS
