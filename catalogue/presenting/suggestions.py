"""Suggests titles while a reader types, and says by which of their names a search has found titles."""

from collections.abc import Sequence

from django.conf import settings
from django.urls import reverse

from catalogue.models import GameTitle
from catalogue.models.titles import choose_local_name, choose_main_name
from catalogue.presenting.cards import load_names
from catalogue.search.live_index import catalogue_index
from escale.common import languages
from escale.common.text.folding import tokenize
from escale.common.text.similar_words import is_similar


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
        "url": settings.BASE_URL + reverse("catalogue:title", args=[title.slug]),
    }


def find_matched_names(text: str, ids: Sequence[int]) -> dict[int, str]:
    """The name that answers the search, for the titles whose card shows none that does. It makes one query."""
    asked = tokenize(text)
    if not asked or not ids:
        return {}
    matched_names = {}
    for id, names in load_names(ids).items():
        shown = (choose_local_name(names, languages.current()), choose_main_name(names))
        if not any(_answers(asked, name) for name in shown):
            hidden = [name.name for name in names if _answers(asked, name.name)]
            matched_names.update({id: min(hidden, key=len)} if hidden else {})
    return matched_names


def _answers(asked: list[str], name: str) -> bool:
    words = tokenize(name)
    return all(any(is_similar(part, word) for word in words) for part in asked)
