"""Little Town Builders: 2 to 4 players place workers, gather, build and feed (little_town.md, cited as LT-n.m)."""

from engine.little_town.choices import choices
from engine.little_town.facts import facts, facts_from
from engine.little_town.moves import decode, encode
from engine.little_town.objectives import progress
from engine.little_town.rules import active, apply, check, doing, legal, settles, sit_in
from engine.little_town.score import explain, explain_from, ranking
from engine.little_town.setup import OPTIONS, RULES, SEATS, setup
from engine.little_town.tally import TALLY, TALLY_VERSION, tally
from engine.little_town.view import resample, round_of, view, view_from

OPEN_DRAFTS = True  # only the seat to act can have unsettled moves, and they lie open on the table

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
    "explain_from",
    "facts",
    "facts_from",
    "legal",
    "progress",
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
