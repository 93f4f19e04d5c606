"""Run by path in a bare interpreter: becomes (or watches over) a Postgres program that may not outlive its launcher.

`python -I -S child.py bound|watched <launcher's pid> <program> <arguments...>`, with a pipe from the launcher as
standard input: the launcher closes it to stop the program, or by dying.
Standard library only, and nothing of ours: it must start fast and work in any folder.
"""

import ctypes
import os
import select
import signal
import subprocess
import sys

REFUSED = 77  # exit status: root, and the kernel allows no user namespace here
NOBODY = 65534
CLONE_NEWUSER = 0x10000000
PR_SET_PDEATHSIG = 1


def become_nobody() -> None:
    """Postgres refuses to run as root: be another user in a namespace of our own, where root's files are its files."""
    libc = ctypes.CDLL(None, use_errno=True)
    if not hasattr(libc, "unshare") or libc.unshare(CLONE_NEWUSER):
        sys.exit(REFUSED)
    try:
        for name, text in (("setgroups", "deny"), ("uid_map", f"{NOBODY} 0 1"), ("gid_map", f"{NOBODY} 0 1")):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    except OSError:
        sys.exit(REFUSED)


def run_bound(launcher: int, command: list[str]) -> None:
    """Linux: the kernel sends SIGINT, a fast and clean shutdown, when the launcher dies, even by `kill -9`."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
    if os.getppid() != launcher:  # it died before the kernel was told
        sys.exit(1)
    os.execv(command[0], command)  # noqa: S606  no shell: that is the point


def run_watched(command: list[str]) -> int:
    """Elsewhere: stay, and stop the program when the pipe from the launcher closes. Its exit status."""
    signal.signal(signal.SIGINT, lambda *_: None)  # not SIG_IGN: the program would inherit that
    program = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    while program.poll() is None:
        if select.select([sys.stdin], [], [], 0.2)[0]:
            program.send_signal(signal.SIGINT)
            return program.wait()
    return program.returncode


def main() -> int:
    mode, launcher, *command = sys.argv[1:]
    os.setsid()  # Ctrl-C reaches the launcher alone
    if os.geteuid() == 0:
        become_nobody()
    if mode == "bound":
        run_bound(int(launcher), command)
    return run_watched(command)


if __name__ == "__main__":
    sys.exit(main())
