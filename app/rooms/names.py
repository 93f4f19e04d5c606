"""Names of players: what may be one, and which two would be taken for each other.

A name is shown as it was typed; what cannot be shown so that people can read it is refused. The rules are those of the
nickname profile of PRECIS (RFC 8266: spaces, normal forms, case) with the default ignorable characters of Unicode left
out, and scripts and look-alikes after UAX #31 and UTS #39, whose tables are cut down to what reads as Latin letters.
"""

import re
import unicodedata
from functools import lru_cache

from app.rooms.results import Refused
from app.store.folding import folded

LONGEST_NAME = 20
MOST_MARKS = 3  # on one letter: living languages need no more, floods of them cover the lines above and below
# Cc control, Cf format (bidirectional, zero-width, tags), Cs half a surrogate pair, Co private, Cn unassigned,
# Zl and Zp line separators: nothing that a name can be seen by.
_UNSEEN_KINDS = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters, marks and signs that show nothing: fillers, joiners of graphemes, the empty Braille cell.
_UNSEEN = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc")
_JOINERS = "\u200c\u200d"
_VIRAMA = 9  # its combining class; after it a joiner chooses the form of an Indic letter
# The scripts that are written today by many (UAX #31, recommended), by the first word of their letters' names, and what
# letters without a script are called. Most others exist for their look alone when they come up in a name.
_SCRIPTS = re.compile(
    "(LATIN|GREEK|CYRILLIC|ARMENIAN|HEBREW|ARABIC|THAANA|DEVANAGARI|BENGALI|GURMUKHI|GUJARATI|ORIYA|TAMIL|TELUGU|KANNADA"
    "|MALAYALAM|SINHALA|THAI|LAO|TIBETAN|MYANMAR|GEORGIAN|HANGUL|ETHIOPIC|KHMER|HIRAGANA|KATAKANA|BOPOMOFO|CJK"
    "|IDEOGRAPHIC|VERTICAL|MODIFIER)[ -]"
)
# Cyrillic and Greek letters, and digits and signs, that look like a Latin letter, each above the one it looks like.
_LIKE = str.maketrans(
    "АВЕЗІЈКМНОРСТУХЅԌԚԜӀаеіјорсухѕһԁԛԝӏьвкмнтΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορυχ" + "01|Iıɑɡ",
    "ABE3lJKMHOPCTYXSGQWlaeijopcyxshdqwlbbkmhtABEZHlKMNOPTYXayikvopux" + "Ollliag",
)
_LIKE_TOGETHER = (("rn", "m"), ("vv", "w"))
_SMALL_CAPITAL = re.compile(r"LATIN LETTER SMALL CAPITAL ([A-Z])")


def good_name(name: object) -> str:
    """The name as it is kept: NFC, every run of spaces one space, none at the ends.

    Raises `Refused("malformed", "name")` where it is too long or nothing, `Refused("malformed", "name_characters")`
    where it holds what cannot be seen or read.
    """
    if not isinstance(name, str):
        raise Refused("malformed", "name", {"most": LONGEST_NAME})
    kept = " ".join(_spaced(unicodedata.normalize("NFC", name)).split(" ")).strip(" ")
    kept = re.sub(" +", " ", kept)
    if not 1 <= len(kept) <= LONGEST_NAME:
        raise Refused("malformed", "name", {"most": LONGEST_NAME})
    if not (_seen(kept) and _readable(kept)):
        raise Refused("malformed", "name_characters")
    return kept


def _spaced(name: str) -> str:
    """Every kind of space as the common one."""
    return "".join(" " if unicodedata.category(character) == "Zs" else character for character in name)


def _seen(name: str) -> bool:
    """Is every character there to be seen? A joiner may stand where it joins: between emoji, after a virama."""
    for at, character in enumerate(name):
        if character in _JOINERS and 0 < at < len(name) - 1 and _joins(name[at - 1], character, name[at + 1]):
            continue
        if character in _UNSEEN or unicodedata.category(character) in _UNSEEN_KINDS:
            return False
    return True


def _joins(before: str, joiner: str, after: str) -> bool:
    if unicodedata.combining(before) == _VIRAMA:
        return unicodedata.category(after)[0] == "L"
    pictured = unicodedata.category(before) in {"So", "Sk"} or before == "\ufe0f"
    return joiner == "\u200d" and pictured and unicodedata.category(after) == "So"


def _readable(name: str) -> bool:
    """Does every mark have its letter, and every letter a script that is read today?"""
    kinds = "".join(unicodedata.category(character)[0] for character in name)
    if kinds.startswith("M") or "ZM" in kinds or "M" * (MOST_MARKS + 1) in kinds:
        return False
    letters = [letter for letter in unicodedata.normalize("NFKC", name) if unicodedata.category(letter)[0] == "L"]
    return all(_SCRIPTS.match(unicodedata.name(letter, "")) for letter in letters)


def same_name(one: str, other: str) -> bool:
    """Would players take one for the other? Case, width, spaces and letters that look alike do not count."""
    return folded(one) == folded(other) or _look(one) == _look(other)


def _look(name: str) -> str:
    """The name by its look: two that give the same text are hard to tell apart."""
    look = "".join(map(_drawn, unicodedata.normalize("NFKD", name))).translate(_LIKE).casefold()
    for two, seen in _LIKE_TOGETHER:
        look = look.replace(two, seen)
    return look


def _drawn(character: str) -> str:
    """A small capital as the letter; nothing for spaces, joiners and choices of a variant."""
    called = unicodedata.name(character, "")
    if unicodedata.category(character) in {"Zs", "Cf"} or called.startswith("VARIATION SELECTOR"):
        return ""
    small = _SMALL_CAPITAL.fullmatch(called)
    return small[1] if small else character


@lru_cache(10_000)
def isolated(name: str) -> str:
    """The name for a sentence: one that is written from right to left does not turn the words beside it around."""
    if any(unicodedata.bidirectional(character) in {"R", "AL"} for character in name):
        return f"\u2068{name}\u2069"
    return name
