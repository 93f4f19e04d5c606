"""What a browser may have been told of the rounds of others: in Roll Into Town only those that they had ended."""

import re
from itertools import accumulate
from typing import Any

import httpx

import engine.roll_into_town as game
from app.web.words import game_words, templates
from engine import Config, after
from tests.patience import PATIENCE

LENGTH = re.compile(r'data-log="(\d+)"')
NAMING_A_CELL = ("drew", "grew")  # facts whose sentence comes once in a game in which nothing is felled


class Told:
    """A finished game: after each length of its log, how others' maps look and which sentences must not be known."""

    def __init__(self, url: str, code: str) -> None:
        room = httpx.get(f"{url}/api/rooms/{code}", timeout=PATIENCE).raise_for_status().json()
        log = httpx.get(f"{url}/api/rooms/{code}/log", timeout=PATIENCE).raise_for_status().json()
        self.names: list[str] = [seat["name"] for seat in room["seats"]]
        self.moves = [(entry["seat"], game.decode(entry["move"])) for entry in log["moves"]]
        config = Config(len(self.names), bytes.fromhex(log["seed"]), room["options"])
        play = accumulate(self.moves, lambda state, entry: after(game, state, *entry), initial=game.setup(config))
        self.states = list(play)
        assert self.view() == room["view"]

    def view(self) -> dict[str, Any]:
        """The game at its end."""
        return game.view(self.states[-1], None)

    def picture(self, length: int, seat: int) -> str:
        """That seat's map as others see it while the log has this length."""
        maps: Any = templates().get_template("roll_into_town/map.html").module
        player = game.view(self.states[length], None)["players"][seat]
        return str(maps.picture(player["map"], f"Map of {self.names[seat]}"))

    def sentences(self) -> list[tuple[int, int, str]]:
        """Each settled thing with a place of its own: number in the log, seat, the sentence that says it."""
        words: Any = game_words("roll_into_town")
        names = dict(enumerate(self.names))
        return [
            (number, seat, str(words.fact(fact, seat, names)).strip())
            for number, (seat, move) in enumerate(self.moves)
            for fact in game.facts(self.states[number], seat, move, self.states[number + 1], None)
            if fact["fact"] in NAMING_A_CELL
        ]

    def assert_no_drafts(self, viewer: int, heard: list[str]) -> None:
        """Nothing that this seat's browser received tells of another's round before its end.

        A text that changes anything of the board names the length of the log that it shows: a map of another in it must
        be as it was settled then, and no sentence may tell what was settled later.
        """
        others = [seat for seat in range(len(self.names)) if seat != viewer]
        sentences = [each for each in self.sentences() if each[1] in others]
        assert sentences
        boards = length = 0
        for text in heard:
            if found := LENGTH.search(text):
                length = int(found[1])
            for seat in others:
                if f'aria-label="Map of {self.names[seat]}"' in text:
                    boards += 1
                    assert self.picture(length, seat) in text, (self.names[seat], length)
            early = [sentence for number, _, sentence in sentences if number >= length and sentence in text]
            assert not early, (length, early)
        assert boards
