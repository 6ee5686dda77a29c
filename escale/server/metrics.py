"""Counters of this process and gauges of the site, in the text format of Prometheus."""

import os
import threading
import time
from collections import Counter

from django.db.models import Count

from catalogue.models import Copy, GameTitle
from escale.common.clock import now_ms
from games.automation.worker import health
from games.models import Match

_lock = threading.Lock()
_requests: Counter[tuple[str, int]] = Counter()
_seconds: Counter[str] = Counter()
_started = time.time()
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def count(method: str, status: int, seconds: float) -> None:
    known = method if method in METHODS else "OTHER"
    with _lock:
        _requests[known, status] += 1
        _seconds[known] += seconds


def text() -> str:
    with _lock:
        requests, seconds = dict(_requests), dict(_seconds)
    lines = ["# TYPE escale_requests_total counter"]
    lines += [f'escale_requests_total{{method="{m}",status="{s}"}} {n}' for (m, s), n in sorted(requests.items())]
    lines.append("# TYPE escale_request_seconds_total counter")
    lines += [f'escale_request_seconds_total{{method="{m}"}} {n:.6f}' for m, n in sorted(seconds.items())]
    for name, labels, value in _gauges():
        lines += [f"# TYPE escale_{name} gauge"] if f"# TYPE escale_{name} gauge" not in lines else []
        lines.append(f"escale_{name}{labels} {value}")
    return "\n".join(lines) + "\n"


def _gauges() -> list[tuple[str, str, float]]:
    matches = Match.objects.order_by().values("status").annotate(number=Count("pk"))
    copies = Copy.objects.order_by().values("status").annotate(number=Count("pk"))
    gauges = [("matches", f'{{status="{row["status"]}"}}', row["number"]) for row in matches]
    gauges += [("copies", f'{{status="{row["status"]}"}}', row["number"]) for row in copies]
    gauges.append(("titles", "", GameTitle.objects.count()))
    gauges.append(("worker_up", "", int(health(now_ms()) == "ok")))
    return [*gauges, ("process_seconds", f'{{pid="{os.getpid()}"}}', round(time.time() - _started))]
