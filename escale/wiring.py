"""The only place where the pillars meet: each app's `ports` get the functions of the others."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils import translation

from catalogue.ports import RuleLink
from catalogue.ports import ports as catalogue_ports
from games import ports as games_ports
from games.registry import ENGINES
from rules_docs import ports as rules_ports


def connect() -> None:
    """Called once at start; models may be imported only now."""
    from catalogue.importing import staff_imports  # noqa: PLC0415
    from rules_docs.reading import sections as rules  # noqa: PLC0415

    games_ports.chores.call = staff_imports.run_chores
    games_ports.edition.call = rules.current_edition
    games_ports.rule_section.call = rules.section_for
    catalogue_ports.rules = rules_to_read
    catalogue_ports.rules_stamp = rules.stamp
    catalogue_ports.rule_url = rule_url
    catalogue_ports.table_url = play_url
    rules_ports.engine_keys = engine_keys
    rules_ports.titles = title_pages
    rules_ports.house = house_on_paper
    rules_ports.play_url = play_url


def house_on_paper(language: str) -> dict | None:
    """What the cover of a printed rule says of the house today."""
    from escale.house.context import house_today  # noqa: PLC0415

    house = house_today()
    if house is None:
        return None
    text = house.text(language)
    lines = [house.hosts, house.street, f"{house.postcode} {house.town}".strip()]
    lines += [", ".join(house.telephone_list), house.mail, house.website, text.place if text else ""]
    return {"name": house.name, "cover": text.cover if text else "", "lines": [line for line in lines if line]}


def play_url(slug: str) -> str:
    return reverse("games:game", args=[slug]) if slug in ENGINES else ""


def engine_keys() -> dict[str, set[str]]:
    """Every section key that an engine cites."""
    return {slug: set(engine.META.rule_keys) | set(engine.META.refusals.values()) for slug, engine in ENGINES.items()}


def rules_to_read() -> dict[int, RuleLink]:
    """A game played here bears the name of its rule document, and that knows its title."""
    from rules_docs.reading import sections as rules  # noqa: PLC0415

    found = rules.for_titles().items()
    return {
        bgg: RuleLink(slug := rule["document"], tuple(rule["languages"]), slug if slug in ENGINES else "")
        for bgg, rule in found
    }


def rule_url(document: str, language: str) -> str:
    with translation.override(language):
        return reverse("rules_docs:rule", args=[document])


def title_pages(bgg_ids: Iterable[int]) -> dict[int, dict]:
    """Where the titles of these ids stand in the catalogue, in the reader's language."""
    from catalogue.models import GameTitle  # noqa: PLC0415

    language = translation.get_language() or "fr"
    titles = GameTitle.objects.with_names().filter(bgg_id__in=list(bgg_ids))
    return {
        title.bgg_id: {"name": title.name_in(language), "url": reverse("catalogue:title", args=[title.slug])}
        for title in titles
    }
