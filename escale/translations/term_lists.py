"""The lists of terms: one name for each thing in every language, and the words that must not be used for it.

`escale/terms.toml` has the terms of the site. `rule.toml` of each rule has the terms of its game, which are
also the glossary of the rule.
"""

import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

SITE_LIST = Path("escale/terms.toml")
RULES = Path("rules_docs/texts")


class Term(NamedTuple):
    """One thing. Its names, its plurals, and the words that must not be used for it are by language."""

    key: str
    names: dict[str, str]
    plurals: dict[str, str]
    forbidden: dict[str, list[str]]


class TermList(NamedTuple):
    """The terms of the site, or of one game."""

    path: Path
    game: str  # empty for the site
    terms: list[Term]

    def covers(self, part: str) -> bool:
        """Whether these terms apply to the messages of an app or a game."""
        return not self.game or part == f"games/{self.game}"


def read_term_lists(base: Path, languages: list[str]) -> list[TermList]:
    """The list of the site, and the lists of all games with a rule."""
    lists = [_read_list(base / SITE_LIST, "", languages)]
    for path in sorted((base / RULES).glob("*/rule.toml")):
        lists.append(_read_list(path, path.parent.name, languages))
    return lists


def _read_list(path: Path, game: str, languages: list[str]) -> TermList:
    tables = tomllib.loads(path.read_text(encoding="utf-8")).get("term", [])
    return TermList(path, game, [_read_term(table, languages) for table in tables])


def _read_term(table: dict[str, Any], languages: list[str]) -> Term:
    return Term(
        key=table["key"],
        names={language: table[language] for language in languages if language in table},
        plurals=table.get("plural", {}),
        forbidden=table.get("forbidden", {}),
    )


def compile_phrase(phrase: str) -> re.Pattern[str]:
    """A pattern for the phrase as whole words. A star at the end of a word stands for any ending.

    A phrase with a capital letter matches only as it is written; other phrases match in upper case too.
    """
    words = [re.escape(word).replace(r"\*", r"\w*") for word in normalise(phrase).split()]
    flags = re.IGNORECASE if phrase == phrase.lower() else 0
    return re.compile(r"(?<![\w-])" + r"\s+".join(words) + r"(?!\w)", flags)


def normalise(text: str) -> str:
    """The text with plain apostrophes and without soft hyphens, for comparing words."""
    return text.replace("’", "'").replace("\u00ad", "")
