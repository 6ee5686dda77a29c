"""Finds the rules and languages that readers may see, with their titles and facts."""

from collections.abc import Mapping

from django.db.models import QuerySet
from django.utils.translation import gettext, ngettext

from escale.common import languages
from rules_docs.models import RuleDocument, Translation

# The published translations of a rule by language, in the order of the site's languages.
Titles = dict[str, Translation]


def select_published_rules() -> QuerySet[RuleDocument]:
    """The rules that lists show, with their translations."""
    published_rules = RuleDocument.objects.filter(translations__published=True, withheld=False)
    return published_rules.distinct().prefetch_related("translations")


def find_published_rule(slug: str) -> tuple[RuleDocument, Titles] | None:
    """A rule and its titles, in one query; None if no language of it is published."""
    translations = Translation.objects.filter(document__slug=slug, published=True).select_related("document")
    titles = _sort_by_language({translation.language: translation for translation in translations})
    if not titles:
        return None
    document = next(iter(titles.values())).document
    return document, titles


def list_titles(document: RuleDocument) -> Titles:
    """The published translations of a rule."""
    published_translations = {}
    for translation in document.translations.all():
        if translation.published:
            published_translations[translation.language] = translation
    return _sort_by_language(published_translations)


def _sort_by_language(translations: Mapping[str, Translation]) -> Titles:
    return {language: translations[language] for language in languages.in_order(translations)}


def choose_title(titles: Titles, document: RuleDocument, language: str) -> Translation:
    """The title in the reader's language, else in the pivot, else the first.

    The pivot is the language that decides the sense of the rule.
    """
    return titles.get(language) or titles.get(document.pivot) or next(iter(titles.values()))


def list_facts(document: RuleDocument) -> list[dict]:
    """Players, minutes and age in a few words, each with the name of its icon."""
    players = _format_span(document.players_min, document.players_max)
    facts = [{"icon": "people", "text": gettext("%s players") % players}]
    if document.minutes_max:
        minutes = _format_span(document.minutes_min, document.minutes_max)
        facts.append({"icon": "clock", "text": gettext("%s min") % minutes})
    if document.age:
        facts.append(
            {"icon": "age", "text": ngettext("from age %d", "from age %d", document.age) % document.age}
        )
    return facts


def _format_span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"
