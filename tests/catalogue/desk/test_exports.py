"""Everything the house knows, to take away: library and loans, as CSV for people and JSON lines
for programs.
"""

import csv
import io
import json
from datetime import date

import pytest
from django.urls import reverse

from catalogue.models import Loan

pytestmark = pytest.mark.django_db


@pytest.fixture
def lent(house):
    house[0].title.names.update(name='=HYPERLINK("http://x")')
    Loan.objects.create(
        copy=house[0], borrower="Anna", out=date(2026, 1, 2), due=date(2026, 1, 5), back=date(2026, 1, 4)
    )
    Loan.objects.create(
        copy=house[1], borrower="Salon", borrower_kind="room", out=date(2026, 1, 3), due=date(2026, 1, 9)
    )


def taken(client, what: str, kind: str) -> str:
    answer = client.get(reverse("desk:export", args=[what, kind]))
    assert answer.status_code == 200 and f'filename="{what}.{kind}"' in answer["Content-Disposition"]
    return b"".join(answer.streaming_content).decode("utf-8-sig")


def test_loans_in_both_forms_say_the_same(keeper, lent):
    table = list(csv.DictReader(io.StringIO(taken(keeper, "loans", "csv"))))
    lines = [json.loads(line) for line in taken(keeper, "loans", "jsonl").splitlines()]
    assert [(row["inventory_number"], row["borrower"], row["back"]) for row in table] == [
        ("E0001", "Anna", "2026-01-04"),
        ("E0002", "Salon", ""),
    ]
    assert [(line["inventory_number"], line["borrower"], line["back"]) for line in lines] == [
        ("E0001", "Anna", "2026-01-04"),
        ("E0002", "Salon", None),
    ]
    assert table[0]["title"].startswith("'=") and lines[0]["title"].startswith("=")


def test_the_whole_library_in_both_forms(keeper, lent):
    table = list(csv.DictReader(io.StringIO(taken(keeper, "library", "csv"))))
    assert sorted(row["inventory_number"] for row in table) == ["E0001", "E0002", "E0003"]
    assert not any(cell.startswith("=") for row in table for cell in row.values() if cell)
    text = taken(keeper, "library", "jsonl")
    assert all(json.loads(line) for line in text.splitlines())
    assert all(number in text for number in ("E0001", "E0002", "E0003"))
