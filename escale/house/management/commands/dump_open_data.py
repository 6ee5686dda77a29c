"""Writes the open data of the site to a folder, for a monthly job: matches of a month, catalogue, rulings."""

import gzip
import re
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from pathlib import Path

import orjson
from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from catalogue.exporting.title_lines import generate_title_lines
from games.lobby.open_matches import generate_match_lines, select_matches
from rules_docs.models import RulingText

MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])")
LICENCES = """matches-*.ndjson.gz   CC0 1.0 (https://creativecommons.org/publicdomain/zero/1.0/)
catalogue.ndjson.gz   CC0 1.0; names of games belong to their owners
rulings.ndjson.gz     as the texts of the rules: see the page of each rule
"""


class Command(BaseCommand):
    help = "Write finished public matches of a month, the catalogue and all rulings as compressed NDJSON."

    def add_arguments(self, parser) -> None:
        parser.add_argument("folder", type=Path, help="The folder that gets the files; it is made if needed.")
        parser.add_argument("--month", default="", help="Such as 2026-10; by default the last complete one.")

    def handle(self, *, folder: Path, month: str, **options) -> None:
        begin, end = _find_bounds(month or _last_month())
        folder.mkdir(parents=True, exist_ok=True)
        matches = (
            select_matches().filter(created_at__gte=begin, created_at__lt=end).order_by("created_at", "pk")
        )
        lines = generate_match_lines(matches.iterator(chunk_size=100))
        self._write(folder / f"matches-{begin:%Y-%m}.ndjson.gz", lines)
        titles = (block.encode() for block in generate_title_lines(settings.LANGUAGE_CODE))
        self._write(folder / "catalogue.ndjson.gz", titles)
        self._write(folder / "rulings.ndjson.gz", _generate_ruling_lines())
        (folder / "LICENCES.txt").write_text(LICENCES, encoding="utf-8")

    def _write(self, path: Path, blocks: Iterable[bytes]) -> None:
        """Writes a second file and then replaces the first one, so that nobody reads an incomplete file."""
        partial = path.with_suffix(".part")
        # Without the time in its header, the same data make the same file.
        with gzip.GzipFile(partial, "wb", mtime=0) as file:
            for block in blocks:
                file.write(block)
        partial.replace(path)
        self.stdout.write(f"{path.name}: {path.stat().st_size} bytes")


def _last_month() -> str:
    first_day = timezone.localdate().replace(day=1)
    return f"{first_day - timedelta(days=1):%Y-%m}"


def _find_bounds(month: str) -> tuple[datetime, datetime]:
    """The first moment of the month, and the first moment of the next one."""
    match = MONTH.fullmatch(month)
    if not match:
        raise CommandError(f"{month!r} is no month such as 2026-10")
    first_day = date(int(match[1]), int(match[2]), 1)
    # No month has more than 31 days, so this day is in the next one.
    next_first_day = (first_day + timedelta(days=31)).replace(day=1)
    return _begin_day(first_day), _begin_day(next_first_day)


def _begin_day(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def _generate_ruling_lines() -> Iterable[bytes]:
    """Yields a line for each ruling in each language."""
    texts = RulingText.objects.select_related("ruling__document", "ruling__section").order_by("pk")
    for text in texts.filter(ruling__document__withheld=False).iterator(chunk_size=500):
        ruling = text.ruling
        row = {
            "document": ruling.document.slug,
            "section": ruling.section.key,
            "key": ruling.key,
            "kind": ruling.kind,
            "language": text.language,
            "question": text.question,
            "answer": text.answer,
        }
        yield orjson.dumps(row) + b"\n"
