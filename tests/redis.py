"""A Redis of a test's own, from the system's packages, on a free port of this machine."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
import redis

from tests.ports import free_port

PROGRAM = shutil.which("redis-server")
needed = pytest.mark.skipif(PROGRAM is None, reason="there is no redis-server on this machine: apt-get install redis")
START_SECONDS = 30


class RedisServer:
    """Keeps nothing on the disk. It can be killed and started again on the same port, or be made to stand still."""

    def __init__(self, folder: Path, password: str = "") -> None:
        self._folder = folder
        self._password = password
        self._process: subprocess.Popen[bytes] | None = None
        self._port = free_port()

    @property
    def url(self) -> str:
        """What `REDIS_URL` takes."""
        return f"redis://{f':{self._password}@' if self._password else ''}127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Start it and wait until it answers."""
        where = ["--bind", "127.0.0.1", "--port", str(self._port), "--dir", str(self._folder)]
        secret = ["--requirepass", self._password] if self._password else []
        command = [str(PROGRAM), *where, *secret, "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + START_SECONDS
        with redis.Redis.from_url(self.url) as client:
            while not self._answers(client):
                assert self._process.poll() is None, "redis-server ended"
                assert time.monotonic() < deadline, "redis-server does not answer"
                time.sleep(0.01)

    def _answers(self, client: "redis.Redis") -> bool:
        try:
            return bool(client.ping())
        except redis.ConnectionError:
            return False

    def kill(self) -> None:
        """As a crash does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stand_still(self) -> None:
        """Its connections stay open, and nothing answers."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """As if nothing had been."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGCONT)
