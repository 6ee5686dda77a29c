"""Cuts from a text the part that answers a query best, and marks the matching words. No I/O."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from escale.common.text.folding import fold
from rules_docs.search.index.analysis import (
    Phrases,
    find_stop_words,
    find_term_mentions,
    find_words,
    stem_word,
)
from rules_docs.search.index.query import QueryWord

WINDOW_WIDTH = 220
# Only these spaces: French punctuation keeps its no-break spaces.
_SPACES = re.compile(r"[ \t\r\n]+")
_Span = tuple[int, int]


class TextPiece(NamedTuple):
    """A part of a text, and whether it is marked as found."""

    text: str
    is_found: bool


def highlight(
    text: str, language: str, query: Sequence[QueryWord], phrases: Phrases, width: int = WINDOW_WIDTH
) -> list[TextPiece]:
    """The part of a text with the most words of the query, with those words marked."""
    one_line = _SPACES.sub(" ", text).strip()
    spans = _find_spans(one_line, language, query, phrases)
    start, end = _choose_window(one_line, spans, width)
    pieces = []
    position = start
    if start:
        pieces.append(TextPiece("… ", is_found=False))
    for span_start, span_end in spans:
        if start <= span_start and span_end <= end:
            pieces.append(TextPiece(one_line[position:span_start], is_found=False))
            pieces.append(TextPiece(one_line[span_start:span_end], is_found=True))
            position = span_end
    ellipsis = " …" if end < len(one_line) else ""
    pieces.append(TextPiece(one_line[position:end] + ellipsis, is_found=False))
    return [piece for piece in pieces if piece.text]


def _find_spans(text: str, language: str, query: Sequence[QueryWord], phrases: Phrases) -> list[_Span]:
    """Start and end of each word that matches the query, by itself or as part of the name of a term."""
    query_forms = {form for query_word in query for form in query_word.forms}
    query_term_keys = {term_key for query_word in query for term_key in query_word.term_keys}
    stop_words = find_stop_words(language)
    words = [found_word for found_word in find_words(text) if found_word.word not in stop_words]
    stems = [stem_word(found_word.word, language) for found_word in words]
    matching_indexes = set()
    for index, found_word in enumerate(words):
        if fold(found_word.word) in query_forms or stems[index] in query_forms:
            matching_indexes.add(index)
    for mention in find_term_mentions(stems, phrases):
        if mention.term_key in query_term_keys:
            matching_indexes.update(range(mention.start, mention.start + mention.length))
    return [(words[index].start, words[index].end) for index in sorted(matching_indexes)]


def _choose_window(text: str, spans: Sequence[_Span], width: int) -> tuple[int, int]:
    """Start and end of the part to show. It begins and ends between words."""
    densest_start = _find_densest_start(spans, width)
    start = 0
    if densest_start > width // 2:
        # Some words before the first marked one show the subject of the passage.
        start = text.rfind(" ", 0, max(0, densest_start - width // 4)) + 1
    end = len(text) if start + width >= len(text) else text.rfind(" ", start, start + width)
    return start, end


def _find_densest_start(spans: Sequence[_Span], width: int) -> int:
    """The start of the window of this width that holds most of the spans."""
    best_start, best_count = 0, 0
    for index, (window_start, _end) in enumerate(spans):
        count = sum(1 for start, _end in spans[index:] if start < window_start + width)
        if count > best_count:
            best_start, best_count = window_start, count
    return best_start
