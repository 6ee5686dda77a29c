"""Fills tables that grow with many rows, quickly: each is copied by SQL from a row that the site wrote itself.

`python -m tests.bench.growth_rows everything 1000` fills the database of the settings, `… matches 1000000`
only with finished matches; the last line that it prints is JSON for the benchmark that called it.
"""

import json
import sys
from datetime import timedelta
from typing import NamedTuple

import django

django.setup()

from django.conf import settings  # noqa: E402 (Django must know its settings before models are imported)
from django.contrib.auth import get_user_model  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from catalogue.models import Copy, ImportJob, InventoryCheck, Loan, Reservation  # noqa: E402
from escale.common import audit  # noqa: E402
from games.core import records  # noqa: E402
from games.core.simulation import Case, choose_at_random, play_match  # noqa: E402
from games.matches import record_import  # noqa: E402
from games.models import NEWEST_FIRST, Match, Visibility  # noqa: E402
from games.registry import ENGINES  # noqa: E402
from rules_docs.models import Report, SectionText  # noqa: E402

#: of each copied match: enough to be seen in the tables, because a finished match is to be packed into few rows
EVENTS = 3
ROWS_AT_ONCE = 150_000
#: multiplied by a number of a copy it gives an id that no other copy has, in no order
SCATTER = "n * 2654435761 % 1099511627776"
HEX_ID = {
    "postgresql": f"'c{{0}}' || lpad(to_hex({SCATTER}), 14, '0')",
    "sqlite": f"printf('c{{0}}%014x', {SCATTER})",
}
EARLIER = {
    "postgresql": "{column} - n * interval '{minutes} minutes'",
    "sqlite": "strftime('%Y-%m-%d %H:%M:%f', {column}, '-' || (n * {minutes}) || ' minutes')",
}
EARLIER_DAY = {
    "postgresql": "({column} - (n / {per_day}) :: int)",
    "sqlite": "date({column}, '-' || (n / {per_day}) || ' days')",
}
NUMBERS = {
    "postgresql": "generate_series({first} :: bigint, {last}) AS numbers(n)",
    "sqlite": "(WITH RECURSIVE numbers(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM numbers WHERE n < {last})"
    " SELECT n FROM numbers) AS numbers",
}


class Copied(NamedTuple):
    """Rows of a table that are copied; `values` gives the SQL of columns that differ in each copy."""

    table: str
    where: str
    values: dict[str, str]
    generates_id: bool = True


def sql(forms: dict[str, str], *values: object, **more: object) -> str:
    """The expression for the database that is used."""
    return forms[connection.vendor].format(*values, **more)


def copy_rows(copied: Copied, first: int, last: int) -> None:
    with connection.cursor() as cursor:
        names = [
            column.name for column in connection.introspection.get_table_description(cursor, copied.table)
        ]
        if copied.generates_id:
            names.remove("id")
        quoted = ", ".join(f'"{name}"' for name in names)
        values = ", ".join(copied.values.get(name, f'source."{name}"') for name in names)
        numbers = sql(NUMBERS, first=first, last=last)
        cursor.execute(
            f"INSERT INTO {copied.table} ({quoted}) SELECT {values} FROM {copied.table} AS source"
            f" CROSS JOIN {numbers} WHERE {copied.where}"
        )


def copy_matches(first: int, last: int, templates: list[str], events: int) -> None:
    """Copies of finished matches, each with its seats, its secret and its first events."""
    for place, template in enumerate(templates):
        match_id = sql(HEX_ID, place)
        created_at = sql(EARLIER, column="source.created_at", minutes=1)
        of_match = f"source.match_id = '{template}'"
        for copied in (
            Copied(
                "games_match", f"source.id = '{template}'", {"id": match_id, "created_at": created_at}, False
            ),
            Copied("games_matchsecret", of_match, {"match_id": match_id}, False),
            Copied("games_seat", of_match, {"match_id": match_id}),
            Copied("games_matchevent", f"{of_match} AND source.number <= {events}", {"match_id": match_id}),
        ):
            copy_rows(copied, first // len(templates), last // len(templates) - 1)


def make_finished_matches() -> list[str]:
    """One finished match of each game, imported from a record that random players made."""
    ids = []
    for engine in ENGINES.values():
        played = play_match(Case(engine, engine.META.seats[0], {}), 1, choose_at_random(engine))
        document = json.dumps(records.write_document(played)).encode()
        ids.append(record_import.file(document).pk)
    Match.objects.filter(pk__in=ids).update(visibility=Visibility.PUBLIC)
    return ids


def copy_desk_rows(first: int, last: int) -> None:
    """Closed loans, settled reservations, finished checks and imports, and entries of the audit log."""
    box = Copy.objects.order_by("pk").filter(loans=None, status=Copy.Status.IN).first()
    day = timezone.localdate() - timedelta(days=30)
    loan = Loan.objects.create(copy=box, borrower="Salon", borrower_kind="room", out=day, due=day, back=day)
    stay = Reservation.objects.create(title=box.title, name="Salon", stay_from=day, stay_to=day, done=True)
    begun_at = timezone.now() - timedelta(days=30)
    check = InventoryCheck.objects.create(begun_at=begun_at, ended_at=begun_at)
    job = ImportJob.objects.create(name="titles.csv", state=ImportJob.State.DONE)
    entry = audit.record(who=None, action=audit.ADD, thing=box, after=audit.take_snapshot(box))
    days = {name: sql(EARLIER_DAY, column=f"source.{name}", per_day=20) for name in ("out", "due", "back")}
    stays = {name: sql(EARLIER_DAY, column=f"source.{name}", per_day=20) for name in ("stay_from", "stay_to")}
    hours = {name: sql(EARLIER, column=f"source.{name}", minutes=60) for name in ("begun_at", "ended_at")}
    for copied in (
        Copied("catalogue_loan", f"source.id = {loan.pk}", days),
        Copied("catalogue_reservation", f"source.id = {stay.pk}", stays),
        Copied("catalogue_inventorycheck", f"source.id = {check.pk}", hours),
        Copied("catalogue_importjob", f"source.id = {job.pk}", {}),
        Copied("common_auditentry", f"source.id = {entry.pk}", {}),
    ):
        copy_rows(copied, first, last)


def copy_rule_rows(first: int, last: int) -> str:
    """Revisions of one text, and settled reports; returns the address of the text's history."""
    text = SectionText.objects.filter(language="fr").order_by("pk").first()
    document = text.section.document
    report = Report.objects.create(
        document=document, key=text.section.key, language="fr", state=Report.State.DONE
    )
    revision = text.revisions.first()
    minute = sql(EARLIER, column="source.created", minutes=1)
    where = f"source.id = {revision.pk}"
    copy_rows(
        Copied("rules_docs_sectionrevision", where, {"number": "source.number + n", "created": minute}),
        first,
        last,
    )
    copy_rows(Copied("rules_docs_report", f"source.id = {report.pk}", {"created": minute}), first, last)
    SectionText.objects.filter(pk=text.pk).update(revision=revision.number + last)
    return reverse("admin:rules_docs_text_history", args=[document.pk, "fr", text.section.key])


def analyze() -> None:
    """Gathers statistics as the database itself does: PostgreSQL by autovacuum, SQLite never."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def log_in() -> str:
    """The key of the session of a new superuser."""
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("bench", password="bench"))
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def fill_everything(rows: int) -> dict[str, str]:
    """So many rows of everything that grows; what a benchmark must know to look at them."""
    templates = make_finished_matches()
    copy_matches(len(templates), rows, templates, EVENTS)
    copy_desk_rows(1, rows)
    history = copy_rule_rows(1, rows)
    analyze()
    matches = Match.objects.listed()
    far_match = NEWEST_FIRST.sort(matches)[matches.count() * 9 // 10]
    return {
        "match": templates[0],
        "cursor": NEWEST_FIRST.write_cursor(far_match),
        "session": log_in(),
        "history": history,
    }


def fill_matches(rows: int) -> dict[str, str]:
    """So many finished matches and nothing else."""
    templates = make_finished_matches()
    for first in range(len(templates), rows, ROWS_AT_ONCE):
        copy_matches(first, min(first + ROWS_AT_ONCE, rows), templates, EVENTS)
    analyze()
    return {}


if __name__ == "__main__":
    fill = {"everything": fill_everything, "matches": fill_matches}[sys.argv[1]]
    print(json.dumps(fill(int(sys.argv[2]))))
