"""Suggests titles while a reader types, and finds the names by which a search has found titles."""

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
    """The titles that fit best. Takes only two queries, because it runs at every keystroke."""
    language = languages.current()
    suggestions = catalogue_index.suggest(text, count)
    titles = GameTitle.objects.with_names().in_bulk([id for id, _name_position in suggestions])
    suggestion_records = []
    for id, name_position in suggestions:
        if id in titles:  # A title may have been removed since the index answered.
            suggestion_records.append(_describe_suggestion(titles[id], name_position, language))
    return suggestion_records


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
    """By title whose card shows no name that answers the search: a name that does. Takes one query."""
    asked_words = tokenize(text)
    if not asked_words or not ids:
        return {}
    matched_names = {}
    for id, names in load_names(ids).items():
        shown_names = (choose_local_name(names, languages.current()), choose_main_name(names))
        if any(_answers(asked_words, name) for name in shown_names):
            continue
        matching_names = [name.name for name in names if _answers(asked_words, name.name)]
        if matching_names:
            matched_names[id] = min(matching_names, key=len)
    return matched_names


def _answers(asked_words: list[str], name: str) -> bool:
    """Whether each word that was asked for begins a word of the name, perhaps with a typing error."""
    words = tokenize(name)
    return all(any(is_similar(asked, word) for word in words) for asked in asked_words)
