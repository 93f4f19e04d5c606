"""`python -m app [command]`: the commands. Without one: serve."""

import argparse
import sys
from collections.abc import Callable

from app import launch
from app.store.migrate import upgrade

Command = Callable[[argparse.Namespace], int | None]


def serve(arguments: argparse.Namespace) -> None:
    """Serve the app, with its own database unless DATABASE_URL names one."""
    launch.serve(lan=arguments.lan)


def migrate(arguments: argparse.Namespace) -> None:
    """Bring the database to the tables that this version needs."""
    with launch.database(launch.checked_settings()) as url:
        upgrade(url)


COMMANDS: dict[str, Command] = {"serve": serve, "migrate": migrate}


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
