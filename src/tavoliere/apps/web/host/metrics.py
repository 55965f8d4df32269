"""Numbers about a running server, in the text format of Prometheus."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable

HELP = {
    "requests_total": ("counter", "HTTP requests by method and status"),
    "request_seconds_total": ("counter", "seconds spent on HTTP requests"),
    "refusals_total": ("counter", "requests and messages that were refused, by key"),
    "messages_total": ("counter", "messages of clients, by type"),
    "turns_total": ("counter", "turns accepted, by people and by opponents"),
    "tables_total": ("counter", "tables made"),
    "searches_total": ("counter", "searches, by how they ended"),
    "search_seconds_total": ("counter", "seconds spent in searches"),
    "commits_total": ("counter", "commits of the database"),
    "commit_changes_total": ("counter", "changes in these commits"),
    "commit_seconds_total": ("counter", "seconds spent in commits"),
    "work_total": ("counter", "costly work of requests, by how it ended"),
    "work_seconds_total": ("counter", "processor time of it"),
    "work_waiting": ("gauge", "costly work that waits"),
    "connections": ("gauge", "sockets that are open"),
    "lines": ("gauge", "connections of any kind that are open"),
    "lines_refused_total": ("counter", "connections that were closed at once or for being silent, by reason"),
    "descriptors": ("gauge", "files and connections that the system lets this process have open"),
    "servers": ("gauge", "servers that share the database and are alive, this one included"),
    "tables_live": ("gauge", "tables in memory"),
    "searches_running": ("gauge", "workers that think"),
    "searches_waiting": ("gauge", "searches that wait for a worker"),
}


class Metrics:
    """Counters, and gauges that are asked when somebody looks."""

    def __init__(self) -> None:
        self._counts: defaultdict[tuple[str, tuple[tuple[str, str], ...]], float] = defaultdict(float)
        self._gauges: dict[str, Callable[[], float]] = {}
        self._lock = threading.Lock()

    def count(self, name: str, amount: float = 1, **labels: str) -> None:
        with self._lock:
            self._counts[name, tuple(sorted(labels.items()))] += amount

    def gauge(self, name: str, value: Callable[[], float]) -> None:
        self._gauges[name] = value

    def value(self, name: str, **labels: str) -> float:
        """A counter as it stands."""
        return self._counts.get((name, tuple(sorted(labels.items()))), 0)

    def text(self) -> str:
        """Everything, for Prometheus."""
        with self._lock:
            counts = dict(self._counts)
        lines = []
        for name, (kind, help_text) in HELP.items():
            full = f"tavoliere_{name}"
            lines += [f"# HELP {full} {help_text}", f"# TYPE {full} {kind}"]
            if name in self._gauges:
                lines.append(f"{full} {self._gauges[name]():g}")
            found = sorted((labels, value) for (counted, labels), value in counts.items() if counted == name)
            lines += [f"{full}{_braced(labels)} {value:.6g}" for labels, value in found]
        return "\n".join(lines) + "\n"


def _braced(labels: tuple[tuple[str, str], ...]) -> str:
    inner = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels)
    return f"{{{inner}}}" if inner else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
