"""Randomness that anyone can check (randomness.md): commitments, seeds, and draws from a seed."""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from itertools import count
from typing import TypeVar

T = TypeVar("T")


def commitment(secret: bytes) -> str:
    """The published promise for a 32-byte secret: its SHA-256 in lower-case hex."""
    return hashlib.sha256(secret).hexdigest()


def game_seed(secret: bytes, salts: Iterable[bytes]) -> bytes:
    """The 32-byte seed of a game from the room's secret and each playing seat's salt, in seat order.

    A salt is 16 bytes, or empty for a caller that sent none.
    """
    message = "".join(salt.hex() + "/" for salt in salts)
    return hmac.digest(secret, message.encode("ascii"), "sha256")


def draw(seed: bytes, label: str, k: int, n: int) -> int:
    """Draw `k` of stream `label`: uniform over 0 .. n-1, 1 <= n <= 256."""
    limit = 256 - 256 % n
    for block in count():
        for byte in hmac.digest(seed, f"{label}/{k}/{block}".encode("ascii"), "sha256"):
            if byte < limit:
                return byte % n
    raise AssertionError("unreachable: count() does not end")


def shuffled(seed: bytes, label: str, items: Sequence[T]) -> list[T]:
    """`items` in the order that stream `label` gives them: Fisher-Yates from the end."""
    result = list(items)
    last = len(result) - 1
    for j in range(last, 0, -1):
        other = draw(seed, label, last - j, j + 1)
        result[j], result[other] = result[other], result[j]
    return result
