"""Suggests titles while a reader types."""

from django.urls import reverse

from catalogue.models import GameTitle
from catalogue.search.live_index import catalogue_index
from escale.common import languages


def suggest_titles(text: str, count: int) -> list[dict]:
    """The titles that fit best. It makes only two queries, because it runs at every key stroke."""
    language = languages.current()
    suggestions = catalogue_index.suggest(text, count)
    titles = GameTitle.objects.with_names().in_bulk([id for id, _name_position in suggestions])
    described = []
    for id, name_position in suggestions:
        if id in titles:  # It may have been removed since the index answered.
            described.append(_describe_suggestion(titles[id], name_position, language))
    return described


def _describe_suggestion(title: GameTitle, name_position: int, language: str) -> dict:
    names = list(title.names.all())
    shown_name = title.name_in(language)
    # The names may have changed since the index answered.
    matched_name = names[name_position].name if name_position < len(names) else shown_name
    return {
        "slug": title.slug,
        "name": shown_name,
        "matched": matched_name,
        "year": title.year,
        "url": reverse("catalogue:title", args=[title.slug]),
    }
