"""What the lists of the administration cost: `python -m tests.bench.desk [--titles 100000] [--database
postgres://…]`.

Two floors are measured in the same run, in turns: a list of the administration with nothing in it (the empty
view that a promise of six times is about) and a view that says “ok”. Queries are counted in a process of its
own.
"""

import argparse
import json
import subprocess
import sys
import time
from http.client import HTTPConnection

from tests.bench.catalogue import percentiles
from tests.bench.data import describe_source
from tests.bench.serving import Served, served
from tests.serving import ROOT

LISTS = {
    "titles": "gametitle/",
    "titles, search": "gametitle/?q=catna",
    "titles, what lacks": "gametitle/?lacks=description",
    "titles, far behind": "gametitle/?p=20",
    "copies": "copy/",
    "copies, search": "copy/?q=carcasone",
    "copies, out": "copy/?status__exact=out",
    "loans": "loan/",
    "loans, a box": "loan/?q=B1406",
    "loans, a name": "loan/?q=salo",
    "names of people": "contributor/",
    "names, search": "contributor/?q=Knizia",
}
FLOORS = {"a bare view": "/floor/empty", "the empty view": "/admin/catalogue/reservation/"}
MOST_QUERIES, MOST_TIMES, ROUNDS = 12, 6, 40


def signed_in() -> str:
    """An account and the key of its session, made where the database is; and a loan of every box
    that is out.
    """
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
    from django.contrib.sessions.backends.db import SessionStore
    from django.utils import timezone

    from catalogue.models import Copy, Loan

    day = timezone.localdate()
    out = Copy.objects.filter(status=Copy.Status.OUT).values_list("pk", flat=True)
    rest = Copy.objects.filter(status=Copy.Status.IN).values_list("pk", flat=True)
    loans = [Loan(copy_id=pk, borrower="Salon", borrower_kind="room", out=day, due=day) for pk in out]
    loans += [
        Loan(copy_id=pk, borrower="Salon", borrower_kind="room", out=day, due=day, back=day) for pk in rest
    ]
    Loan.objects.bulk_create(loans, batch_size=2000)
    user = get_user_model().objects.create_superuser("bench", password="bench")
    session = SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = (
        str(user.pk),
        "django.contrib.auth.backends.ModelBackend",
    )
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return session.session_key


def queries() -> dict[str, int]:
    """How many each list asks, the second time it is opened."""
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    settings.ALLOWED_HOSTS = ["*"]
    client, counted = Client(), {}
    client.force_login(get_user_model().objects.get(username="bench"))
    for label, path in LISTS.items():
        client.get(f"/admin/catalogue/{path}")
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/admin/catalogue/{path}")
        counted[label] = len(asked)
    return counted


def aside(site: Served, what: str) -> str:
    """Runs a function of this module in a process of its own, on the database of the server."""
    command = (
        f"import django, json; django.setup(); from tests.bench import desk; print(json.dumps(desk.{what}()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", command],
        env=site.environment,
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def timed(connection: HTTPConnection, path: str, key: str) -> float:
    started = time.perf_counter()
    connection.request("GET", path, headers={"Cookie": f"session={key}", "Accept-Language": "fr"})
    answer = connection.getresponse()
    answer.read()
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status}")
    return time.perf_counter() - started


def measure(titles: int, database: str) -> int:
    """Prints a line for each list; how many of them do not keep what was promised."""
    with served(titles, database) as site:
        key, counted = aside(site, "signed_in"), aside(site, "queries")
        connection = HTTPConnection("127.0.0.1", site.port, timeout=120)
        paths = FLOORS | {name: f"/admin/catalogue/{path}" for name, path in LISTS.items()}
        taken: dict[str, list[float]] = {name: [] for name in paths}
        worked = dict.fromkeys(
            paths, 0
        )  # of the server's processor, which other work on the machine does not lengthen
        for path in paths.values():
            timed(connection, path, key)
        # In turns, so that whatever else the machine does weighs on all alike.
        for _n in range(ROUNDS):
            for name, path in paths.items():
                before = site.ticks()
                taken[name].append(timed(connection, path, key))
                worked[name] += site.ticks() - before
    print(f"\n{titles:,} titles, {'PostgreSQL' if database else 'SQLite'}")
    bare = p95(taken["a bare view"])
    floor, broken = p95(taken["the empty view"]), 0
    for name, seconds in taken.items():
        asked, ratio = counted.get(name, 0), p95(seconds) / floor
        broken += asked > MOST_QUERIES or ratio > MOST_TIMES
        times = f"p95 {ratio:5.2f} × the empty view, {p95(seconds) / bare:5.1f} × a bare one"
        times += f", processor {worked[name] / worked['the empty view']:5.2f} ×"
        print(f"  {name:20} {asked:3} queries   {percentiles(seconds)}   {times}")
    return broken


def p95(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.95)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--titles", type=int, default=100_000)
    parser.add_argument("--database", default="", help="An empty PostgreSQL database; SQLite without it.")
    options = parser.parse_args()
    print(describe_source())
    return measure(options.titles, options.database)


if __name__ == "__main__":
    sys.exit(main())
