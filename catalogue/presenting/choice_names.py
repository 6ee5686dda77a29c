"""The names of what can be chosen, in the reader's language: tags, people, languages."""

from collections.abc import Iterable

from django.utils.translation import get_language_info

from catalogue.models import Contributor, Tag
from catalogue.search.live_index import catalogue_index
from catalogue.search.question import TAGGED
from escale.common import languages

PEOPLE = ("designer", "artist", "publisher")
LANGUAGE_FILTERS = ("rule_language", "language")
Pair = tuple[str, str]


def known_names(pairs: Iterable[Pair]) -> dict[Pair, str]:
    """At most two queries: one for the tags when something changed, one for people when somebody is chosen."""
    wanted = set(pairs)
    people = [slug for name, slug in wanted if name in PEOPLE]
    names = {pair: language_name(pair[1]) for pair in wanted if pair[0] in LANGUAGE_FILTERS}
    if any(name in TAGGED for name, _slug in wanted):
        names |= _tags(languages.current())
    if people:
        for slug, name in Contributor.objects.filter(slug__in=people).values_list("slug", "name"):
            names |= {(role, slug): name for role in PEOPLE}
    return names


_tag_names: dict[str, dict[Pair, str]] = {}
catalogue_index.change_listeners.append(lambda changed: _tag_names.clear())


def _tags(language: str) -> dict[Pair, str]:
    """The names of all tags, a few hundred: kept until the catalogue changes."""
    found = _tag_names.get(language)
    if found is None:
        found = {(tag.kind, tag.slug): tag.name_in(language) for tag in Tag.objects.all()}
        _tag_names[language] = found
    return found


def language_name(code: str) -> str:
    try:
        return str(get_language_info(code)["name_translated"])
    except KeyError:
        return code
