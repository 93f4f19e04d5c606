"""`python -m app [command]`: the commands. Without one: serve."""

import argparse
import asyncio
import getpass
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from pathlib import Path
from typing import IO

from app import launch
from app.admin.password import hashed
from app.rooms import check
from app.rooms.door import utc_now
from app.store import Store, admin, old_rooms, read
from app.store.backup import BackupError, Rows, back_up, new_file
from app.store.backup import restore as fill
from app.store.migrate import TablesInUse, newest
from app.store.records import Entry
from app.web import catalogue

Command = Callable[[argparse.Namespace], int | None]
PROGRESS = 250  # rooms, from one line that says how far it is to the next


def serve(arguments: argparse.Namespace) -> None:
    """Serve the app, with its own database unless DATABASE_URL names one."""
    launch.serve(lan=arguments.lan)


def migrate(arguments: argparse.Namespace) -> None:
    """Bring the database to the tables that this version needs, or with --to back to those of an older one."""
    with launch.database(launch.checked_settings()) as url:
        before = launch.version_of(url)
        launch.bring(url, arguments.to or newest(), arguments.lose)
        print(f"tables: {before or 'none'} -> {launch.version_of(url) or 'none'}")


def backup(arguments: argparse.Namespace) -> None:
    """Write everything to one file, as it is at this moment; Machi may run."""
    with launch.running_database(launch.checked_settings()) as url, written(arguments.file) as file:
        print(said("backed up", back_up(url, file)), file=sys.stderr)


def restore(arguments: argparse.Namespace) -> None:
    """Fill an empty database from a backup's file."""
    with opened(arguments.file) as file, launch.database(launch.checked_settings()) as url:
        print(said("restored", fill(url, file)), file=sys.stderr)


def written(path: str) -> AbstractContextManager[IO[bytes]]:
    """The file to write, `-` for the standard output."""
    return nullcontext(sys.stdout.buffer) if path == "-" else new_file(Path(path))


def opened(path: str) -> AbstractContextManager[IO[bytes]]:
    """The file to read, `-` for the standard input. Raises CannotStart."""
    try:
        return nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb")
    except OSError as error:
        raise launch.CannotStart(f"{path}: {error.strerror}") from error


def said(done: str, rows: Rows) -> str:
    """What was done, in a line."""
    return f"{done}: {rows['rooms']} rooms, {rows['log']} moves"


def check_logs(arguments: argparse.Namespace) -> int:
    """Replay every stored room under the present rules: before a new version goes live."""
    with launch.tables(launch.checked_settings(), beside=True) as url:
        return 1 if asyncio.run(differences(url)) else 0


async def differences(url: str) -> int:
    """Print what is not as stored in the database at `url`, as it is found; how many differences there are."""
    store = Store(url)
    await store.open()
    rooms = moves = found = 0
    try:
        total = await read.count_rooms(store)
        async for room in check.check_logs(store):
            rooms, moves, found = rooms + 1, moves + room.moves, found + len(room.differences)
            for difference in room.differences:
                print(difference)
            if rooms % PROGRESS == 0:
                print(f"{rooms} of {total} rooms ...", file=sys.stderr)
    finally:
        await store.close()
    print(f"{rooms} rooms, {moves} moves: {found} differences")
    return found


def delete_rooms(arguments: argparse.Namespace) -> None:
    """Delete the rooms that ended or were last changed longer ago, but no running games; without --yes only count."""
    with launch.tables(launch.checked_settings(), beside=True) as url:
        asyncio.run(deleted(url, arguments.older_than, arguments.yes))


async def deleted(url: str, days: float, sure: bool) -> None:
    """Delete, or count, the rooms of the database at `url`, and print how many they are."""
    store, now = Store(url), utc_now()
    await store.open()
    try:
        old = old_rooms.Old(now - timedelta(days=days), old_rooms.IDLE)
        found = await old_rooms.count(store, old)
        total = sum(found.values())
        print(f"{total} rooms", *(f"{status}: {number}" for status, number in found.items()), sep="\n  ")
        if sure and total:
            detail = {"count": total, "before": old.before.isoformat(), "states": [*old.statuses]}
            await admin.note(store, Entry("deletion_begun", now, None, "", detail=detail))
            gone = sum([some async for some in old_rooms.delete(store, old)])
            await admin.note(store, Entry("rooms_deleted", utc_now(), None, "", detail={**detail, "count": gone}))
            print(f"deleted: {gone}")
    finally:
        await store.close()


def admin_password(arguments: argparse.Namespace) -> None:
    """Print the hash of a password for MACHI_ADMIN_PASSWORD_HASH: asks twice, or reads a line of the input."""
    try:
        line = hashed(typed_password() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n"))
    except ValueError as error:
        raise launch.CannotStart(str(error)) from error
    print(line)


def typed_password() -> str:
    """What was typed twice alike, unseen. Raises CannotStart."""
    first = getpass.getpass("Password for the admin's pages: ")
    if getpass.getpass("The same once more: ") != first:
        raise launch.CannotStart("The two are not the same")
    return first


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


COMMANDS: dict[str, Command] = {
    "serve": serve,
    "migrate": migrate,
    "check-logs": check_logs,
    "delete-rooms": delete_rooms,
    "backup": backup,
    "restore": restore,
    "admin-password": admin_password,
    "words": words,
}


def age(text: str) -> float:
    """So many days. Raises ValueError."""
    number = float(text)
    if not 1 <= number <= 36_500:
        raise ValueError(text)
    return number


def parser() -> argparse.ArgumentParser:
    """The command line. `serve` is meant where no command is given."""
    top = argparse.ArgumentParser(prog="python -m app", description="Machi: two town-building games with friends.")
    top.add_argument("--lan", action="store_true", help="serve everybody in this network, not this machine only")
    commands = top.add_subparsers(dest="command", metavar="command")
    made = {
        name: commands.add_parser(name, help=command.__doc__, description=command.__doc__)
        for name, command in COMMANDS.items()
    }
    made["migrate"].add_argument("--to", metavar="VERSION", help="of the tables; base: none (default: the newest)")
    made["migrate"].add_argument("--lose", action="store_true", help="go back even where that loses something")
    made["delete-rooms"].add_argument("--older-than", type=age, required=True, metavar="DAYS", help="ago, at least 1")
    made["delete-rooms"].add_argument("--yes", action="store_true", help="delete them, for good")
    made["backup"].add_argument("file", metavar="FILE", help="a new file; - for the standard output")
    made["restore"].add_argument("file", metavar="FILE", help="- for the standard input")
    return top


def main() -> int:
    """Run one command; its exit status."""
    arguments = parser().parse_args()
    try:
        return COMMANDS[arguments.command or "serve"](arguments) or 0
    except (launch.CannotStart, BackupError, TablesInUse) as error:
        print(f"machi: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
