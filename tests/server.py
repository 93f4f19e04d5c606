"""The real program in a process of its own: `python -m app` on a free port with its own database."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

from app.settings import Settings
from tests.admins import HASH
from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 150  # on a machine that is busy with other tests
STOP_SECONDS = 60


def environment(**settings: str) -> dict[str, str]:
    """This process's environment with no settings of Machi's but the given ones."""
    ours = {str(field.alias) for field in Settings.model_fields.values()}
    return {name: value for name, value in os.environ.items() if name not in ours} | settings


def command(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """`python -m app` with these words and settings, to its end."""
    return subprocess.run(
        [sys.executable, "-m", "app", *words],
        cwd=ROOT,
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )


class Server:
    """A server that can be stopped, killed and started again on the same port and data, as after a crash or deploy."""

    def __init__(self, folder: Path, module: str = "app", **settings: str) -> None:
        """`module`: what is run; `app`, or a test's own around it."""
        self.folder = folder
        self.module = module
        self.settings = settings
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """What all its processes wrote so far."""
        return self.folder / "server.log"

    def start(self) -> None:
        """Start and wait until /healthz answers 200."""
        own = {
            "MACHI_DATA": str(self.folder / "data"),
            "MACHI_PORT": str(self.port),
            "MACHI_ALLOW_SEED": "1",
            "MACHI_LIMITS": "0",
            "MACHI_ADMIN_PASSWORD_HASH": HASH,
        }
        begin = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", self.module],
                cwd=ROOT,
                env=environment(**own | self.settings),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + START_SECONDS
        while not self._answers(begin):
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise AssertionError(f"the server did not start:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.05)

    def _answers(self, begin: int) -> bool:
        if f"Machi is at {self.url}\n".encode() not in self.log.read_bytes()[begin:]:
            return False
        try:
            return httpx.get(f"{self.url}/healthz", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def stop(self) -> int:
        """End it like `kill` or a deploy does, and wait; the exit status."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """End it like `kill -9` or a loss of power does."""
        return self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None, "not started"
        self.process.send_signal(how)
        return self.process.wait(STOP_SECONDS)
