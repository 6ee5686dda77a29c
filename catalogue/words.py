"""The names of what can be chosen, in the reader's language: tags, people, languages."""

from collections.abc import Iterable

from django.utils.translation import get_language, get_language_info

from catalogue.choices import TAGGED
from catalogue.models import Contributor, Tag

PEOPLE = ("designer", "artist", "publisher")
LANGUAGES = ("rule_language", "language")
Pair = tuple[str, str]


def known_names(pairs: Iterable[Pair]) -> dict[Pair, str]:
    """At most two queries: one for tags, one for people (only when somebody is chosen)."""
    wanted = set(pairs)
    tags = [slug for name, slug in wanted if name in TAGGED]
    people = [slug for name, slug in wanted if name in PEOPLE]
    names = {pair: language_name(pair[1]) for pair in wanted if pair[0] in LANGUAGES}
    if tags:
        for tag in Tag.objects.filter(slug__in=tags):
            names[tag.kind, tag.slug] = tag.name_in(get_language() or "fr")
    if people:
        for slug, name in Contributor.objects.filter(slug__in=people).values_list("slug", "name"):
            names |= {(role, slug): name for role in PEOPLE}
    return names


def language_name(code: str) -> str:
    try:
        return str(get_language_info(code)["name_translated"])
    except KeyError:
        return code
