"""Sockets as tests open them: as patient as everything else (tests/patience.py)."""

from typing import Any

from websockets.asyncio.client import connect

from tests.patience import PATIENCE


def socket_at(url: str, **more: Any) -> connect:
    """`websockets.connect`, which by itself gives up after 10 seconds, and after 20 without an answer to its ping.

    `more` as it takes them."""
    return connect(url, open_timeout=PATIENCE, ping_timeout=None, **more)
