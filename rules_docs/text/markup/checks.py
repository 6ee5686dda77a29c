"""Checks the Markdown of a rule: blocks, links, terms, diagrams, no HTML. No I/O.

All faults of a text are collected with their lines, so that an author sees them at once.
"""

import re
from collections.abc import Iterator

from markdown_it.token import Token

from rules_docs.text.faults import Fault, MarkupError
from rules_docs.text.markup.context import MarkupContext
from rules_docs.text.markup.parser import BLOCK_NAMES, DIAGRAM_SCHEME, is_valid_player_range, parse_tokens

MAX_LENGTH = 200_000
_BLOCK_FENCE = re.compile(r"^:{3,}[ \t]*(?P<name>[\w-]*)[ \t]*(?P<argument>.*)$")
_URL_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_ALLOWED_SCHEMES = ("https://", "http://", "mailto:")


def parse_checked(source: str, context: MarkupContext, *, first_line: int = 1) -> list[Token]:
    """The tokens of one section's Markdown; raises MarkupError with all faults if there are any.

    `first_line` is where the section begins in its file, so that faults have the lines of the file.
    """
    if len(source) > MAX_LENGTH:
        raise MarkupError([Fault.at(first_line, "too_long", limit=MAX_LENGTH)])
    faults = list(_find_block_faults(source, first_line))
    tokens = parse_tokens(source)
    for token in tokens:
        line = first_line + (token.map[0] if token.map else 0)
        for checked_token in (token, *(token.children or ())):
            fault = _check_token(checked_token, line, context)
            if fault:
                faults.append(fault)
    if faults:
        raise MarkupError(faults)
    return tokens


def _find_block_faults(source: str, first_line: int) -> Iterator[Fault]:
    """Blocks that are unknown, nested, never opened or never closed."""
    opening_line: int | None = None
    for line, text in enumerate(source.split("\n"), first_line):
        fence = _BLOCK_FENCE.match(text)
        if not fence:
            continue
        opens_block = bool(fence["name"])
        if opens_block and opening_line is not None:
            yield Fault.at(line, "block_in_block", first=opening_line)
        elif opens_block:
            opening_line = line
            yield from _find_opening_faults(line, fence["name"], fence["argument"].strip())
        elif opening_line is None:
            yield Fault.at(line, "block_not_open")
        else:
            opening_line = None
    if opening_line is not None:
        yield Fault.at(opening_line, "block_not_closed")


def _find_opening_faults(line: int, name: str, argument: str) -> Iterator[Fault]:
    if name not in BLOCK_NAMES:
        yield Fault.at(line, "unknown_block", name=name)
        return
    is_valid = is_valid_player_range(argument) if name == "checklist" else not argument
    if not is_valid:
        yield Fault.at(line, "block_words", name=name, words=argument)


def _check_token(token: Token, line: int, context: MarkupContext) -> Fault | None:
    if token.type in ("html_block", "html_inline"):
        return Fault.at(line, "html", start=token.content.strip()[:40])
    if token.type == "heading_open" and token.tag in ("h1", "h2", "h3"):
        return Fault.at(line, "heading_in_body")
    if token.type == "term" and token.meta["key"] not in context.term_names:
        return Fault.at(line, "unknown_term", key=token.meta["key"])
    if token.type == "link_open":
        return _check_link(str(token.attrs.get("href", "")), line, context)
    if token.type == "image":
        return _check_image(str(token.attrs.get("src", "")), line, context)
    return None


def _check_link(target: str, line: int, context: MarkupContext) -> Fault | None:
    """The fault of a link that leads to no section (`#key`), no path of this site and no whole address."""
    if target.startswith("#"):
        key = target[1:]
        return None if key in context.section_keys else Fault.at(line, "unknown_key", key=key)
    if target.startswith("/") or target.startswith(_ALLOWED_SCHEMES):
        return None
    code = "link_scheme" if _URL_SCHEME.match(target) else "link_target"
    return Fault.at(line, code, target=target[:60])


def _check_image(target: str, line: int, context: MarkupContext) -> Fault | None:
    is_diagram = target.startswith(DIAGRAM_SCHEME)
    if is_diagram and target.removeprefix(DIAGRAM_SCHEME) in context.pictures:
        return None
    return Fault.at(line, "unknown_diagram", name=target[:60])
