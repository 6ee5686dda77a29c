"""The only place where the apps meet: it connects the ports of each app to the functions of the others."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils import translation

import catalogue.ports
import games.ports
import rules_docs.ports
from catalogue.models import GameTitle
from catalogue.ports import RuleLink
from escale.common import languages
from escale.house.context import house_today
from games.registry import ENGINES
from rules_docs.reading import sections


def connect_ports() -> None:
    """Called once, when the site starts and all models are loaded."""
    catalogue.ports.rules.connect(rule_links_by_title)
    catalogue.ports.rules_stamp.connect(sections.compute_rules_stamp)
    catalogue.ports.rule_url.connect(rule_url)
    catalogue.ports.table_url.connect(table_url)

    rules_docs.ports.engine_keys.connect(rule_keys_by_game)
    rules_docs.ports.titles.connect(title_pages)
    rules_docs.ports.house.connect(describe_house)
    rules_docs.ports.table_url.connect(table_url)

    games.ports.edition.connect(sections.load_current_edition)
    games.ports.rule_section.connect(sections.load_section)


def describe_house(language: str) -> dict | None:
    """What the cover page of a printed rule says about the house today; None where no house is entered."""
    house = house_today()
    if house is None:
        return None
    text = house.text(language)
    lines = [
        house.hosts,
        house.street,
        f"{house.postcode} {house.town}".strip(),
        ", ".join(house.telephone_list),
        house.mail,
        house.website,
        text.place if text else "",
    ]
    return {
        "name": house.name,
        "cover": text.cover if text else "",
        "lines": [line for line in lines if line],
    }


def table_url(game: str) -> str:
    """The address where a game can be played, in the current language; empty for a game without an engine."""
    return reverse("games:game", args=[game]) if game in ENGINES else ""


def rule_keys_by_game() -> dict[str, set[str]]:
    """Every key of a rule section that an engine cites."""
    return {game: set(engine.META.rule_keys) | set(engine.META.refusals.values()) for game, engine in ENGINES.items()}


def rule_links_by_title() -> dict[int, RuleLink]:
    """The rule of each title. A game that is played here has the same slug as its rule document."""
    links = {}
    for bgg_id, rule in sections.list_rules_by_bgg_id().items():
        document = rule["document"]
        engine = document if document in ENGINES else ""
        links[bgg_id] = RuleLink(document, tuple(rule["languages"]), engine)
    return links


def rule_url(document: str, language: str) -> str:
    """The address of a rule in one language."""
    with translation.override(language):
        return reverse("rules_docs:rule", args=[document])


def title_pages(bgg_ids: Iterable[int]) -> dict[int, dict]:
    """The name and the address of each title's page, in the current language."""
    language = languages.current()
    titles = GameTitle.objects.with_names().filter(bgg_id__in=list(bgg_ids))
    return {
        title.bgg_id: {"name": title.name_in(language), "url": reverse("catalogue:title", args=[title.slug])}
        for title in titles
    }
