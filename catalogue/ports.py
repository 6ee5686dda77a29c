"""What the catalogue may ask of the other pillars; `escale.wiring` plugs the answers in.

Titles are named by their BoardGameGeek id: the only name that all pillars know.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A rule document that can be read here, in which languages, and the engine that plays its game, if one does."""

    document: str
    languages: tuple[str, ...]
    engine: str = ""


@dataclass(slots=True)
class Ports:
    """Functions of the other pillars. Unplugged, there are no rules and no tables."""

    rules: Callable[[], Mapping[int, RuleLink]] = dict
    rules_stamp: Callable[[], str] = str  # changes whenever a rule does
    rule_url: Callable[[str, str], str] = lambda document, language: ""
    table_url: Callable[[str], str] = lambda engine: ""


ports = Ports()
