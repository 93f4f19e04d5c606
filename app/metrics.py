"""What this process counts, for Prometheus. The README's section "Operations" lists the same names; a test compares.

Labels take few values, all of them ours: a game, a code, a route's template; never a room, a seat, a name, an address.
"""

from collections.abc import Iterable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)

# In seconds. What people wait for lies between a millisecond and a second.
WAITS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

# No second series for each, which tells when it began: process_start_time_seconds does.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """All of one app, in a registry of its own. What is counted by label is `labels(...)` first; see the library."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._rooms()
        self._web()
        self._database()

    def _rooms(self) -> None:
        self.moves = self._counter("moves", "Moves that were accepted", "game")
        self.undos = self._counter("undos", "Moves that were taken back", "game")
        self.games_begun = self._counter("games_begun", "Games that began", "game")
        self.games_over = self._counter("games_over", "Games that were played to their end", "game")
        self.broadcast = self._histogram(
            "broadcast_seconds", "From a frame's arrival until one viewer was sent what it changed"
        )
        self.wakeups_made_up = self._counter(
            "wakeups_made_up", "Changes of other processes that the poll found before, or without, word of them"
        )
        self.events_dropped = self._counter(
            "events_dropped", "Entries of rooms' histories that were not kept because too many waited"
        )

    def _web(self) -> None:
        self.sockets = self._gauge("sockets", "Open sockets at rooms", "kind", "viewer")
        self.sockets_dropped = self._counter(
            "sockets_dropped", "Sockets that were ended because their caller did not read or did not answer", "reason"
        )
        self.refusals = self._counter("refusals", "Frames and requests that were refused", "door", "code")
        self.rate_limited = self._counter("rate_limited", "What was refused because it was too much", "bound")
        self.requests = self._counter("http_requests", "Requests that were answered", "route", "status")
        self.request_seconds = self._histogram(
            "http_request_seconds", "From a request's arrival until its answer was sent", "route"
        )
        self.loop_lag = self._histogram("loop_lag_seconds", "How much later than asked the event loop came back")

    def _database(self) -> None:
        self.statements = self._histogram("database_seconds", "How long a statement took in the database", "kind")
        self.database_errors = self._counter("database_errors", "Statements that failed", "fault")
        self.database_away = self._counter("database_away", "Changes of rooms that waited because it was away")

    def _counter(self, name: str, says: str, *labels: str) -> Counter:
        return Counter(f"machi_{name}_total", f"{says}.", labels, registry=self.registry)

    def _gauge(self, name: str, says: str, *labels: str) -> Gauge:
        return Gauge(f"machi_{name}", f"{says}.", labels, registry=self.registry)

    def _histogram(self, name: str, says: str, *labels: str) -> Histogram:
        return Histogram(f"machi_{name}", f"{says}.", labels, registry=self.registry, buckets=WAITS)

    def refused(self, door: str, code: str, reason: str | None) -> None:
        """A frame or a request was refused; why it was too much is one of our words, too."""
        self.refusals.labels(door, code).inc()
        if code == "too_many":
            self.rate_limited.labels(reason or "rate").inc()

    def begin(self, games: Iterable[str], doors: Iterable[str], codes: Iterable[str]) -> None:
        """Show at 0 what has not happened yet: a series that appears with its first count has not risen."""
        for game in games:
            for counter in (self.moves, self.undos, self.games_begun, self.games_over):
                counter.labels(game)
        codes = list(codes)
        for door in doors:
            for code in codes:
                self.refusals.labels(door, code)
