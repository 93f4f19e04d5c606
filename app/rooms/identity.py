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


def token_hash(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
