"""Views for operators: health, readiness, metrics, and the reports of browsers about the security policy."""

import ipaddress
import json
import logging
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from escale.common import limits
from escale.house import error_pages
from escale.house.readiness import check_readiness, is_ready
from escale.server import metrics
from games.automation import queue_status

log = logging.getLogger("escale.csp")
REPORTS = limits.Limit("csp-reports", 60, 3600)
REPORT_BYTES = 10_000


@never_cache
def healthz(request):
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
def readyz(request):
    checks = check_readiness()
    ready = is_ready(checks)
    content = {"ready": ready, "checks": checks, "queue": _describe_queue()}
    return JsonResponse(content, status=200 if ready else 503)


def _describe_queue() -> dict | None:
    """By level, the bots that must decide; None if the database does not answer."""
    try:
        queues = queue_status.measure_queue()
    except DatabaseError:
        return None
    return {
        queue.level: {"waiting": queue.count, "oldest_seconds": round(queue.oldest_seconds, 3)}
        for queue in queues
    }


def is_local(request) -> bool:
    """Whether the request comes from this machine or its private network.

    Behind a proxy that TRUSTED_PROXIES does not count, every request would look local, so none is treated so.
    """
    if request.headers.get("X-Forwarded-For") and not settings.TRUSTED_PROXIES:
        return False
    try:
        return ipaddress.ip_address(limits.client_address(request.META)).is_private
    except ValueError:
        return False


@never_cache
def measures(request):
    if not is_local(request):
        return error_pages.error_response(request, 403)
    return HttpResponse(metrics.text(), content_type="text/plain; version=0.0.4; charset=utf-8")


@csrf_exempt
@require_POST
def csp_report(request):
    """Logs what a browser has blocked: the directive, the host and the page, but nothing about the reader."""
    if limits.count_request(REPORTS, limits.client_key(request)) or len(request.body) > REPORT_BYTES:
        return HttpResponse(status=429)
    try:
        report = json.loads(request.body)["csp-report"]
        blocked, page = (urlsplit(str(report.get(name, ""))) for name in ("blocked-uri", "document-uri"))
        directive = str(report.get("effective-directive") or report.get("violated-directive", ""))[:60]
    except (ValueError, KeyError, TypeError, AttributeError):
        return HttpResponse(status=400)
    log.warning("refused by %s: %s on %s", directive, blocked.netloc or blocked.path[:60], page.path[:200])
    return HttpResponse(status=204)
