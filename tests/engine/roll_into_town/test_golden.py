"""Whole recorded games: a file in `games/` is a test. `record.py` makes one.

`by_hand`, where a file has it, is a score worked out by hand from the map at the end: for each seat the arithmetic of
each line in words, and the points.
"""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import roll_into_town as rit
from tests.engine.roll_into_town.record import GAMES, as_text, played
from tests.engine.roll_into_town.slow_score import slow_score

FILES = sorted(GAMES.glob("*.json"))


@cache
def recorded(path: Path) -> Any:
    return json.loads(path.read_text())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_recorded(path: Path) -> None:
    game = recorded(path)
    assert rit.view(played(game), None) == game["end"]
    for player in game["end"]["players"]:
        assert slow_score(player["map"]) == player["score"]
    assert path.read_text() == as_text(game)


@pytest.mark.parametrize("path", [path for path in FILES if "by_hand" in recorded(path)], ids=lambda path: path.stem)
def test_a_game_scored_by_hand(path: Path) -> None:
    game = recorded(path)
    assert len(game["by_hand"]) == game["seats"]
    for seat, lines in enumerate(game["by_hand"]):
        points = {line: by_hand["points"] for line, by_hand in lines.items()}
        assert {**points, "total": sum(points.values())} == game["end"]["players"][seat]["score"]
        explained = rit.explain(played(game), seat, None)
        assert points == {line["line"]: line["points"] for line in explained}


def test_the_recorded_games_show_everything() -> None:
    """All buildings, all kinds of moves, a river through the map, seas, trades, a flipped cathedral."""
    seen = Counter[str]()
    for path in FILES:
        game = recorded(path)
        for entry in game["log"]:
            move = entry["move"]
            seen.update([move["type"], move.get("building", ""), move.get("icon", ""), *(key for key in move)])
        for player in game["end"]["players"]:
            river = player["score"]["river"], sum(t.startswith("r:") for row in player["map"] for t in row)
            seen["doubled"] += river[0] == 2 * river[1] > 0
            seen["sea"] += sum(row.count("~") for row in player["map"])
    wanted = ["adjust", "fountain", "draw", "build", "harvest", "grow", "next", "trades", "flip", "doubled", "sea"]
    wanted += ["farm", "mountain", "tree", "river", "coast", "house", "mine", "woodcutter", "harbor", "watermill"]
    wanted += ["tavern", "lighthouse", "market", "cathedral"]
    assert [what for what in wanted if not seen[what]] == []
