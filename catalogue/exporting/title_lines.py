"""Exports the catalogue as guests see it, as lines of JSON, a few hundred titles at a time."""

from collections.abc import Iterator

from django.utils import translation

from catalogue.models import GameTitle
from catalogue.presenting.records.cached_records import load_cached_records

TITLES_PER_BLOCK = 200


def generate_title_lines(language: str) -> Iterator[str]:
    """Yields blocks of lines. Each title has one line, in the order in which the titles were entered."""
    last_id = 0
    titles = GameTitle.objects.listed().order_by("pk").values_list("pk", flat=True)
    while ids := list(titles.filter(pk__gt=last_id)[:TITLES_PER_BLOCK]):
        last_id = ids[-1]
        # The lines are sent after the view has returned and its language is no longer active.
        with translation.override(language):
            entries = load_cached_records(ids)
        yield "".join(f"{entry.json}\n" for entry in entries)
