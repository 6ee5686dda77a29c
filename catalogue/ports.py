"""The questions of the catalogue to other apps. `escale/wiring.py` connects them with the functions that
answer.

Titles are identified by their BoardGameGeek id, the only identifier that all apps know.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from escale.common.ports import Port


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A rule document that can be read on this site, its languages, and the engine that plays its game, if
    any.
    """

    document: str
    languages: tuple[str, ...]
    engine: str = ""


@Port
def rules() -> Mapping[int, RuleLink]:
    """The rules that can be read on this site, by BoardGameGeek id of their title."""
    return {}


@Port
def rules_stamp() -> str:
    """A text that changes whenever a rule changes."""
    return ""


@Port
def rule_url(document: str, language: str) -> str:
    """The address of a rule in one language."""
    return ""


@Port
def table_url(engine: str) -> str:
    """Where the game of this engine is played, in the current language; empty if it cannot be."""
    return ""


@Port
def companion_url(engine: str) -> str:
    """Where the site referees people who play with the real box; empty if it cannot."""
    return ""


@Port
def house_name() -> str:
    """The name of the house for printed papers; empty if none is entered."""
    return ""
