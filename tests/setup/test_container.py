"""The container: its image is built and answers, its compose file is valid.

Both run without a container engine: buildah builds in a chroot. The base that the Dockerfile names lies in a registry
that not every machine reaches, so the proof builds on a Debian made here, which also has a Python that is new enough.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.store.embedded import Embedded
from tests.setup.repository import ROOT

# One worker has them all (tests/scheduling.py): they share one base image, which takes two minutes to make.
pytestmark = [pytest.mark.long, pytest.mark.timeout(1500)]

TOOLS = ("buildah", "debootstrap", "podman")
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
CERTIFICATE_SETTINGS = ("PIP_CERT", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")
LARGEST = 200_000_000  # bytes that the app may add to its base
ADDRESS = re.compile(r"Machi is at http://\S+:(\d+)")
START_SECONDS = 180  # compiled anew at each start: nothing can be kept there
IN_THE_IMAGE = {
    *(".npmrc", ".venv", "app", "engine", "migrations", "node_modules", "package-lock.json", "package.json", "run"),
    *("static", "templates"),
}


def output(*command: str | Path, **environment: str) -> str:
    """What the command wrote; AssertionError with its complaints where it failed."""
    result = subprocess.run(
        list(map(str, command)), cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, f"{command}:\n{(result.stdout + result.stderr)[-4000:]}"
    return result.stdout


@pytest.fixture(scope="module", autouse=True)
def tools() -> None:
    """Root on Debian installs what is missing; elsewhere this is a failure that says what to type."""
    lacking = [tool for tool in TOOLS if shutil.which(tool) is None]
    if lacking and os.geteuid() == 0 and shutil.which("apt-get"):
        output("apt-get", "update", "-qq")
        output("apt-get", "install", "-qq", "--no-install-recommends", *lacking, DEBIAN_FRONTEND="noninteractive")
        lacking = []
    assert not lacking, f"the container tests need root and Debian: apt-get install {' '.join(lacking)}"


class Buildah:
    """buildah with a storage of its own, which ends with the test."""

    def __init__(self, folder: Path) -> None:
        self.command = ["buildah", "--storage-driver", "vfs", "--root", f"{folder}/root", "--runroot", f"{folder}/run"]

    def __call__(self, *words: str | Path) -> str:
        return output(*self.command, *words).strip()


@pytest.fixture(scope="module")
def buildah(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Buildah]:
    folder = tmp_path_factory.mktemp("buildah")
    yield Buildah(folder)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def base(buildah: Buildah, tmp_path_factory: pytest.TempPathFactory) -> str:
    """An image of Debian with Python, which trusts the certificates that this machine trusts."""
    folder = tmp_path_factory.mktemp("debian")
    output("debootstrap", "--variant=minbase", "--include=python3,python3-venv,ca-certificates", "bookworm", folder)
    shutil.rmtree(folder / "var/cache/apt")
    shutil.copy(CERTIFICATES, folder / CERTIFICATES[1:])
    container = buildah("from", "scratch")
    buildah("add", "--quiet", container, folder, "/")
    trusted = [f"--env={name}={CERTIFICATES}" for name in CERTIFICATE_SETTINGS]
    buildah("config", *trusted, container)
    buildah("commit", "--quiet", "--rm", container, "base")
    shutil.rmtree(folder)
    return "localhost/base"


@pytest.fixture(scope="module")
def image(buildah: Buildah, base: str) -> str:
    """The image, built from the Dockerfile as it is."""
    buildah(
        *("build-using-dockerfile", "--isolation=chroot", "--network=host", "--format=docker", "--quiet"),
        *(f"--build-arg=BASE={base}", "--tag=machi", "."),
    )
    return "localhost/machi"


def size(buildah: Buildah, image: str) -> int:
    """Bytes of all files of an image."""
    mounted = buildah("mount", buildah("from", image))
    return int(output("du", "--summarize", "--bytes", mounted).split()[0])


def test_the_image_is_small_and_its_user_is_nobody_special(buildah: Buildah, base: str, image: str):
    config = json.loads(buildah("inspect", "--type=image", image))["Docker"]["config"]
    assert config["User"] == "10001"
    assert config["Entrypoint"] == ["python", "-m", "app"]
    assert "/healthz" in str(config["Healthcheck"]["Test"])
    assert size(buildah, image) - size(buildah, base) < LARGEST


@contextmanager
def database(folder: Path) -> Iterator[Path]:
    """The folder of the socket of an empty Postgres, which every user may enter."""
    with Embedded(folder / "data") as postgres:
        socket = Path(re.split("host=", postgres.url)[1])
        socket.chmod(0o711)
        yield socket


@contextmanager
def answering(command: list[str], log: Path, **environment: str) -> Iterator[str]:
    """The port at which the app answers that this command runs in a container; it ends by SIGTERM."""
    with log.open("wb") as written:
        running = subprocess.Popen(
            command, env=os.environ | environment, stdout=written, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        port = wait_for_port(running, log)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=START_SECONDS) as answer:
            assert answer.status == 200
        yield port
    finally:
        os.killpg(running.pid, signal.SIGTERM)
        running.wait(START_SECONDS)


def test_the_image_answers(buildah: Buildah, image: str, tmp_path: Path):
    with database(tmp_path) as socket:
        container = buildah("from", image)
        inside = [
            *("run", "--isolation=chroot", "--network=host", f"--volume={socket}:/socket"),
            "--env=DATABASE_URL=postgresql://postgres@/machi?host=/socket",
            *("--env=MACHI_HOST=127.0.0.1", "--env=MACHI_PORT=0", container, "--"),
        ]
        assert buildah(*inside, "id", "-u") == "10001"
        buildah(*inside, "python", "-m", "app", "migrate")
        with answering([*buildah.command, *inside, "python", "-m", "app"], tmp_path / "log") as port:
            check = json.loads(buildah("inspect", "--type=image", image))["Docker"]["config"]["Healthcheck"]["Test"]
            buildah(*inside[:-2], f"--env=MACHI_PORT={port}", *inside[-2:], *check[1:])


# What docker-compose.yml asks of the engine, by hand: a root that nobody can write to but for /tmp, no capability, and
# no way to get one.
READ_ONLY = """
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
mount --bind "$SOCKET" "$ROOT/mnt"
mount -t tmpfs tmpfs "$ROOT/tmp"
mount -o remount,bind,ro "$ROOT"
exec chroot "$ROOT" setpriv --reuid=10001 --regid=10001 --clear-groups --bounding-set=-all --inh-caps=-all \\
    --no-new-privs env -i -C /machi PATH=/machi/.venv/bin:/usr/bin:/bin PYTHONUNBUFFERED=1 MACHI_HOST=127.0.0.1 \\
    MACHI_PORT=0 DATABASE_URL=postgresql://postgres@/machi?host=/mnt "$@"
"""


def test_the_image_runs_where_it_can_write_nothing_and_has_no_rights(buildah: Buildah, image: str, tmp_path: Path):
    root = buildah("mount", buildah("from", image))
    with database(tmp_path) as socket:
        places = {"ROOT": root, "SOCKET": str(socket)}
        inside = ["unshare", "--mount", "sh", "-euc", READ_ONLY, "sh"]
        rights = output(*inside, "setpriv", "--dump", **places)
        assert "uid: 10001" in rights
        assert "Capability bounding set: [none]" in rights
        assert "no_new_privs: 1" in rights
        output(*inside, "sh", "-c", "touch /tmp/one; ! touch /machi/one /machi/app/one /etc/one /var/one", **places)
        output(*inside, "python", "-m", "app", "migrate", **places)
        with answering([*inside, "python", "-m", "app"], tmp_path / "log", **places) as port:
            page = urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=START_SECONDS).read()
            assert b"make-room" in page


def test_the_image_holds_the_program_and_no_secret(buildah: Buildah, image: str, base: str):
    root = Path(buildah("mount", buildah("from", image)))
    names = {path.name for path in (root / "machi").iterdir()}
    assert names == IN_THE_IMAGE | {path.name for path in ROOT.glob("requirements*.lock")}
    keys = [path for path in (root / "machi").rglob("*") if path.suffix in {".key", ".env"} or path.name == ".git"]
    assert keys == []

    def environment(of: str) -> set[str]:
        return set(json.loads(buildah("inspect", "--type=image", of))["Docker"]["config"]["Env"] or ())

    added = {line.partition("=")[0] for line in environment(image) - environment(base)}
    assert added == {"MACHI_HOST", "PATH", "PYTHONUNBUFFERED"}


def wait_for_port(running: subprocess.Popen[bytes], log: Path) -> str:
    """The port that the app in the container says it listens on."""
    deadline = time.monotonic() + START_SECONDS
    while (said := ADDRESS.search(log.read_text())) is None:
        assert running.poll() is None, log.read_text()
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.1)
    return said[1]


def composed(*profiles: str) -> dict[str, Any]:
    """The services of the compose file, as podman-compose understands it."""
    named = [f"--profile={profile}" for profile in profiles]
    told = output(sys.executable, "-m", "podman_compose", "--file", "docker-compose.yml", *named, "config")
    services: dict[str, Any] = yaml.safe_load(told)["services"]
    return services


def test_the_compose_file_is_valid():
    services = composed()
    assert services.keys() == {"app", "db", "migrate"}
    assert "service_healthy" in str(services["migrate"]["depends_on"])
    assert "service_completed_successfully" in str(services["app"]["depends_on"])


def test_compose_can_have_several_apps_behind_nginx_and_a_redis():
    services = composed("many", "redis")
    assert services.keys() == {"app", "apps", "db", "migrate", "nginx", "redis"}
    ports = [port.split(":")[0] for service in services.values() for port in service.get("ports", [])]
    assert len(set(ports)) == len(ports) == 2


def test_containers_cannot_become_more_than_they_are():
    services = composed("many", "redis")
    for service in services.values():
        assert service["security_opt"] == ["no-new-privileges:true"]
    for name in ("app", "apps", "migrate"):
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]
