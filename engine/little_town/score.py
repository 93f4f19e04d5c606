"""Scores and where they come from (LT-5).

`explain` gives `[{"line": code, "part": part, "points": int, "cells": [[r, c], ...]}, ...]`, in this order:

- line "track", part "track": the score track (always there);
- one line per kind of tile owned, part "tiles", the line being the tile's id ("bakery", "wheat_field", ...) and cells
  the tiles; for "castle" and "watchtower" the cell of the tile itself, then the cells that count for it;
- line "coins", part "coins": 1 point for 3 coins (always there);
- one line per achieved objective that the viewer may know, part "objectives", the line being the objective's id,
  without cells.
"""
