"""Connects the ports of each app with functions of the others. The apps meet only here."""

from collections.abc import Iterable

from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation

import catalogue.ports
import games.ports
import rules_docs.ports
from catalogue.models import GameTitle
from catalogue.ports import RuleLink
from escale.common import languages
from escale.house.context import house_today
from games.presenting.teaching import reading_positions
from games.presenting.teaching.positions import is_example
from games.presenting.teaching.reading_positions import list_as_data
from games.registry import ENGINES, load_game, load_probes, read_positions
from rules_docs.ports import ChoiceShown, PositionShown, SectionProof
from rules_docs.reading import sections


def connect_ports() -> None:
    """Connects all ports. Called once, when the site starts and all models are loaded."""
    catalogue.ports.rules.connect(rule_links_by_title)
    catalogue.ports.rules_stamp.connect(sections.compute_rules_stamp)
    catalogue.ports.rule_url.connect(rule_url)
    catalogue.ports.table_url.connect(table_url)
    catalogue.ports.companion_url.connect(companion_url)
    catalogue.ports.house_name.connect(house_name)

    rules_docs.ports.engine_keys.connect(rule_keys_by_game)
    rules_docs.ports.engine_proofs.connect(rule_proofs_by_game)
    rules_docs.ports.positions.connect(show_positions)
    rules_docs.ports.positions_stamp.connect(reading_positions.compute_stamp)
    rules_docs.ports.positions_as_data.connect(list_as_data)
    rules_docs.ports.titles.connect(title_pages)
    rules_docs.ports.house.connect(describe_house)
    rules_docs.ports.table_url.connect(table_url)

    games.ports.edition.connect(sections.load_current_edition)
    games.ports.rule_section.connect(sections.load_section)


def describe_house(language: str) -> dict | None:
    """What the cover page of a printed rule says about the house today; None if no house is entered."""
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


def house_name() -> str:
    house = house_today()
    return house.name if house else ""


def table_url(game: str) -> str:
    """The address where a game can be played, in the current language; empty if the game has no engine."""
    return reverse("games:game", args=[game]) if game in ENGINES else ""


def companion_url(game: str) -> str:
    """The address where people enter their own dice and cards; empty if the game cannot be played so."""
    if game not in ENGINES or load_game(game).table_luck is None:
        return ""
    return reverse("games:real_table_new", args=[game])


def rule_keys_by_game() -> dict[str, set[str]]:
    """By game, the keys of all rule sections that its engine cites."""
    return {
        game: set(engine.META.rule_keys) | set(engine.META.refusals.values())
        for game, engine in ENGINES.items()
    }


def rule_proofs_by_game() -> dict[str, SectionProof]:
    """By game, the sections of its rule that its engine shows at work in a position."""
    return {
        game: SectionProof(
            frozenset(position.section for position in read_positions(game)),
            load_probes(game).without_position,
        )
        for game in ENGINES
    }


def show_positions(document: str) -> dict[str, list[PositionShown]]:
    """The positions of a rule, by section. The game of a rule has the same slug as the rule."""
    positions_by_section: dict[str, list[PositionShown]] = {}
    for section, described, picture, width, height in reading_positions.read_positions(document):
        choices = [
            ChoiceShown(choice["label"], place == described.answer)
            for place, choice in enumerate(described.choices)
        ]
        position = PositionShown(
            id=described.id,
            question=described.text,
            choices=choices,
            because=described.because,
            words=described.board_words,
            picture=picture,
            width=width,
            height=height,
            script=static("games/position.js"),
            svg=described.svg,
            is_example=is_example(described.id),
        )
        positions_by_section.setdefault(section, []).append(position)
    return positions_by_section


def rule_links_by_title() -> dict[int, RuleLink]:
    """By BoardGameGeek id, the rule of the title. The game of a rule has the same slug as the rule."""
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
    """By BoardGameGeek id, the name and the address of the title's page in the current language."""
    language = languages.current()
    titles = GameTitle.objects.with_names().filter(bgg_id__in=list(bgg_ids))
    return {
        title.bgg_id: {"name": title.name_in(language), "url": reverse("catalogue:title", args=[title.slug])}
        for title in titles
    }
