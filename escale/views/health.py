"""Is the process alive, is the site ready, what do the counters say."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache


@never_cache
def healthz(request):
    return HttpResponse("ok\n", content_type="text/plain")


def _database() -> str:
    try:
        executor = MigrationExecutor(connection)
        return "migrations pending" if executor.migration_plan(executor.loader.graph.leaf_nodes()) else "ok"
    except DatabaseError as error:
        return f"{type(error).__name__}"


@never_cache
def readyz(request):
    checks = {"database": _database()}
    ready = all(value == "ok" for value in checks.values())
    return JsonResponse({"ready": ready, "checks": checks}, status=200 if ready else 503)
