"""Who and where: room codes, tokens, salts."""

import hashlib
import re
import secrets

from app.rooms.results import Refused

CODE_LETTERS = "23456789BCDFGHJKMNPQRTVWXZ"
CODE_LENGTH = 7
_SALT = re.compile(r"(?:[0-9a-f]{32})?")
_SEED = re.compile(r"[0-9a-fA-F]{64}")


def new_code() -> str:
    """A room's code, drawn at random."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def known_code(code: str) -> str | None:
    """The code as it is stored, or None if it cannot be one."""
    code = code.upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else None


def good_salt(salt: object) -> str:
    """The salt as it is: 32 lower-case hex digits, or empty. Raises `Refused("malformed", "salt")`."""
    if isinstance(salt, str) and _SALT.fullmatch(salt):
        return salt
    raise Refused("malformed", "salt")


def good_seed(seed: object) -> bytes:
    """32 bytes from 64 hex digits. Raises `Refused("malformed", "seed")`."""
    if isinstance(seed, str) and _SEED.fullmatch(seed):
        return bytes.fromhex(seed)
    raise Refused("malformed", "seed")


def new_token() -> str:
    """128 bits, in letters that may stand in a cookie, a header and a fragment."""
    return secrets.token_urlsafe(16)


_OF_SEVERAL = re.compile(r"([\w-]+)~\d")


def seat_keys(seats: int) -> list[str]:
    """Tokens for all seats of one person: one secret, and behind it the number of the seat."""
    secret = new_token()
    return [f"{secret}~{seat}" for seat in range(seats)]


def other_seat(token: str, seat: int) -> str:
    """The token of another seat of the same person; a token that is not one of several is all there is, and stays."""
    several = _OF_SEVERAL.fullmatch(token)
    return f"{several[1]}~{seat}" if several else token


def token_hash(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
