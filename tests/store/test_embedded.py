"""The embedded Postgres, with real processes and real kills."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import asyncpg
import pytest

from app.store.cluster import command_line, packaged_programs
from app.store.embedded import Embedded, EmbeddedError

ROOT = Path(__file__).parents[2]
LAUNCHER = """
import sys, time
from pathlib import Path
from app.store.embedded import Embedded
postgres = Embedded(Path(sys.argv[1]))
postgres.start()
print(postgres.pid, flush=True)
time.sleep(600)
"""


def eventually(condition: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)


async def remember(url: str, number: int) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute("CREATE TABLE IF NOT EXISTS kept (n int)")
    await connection.execute("INSERT INTO kept VALUES ($1)", number)
    await connection.close()


async def remembered(url: str) -> list[int]:
    connection = await asyncpg.connect(url)
    rows = await connection.fetch("SELECT n FROM kept ORDER BY n")
    await connection.close()
    return [row["n"] for row in rows]


async def test_what_was_written_is_there_after_a_stop_and_a_start(tmp_path: Path) -> None:
    with Embedded(tmp_path) as postgres:
        await remember(postgres.url, 1)
    with Embedded(tmp_path) as postgres:
        assert await remembered(postgres.url) == [1]


async def test_it_listens_on_a_socket_in_a_private_folder_and_not_on_tcp(tmp_path: Path) -> None:
    with Embedded(tmp_path) as postgres:
        connection = await asyncpg.connect(postgres.url)
        assert await connection.fetchval("SHOW listen_addresses") == ""
        assert await connection.fetchval("SHOW fsync") == "on"
        folder = Path(await connection.fetchval("SHOW unix_socket_directories"))
        await connection.close()
        assert folder.stat().st_mode & 0o777 == 0o700


async def test_a_long_path_gets_a_short_socket_folder(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 20)
    with Embedded(data) as postgres:
        await remember(postgres.url, 1)
        folder = Path(postgres.url.partition("host=")[2])
        assert folder.stat().st_mode & 0o777 == 0o700
    assert not folder.exists()


def launch(data: Path) -> tuple[subprocess.Popen[str], int]:
    launcher = subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, str(data)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert launcher.stdout
    return launcher, int(launcher.stdout.readline())


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
async def test_the_server_ends_with_its_launcher_however_that_dies(tmp_path: Path, how: signal.Signals) -> None:
    launcher, server = launch(tmp_path)
    assert command_line(server)
    launcher.send_signal(how)
    launcher.communicate()
    eventually(lambda: not command_line(server))
    with Embedded(tmp_path) as postgres:
        await remember(postgres.url, 1)


async def test_a_killed_server_is_started_again(tmp_path: Path) -> None:
    with Embedded(tmp_path) as postgres:
        await remember(postgres.url, 1)
        for _ in range(2):
            old = postgres.pid
            assert old
            os.kill(old, signal.SIGKILL)
            await answers(postgres.url)
            assert postgres.pid != old
        assert await remembered(postgres.url) == [1]


async def answers(url: str) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            connection = await asyncpg.connect(url)
            await connection.close()
            return
        except (OSError, asyncpg.PostgresError):
            assert time.monotonic() < end


async def test_launcher_and_server_killed_at_once_leave_a_folder_that_starts(tmp_path: Path) -> None:
    launcher, server = launch(tmp_path)
    os.kill(server, signal.SIGKILL)
    launcher.kill()
    launcher.communicate()
    assert (tmp_path / "postgres" / "postmaster.pid").exists()
    with Embedded(tmp_path) as postgres:
        await remember(postgres.url, 1)


async def test_a_pid_file_that_names_somebody_elses_process_is_not_believed(tmp_path: Path) -> None:
    with Embedded(tmp_path):
        pass
    (tmp_path / "postgres" / "postmaster.pid").write_text(f"{os.getpid()}\n{tmp_path}\n")
    with Embedded(tmp_path) as postgres:
        await remember(postgres.url, 1)


def test_the_folder_has_one_owner(tmp_path: Path) -> None:
    with Embedded(tmp_path), pytest.raises(EmbeddedError, match=f"in use by another Machi .process {os.getpid()}"):
        Embedded(tmp_path).start()


def test_another_major_version_is_refused(tmp_path: Path) -> None:
    with Embedded(tmp_path):
        pass
    (tmp_path / "postgres" / "PG_VERSION").write_text("14\n")
    with pytest.raises(EmbeddedError, match="made by Postgres 14"):
        Embedded(tmp_path).start()


async def test_an_initdb_that_was_killed_does_not_spoil_the_folder(tmp_path: Path) -> None:
    half = tmp_path / "postgres.new"
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")
    with Embedded(tmp_path) as postgres:
        await remember(postgres.url, 1)
    assert not half.exists()


def test_where_root_may_make_no_namespace_it_says_what_to_do(tmp_path: Path) -> None:
    script = f"echo 0 > /proc/sys/user/max_user_namespaces; exec {sys.executable} -c '{LAUNCHER}' {tmp_path}"
    result = subprocess.run(["unshare", "-Ur", "sh", "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert "run as a normal user, or set DATABASE_URL" in result.stderr
    assert not (tmp_path / "postgres").exists()


def test_without_the_kernels_help_a_watcher_stops_the_program(tmp_path: Path) -> None:
    child = ROOT / "app" / "store" / "child.py"
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\ntrap 'exit 0' INT\necho $$\nwhile :; do sleep 0.01; done\n")
    program.chmod(0o755)
    watcher = subprocess.Popen(
        [sys.executable, "-I", "-S", child, "watched", str(os.getpid()), program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert watcher.stdout
    assert watcher.stdin
    pid = int(watcher.stdout.readline())
    watcher.stdin.close()
    assert watcher.wait(60) == 0
    watcher.stdout.close()
    assert not command_line(pid)


def test_the_programs_come_from_the_package() -> None:
    assert (packaged_programs() / "postgres").exists()
