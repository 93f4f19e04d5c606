"""Roll Into Town: a roll-and-write for 1 to 8 players. Rule numbers in this package are those of the rules file.

This module offers the names of `engine.core.Game`.
"""

from engine.roll_into_town.choices import choices
from engine.roll_into_town.data import OPEN_DRAFTS, OPTIONS, RULES, SEATS
from engine.roll_into_town.facts import facts, facts_from
from engine.roll_into_town.moves import decode, encode
from engine.roll_into_town.rules import active, apply, check, legal, settles, sit_in
from engine.roll_into_town.score import explain, ranking
from engine.roll_into_town.state import setup
from engine.roll_into_town.tally import TALLY, TALLY_VERSION, tally
from engine.roll_into_town.view import doing, resample, round_of, view, view_from

__all__ = [
    "OPEN_DRAFTS",
    "OPTIONS",
    "RULES",
    "SEATS",
    "TALLY",
    "TALLY_VERSION",
    "active",
    "apply",
    "check",
    "choices",
    "decode",
    "doing",
    "encode",
    "explain",
    "facts",
    "facts_from",
    "legal",
    "ranking",
    "resample",
    "round_of",
    "settles",
    "setup",
    "sit_in",
    "tally",
    "view",
    "view_from",
]
