"""The import wizard: what is refused at the door, what is seen before, what happens, what is left after a
cancel.
"""

import csv
import gzip
import io
import re
import zipfile
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from catalogue import jobs
from catalogue.importing import staff_imports, uploads
from catalogue.importing.comparing.staff_comparisons import compare_next_file
from catalogue.models import Copy, GameTitle, ImportJob
from escale.common.models import AuditEntry
from escale.house import roles
from tests.catalogue.making import make_title

pytestmark = pytest.mark.django_db
GOOD = "name,year,players_min,players_max,inventory_number,shelf\r\nAzul,2017,2,4,E1,B1\r\nHive,2001,2,2,E2,B1\r\n"
BAD = GOOD + (
    'Wrong,2000,2,4,E2,B1\r\n"=HYPERLINK(""http://x"")",2000,,,E4,B1\r\n+6 Bag o\' Munchkins,2009,,,E5,B1\r\n'
)


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.IMPORTS_ROOT = tmp_path / "imports"
    yield
    staff_imports._running = None


def send(client, content, name="games.csv", follow=True):
    content = content.encode() if isinstance(content, str) else content
    return client.post(reverse("desk:imports"), {"file": SimpleUploadedFile(name, content)}, follow=follow)


def work() -> None:
    while staff_imports.import_next_batch():
        pass


def test_nothing_is_written_before_it_was_seen(keeper):
    page = send(keeper, BAD).text
    assert "Azul" in page and 'class="refused"' in page
    assert not GameTitle.objects.exists() and not Copy.objects.exists()
    assert ImportJob.objects.get().state == "looked-at"
    work()
    assert not GameTitle.objects.exists()


def test_of_a_file_that_could_not_be_kept_nothing_is_left(settings, clerk_of):
    class Torn(SimpleUploadedFile):
        def chunks(self, *_):
            yield b"name\r\n"
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError):
        uploads.accept(upload=Torn("games.csv", b"name\r\nAzul\r\n"), who=clerk_of(roles.CATALOGUER))
    assert list(settings.IMPORTS_ROOT.iterdir()) == []


def test_it_is_taken_in_by_the_worker(keeper):
    send(keeper, BAD)
    job = ImportJob.objects.get()
    address = reverse("desk:job", args=[job.pk])
    keeper.post(address, {"start": "1"})
    assert 'http-equiv="refresh"' in keeper.get(address).text
    work()
    job.refresh_from_db()
    assert (job.state, job.report["created"], job.report["refused"]) == ("done", 3, 2)
    assert job.percent == 100
    page = keeper.get(address).text
    assert 'http-equiv="refresh"' not in page and reverse("desk:refused", args=[job.pk]) in page
    assert GameTitle.objects.filter(names__name="+6 Bag o' Munchkins").exists()
    assert not list(uploads.folder().glob("*[!d]"))  # only refused rows and remarks are kept


def test_its_page_tells_how_far_it_is(keeper):
    send(keeper, GOOD)
    job = ImportJob.objects.get()
    ImportJob.objects.update(state="running", line=25, lines=100, beat_at=timezone.now())
    page = keeper.get(reverse("desk:job", args=[job.pk])).text
    assert re.search(r'<progress\s+max="100"\s+value="25"', page) and 'http-equiv="refresh"' in page


def test_refused_rows_come_back_with_their_reason_and_without_formulas(keeper):
    send(keeper, BAD)
    job = ImportJob.objects.get()
    keeper.post(reverse("desk:job", args=[job.pk]), {"start": "1"})
    work()
    answer = keeper.get(reverse("desk:refused", args=[job.pk]))
    rows = list(csv.reader(io.StringIO(b"".join(answer.streaming_content).decode("utf-8-sig"))))
    assert rows[0][2:] == ["name", "year", "players_min", "players_max", "inventory_number", "shelf"]
    assert [row[0] for row in rows[1:]] == ["4", "5"]
    assert rows[2][2].startswith("'=") and all(row[1] for row in rows)


def test_a_file_speaks_the_language_of_who_asked_for_it(keeper):
    """It is written while it is sent, when whoever else is served speaks another language."""
    send(keeper, BAD)
    job = ImportJob.objects.get()
    keeper.post(reverse("desk:job", args=[job.pk]), {"start": "1"})
    work()
    answer = keeper.get(reverse("desk:refused", args=[job.pk]), headers={"Accept-Language": "en"})
    with override("de"):
        assert b"line,reason," in b"".join(answer.streaming_content)


def test_cancelled_before_it_began(keeper, django_capture_on_commit_callbacks):
    send(keeper, GOOD)
    job = ImportJob.objects.get()
    address = reverse("desk:job", args=[job.pk])
    with django_capture_on_commit_callbacks(execute=True):
        keeper.post(address, {"cancel": "1"})
    assert not list(uploads.folder().iterdir())
    keeper.post(address, {"start": "1"})  # from another tab that still shows the button
    work()
    assert ImportJob.objects.get().state == "cancelled" and not GameTitle.objects.exists()


def test_cancelled_while_it_runs_the_batch_is_taken_back(keeper, monkeypatch):
    monkeypatch.setattr(staff_imports, "BATCH_SIZE", 2)
    rows = "".join(f"Game {n},2000,2,4,G{n},B1\r\n" for n in range(6))
    send(keeper, GOOD.splitlines(keepends=True)[0] + rows)
    job = ImportJob.objects.get()
    address = reverse("desk:job", args=[job.pk])
    keeper.post(address, {"start": "1"})
    staff_imports.import_next_batch()
    assert GameTitle.objects.count() == 2
    keeper.post(address, {"cancel": "1"})
    work()
    job.refresh_from_db()
    assert (job.state, job.line, job.report["created"]) == ("cancelled", 3, 2)
    assert GameTitle.objects.count() == Copy.objects.count() == 2
    assert "3" in keeper.get(address).text
    changes = AuditEntry.objects.filter(kind="catalogue.importjob", action="change").order_by("pk")
    assert [entry.after for entry in changes] == [{"state": "waiting", "as_reference": False}, {"stop": True}]


def test_an_import_that_died_is_begun_again_and_doubles_nothing(keeper, monkeypatch):
    monkeypatch.setattr(staff_imports, "BATCH_SIZE", 1)
    send(keeper, GOOD)
    keeper.post(reverse("desk:job", args=[ImportJob.objects.get().pk]), {"start": "1"})
    staff_imports.import_next_batch()
    staff_imports._running = None  # the process is gone
    assert staff_imports.import_next_batch() == 0  # it may still live elsewhere
    ImportJob.objects.update(beat_at=timezone.now() - timedelta(minutes=2))
    work()
    assert ImportJob.objects.get().state == "done"
    assert GameTitle.objects.count() == Copy.objects.count() == 2


def test_a_worker_that_was_taken_for_dead_writes_nothing_more(keeper, monkeypatch):
    """It slept with its machine, and another one has begun the file again."""
    monkeypatch.setattr(staff_imports, "BATCH_SIZE", 1)
    send(keeper, GOOD)
    keeper.post(reverse("desk:job", args=[ImportJob.objects.get().pk]), {"start": "1"})
    staff_imports.import_next_batch()
    ImportJob.objects.update(beat_at=timezone.now(), line=0)
    staff_imports.import_next_batch()
    assert (GameTitle.objects.count(), Copy.objects.count(), ImportJob.objects.get().line) == (1, 1, 0)
    assert ImportJob.objects.get().state == "running" and staff_imports.import_next_batch() == 0


def test_the_job_of_the_worker_imports_it(keeper):
    send(keeper, GOOD)
    keeper.post(reverse("desk:job", args=[ImportJob.objects.get().pk]), {"start": "1"})
    assert jobs.import_files() is True
    while jobs.import_files():
        pass
    assert ImportJob.objects.get().state == "done"


# ── Refused at the door, each with a sentence
# ────────────────────────────────────────────────────────────────────────


def zipped(*files: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return out.getvalue()


def changed(content: bytes, at: int, byte: int) -> bytes:
    return content[:at] + bytes([byte]) + content[at + 1 :]


def locked(content: bytes) -> bytes:
    """As an archive with a password says of itself, in front of the file and in its list."""
    return changed(changed(content, 6, 1), content.index(b"PK\x01\x02") + 8, 1)


HEADER = GOOD.splitlines(keepends=True)[0].encode()
PACKED = zipped(("games.csv", GOOD.encode()))
DOOR = {
    "not a table": ("games.pdf", b"%PDF-1.7"),
    "an empty file": ("games.csv", b""),
    "one unknown column": ("games.csv", b"foo\n1\n"),
    "a bomb in a zip": ("games.zip", zipped(("games.csv", HEADER + b"\0" * 60_000_000))),
    "a bomb in a gzip": ("games.csv.gz", gzip.compress(HEADER + b" " * 60_000_000)),
    "two files in a zip": ("games.zip", zipped(("a.csv", HEADER), ("b.csv", HEADER))),
    "a broken gzip": ("games.csv.gz", gzip.compress(GOOD.encode())[:-12]),
    "a broken zip": ("games.zip", PACKED[:-30]),
    "a spoilt gzip": ("games.csv.gz", changed(gzip.compress(GOOD.encode()), 10, 7)),
    "a spoilt zip": ("games.zip", changed(PACKED, 30 + len("games.csv"), 7)),
    "a zip with a password": ("games.zip", locked(PACKED)),
    "a zip packed otherwise": ("games.zip", changed(PACKED, PACKED.index(b"PK\x01\x02") + 10, 97)),
}


@pytest.mark.parametrize("what", DOOR)
def test_what_cannot_be_a_collection_is_refused_with_a_sentence(keeper, what):
    name, content = DOOR[what]
    page = send(keeper, content, name)
    assert page.status_code == 200 and 'class="note bad"' in page.text
    assert not ImportJob.objects.exists()
    assert not uploads.folder().exists() or not list(uploads.folder().iterdir())


def test_200_megabytes_are_refused_before_they_are_read(keeper):
    """The length alone decides: no byte of the body is taken."""
    answer = keeper.generic(
        "POST",
        reverse("desk:imports"),
        b"",
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH="200000000",
    )
    assert answer.status_code == 413


def test_more_than_the_limit_is_refused_even_if_the_length_lied(keeper, settings):
    settings.UPLOAD_LIMIT = 100_000
    make_title()
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10**9
    upload = SimpleUploadedFile("games.csv", HEADER + b"x" * 200_000)
    with pytest.raises(uploads.DeskRefusal):
        uploads.accept(upload=upload, who=type("Clerk", (), {"get_username": lambda self: "clerk"})())
    assert not ImportJob.objects.exists()


@pytest.mark.parametrize(
    "cell", ["=1+1", "=cmd|' /C calc'!A0", "@SUM(A1)", "+cmd|' /C calc'!A0", "-SUM(1)", " =A1"]
)
def test_formulas_are_known(cell):
    assert uploads._FORMULA.match(cell)


@pytest.mark.parametrize(
    "cell", ["+6 Bag o' Munchkins", "-(Mathul8)^2", "@Camp", "-5", "+1 (2nd edition)", "A=B"]
)
def test_names_that_only_look_like_formulas_are_let_in(cell):
    assert not uploads._FORMULA.match(cell)


# ── What the columns mean ─────────────────────────────────────────────────────────────────────────


def choose(keeper, job, **fields):
    """Send the form of columns, with the choices that it shows and these instead."""
    columns = uploads.preview(job).columns
    form = {
        f"column-{index}": fields.get(column.header, column.field) for index, column in enumerate(columns)
    }
    return keeper.post(reverse("desk:job", args=[job.pk]), form | {"map": "1"}, follow=True)


def test_shelf_codes_in_a_comment_are_mapped_and_remembered(keeper):
    content = "game;comment;who\r\nAzul;B3;x\r\nHive;B4;y\r\n"
    page = send(keeper, content).text
    job = ImportJob.objects.get()
    assert "Azul" in page and 'name="column-0"' in page and 'name="start"' not in page
    page = choose(keeper, job, game="name", comment="shelf").text
    assert 'name="start"' in page
    keeper.post(reverse("desk:job", args=[job.pk]), {"start": "1"})
    work()
    assert sorted(Copy.objects.values_list("shelf__code", flat=True)) == ["B3", "B4"]
    send(keeper, content)
    assert ImportJob.objects.first().mapping == {"game": "name", "comment": "shelf"}


def test_two_columns_cannot_mean_the_same(keeper):
    send(keeper, "game;other;x\r\nAzul;Hive;1\r\n")
    job = ImportJob.objects.get()
    choose(keeper, job, game="name", other="name")
    job.refresh_from_db()
    assert job.mapping is None


def test_remarks_are_shown_and_sent_as_csv(keeper):
    send(keeper, GOOD.replace("2017", "when"))
    job = ImportJob.objects.get()
    keeper.post(reverse("desk:job", args=[job.pk]), {"start": "1"})
    work()
    job.refresh_from_db()
    assert (job.report["created"], job.report["refused"], job.report["noted"]) == (2, 0, 1)
    address = reverse("desk:noted", args=[job.pk])
    assert address in keeper.get(reverse("desk:job", args=[job.pk])).text
    lines = b"".join(keeper.get(address).streaming_content).decode("utf-8-sig").splitlines()
    assert len(lines) == 2 and lines[1].startswith("2,") and "when" in lines[1]


def test_one_cause_is_told_once(keeper):
    send(keeper, "bgg_id,name\r\n1,Azul\r\n" + "x,Bad\r\n" * 30)
    job = ImportJob.objects.get()
    keeper.post(reverse("desk:job", args=[job.pk]), {"start": "1"})
    work()
    page = keeper.get(reverse("desk:job", args=[job.pk]))
    [(reason, count)] = page.context["causes"]
    assert count == 30 and "…" in reason


def test_what_will_change_is_shown_before_anything_does(keeper):
    title = make_title("Azul", year=2016)
    Copy.objects.create(title=title, inventory_number="E1", edition="first")
    send(keeper, "name,age,inventory_number,edition\r\nAzul,8,E1,second\r\nHive,9,E2,\r\n")
    address = reverse("desk:job", args=[ImportJob.objects.get().pk])
    assert 'http-equiv="refresh"' in keeper.get(address).text  # until the worker has compared the file
    compare_next_file()
    page = keeper.get(address, headers={"Accept-Language": "en"})
    [row] = page.context["compared_rows"]
    shown = [(change["label"], change["now"], change["then"]) for change in row["fields"]]
    assert (row["name"], shown) == ("Azul", [("From age", "", "8"), ("Edition", "first", "second")])
    counts = {kind: count for kind, _label, count in page.context["kinds"]}
    assert counts == {"new": 1, "changed": 1, "unchanged": 0, "doubtful": 0, "refused": 0}
    assert "Hive" in keeper.get(f"{address}?show=new").text
    title.refresh_from_db()
    assert title.age is None and not GameTitle.objects.filter(slug="hive").exists()
