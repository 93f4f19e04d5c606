"""`python -m app [command]`: the commands. Without one: serve."""

import argparse
import asyncio
import sys
from collections.abc import Callable

from app import launch
from app.rooms import check
from app.rooms.check import Report
from app.store import Store
from app.store.migrate import upgrade
from app.web import catalogue

Command = Callable[[argparse.Namespace], int | None]


def serve(arguments: argparse.Namespace) -> None:
    """Serve the app, with its own database unless DATABASE_URL names one."""
    launch.serve(lan=arguments.lan)


def migrate(arguments: argparse.Namespace) -> None:
    """Bring the database to the tables that this version needs."""
    with launch.database(launch.checked_settings()) as url:
        before = launch.version_of(url)
        upgrade(url)
        print(f"tables: {before or 'none'} -> {launch.version_of(url)}")


def check_logs(arguments: argparse.Namespace) -> int:
    """Replay every stored room under the present rules: before a new version goes live."""
    with launch.tables(launch.checked_settings()) as url:
        report = asyncio.run(replayed(url))
    for difference in report.differences:
        print(difference)
    print(f"{report.rooms} rooms, {report.moves} moves: {len(report.differences)} differences")
    return 0 if report.good else 1


async def replayed(url: str) -> Report:
    """What the rooms of the database at `url` replay to."""
    store = Store(url)
    await store.open()
    try:
        return await check.check_logs(store)
    finally:
        await store.close()


def words(arguments: argparse.Namespace) -> int:
    """Bring the catalogues of texts up to date with the code; fails while something is not translated."""
    missing = 0
    for path in catalogue.paths():
        fresh = catalogue.refreshed(catalogue.read(path))
        path.write_bytes(catalogue.as_file(fresh))
        left = catalogue.untranslated(fresh)
        missing += len(left)
        print(f"{path}: {len(fresh)} texts, {len(left)} not translated")
    return 1 if missing else 0


COMMANDS: dict[str, Command] = {"serve": serve, "migrate": migrate, "check-logs": check_logs, "words": words}


def parser() -> argparse.ArgumentParser:
    """The command line. `serve` is meant where no command is given."""
    top = argparse.ArgumentParser(prog="python -m app", description="Machi: two town-building games with friends.")
    top.add_argument("--lan", action="store_true", help="serve everybody in this network, not this machine only")
    commands = top.add_subparsers(dest="command", metavar="command")
    for name, command in COMMANDS.items():
        commands.add_parser(name, help=command.__doc__, description=command.__doc__)
    return top


def main() -> int:
    """Run one command; its exit status."""
    arguments = parser().parse_args()
    try:
        return COMMANDS[arguments.command or "serve"](arguments) or 0
    except launch.CannotStart as error:
        print(f"machi: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
