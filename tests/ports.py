"""Ports for programs that are started, stopped and started again: nobody else is given one of them meanwhile."""

import os
import socket
from itertools import count

FIRST, LAST = 10_000, 32_000  # below what the system hands out by itself, to whoever asks for any port
_numbers = count(os.getpid() * 997)  # processes that test at the same time begin at places of their own


def free_port() -> int:
    """A port of this machine that nobody listens on, another one at each call."""
    while True:
        port = FIRST + next(_numbers) % (LAST - FIRST)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
