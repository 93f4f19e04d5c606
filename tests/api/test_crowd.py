"""Eight players and eight who watch, behind one address, play undisturbed while somebody floods from another."""

from pathlib import Path

import pytest

from tests.bench.figures import Book
from tests.bench.home import REFUSED, disturbed, report, settings
from tests.patience import PATIENCE
from tests.server import Server

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

AS_OTHERS = 0  # how nice the flood is: one that gets no core on a busy machine is no flood, and is not refused


@pytest.mark.parametrize("proxied", [False, True], ids=["at home", "behind a proxy"])
async def test_a_flood_from_elsewhere_is_refused_and_nobody_notices(
    tmp_path: Path, database: str, proxied: bool
) -> None:
    server = Server(tmp_path, DATABASE_URL=database, **settings(proxied))
    server.start()
    try:
        seen = await disturbed(server, proxied, AS_OTHERS)
    finally:
        server.stop()
    report(Book(), "behind a proxy" if proxied else "at home", seen)
    assert seen.peace.moves.faults == seen.flood.moves.faults == []
    assert seen.told.keys() >= REFUSED
    # The flood and other tests have the cores, too: what it is on a quiet machine `python -m tests.bench.home` says.
    assert seen.flood.moves.latency(50) < PATIENCE
