"""The only place where the pillars meet: each app's `ports` get the functions of the others."""

from django.urls import reverse

from games import ports as games_ports
from games.engines import ENGINES
from rules_docs import ports as rules_ports


def connect() -> None:
    """Called once at start; models may be imported only now."""
    from rules_docs import services as rules  # noqa: PLC0415

    games_ports.edition.call = rules.current_edition
    games_ports.rule_section.call = rules.section_for
    rules_ports.engine_keys = engine_keys
    rules_ports.house = house_on_paper
    rules_ports.play_url = play_url


def house_on_paper(language: str) -> dict | None:
    """What the cover of a printed rule says of the house today."""
    from escale.context import house_today  # noqa: PLC0415

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
