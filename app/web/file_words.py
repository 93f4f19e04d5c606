"""Why the file of a game is refused, in words (the reasons of app/rooms/importing.py and saved.py)."""

from app.web.words import N_

BAD_FILE_REASONS = {
    "format": N_("This is no file of a game from Machi."),
    "version": N_("This file is of a newer kind than this Machi can read (it knows version %(newest)s)."),
    "field": N_("In this file “%(field)s” is missing or not as it should be."),
    "move_field": N_("Move %(move)s: “%(field)s” is missing or not as it should be."),
    "rules": N_(
        "This game was played by version %(rules)s of its rules. This Machi knows them up to version %(newest)s."
    ),
    "name": N_("The name of player %(player)s in this file could not be a name here."),
    "names": N_("Two players in this file have names that look alike."),
    "chance": N_("This file contradicts itself: its dice and cards cannot be both drawn and given."),
    "commitment": N_("The secret in this file does not have the fingerprint that the file names."),
    "seed": N_("The seed in this file does not follow from its secret and the players' numbers."),
    "after_end": N_("Move %(move)s comes after the end of the game."),
    "turn": N_("Move %(move)s is made while another player's turn is not over."),
    "seat": N_("Move %(move)s is made for a seat that is not at the table."),
    "move": N_("Move %(move)s is not allowed by the rules."),
    "unfinished": N_("The game is not over after the last move of this file."),
    "result": N_("The result in this file is not the one that its moves lead to."),
}
