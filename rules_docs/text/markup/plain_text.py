"""Removes the markup from rule texts. No I/O."""

import re
from collections.abc import Sequence

from markdown_it.token import Token

from rules_docs.text.markup.context import MarkupContext
from rules_docs.text.markup.parser import get_term_wording

_CHECKBOX = re.compile(r"^\[[ x]\] ")


def extract_plain_text(tokens: Sequence[Token], context: MarkupContext) -> str:
    """The words of a parsed section, one line for each paragraph: for search, excerpts and counting words."""
    lines = [_extract_line(token.children or [], context) for token in tokens if token.type == "inline"]
    return "\n".join(line for line in lines if line)


def _extract_line(inline_tokens: Sequence[Token], context: MarkupContext) -> str:
    words: list[str] = []
    for token in inline_tokens:
        if token.type == "term":
            words.append(get_term_wording(token, context))
        elif token.type in ("softbreak", "hardbreak"):
            words.append(" ")
        elif token.type in ("text", "code_inline"):
            words.append(token.content)
    line = _CHECKBOX.sub("", "".join(words))
    return context.apply_spacing(line.strip())


_SIGNS_WITHOUT_WORDS = re.compile(
    r"^:::.*\n?"  # the fences of blocks
    r"|!\[[^\]]*\]\([^)]*\)"  # images
    r"|^[|: -]*-{3}[|: -]*\n?"  # the line between the head and the body of a table
    r"|^#+ |- \[[ x]\] ",  # signs of headings and checklists
    re.MULTILINE,
)
_TERMS_AND_LINKS = re.compile(r"\[\[[\w-]+\|([^\]]*)\]\]|\[\[([\w-]+)\]\]|\[([^\]]*)\]\([^)]*\)")
_EMPHASIS_AND_TABLE_EDGES = re.compile(r"\*+|^\| | \|$", re.MULTILINE)
_CELL_BORDER = re.compile(r" \| ")
_EMPTY_LINES = re.compile(r"\n{3,}")
_REPLACEMENTS = (
    (_SIGNS_WITHOUT_WORDS, ""),
    (_TERMS_AND_LINKS, r"\1\2\3"),
    (_EMPHASIS_AND_TABLE_EDGES, ""),
    (_CELL_BORDER, " · "),
    (_EMPTY_LINES, "\n\n"),
)


def strip_markup(source: str) -> str:
    """Markdown as people read it, line by line.

    It needs no context, so it also reads revisions whose terms and diagrams no longer exist.
    """
    for pattern, replacement in _REPLACEMENTS:
        source = pattern.sub(replacement, source)
    return source.strip()


def make_excerpt(text: str, limit: int = 240) -> str:
    """The beginning of a text, cut after a sentence if one ends soon enough, else after a word."""
    # Only these spaces are replaced: a narrow or no-break space keeps its neighbours together.
    one_line = re.sub(r"[ \t\r\n]+", " ", text).strip()
    if len(one_line) <= limit:
        return one_line
    beginning = one_line[:limit]
    sentence_end = max(beginning.rfind(mark) for mark in (". ", "! ", "? "))
    if sentence_end > limit // 3:
        return beginning[: sentence_end + 1]
    return beginning[: beginning.rfind(" ")] + " …"
