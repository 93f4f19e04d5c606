"""How many there are at this moment, in this process: told when somebody asks for the metrics."""

from collections import Counter
from collections.abc import Iterator

from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from app.rooms.live import Hall
from app.store import Store

STATUSES = ("lobby", "playing", "over", "closed")


class Census(Collector):
    """Goes through the rooms at hand, at most some thousand: a millisecond."""

    def __init__(self, hall: Hall, store: Store) -> None:
        self._hall = hall
        self._store = store

    def collect(self) -> Iterator[Metric]:
        """The gauges."""
        watched = self._hall.watched()
        lives = [*watched, *self._hall.unwatched()]
        statuses = Counter(live.room.row.status for live in lives)
        rooms = GaugeMetricFamily("machi_rooms", "Rooms at hand in this process.", labels=["status"])
        for status in STATUSES:
            rooms.add_metric([status], statuses[status])
        yield rooms
        yield GaugeMetricFamily("machi_rooms_watched", "Rooms that somebody watches here.", len(watched))
        drafts = sum(bool(draft) for live in lives if live.room.table for draft in live.room.table.drafts)
        yield GaugeMetricFamily("machi_drafts", "Seats at hand with moves that they can still take back.", drafts)
        yield from self._connections()

    def _connections(self) -> Iterator[Metric]:
        size, idle = self._store.pool.get_size(), self._store.pool.get_idle_size()
        connections = GaugeMetricFamily(
            "machi_database_connections", "Connections to the database, but the one that listens.", labels=["state"]
        )
        connections.add_metric(["idle"], idle)
        connections.add_metric(["busy"], size - idle)
        yield connections
