"""All texts that users read, in small pieces: messages, rule texts, rulings and labels of diagrams."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from escale.common import languages
from escale.translations.compilation import po_file
from escale.translations.po_files import read_entries, translated_languages
from escale.translations.term_lists import RULES

#: A term in a rule text is written [[key]] or [[key|words]].
_TERM = re.compile(r"\[\[([\w-]+)(?:\|([^\]]*))?\]\]")
#: The parts of a rule text that are not shown: keys of headings, targets of links, names of drawings.
_MACHINERY = re.compile(r"\{#[\w-]+\}|\]\([^)]*\)")
#: Messages that are not read: the paths of addresses, which are translated too, such as "about/".
_ADDRESS = re.compile(r"[\w<>:./-]+/")
#: Names of parameters; and names of files, commands and API fields between quotation marks.
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}|https?://\S+|[“«„][a-z_.]+[”»“]|\w+\.\w+")


class Passage(NamedTuple):
    """A piece of text in one language, and the place where it is written."""

    place: str
    language: str
    text: str


def passages_of_messages(base: Path, part: str) -> Iterator[Passage]:
    """Yields the messages of an app or a game in every language, including the source language."""
    for position, language in enumerate(translated_languages()):
        # The files of all languages hold the same texts in the source language.
        is_first_language = position == 0
        path = po_file(base, part, language)
        for message, entry in read_entries(path).items():
            if _ADDRESS.fullmatch(message.id):
                continue
            if is_first_language:
                for text in filter(None, (message.id, message.plural)):
                    yield Passage(f"{part} {languages.SOURCE}", languages.SOURCE, _PLACEHOLDER.sub(" ", text))
            for text in entry.msgstr_plural.values() or [entry.msgstr]:
                yield Passage(f"{part} {language}", language, _PLACEHOLDER.sub(" ", text))


def passages_of_rule(base: Path, game: str) -> Iterator[Passage]:
    """Yields the lines of a rule, its rulings, and the words of its diagrams, but not its glossary."""
    folder = base / RULES / game
    for path in sorted(folder.glob("*.md")):
        place = path.relative_to(base).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield Passage(f"{place}:{number}", path.stem, strip_machinery(line))
    rule_path = folder / "rule.toml"
    rule = tomllib.loads(rule_path.read_text(encoding="utf-8"))
    place = rule_path.relative_to(base).as_posix()
    for ruling in rule.get("ruling", []):
        for language, words in ruling.items():
            if isinstance(words, dict):
                text = strip_machinery(" ".join(words.values()))
                yield Passage(f"{place}, ruling {ruling['key']}", language, text)
    for name, words_by_language in rule.get("diagram", {}).items():
        for language, words in words_by_language.items():
            yield Passage(f"{place}, diagram {name}", language, " ".join(words.values()))


def strip_machinery(text: str) -> str:
    """A line of a rule text with the words of its terms, but without keys and targets of links."""
    text = _TERM.sub(lambda match: match[2] or "", text)
    return _MACHINERY.sub(" ", text)


def keys_of_terms(base: Path, game: str, language: str) -> set[str]:
    """The keys of the terms to which the text of a rule refers."""
    path = base / RULES / game / f"{language}.md"
    return (
        {match[1] for match in _TERM.finditer(path.read_text(encoding="utf-8"))} if path.exists() else set()
    )
