"""nginx from the system's packages, with the configuration that is shipped.

What its container fills in from the environment (docker-compose.yml) is filled in here: the address it listens on, and
for each process the line that the compose file has for its service.
"""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import Any

import pytest
import yaml

from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
needed = pytest.mark.skipif(PROGRAM is None, reason="there is no nginx on this machine: apt-get install nginx")
START_SECONDS = 30


def environment() -> dict[str, Any]:
    """What docker-compose.yml gives nginx's container."""
    told: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["nginx"]["environment"]
    return told


def filled_in(listen: str, apps: Sequence[str]) -> str:
    """nginx.conf for nginx at `listen` before `apps`, all of them `host:port`."""
    server = environment()["SERVERS"]
    assert "apps:8000 resolve" in server
    servers = " ".join(server.replace("apps:8000 resolve", address) for address in apps)
    values = {"LISTEN": listen, "SERVERS": servers, "NGINX_LOCAL_RESOLVERS": "127.0.0.1"}
    return Template((ROOT / "nginx.conf").read_text()).safe_substitute(values)


class Nginx:
    """Runs in `folder`, before apps on these ports of this machine."""

    def __init__(self, folder: Path, ports: Sequence[int]) -> None:
        self._folder = folder
        self.port = free_port()
        apps = [f"127.0.0.1:{port}" for port in ports]
        (folder / "nginx.conf").write_text(filled_in(f"127.0.0.1:{self.port}", apps))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What went wrong in its eyes."""
        return (self._folder / "error.log").read_text()

    def start(self) -> None:
        """Start it and wait until it listens."""
        own = "daemon off; pid nginx.pid; error_log error.log;" + ("user root;" if os.geteuid() == 0 else "")
        where = ["-p", f"{self._folder}/", "-e", "error.log", "-c", "nginx.conf"]
        self._process = subprocess.Popen([str(PROGRAM), *where, "-g", own], stdin=subprocess.DEVNULL)
        deadline = time.monotonic() + START_SECONDS
        while not self._listens():
            assert self._process.poll() is None, self.log
            assert time.monotonic() < deadline, self.log
            time.sleep(0.01)

    def _listens(self) -> bool:
        with socket.socket() as caller:
            return caller.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        """At once."""
        self._process.terminate()
        self._process.wait()
