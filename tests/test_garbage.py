"""Looking for garbage by the clock: what has to be found is found, and Python itself does not look meanwhile."""

import asyncio
import gc
from weakref import ref

import pytest

from app.garbage import keep_all, short_pauses
from app.main import create_app
from app.settings import Settings
from app.web.quick import QuickEnvironment
from tests.patience import PATIENCE

# What other tests have left behind is found here too, and tells so.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

LONG = 1e6  # seconds: not in this test


class Ring:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.ring = self


async def gone(found: "ref[Ring]") -> None:
    """Return when nobody has it any more."""
    async with asyncio.timeout(PATIENCE):
        while found() is not None:
            await asyncio.sleep(0.005)


async def test_what_is_new_is_found_soon():
    async with short_pauses(often=0.01, seldom=LONG):
        assert not gc.isenabled()
        await gone(ref(Ring()))
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def is_looked_at(thing: object) -> bool:
    return any(each is thing for each in gc.get_objects())


async def test_what_is_there_for_good_is_not_looked_at():
    ring = Ring()
    keep_all()
    assert is_looked_at(ring)
    async with short_pauses(often=LONG):
        assert not is_looked_at(ring)
        later = Ring()
        assert is_looked_at(later)
        keep_all()
        assert not is_looked_at(later)
    assert is_looked_at(later)


async def test_templates_are_there_for_good(database: str, monkeypatch: pytest.MonkeyPatch):
    """They are compiled when the app runs already."""
    compiled: list[Ring] = []
    monkeypatch.setattr(QuickEnvironment, "compile_all", lambda _environment: compiled.append(Ring()))
    app = create_app(Settings(), database_url=database, around=short_pauses)
    async with app.router.lifespan_context(app):
        await app.state.getting_ready
        assert not is_looked_at(compiled[0])


async def test_what_a_look_has_met_alive_is_found_by_a_later_one():
    async with short_pauses(often=0.01, between=0.02, seldom=LONG):
        ring = Ring()
        gc.collect(0)
        found = ref(ring)
        del ring
        await gone(found)


async def test_what_a_look_has_met_alive_is_found_by_one_at_everything():
    async with short_pauses(often=0.01, between=LONG, seldom=0.02):
        ring = Ring()
        gc.collect(1)
        found = ref(ring)
        del ring
        await gone(found)
