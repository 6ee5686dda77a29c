"""Every text that users read, piece by piece: messages, rule texts, rulings and labels of diagrams."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from escale.common import languages
from escale.translations.compilation import po_file
from escale.translations.po_files import read_entries, translated_languages
from escale.translations.term_lists import RULES

#: a term in a rule text is written [[key]] or [[key|words]]
_TERM = re.compile(r"\[\[([\w-]+)(?:\|([^\]]*))?\]\]")
#: what stands in a rule text for its machinery: keys of headings, targets of links, names of drawings
_MACHINERY = re.compile(r"\{#[\w-]+\}|\]\([^)]*\)")
_ADDRESS = re.compile(r"[\w<>:./-]+/")
#: names of parameters, and names of files, commands and fields of the API between quotation marks
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}|https?://\S+|[“«„][a-z_.]+[”»“]|\w+\.\w+")


class Passage(NamedTuple):
    """A piece of text in one language, and where it stands."""

    place: str
    language: str
    text: str


def passages_of_messages(base: Path, part: str) -> Iterator[Passage]:
    """The messages of an app or a game in every language, the one they are written in included."""
    for number, language in enumerate(translated_languages()):
        path = po_file(base, part, language)
        for message, entry in read_entries(path).items():
            if _ADDRESS.fullmatch(message.id):
                continue
            if number == 0:
                for text in filter(None, (message.id, message.plural)):
                    yield Passage(f"{part} {languages.SOURCE}", languages.SOURCE, _PLACEHOLDER.sub(" ", text))
            for text in entry.msgstr_plural.values() or [entry.msgstr]:
                yield Passage(f"{part} {language}", language, _PLACEHOLDER.sub(" ", text))


def passages_of_rule(base: Path, game: str) -> Iterator[Passage]:
    """The texts of a rule line by line, its rulings, and the words of its diagrams; not its glossary."""
    folder = base / RULES / game
    for path in sorted(folder.glob("*.md")):
        place = path.relative_to(base).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield Passage(f"{place}:{number}", path.stem, strip_machinery(line))
    skeleton_path = folder / "rule.toml"
    skeleton = tomllib.loads(skeleton_path.read_text(encoding="utf-8"))
    place = skeleton_path.relative_to(base).as_posix()
    for ruling in skeleton.get("ruling", []):
        for language, words in ruling.items():
            if isinstance(words, dict):
                text = strip_machinery(" ".join(words.values()))
                yield Passage(f"{place}, ruling {ruling['key']}", language, text)
    for name, words_by_language in skeleton.get("diagram", {}).items():
        for language, words in words_by_language.items():
            yield Passage(f"{place}, diagram {name}", language, " ".join(words.values()))


def strip_machinery(text: str) -> str:
    """A line of a rule text with the words of its terms and without keys and targets of links."""
    text = _TERM.sub(lambda match: match[2] or "", text)
    return _MACHINERY.sub(" ", text)


def keys_of_terms(base: Path, game: str, language: str) -> set[str]:
    """The terms that the text of a rule refers to."""
    path = base / RULES / game / f"{language}.md"
    return (
        {match[1] for match in _TERM.finditer(path.read_text(encoding="utf-8"))} if path.exists() else set()
    )
