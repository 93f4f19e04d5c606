"""Counting what callers do: a token bucket for each of those that were here last."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from math import ceil, inf
from time import monotonic
from typing import TypeVar

CALLERS = 10_000  # how many are remembered, each for each kind of count

T = TypeVar("T")
Flow = tuple[float, float]
"""So many at once, and so many a second after that."""


@dataclass(slots=True)
class Bucket:
    """A token bucket: `burst` at once, refilled at `rate` a second."""

    burst: float
    rate: float
    level: float = field(init=False)
    since: float = field(init=False)

    def __post_init__(self) -> None:
        self.level = self.burst
        self.since = monotonic()

    def charge(self, amount: float, credit: float = inf) -> None:
        """Take so many more for what turned out to be dear, on credit if need be: no more than `credit` are owed."""
        self.level = max(self.level - amount, min(self.level, -credit))

    def take(self, now: float | None = None) -> bool:
        """Take one if there is one. `now`: seconds of the monotonic clock."""
        self._fill(now)
        if self.level < 1:
            return False
        self.level -= 1
        return True

    def wait(self, now: float | None = None) -> int:
        """In how many seconds, rounded up, there is one to take; 0: there is one."""
        self._fill(now)
        return ceil((1 - self.level) / self.rate) if self.level < 1 else 0

    def _fill(self, now: float | None) -> None:
        now = monotonic() if now is None else now
        self.level = min(self.burst, self.level + (now - self.since) * self.rate)
        self.since = now


class Recent(OrderedDict[Hashable, T]):
    """The `most` keys that were noted last, with what belongs to each."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def note(self, key: Hashable, value: T) -> None:
        """Remember `value`, and forget what was not noted for longest."""
        self[key] = value
        self.move_to_end(key)
        while len(self) > self.most:
            self.popitem(last=False)


class Buckets:
    """A bucket for each caller. Who was not here for longest is forgotten: its bucket is full again."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._buckets: Recent[Bucket] = Recent(CALLERS)

    def of(self, caller: Hashable) -> Bucket:
        """That caller's bucket."""
        bucket = self._buckets.get(caller) or Bucket(*self._flow)
        self._buckets.note(caller, bucket)
        return bucket

    def wait(self, caller: Hashable) -> int:
        """As that caller's bucket says. To be asked about is not to be here: nobody is forgotten for it."""
        bucket = self._buckets.get(caller)
        return bucket.wait() if bucket else 0
