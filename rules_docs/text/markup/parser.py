"""Parses the Markdown of rules: CommonMark, tables, blocks (`::: example`), terms (`[[die|dice]]`).

No I/O.
"""

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.container import container_plugin

from rules_docs.text.markup.context import MarkupContext

KEY_PATTERN = r"[a-z0-9]+(?:-[a-z0-9]+)*"
BLOCK_NAMES = ("example", "checklist", "note")
DIAGRAM_SCHEME = "diagram:"
_PLAYERS = re.compile(r"^players=(?P<fewest>\d{1,2})(?:-(?P<most>\d{1,2}))?$")
_TERM = re.compile(rf"\[\[(?P<key>{KEY_PATTERN})(?:\|(?P<wording>[^\]\n]+))?\]\]")


def _parse_term(state: StateInline, silent: bool) -> bool:
    """The parser's rule for `[[key]]` and `[[key|wording]]`: True if a term begins here."""
    match = _TERM.match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        token = state.push("term", "", 0)
        token.meta = {"key": match["key"], "wording": match["wording"] or ""}
    state.pos = match.end()
    return True


def _create_parser() -> MarkdownIt:
    # HTML is parsed only so that it can be refused with its line; it is never rendered.
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    # The parser would silently drop bad links; our own check refuses them with their line.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.inline.ruler.before("link", "term", _parse_term)
    for name in BLOCK_NAMES:
        container_plugin(parser, name=name)
    return parser


_PARSER = _create_parser()


def parse_tokens(source: str) -> list[Token]:
    """The tokens of a Markdown text, unchecked."""
    return _PARSER.parse(source)


def find_term_keys(source: str) -> set[str]:
    """The keys of all terms that a Markdown text mentions."""
    return {match["key"] for match in _TERM.finditer(source)}


def get_term_wording(token: Token, context: MarkupContext) -> str:
    """The words for a term: those of the author, else the preferred name of the glossary."""
    return str(token.meta["wording"] or context.term_names[token.meta["key"]])


def get_picture_name(token: Token) -> str:
    """The name of the diagram that an image token shows."""
    return str(token.attrs["src"]).removeprefix(DIAGRAM_SCHEME)


def get_block_name(token: Token) -> str:
    """`example` for the tokens `container_example_open` and `container_example_close`."""
    return token.type.removeprefix("container_").removesuffix("_open").removesuffix("_close")


def is_valid_player_range(text: str) -> bool:
    return _PLAYERS.match(text) is not None


def parse_checklist_players(info: str) -> list[int]:
    """The player counts of a checklist: [3, 4] for `checklist players=3-4`."""
    player_range = info.split(maxsplit=1)[1].strip()
    match = _PLAYERS.match(player_range)
    if not match:
        return []
    fewest = int(match["fewest"])
    most = int(match["most"] or fewest)
    return list(range(fewest, most + 1))


def format_checklist_label(info: str, context: MarkupContext) -> str:
    """The title of a checklist, such as "With 3–4 players"."""
    players = parse_checklist_players(info)
    numbers = str(players[0]) if len(players) == 1 else f"{players[0]}–{players[-1]}"
    return context.labels.get("players", "{n}").replace("{n}", numbers)
