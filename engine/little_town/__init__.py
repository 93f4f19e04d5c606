"""Little Town Builders: 2 to 4 players place workers, gather, build and feed (little_town.md, cited as LT-n.m)."""
