"""Counters of this process and gauges of the site, in the text format of Prometheus."""

import os
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Count, QuerySet

from catalogue.models import Copy, GameTitle
from escale.common import optional_cache
from escale.common.clock import now_ms
from games.automation.queue_status import measure_queue
from games.automation.worker import health
from games.models import Match, Status

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_lock = threading.Lock()
_request_counts: Counter[tuple[str, int]] = Counter()  # by method and status
_seconds_by_method: Counter[str] = Counter()
_process_start = time.time()


class Gauge(NamedTuple):
    """A present value. `labels` are in the format of Prometheus, such as {status="in"}."""

    name: str
    labels: str
    value: float


def count(method: str, status: int, seconds: float) -> None:
    """Counts one request. Unknown methods are counted together, because clients can send any word."""
    label = method if method in METHODS else "OTHER"
    with _lock:
        _request_counts[label, status] += 1
        _seconds_by_method[label] += seconds


def text() -> str:
    """All counters and gauges, as text."""
    lines = [*_counter_lines(), *_gauge_lines()]
    return "\n".join(lines) + "\n"


def _counter_lines() -> Iterator[str]:
    with _lock:
        request_counts, seconds_by_method = dict(_request_counts), dict(_seconds_by_method)
    yield "# TYPE escale_requests_total counter"
    for (method, status), number in sorted(request_counts.items()):
        yield f'escale_requests_total{{method="{method}",status="{status}"}} {number}'
    yield "# TYPE escale_request_seconds_total counter"
    for method, seconds in sorted(seconds_by_method.items()):
        yield f'escale_request_seconds_total{{method="{method}"}} {seconds:.6f}'


def _gauge_lines() -> Iterator[str]:
    """Yields the lines of the gauges. The type of a gauge comes once, before its first value."""
    last_name = ""
    for gauge in _read_gauges():
        if gauge.name != last_name:
            yield f"# TYPE escale_{gauge.name} gauge"
            last_name = gauge.name
        yield f"escale_{gauge.name}{gauge.labels} {gauge.value}"


def _read_gauges() -> Iterator[Gauge]:
    # Finished matches are not counted, because their number only grows.
    yield from _count_by_status("matches", Match.objects.filter(status__in=[Status.OPEN, Status.ACTIVE]))
    yield from _count_by_status("copies", Copy.objects.all())
    yield Gauge("titles", "", GameTitle.objects.count())
    yield Gauge("worker_up", "", int(health(now_ms()) == "ok"))
    queues = measure_queue()
    for queue in queues:
        yield Gauge("bots_waiting", f'{{level="{queue.level}"}}', queue.count)
    for queue in queues:
        yield Gauge("bots_oldest_wait_seconds", f'{{level="{queue.level}"}}', queue.oldest_seconds)
    yield Gauge("cache_up", "", int(optional_cache.is_present()))
    yield Gauge("process_seconds", f'{{pid="{os.getpid()}"}}', round(time.time() - _process_start))


def _count_by_status(name: str, rows: QuerySet) -> Iterator[Gauge]:
    for row in rows.order_by().values("status").annotate(number=Count("pk")):
        yield Gauge(name, f'{{status="{row["status"]}"}}', row["number"])
