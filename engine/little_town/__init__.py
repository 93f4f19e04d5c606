"""Little Town Builders: 2 to 4 players place workers, gather, build and feed (rules: little_town.md, cited as LT-n.m)."""
