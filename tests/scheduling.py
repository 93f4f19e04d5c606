"""Which tests each worker of pytest-xdist is given, and when."""

from xdist.scheduler import LoadScopeScheduling

LONGEST = (
    "tests/browser/test_axe.py",
    "tests/api/test_nginx.py",
    "tests/api/test_replacement.py",
    "tests/engine/test_laws.py",
    "tests/api/test_backup_commands.py",
    "tests/browser/test_three_phones.py",
    "tests/browser/test_little_town_game.py",
    "tests/browser/test_keyboard_little_town.py",
    "tests/api/test_schemathesis.py",
    "tests/api/test_restart.py",
    "tests/test_launch.py",
)
"""Modules with tests of half a minute and more. They begin first: no worker is left alone with one at the end."""
TOGETHER = ("tests/setup/test_container.py",)
"""Modules that one worker has whole: what their tests share takes minutes to make."""


def module_of(nodeid: str) -> str:
    """The path of the test's module, from the root."""
    return nodeid.partition("::")[0]


def place(nodeid: str) -> int:
    """Where the test stands in the order, beside others of its module and of those that are as quick."""
    module = module_of(nodeid)
    return LONGEST.index(module) if module in LONGEST else len(LONGEST)


class Scheduling(LoadScopeScheduling):
    """One test after the other, a test ahead for each worker; modules of `TOGETHER` whole, before all others."""

    def _split_scope(self, nodeid: str) -> str:
        module = module_of(nodeid)
        return module if module in TOGETHER else nodeid
