"""The only exceptions that input can cause. They carry codes and numbers, never sentences.

ValueError
└── EngineError
    ├── BadConfig       options, seats or seed that the game does not know
    ├── MalformedMove   cannot be right in any game of this kind (shape, keys, types, unknown words)
    └── IllegalMove     well formed, but not allowed in this state
"""


class EngineError(ValueError):
    """A code and the numbers that belong to it, for `app.web` to put into words."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.facts)

    def __str__(self) -> str:
        return f"{self.code} {self.facts}" if self.facts else self.code


class BadConfig(EngineError):
    """The configuration is not one that the game allows."""


class MalformedMove(EngineError):
    """The wire form cannot be right in any game of this kind."""


class IllegalMove(EngineError):
    """The move is well formed but not allowed now; the state is unchanged."""


def _rebuild(kind: type[EngineError], code: str, facts: dict[str, object]) -> EngineError:
    return kind(code, **facts)
