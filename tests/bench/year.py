"""A year of a ludothèque: `python -m tests.bench.year [--families 600] [--boxes 9000] [--loans 25000]`.

Every loan, return, renewal, reservation, closure and reminder goes through the services of the desk and of the
worker. Afterwards the reminders and the report of the year are compared with counts that were taken beside the
database, and the lists of staff are measured: their queries, and their time beside an empty list. Without
`--database` it uses SQLite in a folder of its own: below TMPDIR, and `TMPDIR=/dev/shm` spares the disk, for which
each of a hundred thousand commits waits otherwise.
"""

import argparse
import os
import tempfile
import time
from statistics import median

LISTS = {
    "the desk": "desk:lending",
    "what is out": "desk:loans",
    "members": "desk:members",
    "opening days": "desk:opening",
}
MOST_QUERIES, MOST_TIMES, ROUNDS = 12, 6, 15


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.year", description=__doc__)
    parser.add_argument("--families", type=int, default=600)
    parser.add_argument("--boxes", type=int, default=9000)
    parser.add_argument("--loans", type=int, default=25000)
    parser.add_argument("--database", default="")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="escale-year-") as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "escale.settings", "DATA_DIR": folder}
        if given.database:
            os.environ["DATABASE_URL"] = given.database
        live(given.families, given.boxes, given.loans)


def live(families: int, boxes: int, loans: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.test.utils import setup_test_environment
    from django.utils import translation

    from escale.server import static_files
    from tests.catalogue.members.simulated_year import Library, compare_reminders, compare_with_report

    setup_test_environment()
    call_command("migrate", verbosity=0)
    static_files.collect()
    before = measure_lists()
    began = time.monotonic()
    library = Library(families=families, boxes=boxes, loans=loans)
    print(f"{families} families and {boxes} boxes entered in {time.monotonic() - began:.0f} s", flush=True)
    began = time.monotonic()
    counts = library.live()
    seconds = time.monotonic() - began
    print(
        f"{counts.by_month.total()} loans, {counts.renewed} renewals, {counts.reserved} reservations, "
        f"{counts.refused} refusals, {len(counts.reminders)} reminders in {counts.emails} emails: {seconds:.0f} s",
        flush=True,
    )
    compare_reminders(library)
    with translation.override("en"):  # The requests above have set the language of the browser.
        compare_with_report(library)
    print("reminders once each, and the report equals the counts", flush=True)
    report_lists(before, measure_lists())


def measure_lists() -> dict[str, tuple[int, float]]:
    """List → its queries, and the median of its milliseconds of processor time."""
    from django.contrib.auth import get_user_model
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    user, _is_new = get_user_model().objects.get_or_create(
        username="grace", defaults={"is_staff": True, "is_superuser": True}
    )
    client = Client()
    client.force_login(user)
    figures = {}
    for name, view in LISTS.items():
        client.get(reverse(view))
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse(view)).status_code == 200
        count = len(queries)  # before the next request empties the log
        times = []
        for _round in range(ROUNDS):
            began = time.process_time()
            client.get(reverse(view))
            times.append((time.process_time() - began) * 1000)
        figures[name] = (count, median(times))
    return figures


def report_lists(before: dict[str, tuple[int, float]], after: dict[str, tuple[int, float]]) -> None:
    faults = []
    for name, (queries, milliseconds) in after.items():
        times = milliseconds / before[name][1]
        print(
            f"{name}: {queries} queries, {milliseconds:.0f} ms of processor time, {times:.1f} × the empty house"
        )
        if queries > MOST_QUERIES or times > MOST_TIMES:
            faults.append(name)
    if faults:
        raise SystemExit(f"too slow: {', '.join(faults)}")


if __name__ == "__main__":
    main()
