"""The titles that are meant by what has been typed so far."""

from django.urls import reverse

from catalogue.models import GameTitle
from catalogue.search.live_index import catalogue_index
from escale.common import languages


def suggest_titles(text: str, count: int) -> list[dict]:
    """The best titles; `matched` is the name that was found.

    Two queries only, because it runs at every key stroke.
    """
    language = languages.current()
    suggestions = catalogue_index.suggest(text, count)
    titles = GameTitle.objects.with_names().in_bulk([id for id, _name_position in suggestions])
    # A title may have been removed since the index answered.
    return [
        _describe_suggestion(titles[id], name_position, language) for id, name_position in suggestions if id in titles
    ]


def _describe_suggestion(title: GameTitle, name_position: int, language: str) -> dict:
    names = list(title.names.all())
    shown_name = title.name_in(language)
    return {
        "slug": title.slug,
        "name": shown_name,
        "matched": names[name_position].name if name_position < len(names) else shown_name,
        "year": title.year,
        "url": reverse("catalogue:title", args=[title.slug]),
    }
