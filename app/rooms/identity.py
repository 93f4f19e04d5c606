"""Who and where: room codes, names, tokens, salts."""

import hashlib
import re
import secrets
import unicodedata

from app.rooms.results import Refused

CODE_LETTERS = "23456789BCDFGHJKMNPQRTVWXZ"
CODE_LENGTH = 7
LONGEST_NAME = 20
_SALT = re.compile(r"(?:[0-9a-f]{32})?")
_SEED = re.compile(r"[0-9a-fA-F]{64}")
# Cc control, Cf format (bidirectional marks, zero-width ones), Cs half a surrogate pair, Co private, Cn unassigned,
# Zl and Zp line separators: nothing that a name can be seen by.
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def new_code() -> str:
    """A room's code, drawn at random."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def known_code(code: str) -> str | None:
    """The code as it is stored, or None if it cannot be one."""
    code = code.upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else None


def good_name(name: object) -> str:
    """The name as it is kept: NFC, trimmed, runs of spaces made one. Raises `Refused("malformed", "name")`."""
    if isinstance(name, str):
        kept = " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()
        kept = re.sub(r" +", " ", kept)
        if 1 <= len(kept) <= LONGEST_NAME and _visible(kept):
            return kept
    raise Refused("malformed", "name", {"most": LONGEST_NAME})


def _visible(name: str) -> bool:
    kinds = [unicodedata.category(character) for character in name]
    drawn = [kind for kind in kinds if kind[0] not in "ZM"]
    return bool(drawn) and not any(kind in _UNSEEN for kind in kinds)


def same_name(one: str, other: str) -> bool:
    """Would players take one for the other? Case and compatibility forms do not count."""
    return _folded(one) == _folded(other)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


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
