"""The admin's password: made by a command, refused where it is short, checked few at a time, never by default."""

import asyncio
import io
import os
import select
import subprocess
import sys
import threading
import time

import pytest

from app import launch
from app.__main__ import main
from app.admin import Password
from app.admin import password as password_module
from app.admin.password import AT_ONCE, MOST_WAITING
from app.main import create_app
from app.rooms import Refused
from app.settings import Settings, settings
from tests.admins import HASH, PASSWORD
from tests.patience import PATIENCE
from tests.server import ROOT, environment

BAD = {
    "a word": "secret",
    "its costs only": HASH.rpartition("$")[0],
    **{f"cut off by {cut}": HASH[:-cut] for cut in (1, 2, 3, 9, 11)},
    "as a shell leaves it": "=19=8,t=1,p=1",
    "of another kind": HASH.replace("argon2id", "argon2i"),
    "of another program": "$2b$12$abcdefghijklmnopqrstuuJ4l2rY2Cq2Zq9s3bV9sVZ5nM0pD2u6K",
    "of nothing": password_module.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(""),
}


async def test_the_hash_opens_to_its_password_only() -> None:
    password = Password(HASH)
    assert await password.opens(PASSWORD)
    assert await password.opens("gru\u0308ner Esel auf dem Dach")  # as another keyboard types it
    for wrong in ("", "grüner Esel", PASSWORD.upper(), PASSWORD + "\0", "\ud800", "x" * 16_000):
        assert not await password.opens(wrong)


@pytest.mark.parametrize("stored", BAD.values(), ids=BAD)
def test_what_is_no_hash_stops_the_start_and_says_why(stored: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="MACHI_ADMIN_PASSWORD_HASH") as told:
        create_app(Settings(admin_password_hash=stored))
    assert stored not in str(told.value)
    monkeypatch.setenv("MACHI_ADMIN_PASSWORD_HASH", stored)
    settings.cache_clear()
    with pytest.raises(launch.CannotStart, match="MACHI_ADMIN_PASSWORD_HASH"):
        launch.checked_settings()
    settings.cache_clear()


@pytest.mark.parametrize("costs", ["m=262145,t=1,p=1", "m=8,t=17,p=1", "m=256,t=1,p=17"])
def test_a_hash_that_would_hold_the_server_up_is_told_so(costs: str) -> None:
    with pytest.raises(ValueError, match=r"MACHI_ADMIN_PASSWORD_HASH .* too dear: at most m=262144 \(256 MiB\), t=16"):
        Password(HASH.replace("m=8,t=1,p=1", costs))


async def test_few_checks_run_at_once_and_the_loop_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes its memory: whoever asks a hundred times at once gets no more than a few of them."""
    running = most = 0
    lock, ready = threading.Lock(), threading.Event()

    def slow(stored: str, typed: str) -> bool:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        ready.wait(60)
        with lock:
            running -= 1
        return False

    password = Password(HASH)
    monkeypatch.setattr(password_module, "_matches", slow)
    asked = [asyncio.create_task(password.opens("guess")) for _ in range(MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Refused, match="busy"):
        await password.opens("one more")
    ready.set()  # by the loop, which none of them holds up
    assert await asyncio.gather(*asked) == [False] * MOST_WAITING
    assert most <= AT_ONCE


def typed_by_a_script(line: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """The command, with that line as its input; its exit status."""
    monkeypatch.setattr(sys, "argv", ["machi", "admin-password"])
    monkeypatch.setattr(sys, "stdin", io.StringIO(line))
    return main()


async def test_a_script_gives_the_password_as_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed_by_a_script(f"{PASSWORD}\r\n", monkeypatch) == 0
    said = capsys.readouterr()
    assert (said.err, said.out[:31], said.out.count("\n")) == ("", "$argon2id$v=19$m=65536,t=3,p=4$", 1)
    assert await Password(said.out.strip()).opens(PASSWORD)


def test_a_short_one_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed_by_a_script("elevenchars\n", monkeypatch) == 1
    assert capsys.readouterr() == ("", "machi: The password must have at least 12 characters\n")


AT_A_TERMINAL = (
    "import fcntl, runpy, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); runpy.run_module('app', run_name='__main__')"
)
PROMPTS = ("Password for the admin's pages: ", "The same once more: ")


def at_a_terminal(*typed: str) -> str:
    """All that a terminal shows while these lines are typed, each when it is asked for."""
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", AT_A_TERMINAL, "admin-password"],
        cwd=ROOT,
        env=environment(),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        return dialogue(ours, [*zip(PROMPTS, typed, strict=True)])
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def dialogue(terminal: int, answers: list[tuple[str, str]]) -> str:
    """All that is shown, to its end; each prompt is answered once it is there."""
    shown = b""
    deadline = time.monotonic() + PATIENCE
    while select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))[0]:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # nobody is there any more
            part = b""
        if not part:
            return shown.decode()
        shown += part
        if answers and answers[0][0].encode() in shown:
            os.write(terminal, f"{answers.pop(0)[1]}\n".encode())
    raise AssertionError(f"it never ended: {shown!r}")


@pytest.mark.long
async def test_at_a_terminal_it_is_asked_for_twice_and_not_shown() -> None:
    shown = await asyncio.to_thread(at_a_terminal, PASSWORD, PASSWORD)
    assert PASSWORD not in shown
    assert "once more" in shown
    assert await Password(shown.split()[-1]).opens(PASSWORD)


@pytest.mark.long
def test_two_different_ones_make_no_hash() -> None:
    shown = at_a_terminal(PASSWORD, "another password")
    assert "The two are not the same" in shown
    assert "$argon2id" not in shown
