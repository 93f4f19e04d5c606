"""Record a golden game: `python -m tests.engine.roll_into_town.record NAME SEED_HEX SIZE < log`.

The log is JSON lines, `{"seat": 0, "move": {...}}`. Writes `games/NAME.json` with the view at the end. Look at that
view with care before it is committed: from then on it is what the engine must give. `by_hand` is written by hand.
"""

import json
import sys
from pathlib import Path
from typing import Any

from engine import Config, replay
from engine import roll_into_town as rit

GAMES = Path(__file__).parent / "games"


def played(game: dict[str, Any]) -> Any:
    """The state at the end of a recorded game, every move decoded and checked."""
    config = Config(game["seats"], bytes.fromhex(game["seed"]), game["options"])
    return replay(rit, config, [(entry["seat"], rit.decode(entry["move"])) for entry in game["log"]])


def as_text(game: dict[str, Any]) -> str:
    """JSON to be read and compared: a line for each move, for each row of a map, for each line scored by hand."""
    heads = [f'"{key}": {_lines(value)}' for key, value in game.items() if key != "log"]
    moves = ",\n  ".join(json.dumps(entry) for entry in game["log"])
    return "{\n " + ",\n ".join([*heads, f'"log": [\n  {moves}\n ]']) + "\n}\n"


def _lines(value: Any) -> str:
    text = json.dumps(value)
    lines = [f'"{line}": {{' for line in ("taverns", "river", "coast", "lighthouse", "cathedral")]
    for start in ('["', '{"seat"', '"rolled"', '"result"', '{"houses": {', *lines):
        text = text.replace(", " + start, ",\n   " + start)
    return text


def main(name: str, seed: str, size: str) -> None:
    log = [json.loads(line) for line in sys.stdin]
    seats = 1 + max(entry["seat"] for entry in log)
    game = {"game": "roll_into_town", "seats": seats, "seed": seed, "options": {"size": int(size)}, "log": log}
    end = rit.view(played(game), None)
    assert end["over"], "the game has not ended"
    (GAMES / f"{name}.json").write_text(as_text({**game, "end": end}))


if __name__ == "__main__":
    main(*sys.argv[1:])
