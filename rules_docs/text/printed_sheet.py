"""What a publisher's sheet says: without covers and running heads, cut at its headings, doubts flagged. Pure."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules_docs.search.index import analysis

_CONTACT = re.compile(
    r"https?://|\bwww\.|[\w.]+@[\w-]+\.\w|\b(?:\d{2}[ .]){4}\d{2}\b|escale ?à ?jeux|\b[a-z]+\.(?:fr|com|de|it|org)\b",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^#{1,6}\s+(?P<text>.+?)\s*#*$")
_NUMBER = re.compile(r"\d+")
_MARKS = re.compile(r"[*_`]|<[^>]{1,40}>")
_LOST = re.compile(r"[\ue000-\uf8ff\ufffd]|\(cid:\d+\)|\(\s*\)|\[\s*\]|\b(?:un|une|a|an|ein|eine|una)\s+[.,;:)]")
_PAGE = re.compile(
    r"\b(?:voir|cf\.?|see|siehe|vgl\.?|vedi)\s+(?:la\s+|on\s+|auf\s+|a\s+)?(?:page|p\.|pag\.|pagina|seite|s\.)\s*\d+",
    re.IGNORECASE,
)
COVER_LINES = 60


class Heading(NamedTuple):
    text: str
    line: int


class Flag(NamedTuple):
    """A doubt for the person who reads the extract; the sentence for `kind` is said elsewhere."""

    kind: str  # "lost-icon", "page-reference" or "number"
    line: int
    words: str


def clean(pages: Sequence[str]) -> str:
    """The pages as one text, without what is printed on every page and without the house's own cover."""
    repeated = _running(pages)
    lines = [
        _MARKS.sub("", line).rstrip()
        for page in pages
        for line in page.replace("\r\n", "\n").split("\n")
        if _shape(line) not in repeated
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(_without_cover(lines))).strip()


def _shape(line: str) -> str:
    """Two running heads differ in their page numbers only."""
    return _NUMBER.sub("#", line.strip().lower())


def _running(pages: Sequence[str]) -> set[str]:
    """Lines at the top or bottom of at least half of three pages or more."""
    if len(pages) < 3:
        return set()
    seen: Counter[str] = Counter()
    for page in pages:
        lines = [line for line in page.split("\n") if line.strip()]
        seen.update({_shape(line) for line in (*lines[:2], *lines[-2:])})
    return {shape for shape, many in seen.items() if shape and 2 * many >= len(pages)}


def _without_cover(lines: Sequence[str]) -> Sequence[str]:
    """A sheet may begin with the cover of the house that kept it: it ends with the last line of contact details."""
    contacts = [number for number, line in enumerate(lines[:COVER_LINES]) if _CONTACT.search(line)]
    return lines[contacts[-1] + 1 :] if len(contacts) >= 2 else lines


def headings(text: str) -> list[Heading]:
    """Lines marked as headings, or short lines in capitals that stand alone."""
    lines = text.split("\n")
    found = []
    for number, line in enumerate(lines):
        marked = _HEADING.match(line)
        alone = not (number and lines[number - 1].strip())
        letters = [letter for letter in line if letter.isalpha()]
        capitals = alone and len(letters) > 3 and len(line) < 60 and line == line.upper()
        if marked or capitals:
            found.append(Heading((marked["text"] if marked else line).strip(), number))
    return found


def segment(text: str, found: Sequence[Heading], index: int) -> str:
    """What stands under one heading."""
    lines = text.split("\n")
    end = found[index + 1].line if index + 1 < len(found) else len(lines)
    return "\n".join(lines[found[index].line + 1 : end]).strip()


def propose(heading: str, body: str, language: str, sections: dict[str, str]) -> str:
    """The section of ours that speaks of the same things; nothing when none is near."""
    wanted = _stems(heading, language, 4) + _stems(body[:2000], language, 1)
    scores = {key: _likeness(wanted, _stems(text, language, 1)) for key, text in sections.items()}
    best = max(scores, key=lambda key: scores[key], default="")
    return best if best and scores[best] > 0.12 else ""


def _stems(text: str, language: str, weight: int) -> Counter[str]:
    return Counter({stem: weight for _form, stem in analysis.terms(text, language)})


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    shared = sum((one & other).values())
    return shared / math.sqrt((sum(one.values()) or 1) * (sum(other.values()) or 1))


def flags(text: str) -> list[Flag]:
    found = []
    for number, line in enumerate(text.split("\n")):
        for kind, pattern in (("lost-icon", _LOST), ("page-reference", _PAGE)):
            match = pattern.search(line)
            if match:
                start = max(0, match.start() - 30)
                found.append(Flag(kind, number, line[start : match.end() + 30].strip()))
    return found


def numbers(text: str) -> Counter[str]:
    return Counter(_NUMBER.findall(text))


def differing_numbers(one: str, other: str) -> tuple[list[str], list[str]]:
    """Numbers that only the one says, and only the other."""
    here, there = numbers(one), numbers(other)
    return sorted((here - there).elements(), key=int), sorted((there - here).elements(), key=int)


def joined(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part)
