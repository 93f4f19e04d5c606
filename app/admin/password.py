"""The admin's password. The settings hold its Argon2id hash, nobody holds the password; there is no default."""

import asyncio
import hashlib
import unicodedata

from argon2 import PasswordHasher, Type, extract_parameters
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from app.rooms import Refused

SHORTEST = 12  # characters
HASH_BYTES = 32  # a hash that was cut off may well be one, of fewer bytes
# What one check may take; more in a hash is a slip of whoever made it, and each login would hold the server up.
MOST_MEMORY = 256 << 10  # KiB
MOST_PASSES = 16
MOST_LANES = 16
AT_ONCE = 2  # checks, each with the hash's own memory (64 MiB) and up to 100 ms of a core
MOST_WAITING = 20  # more callers are told to come back

_NO_HASH = (
    "MACHI_ADMIN_PASSWORD_HASH is no hash of a password as `./run admin-password` prints it ($argon2id$v=19$...). "
    "In a shell and in a file .env it stands in single quotes: without them what begins with $ gets lost"
)
_TOO_DEAR = (
    "MACHI_ADMIN_PASSWORD_HASH makes checking a password too dear: at most "
    f"m={MOST_MEMORY} ({MOST_MEMORY >> 10} MiB), t={MOST_PASSES} and p={MOST_LANES}"
)
_EMPTY = "MACHI_ADMIN_PASSWORD_HASH is the hash of an empty password"


def hashed(password: str) -> str:
    """The line for the settings: Argon2id with the costs of RFC 9106 for machines with little memory.

    Raises ValueError for a password of fewer than `SHORTEST` characters.
    """
    if len(_normal(password)) < SHORTEST:
        raise ValueError(f"The password must have at least {SHORTEST} characters")
    return PasswordHasher().hash(_bytes(password))


class Password:
    """The one whose hash this is. Raises ValueError, with what to do, for what can be no such hash."""

    def __init__(self, stored: str) -> None:
        self._stored = stored
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._callers = 0
        _require_good(stored)

    @property
    def mark(self) -> bytes:
        """What tells it from every other password and every other hash of the same one: 32 bytes that open nothing."""
        return hashlib.sha256(self._stored.encode()).digest()

    async def opens(self, typed: str) -> bool:
        """Is it this one? In a thread, few at a time: checks are dear so that guessing is. Raises `Refused("busy")`."""
        if self._callers >= MOST_WAITING:
            raise Refused("busy")
        self._callers += 1
        try:
            async with self._turns:
                return await asyncio.to_thread(_matches, self._stored, typed)
        finally:
            self._callers -= 1


def _require_good(stored: str) -> None:
    """Raises ValueError. The whole hash is tried: its costs alone do not tell whether it was cut off."""
    try:
        costs = extract_parameters(stored)
        if costs.type is not Type.ID or costs.hash_len < HASH_BYTES:
            raise ValueError(_NO_HASH)
        if costs.memory_cost > MOST_MEMORY or costs.time_cost > MOST_PASSES or costs.parallelism > MOST_LANES:
            raise ValueError(_TOO_DEAR)
        if _matches(stored, ""):
            raise ValueError(_EMPTY)
    except (InvalidHashError, VerificationError):
        raise ValueError(_NO_HASH) from None


def _matches(stored: str, typed: str) -> bool:
    try:
        return PasswordHasher().verify(stored, _bytes(typed))
    except VerifyMismatchError:
        return False


def _normal(password: str) -> str:
    """The same letters whichever keyboard they come from."""
    return unicodedata.normalize("NFC", password)


def _bytes(password: str) -> bytes:
    return _normal(password).encode("utf-8", "surrogatepass")
