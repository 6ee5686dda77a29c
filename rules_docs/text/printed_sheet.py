"""Cleans the text of a publisher's sheet, cuts it at its headings, and lists doubtful passages. No I/O."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rules_docs.search.index import analysis

_CONTACT_DETAILS = re.compile(
    r"https?://|\bwww\.|\b[a-z]+\.(?:fr|com|de|it|org)\b"  # web addresses
    r"|[\w.]+@[\w-]+\.\w"  # email addresses
    r"|\b(?:\d{2}[ .]){4}\d{2}\b"  # French telephone numbers
    r"|escale ?à ?jeux",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^#{1,6}\s+(?P<text>.+?)\s*#*$")
_NUMBER = re.compile(r"\d+")
_EMPHASIS_OR_TAG = re.compile(r"[*_`]|<[^>]{1,40}>")
_BLANK_LINES = re.compile(r"\n{3,}")
# a private or unknown character, empty brackets, or an article with nothing after it
_LOST_ICON = re.compile(
    r"[\ue000-\uf8ff\ufffd]|\(cid:\d+\)|\(\s*\)|\[\s*\]|\b(?:un|une|a|an|ein|eine|una)\s+[.,;:)]",
)
_PAGE_REFERENCE = re.compile(
    r"\b(?:voir|cf\.?|see|siehe|vgl\.?|vedi)\s+"
    r"(?:la\s+|on\s+|auf\s+|a\s+)?"
    r"(?:page|p\.|pag\.|pagina|seite|s\.)\s*\d+",
    re.IGNORECASE,
)
_MAX_COVER_LINES = 60
_MAX_HEADING_LENGTH = 60
_COMPARED_CHARACTERS = 2000
_HEADING_WEIGHT = 4
_MIN_SIMILARITY = 0.12


class SheetHeading(NamedTuple):
    """A heading of the sheet and the index of its line."""

    text: str
    line: int


class SheetFlag(NamedTuple):
    """A doubtful passage that a person should check. `kind` is "lost-icon" or "page-reference"."""

    kind: str
    line: int
    words: str


# --- cleaning -------------------------------------------------------------------------------------


def clean_pages(pages: Sequence[str]) -> str:
    """The pages as one text, without running heads and without the cover of an archive."""
    running_heads = _find_running_heads(pages)
    lines = []
    for page in pages:
        for line in page.replace("\r\n", "\n").split("\n"):
            if _normalise_line(line) not in running_heads:
                lines.append(_EMPHASIS_OR_TAG.sub("", line).rstrip())
    text = "\n".join(_drop_cover(lines))
    return _BLANK_LINES.sub("\n\n", text).strip()


def _normalise_line(line: str) -> str:
    """The line without its numbers, because running heads differ in their page numbers."""
    return _NUMBER.sub("#", line.strip().lower())


def _find_running_heads(pages: Sequence[str]) -> set[str]:
    """The normalised lines at the top or bottom of at least half of the pages.

    With two pages there is not enough evidence, so there are none.
    """
    if len(pages) < 3:
        return set()
    page_counts: Counter[str] = Counter()
    for page in pages:
        lines = [line for line in page.split("\n") if line.strip()]
        page_counts.update({_normalise_line(line) for line in (*lines[:2], *lines[-2:])})
    return {line for line, count in page_counts.items() if line and 2 * count >= len(pages)}


def _drop_cover(lines: Sequence[str]) -> Sequence[str]:
    """The lines after the cover.

    An archive may have put a cover before the sheet. Such a cover has at least two lines of contact details,
    and ends with the last of them.
    """
    first_lines = lines[:_MAX_COVER_LINES]
    contact_lines = [index for index, line in enumerate(first_lines) if _CONTACT_DETAILS.search(line)]
    return lines[contact_lines[-1] + 1 :] if len(contact_lines) >= 2 else lines


# --- headings -------------------------------------------------------------------------------------


def find_headings(text: str) -> list[SheetHeading]:
    """Lines marked as headings, and short lines in capitals that stand alone."""
    lines = text.split("\n")
    headings = []
    for index, line in enumerate(lines):
        match = _HEADING.match(line)
        stands_alone = index == 0 or not lines[index - 1].strip()
        if match:
            headings.append(SheetHeading(match["text"].strip(), index))
        elif stands_alone and _is_in_capitals(line):
            headings.append(SheetHeading(line.strip(), index))
    return headings


def _is_in_capitals(line: str) -> bool:
    letters = [letter for letter in line if letter.isalpha()]
    return len(letters) > 3 and len(line) < _MAX_HEADING_LENGTH and line == line.upper()


def cut_passage(text: str, headings: Sequence[SheetHeading], index: int) -> str:
    """The text under one heading, up to the next one."""
    lines = text.split("\n")
    end = headings[index + 1].line if index + 1 < len(headings) else len(lines)
    return "\n".join(lines[headings[index].line + 1 : end]).strip()


def propose_section(heading: str, passage: str, language: str, section_texts: dict[str, str]) -> str:
    """The key of our section with the most words in common; empty if none is similar."""
    passage_weights = _weigh_stems(heading, language, weight=_HEADING_WEIGHT)
    passage_weights += _weigh_stems(passage[:_COMPARED_CHARACTERS], language)
    best_key, best_similarity = "", _MIN_SIMILARITY
    for key, section_text in section_texts.items():
        similarity = _compare_stems(passage_weights, _weigh_stems(section_text, language))
        if similarity > best_similarity:
            best_key, best_similarity = key, similarity
    return best_key


def _weigh_stems(text: str, language: str, weight: int = 1) -> Counter[str]:
    """The stems of the words in the text, each with this weight, however often it occurs."""
    return Counter({stem: weight for _word, stem in analysis.fold_and_stem_words(text, language)})


def _compare_stems(left: Counter[str], right: Counter[str]) -> float:
    """A similarity from 0 for nothing in common to 1 for the same stems."""
    common_weight = (left & right).total()
    left_weight = left.total() or 1
    right_weight = right.total() or 1
    return common_weight / math.sqrt(left_weight * right_weight)


# --- doubts ---------------------------------------------------------------------------------------


def find_flags(text: str) -> list[SheetFlag]:
    """Places where an icon may have been lost, or where the sheet refers to a page that we do not have."""
    flags = []
    for index, line in enumerate(text.split("\n")):
        for kind, pattern in (("lost-icon", _LOST_ICON), ("page-reference", _PAGE_REFERENCE)):
            match = pattern.search(line)
            if match:
                start = max(0, match.start() - 30)
                flags.append(SheetFlag(kind, index, line[start : match.end() + 30].strip()))
    return flags


def compare_numbers(left_text: str, right_text: str) -> tuple[list[str], list[str]]:
    """The numbers that only the left text contains, and those that only the right text contains."""
    left_numbers = Counter(_NUMBER.findall(left_text))
    right_numbers = Counter(_NUMBER.findall(right_text))
    only_left = sorted((left_numbers - right_numbers).elements(), key=int)
    only_right = sorted((right_numbers - left_numbers).elements(), key=int)
    return only_left, only_right
