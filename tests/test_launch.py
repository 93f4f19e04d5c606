"""The launcher: what it says when it cannot start, and that it leaves nothing behind when it ends, however it ends."""

import os
import resource
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import launch
from app.settings import Settings, settings
from app.store.embedded import Embedded
from tests.server import STOP_SECONDS, Server, command

TAKEN = "Port {port} is taken; perhaps Machi runs already. Another one: MACHI_PORT={other} ./run"


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[Embedded]:
    """Somebody else's Postgres, with an empty database."""
    with Embedded(tmp_path / "other") as running:
        yield running


def test_a_taken_port_is_named_with_a_way_out_in_one_line(listener: socket.socket, tmp_path: Path):
    port = listener.getsockname()[1]
    result = command(MACHI_PORT=str(port), MACHI_DATA=str(tmp_path / "data"))
    assert result.returncode == 1
    assert result.stderr == f"machi: {TAKEN.format(port=port, other=port + 1)}\n"
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MACHI_PORT", "eighty"),
        ("MACHI_WORKERS", "0"),
        ("MACHI_LOG_LEVEL", "trace"),  # uvicorn's, which logs every header, seats' keys among them
        ("MACHI_PUBLIC_URL", "machi.example"),
        ("MACHI_TRUSTED_PROXIES", "my proxy"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(name, value)
    settings.cache_clear()
    with pytest.raises(launch.CannotStart, match=f"{name}|{value}"):
        launch.checked_settings()
    settings.cache_clear()


def test_a_database_that_does_not_answer(tmp_path: Path):
    with pytest.raises(launch.CannotStart, match="DATABASE_URL does not answer"):
        launch.require_newest(f"postgresql://nobody@/machi?host={tmp_path}")


@pytest.mark.parametrize("url", ["nonsense", "http://127.0.0.1", "redis://127.0.0.1:port", "redis://127.0.0.1:1"])
def test_a_redis_that_does_not_answer(url: str):
    with pytest.raises(launch.CannotStart, match="The Redis in REDIS_URL does not answer: "):
        launch.require_redis(url)


def test_anothers_database_is_migrated_by_command_only(postgres: Embedded):
    with pytest.raises(launch.CannotStart, match="is empty: run `python -m app migrate` first"):
        launch.require_newest(postgres.url)
    assert command("migrate", DATABASE_URL=postgres.url).returncode == 0
    launch.require_newest(postgres.url)
    assert command("check-logs", DATABASE_URL=postgres.url).returncode == 0


def test_a_data_folder_in_use(postgres: Embedded, tmp_path: Path):
    chosen = Settings(MACHI_DATA=tmp_path / "other", DATABASE_URL="")
    with pytest.raises(launch.CannotStart, match="in use by another Machi"), launch.database(chosen):
        pass


def test_the_address_for_friends_is_this_machines_in_its_network(listener: socket.socket):
    try:
        here = launch.lan_address()
    except launch.CannotStart:
        assert not os.path.exists("/sys/class/net/eth0")
        return
    assert launch.announced(listener, lan=True) == f"http://{here}:{listener.getsockname()[1]}"
    assert launch.announced(listener, lan=False) == f"http://127.0.0.1:{listener.getsockname()[1]}"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_good_order(how: signal.Signals, tmp_path: Path):
    server = Server(tmp_path)
    server.start()
    assert server.process is not None
    server.process.send_signal(how)
    assert server.process.wait(STOP_SECONDS) == 0
    assert_nothing_left(server)


@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_nothing_survives_its_violent_end(workers: str, tmp_path: Path):
    server = Server(tmp_path, MACHI_WORKERS=workers)
    server.start()
    server.kill()
    assert_nothing_left(server)
    server.start()
    assert server.stop() == 0


def assert_nothing_left(server: Server) -> None:
    """Soon the port is free and the database's lock is not held."""
    deadline = time.monotonic() + STOP_SECONDS
    while True:
        try:
            with launch.listening("127.0.0.1", server.port), Embedded(server.folder / "data"):
                return
        except launch.CannotStart:
            assert time.monotonic() < deadline, "the port is still taken"
            time.sleep(0.05)


def test_a_system_that_begins_with_few_open_files_is_asked_for_more():
    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before // 2, most))
    launch.allow_many_files()
    after, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before, most))
    assert after == (launch.MANY_FILES if most == resource.RLIM_INFINITY else min(launch.MANY_FILES, most))
