"""randomness.md, against the published vectors (a copy of them lives beside this file)."""

import json
from pathlib import Path

import pytest

from engine.core import commitment, draw, game_seed, shuffled

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())


@pytest.mark.parametrize("room", VECTORS["rooms"], ids=range(len(VECTORS["rooms"])))
def test_commitment_and_seed(room: dict) -> None:
    secret = bytes.fromhex(room["secret"])
    assert commitment(secret) == room["commitment"]
    assert game_seed(secret, [bytes.fromhex(salt) for salt in room["salts"]]).hex() == room["seed"]


@pytest.mark.parametrize("game", VECTORS["games"], ids=range(len(VECTORS["games"])))
def test_dice_streams(game: dict) -> None:
    seed = bytes.fromhex(game["seed"])
    for round_number, dice in game["dice"].items():
        rolled = [draw(seed, f"dice/{round_number}", i, 6) + 1 for i in range(len(dice))]
        assert rolled == dice


@pytest.mark.parametrize("game", VECTORS["games"], ids=range(len(VECTORS["games"])))
def test_start_player_streams(game: dict) -> None:
    seed = bytes.fromhex(game["seed"])
    assert {players: draw(seed, "start", 0, int(players)) for players in game["start"]} == game["start"]


def test_a_byte_over_the_last_whole_multiple_is_skipped() -> None:
    # n = 129 refuses bytes 129..255, about half of them: the values stay below n and every one can come up.
    values = {draw(bytes(32), "skip", k, 129) for k in range(3000)}
    assert values == set(range(129))


def test_shuffle_keeps_every_item_and_leaves_its_input() -> None:
    items = list("abcdefgh")
    mixed = shuffled(bytes(32), "any", items)
    assert items == list("abcdefgh")
    assert sorted(mixed) == items
    assert mixed != items
