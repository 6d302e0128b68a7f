"""What is counted, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The counters of one process."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()

        def counter(name: str, what: str, *labels: str) -> Counter:
            return Counter(f"ludotheque_{name}", what, labels, registry=registry)

        def histogram(name: str, what: str) -> Histogram:
            return Histogram(f"ludotheque_{name}", what, buckets=_SECONDS, registry=registry)

        self.moves = counter("moves", "Moves stored, by game.", "game")
        self.tables = counter("tables_opened", "Tables opened, by game.", "game")
        self.refused = counter("refused", "Requests refused, by code.", "code")
        self.requests = counter("requests", "HTTP requests answered.", "method", "status")
        self.commits = counter("commits", "Commits to the database.")
        self.committed = counter("committed_appends", "Appends in those commits.")
        self.conflicts = counter("conflicts", "Appends that somebody else came before.")
        self.sockets = Gauge("ludotheque_sockets", "Live connections.", registry=registry)
        self.cached = Gauge("ludotheque_tables_cached", "Tables in memory.", registry=registry)
        self.thoughts = counter("bot_moves", "Moves thought out by bots.")
        self.late_thoughts = counter("bot_late", "Bots that ran out of time.")
        self.move_seconds = histogram("move_seconds", "From a move's arrival until it is stored.")
        self.thought_seconds = histogram("bot_seconds", "How long bots thought.")

    def text(self) -> bytes:
        """All of it, in the text format of Prometheus."""
        return generate_latest(self._registry)
