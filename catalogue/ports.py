"""What the catalogue asks of the other apps. `escale/wiring.py` connects these ports.

Titles are named by their BoardGameGeek id: the only name that all apps know.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from escale.common.ports import Port


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A rule document that can be read here, in which languages, and the engine that plays its game, if one
    does.
    """

    document: str
    languages: tuple[str, ...]
    engine: str = ""


@Port
def rules() -> Mapping[int, RuleLink]:
    """The rules that can be read here, by the BoardGameGeek id of their title."""
    return {}


@Port
def rules_stamp() -> str:
    """A text that changes whenever a rule does."""
    return ""


@Port
def rule_url(document: str, language: str) -> str:
    """The address of a rule in one language."""
    return ""


@Port
def table_url(engine: str) -> str:
    """The address where this engine's game can be played, in the current language; empty where it cannot."""
    return ""


@Port
def companion_url(engine: str) -> str:
    """The address where people with the box of this engine's game are refereed; empty where nobody can be."""
    return ""


@Port
def house_name() -> str:
    """The name of the house, as it stands on papers; empty where none is entered."""
    return ""
