"""A library moves in by the pages: send a file, say what its columns mean, see what will change, import, number,
shelve, print labels, and lend the first box.
"""

from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from catalogue import jobs
from catalogue.desk import lending
from catalogue.importing import staff_imports
from catalogue.models import Copy, ImportJob
from tests.catalogue.importing.test_other_formats import (
    BY_HAND,
    DIXIT,
    KOHA,
    PMB,
    bg_stats,
    collection_xml,
    marc_record,
)

pytestmark = pytest.mark.django_db
# The shelf codes of this house stand in a column that nobody would guess.
ODD = "Titre;Nb joueurs;Durée;ludoref;secret\r\nAzul;2-4;45;B3;x\r\nUno;2-10;zwanzig;C1;y\r\n"
FILES = {
    "made by hand": (BY_HAND.encode("cp1252"), "jeux.csv", {}, 3),
    "odd columns": (ODD.encode(), "odd.csv", {"ludoref": "shelf"}, 2),
    "Koha": (KOHA.encode(), "koha.csv", {}, 3),
    "PMB": (PMB.encode("cp1252"), "pmb.csv", {}, 1),
    "BG Stats": (bg_stats().encode(), "BGStatsExport.json", {}, 3),
    "XML": (collection_xml().encode(), "collection.xml", {}, 2),
    "UNIMARC": (marc_record(*DIXIT), "notices.mrc", {}, 2),
}


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.IMPORTS_ROOT = tmp_path / "imports"
    yield
    staff_imports._running = None


def work() -> None:
    while jobs.import_files():
        pass


@pytest.mark.slow
@pytest.mark.parametrize("kind", FILES)
def test_from_the_file_to_the_first_loan(keeper, kind):
    content, name, meanings, boxes = FILES[kind]
    sent = keeper.post(reverse("desk:imports"), {"file": SimpleUploadedFile(name, content)})
    job, address = ImportJob.objects.get(), sent["Location"]
    if meanings:
        columns = keeper.get(address).context["preview"].columns
        fields = {
            f"column-{n}": meanings.get(column.header, column.field) for n, column in enumerate(columns)
        }
        keeper.post(address, fields | {"map": "1"})
    work()
    kinds = {kind: count for kind, _label, count in keeper.get(address).context["kinds"]}
    assert not Copy.objects.exists()
    keeper.post(address, {"start": "1"})
    work()
    job.refresh_from_db()
    assert job.state == "done" and Copy.objects.count() == boxes
    assert (kinds["new"], kinds["refused"]) == (job.report["created"], job.report["refused"])
    check_cells(job, keeper.get(address))
    number_shelve_and_label(keeper, job)
    box = Copy.objects.order_by("pk").first()
    assert lending.find_copies(box.inventory_number) == [box] and box.shelf
    today = date(2026, 11, 2)
    lending.lend_copies(
        copies=[box.pk], borrower="Anna", borrower_kind="person", out=today, due=today + timedelta(days=7)
    )
    box.refresh_from_db()
    assert box.status == Copy.Status.OUT


def check_cells(job: ImportJob, page) -> None:
    """What came in and what was left is what the file had."""
    cells = page.context["cells"]
    assert cells.total == cells.taken + sum(count for _label, count in cells.left)
    assert cells.taken > 0


def number_shelve_and_label(keeper, job: ImportJob) -> None:
    address = f"{reverse('desk:boxes')}?import={job.pk}"
    keeper.post(f"{address}&no=number", {"act": "number", "first": "N0001", "order": "title"})
    keeper.post(f"{address}&no=shelf", {"act": "shelve", "code": "Z1"})
    assert not Copy.objects.filter(inventory_number=None).exists()
    assert not Copy.objects.filter(shelf=None).exists()
    labels = {"import": job.pk, "what": "list", "sheet": "L7160", "start": 1}
    assert keeper.get(reverse("desk:labels"), labels).content.startswith(b"%PDF")
