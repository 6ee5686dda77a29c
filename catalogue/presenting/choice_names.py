"""The names of search options in the language of the reader: tags, people, languages and numbers."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from catalogue.models import Contributor, Tag
from catalogue.search import esar
from catalogue.search.live_index import catalogue_index
from escale.common import languages

PEOPLE_PARAMETERS = ("designer", "artist", "publisher")
LANGUAGE_PARAMETERS = ("rule_language", "language")
TAG_PARAMETERS = ("mechanism", "theme", "family")

Choice = tuple[str, str]  # a parameter and its value
ChoiceNames = Mapping[Choice, str]

WORDS = {
    ("available", "yes"): _("on its shelf now"),
    ("playable", "yes"): _("can be played online"),
    ("text_free", "yes"): _("no text needed to play"),
    ("weight", "light"): _("light"),
    ("weight", "medium"): _("medium"),
    ("weight", "heavy"): _("heavy"),
    ("kind", "game"): _("games"),
    ("kind", "expansion"): _("expansions"),
    ("kind", "accessory"): _("accessories"),
    **{("esar", letter): name for letter, name in esar.NAMES.items()},
}


def load_choice_names(choices: Iterable[Choice]) -> dict[Choice, str]:
    """The names of the choices among these that are tags, people or languages.

    Takes at most two queries: one for the tags after the catalogue has changed, one for people if any are
    chosen.
    """
    wanted_choices = set(choices)
    names = {}
    for parameter, value in wanted_choices:
        if parameter in LANGUAGE_PARAMETERS:
            names[parameter, value] = languages.translated_name(value)
    if any(parameter in TAG_PARAMETERS for parameter, _slug in wanted_choices):
        names |= _load_tag_names(languages.current())
    people = [slug for parameter, slug in wanted_choices if parameter in PEOPLE_PARAMETERS]
    if people:
        for slug, name in Contributor.objects.filter(slug__in=people).values_list("slug", "name"):
            names |= {(role, slug): name for role in PEOPLE_PARAMETERS}
    return names


_tag_names_by_language: dict[str, dict[Choice, str]] = {}
catalogue_index.change_listeners.append(lambda changed_ids: _tag_names_by_language.clear())


def _load_tag_names(language: str) -> dict[Choice, str]:
    """The names of all tags, which are a few hundred. They are cached until the catalogue changes."""
    names = _tag_names_by_language.get(language)
    if names is None:
        names = {(tag.kind, tag.slug): tag.name_in(language) for tag in Tag.objects.all()}
        _tag_names_by_language[language] = names
    return names


def describe_choice(parameter: str, value: str, names: ChoiceNames) -> str:
    """A choice in words, such as “2 players”. `names` comes from `load_choice_names`."""
    choice = (parameter, value)
    if choice in names:
        return names[choice]
    if choice in WORDS:
        return str(WORDS[choice])
    match parameter:
        case "players":
            return ngettext("%(n)s player", "%(n)s players", int(value)) % {"n": value}
        case "minutes":
            return gettext("up to %(n)s min") % {"n": value}
        case "age":
            return ngettext("from age %(n)s", "from age %(n)s", int(value)) % {"n": value}
        case "decade":
            return _describe_decade(value)
        case "year_min":
            return gettext("from %(year)s") % {"year": value}
        case "year_max":
            return gettext("up to %(year)s") % {"year": value}
    return value


def _describe_decade(first_year: str) -> str:
    if int(first_year) < 1980:
        return gettext("before 1980")
    return gettext("%(year)s–%(last)s") % {"year": first_year, "last": int(first_year) + 9}
