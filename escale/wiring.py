"""The only place where the pillars meet: each app's `ports` get the functions of the others."""

from games import ports as games_ports
from games.engines import ENGINES
from rules_docs import ports as rules_ports


def connect() -> None:
    """Called once at start; models may be imported only now."""
    from rules_docs import services as rules  # noqa: PLC0415

    games_ports.edition.call = rules.current_edition
    games_ports.rule_section.call = rules.section_for
    rules_ports.engine_keys = engine_keys


def engine_keys() -> dict[str, set[str]]:
    """Every section key that an engine cites."""
    return {slug: set(engine.META.rule_keys) | set(engine.META.refusals.values()) for slug, engine in ENGINES.items()}
