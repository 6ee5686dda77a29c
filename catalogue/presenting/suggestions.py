"""The titles that are meant by what has been typed so far."""

from django.urls import reverse

from catalogue.models import GameTitle
from catalogue.search.live_index import catalogue_index
from escale.common import languages


def suggest_titles(text: str, count: int) -> list[dict]:
    """The best titles; `matched` is the name that was found. Two queries only, because it runs at every key stroke."""
    meant, language = catalogue_index.suggest(text, count), languages.current()
    titles = GameTitle.objects.with_names().in_bulk([id for id, _number in meant])
    return [_suggestion(titles[id], number, language) for id, number in meant if id in titles]


def _suggestion(title: GameTitle, number: int, language: str) -> dict:
    names, shown = list(title.names.all()), title.name_in(language)
    matched = names[number].name if number < len(names) else shown
    url = reverse("catalogue:title", args=[title.slug])
    return {"slug": title.slug, "name": shown, "matched": matched, "year": title.year, "url": url}
