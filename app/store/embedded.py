"""The embedded Postgres: started, watched, restarted and stopped by the one launcher that owns the data folder.

Everything Postgres lies in `<data>/postgres`, its log in `<data>/postgres.log`, its socket in `<data>/socket` (or a
folder of its own in the temporary folder where that path is too long). Trust authentication is safe because only this
user may enter the socket's folder, and nothing listens on TCP.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from app.store.cluster import (
    EmbeddedError,
    child_command,
    clear_dead_server,
    is_ready,
    packaged_programs,
    prepare,
    refusal,
    running_socket,
    socket_folder,
)

DATABASE = "machi"
DYING = 15  # seconds that a killed server's children may take to end
LARGEST_LOG = 10_000_000  # bytes; a longer postgres.log is put aside at the next start


def running(data: Path) -> str | None:
    """The address of the server that another Machi runs in this data folder, as for `DATABASE_URL`; None: none runs."""
    socket = running_socket(data.absolute() / "postgres")
    return _url(socket) if socket else None


def _url(socket: Path) -> str:
    return f"postgresql://postgres@/{DATABASE}?host={socket}"


class Embedded:
    """`with Embedded(folder) as postgres: ... postgres.url`. One thread starts, watches and restarts the server.

    `options`: settings for the server's command line. `programs`: the folder of another Postgres's programs.
    Raises `EmbeddedError`, whose text is made for people.
    """

    def __init__(self, data: Path, options: Mapping[str, str] | None = None, programs: Path | None = None) -> None:
        self._data = data.absolute()
        self._cluster = self._data / "postgres"
        self._options = options or {}
        self._programs = programs or packaged_programs()
        self._socket = Path()
        self._lock: IO[str] | None = None
        self._server: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()
        self._started = threading.Event()
        self._failure: EmbeddedError | None = None
        self._keeper = threading.Thread(target=self._keep, name="postgres", daemon=True)

    @property
    def url(self) -> str:
        """For `DATABASE_URL`."""
        return _url(self._socket)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Return when the database `machi` takes connections."""
        self._data.mkdir(parents=True, exist_ok=True)
        self._lock = self._take_lock()
        # The kernel ties the server to the thread that started it: one thread that lives as long as we do.
        self._keeper.start()
        self._started.wait()
        if self._failure:
            self.stop()
            raise self._failure

    def stop(self) -> None:
        """Stop the server cleanly and give the folder free."""
        self._stopping.set()
        self._interrupt()
        if self._keeper.is_alive():
            self._keeper.join()
        if self._socket.parent != self._data and self._socket != Path():
            shutil.rmtree(self._socket, ignore_errors=True)
        if self._lock:
            self._lock.close()

    @property
    def pid(self) -> int | None:
        """The server's process, None while there is none."""
        server = self._server
        return server.pid if server and server.poll() is None else None

    def _take_lock(self) -> IO[str]:
        lock = open(self._data / "owner.lock", "a+")  # noqa: SIM115  held until stop()
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            owner = lock.read().strip()
            lock.close()
            raise EmbeddedError(f"{self._data} is in use by another Machi (process {owner}).") from None
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        return lock

    def _keep(self) -> None:
        try:
            self._first_start()
        except EmbeddedError as failure:
            self._failure = failure
            return
        finally:
            self._started.set()
        while not self._stopping.is_set():
            self._wait_for_end()
            if not self._stopping.is_set():
                self._restart()

    def _first_start(self) -> None:
        log_path = self._data / "postgres.log"
        if log_path.exists() and log_path.stat().st_size > LARGEST_LOG:
            log_path.replace(log_path.with_suffix(".log.1"))
        with open(log_path, "ab") as log:
            prepare(self._cluster, self._programs, log.fileno())
        self._socket = socket_folder(self._data)
        self._run(patience=DYING if clear_dead_server(self._cluster) else 0)
        self._make_database()

    def _restart(self) -> None:
        while not self._stopping.wait(0.05):
            try:
                clear_dead_server(self._cluster)
                return self._run(patience=DYING)
            except EmbeddedError:
                self._stopping.wait(2)
        return None

    def _run(self, patience: float) -> None:
        # A killed server's children need a moment to notice; until then its shared memory is in use.
        end = time.monotonic() + patience
        while (status := self._try()) is not None:
            if time.monotonic() > end or self._stopping.wait(0.05):
                raise refusal(status)

    def _try(self) -> int | None:
        """Start the server: None when it is ready, else the status with which it ended."""
        settings = {"listen_addresses": "", "unix_socket_directories": str(self._socket), **self._options}
        arguments = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        command = child_command(self._programs / "postgres", "-D", self._cluster, *arguments)
        with open(self._data / "postgres.log", "ab") as log:
            server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, stderr=log)
        self._server = server
        if self._stopping.is_set():  # stop() came before there was a process to interrupt
            self._interrupt()
        while not is_ready(self._cluster):
            if server.poll() is not None:
                self._wait_for_end()
                return server.returncode
            time.sleep(0.005)
        return None

    def _wait_for_end(self) -> None:
        server = self._server
        if server is None:
            return
        server.wait()
        if server.stdin:
            server.stdin.close()

    def _interrupt(self) -> None:
        server = self._server
        if server and server.poll() is None:
            if server.stdin:
                server.stdin.close()
            server.send_signal(signal.SIGINT)

    def _make_database(self) -> None:
        command = [str(self._programs / "createdb"), "-h", str(self._socket), "-U", "postgres", DATABASE]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode and "already exists" not in result.stderr:
            raise EmbeddedError(f"The database could not be made: {result.stderr.strip()}")
