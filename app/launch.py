"""The launcher: `python -m app` without a command. It owns the embedded database and the web workers.

Order: take the port, start Postgres (unless DATABASE_URL names one), migrate it, serve; on Ctrl-C or SIGTERM the same
in reverse.
"""

import asyncio
import errno
import multiprocessing
import os
import resource
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import cast

import asyncpg
from fastapi import FastAPI
from pydantic import ValidationError
from uvicorn.supervisors import multiprocess as supervisor

from app import logs
from app.admin import Password
from app.garbage import short_pauses
from app.settings import Settings, settings
from app.store import migrate, redis
from app.store.cluster import EmbeddedError
from app.store.embedded import Embedded, running
from app.web import assets, server
from app.web.security import Addresses

LOOPBACK = ("127.0.0.1", "localhost", "::1")
BACKLOG = 2048
MANY_FILES = 65_536


class CannotStart(Exception):
    """Something outside is not as it must be; the text says what to do about it."""


def serve(lan: bool = False) -> None:
    """Serve until Ctrl-C or SIGTERM. `lan`: for everybody in this network. Raises CannotStart."""
    if assets.missing():
        raise CannotStart("The browser's libraries are not installed: start with ./run, or say npm ci")
    signal.signal(signal.SIGTERM, end)
    allow_many_files()
    chosen = checked_settings()
    require_redis(chosen.redis_url)
    with listening("0.0.0.0" if lan else chosen.host, chosen.port) as listener:  # noqa: S104 - asked for
        address = announced(listener, lan)
        if lan:
            os.environ.setdefault("MACHI_PUBLIC_URL", address)
        with tables(chosen) as url:
            os.environ["DATABASE_URL"] = url
            settings.cache_clear()
            print(f"\n  Machi is at {address}\n{hint(listener, lan)}", flush=True)
            run(listener, settings())


def allow_many_files() -> None:
    """Every connection is an open file, and many systems begin with 1024: one caller's bound alone is 600."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY_FILES if hard == resource.RLIM_INFINITY else min(MANY_FILES, hard)
    if soft < wanted:
        with suppress(ValueError, OSError):  # a kernel may have a bound of its own
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def end(number: int, _frame: FrameType | None) -> None:
    """SIGTERM ends the program like Ctrl-C does: through every `finally`."""
    raise SystemExit(0)


def checked_settings() -> Settings:
    """The settings of this process. Raises CannotStart for one that cannot be right."""
    try:
        chosen = settings()
        Addresses.from_settings(chosen.public_url, chosen.trusted_proxies)
        if chosen.admin_password_hash:
            Password(chosen.admin_password_hash)
    except ValidationError as error:
        wrong = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
        raise CannotStart("; ".join(wrong)) from error
    except ValueError as error:
        raise CannotStart(str(error)) from error
    return chosen


@contextmanager
def database(chosen: Settings) -> Iterator[str]:
    """The database's address: the one that is set, or that of our own Postgres, which runs inside the block."""
    if chosen.database_url:
        yield chosen.database_url
        return
    try:
        with Embedded(chosen.data) as postgres:
            yield postgres.url
    except EmbeddedError as error:
        raise CannotStart(str(error)) from error


@contextmanager
def tables(chosen: Settings, beside: bool = False) -> Iterator[str]:
    """As `database`, with this program's tables in it: our own is brought up to date, another's must be.

    `beside`: our own may also be that of a Machi that runs; then it must be up to date, too.
    """
    others = chosen.database_url or (beside and running(chosen.data))
    with (running_database if beside else database)(chosen) as url:
        if others:
            require_newest(url)
        else:
            version_of(url)
            migrate.upgrade(url)
        yield url


@contextmanager
def running_database(chosen: Settings) -> Iterator[str]:
    """As `database`, but beside a Machi that runs already: then by way of its Postgres."""
    if not chosen.database_url and (url := running(chosen.data)):
        yield url
        return
    with database(chosen) as url:
        yield url


def version_of(url: str) -> str | None:
    """The version of the tables there; None: there are none.

    Raises CannotStart where no Postgres answers, and for tables of a program that is newer than this one.
    """
    try:
        found = migrate.current(url)
    except (OSError, ValueError, asyncpg.PostgresError) as error:
        raise CannotStart(f"The database in DATABASE_URL does not answer: {error}") from error
    if found is not None and not migrate.knows(found):
        raise CannotStart(
            f"The database has the tables of version {found}, made by a newer Machi; this one knows them up to "
            f"{migrate.newest()}. Start the newer one, or go back with its `migrate --to {migrate.newest()}`"
        )
    return found


def bring(url: str, version: str, lose: bool) -> None:
    """Bring the tables to that version, newer or older.

    Raises CannotStart for a way back that loses something, unless `lose`, and for one while a Machi runs.
    """
    known = ["base", *migrate.versions()]
    found = version_of(url) or "base"
    if version not in known:
        raise CannotStart(f"There is no version {version} of the tables")
    back = known[known.index(version) + 1 : known.index(found) + 1]
    lost = [loss for step in back if (loss := migrate.loss(step))]
    if lost and not lose:
        what = " and ".join(lost)
        raise CannotStart(f"Going back to version {version} loses {what}: make a backup first, then add --lose")
    if back:
        if migrate.in_use(url):
            raise CannotStart("Machi is running on this database: stop it, and go back then")
        migrate.downgrade(url, version)
    else:
        migrate.upgrade(url, version)


def require_newest(url: str) -> None:
    """Raises CannotStart where somebody else's Postgres does not answer, or has not this program's tables."""
    found = version_of(url)
    if found != migrate.newest():
        state = f"has the tables of version {found}" if found else "is empty"
        raise CannotStart(f"The database {state}: run `python -m app migrate` first")


def require_redis(url: str) -> None:
    """Raises CannotStart where a Redis is named and is none, does not answer or does not let us in."""
    try:
        if url:
            asyncio.run(redis.ask(url))
    except ValueError as error:
        raise CannotStart(f"The Redis in REDIS_URL does not answer: {error}") from error


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A listening socket. Browsers that come early wait in its queue. Raises CannotStart without the port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            raise CannotStart(refusal(error, host, port)) from error
        listener.listen(BACKLOG)
        listener.set_inheritable(True)
        yield listener


def refusal(error: OSError, host: str, port: int) -> str:
    """Why that address cannot be listened on, and what to type instead."""
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken; perhaps Machi runs already. Another one: MACHI_PORT={port + 1} ./run"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} is reserved for the system's administrator. Another one: MACHI_PORT=8000 ./run"
    return f"Cannot listen on {host}, port {port}: {error.strerror or error}"


def announced(listener: socket.socket, lan: bool) -> str:
    """The address to open: of this machine in its network with `lan`, else the one listened on."""
    host, port = listener.getsockname()[:2]
    if lan:
        host = lan_address()
    elif host in ("0.0.0.0", "::"):  # noqa: S104 - recognised, not opened
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def lan_address() -> str:
    """This machine's address in its network: the one that packets to elsewhere would leave from. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError as error:
            raise CannotStart("This machine is in no network: --lan has no address to show") from error
        return str(probe.getsockname()[0])


def hint(listener: socket.socket, lan: bool) -> str:
    """A line for whoever wonders why friends cannot come in, or how to stop."""
    if lan:
        return "  for everybody in this network. Ctrl-C stops it.\n"
    if listener.getsockname()[0] in LOOPBACK:
        return "  for this machine only; ./run --lan is for everybody in your network. Ctrl-C stops it.\n"
    return "  Ctrl-C stops it.\n"


def run(listener: socket.socket, chosen: Settings) -> None:
    """The web server, in this process or with that many workers, until a signal."""
    log = logs.configuration(chosen.log_level, chosen.log_format)
    config = server.config("app.launch:worker", factory=True, workers=chosen.workers, log_config=log)
    if chosen.workers == 1:
        server.Server(config).run(sockets=[listener])
    else:
        Workers(config, sockets=[listener]).run()


class Worker(supervisor.Process):
    """uvicorn's, with our own server in it."""

    @property
    def server(self) -> server.Server:
        """Made in the process that it runs in."""
        if self._server is None:
            self._server = server.Server(self.config)
        return cast(server.Server, self._server)


class Workers(supervisor.Multiprocess):
    """uvicorn's, but at the end nobody may come in any more: who waited at a door that stays shut would be cut off."""

    def init_processes(self) -> None:
        """Start the workers."""
        supervisor.Process = Worker  # type: ignore[misc]  # by this name uvicorn makes them, and new ones for the dead
        super().init_processes()

    def terminate_all(self) -> None:
        """Tell the workers to end. They close their own copies of the sockets."""
        for listener in self.sockets:
            listener.close()
        super().terminate_all()


def worker() -> FastAPI:
    """The app, made in each web worker. A worker does not outlive its launcher, whose end is the database's end too."""
    from app.main import create_app

    launcher = multiprocessing.parent_process()
    if launcher is not None:
        threading.Thread(target=end_with, args=(launcher,), daemon=True).start()
    return create_app(settings(), around=short_pauses)


def end_with(launcher: BaseProcess) -> None:
    """Wait for the launcher's end, however it comes (`kill -9` too), then end this process in good order."""
    launcher.join()
    signal.raise_signal(signal.SIGTERM)
