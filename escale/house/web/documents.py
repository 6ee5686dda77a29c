"""Documents of the project, written in Markdown, as HTML for readers of the site."""

import re

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")
#: Links to files of the repository, which have no address on the site.
_LINK_TO_FILE = re.compile(r'<a href="(?!https?:|#|/)[^"]*">(.*?)</a>', re.DOTALL)


def render_document(source: str) -> SafeString:
    """The HTML of a document without its title. Each heading has an id for links, such as `many-matches`."""
    tokens = _without_title(_PARSER.parse(source))
    heading = ""
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = tokens[index + 1].content
            token.attrSet("id", slugify(heading))
        token.meta["heading"] = heading
    html = _PARSER.renderer.render(tokens, _PARSER.options, {})
    return mark_safe(_LINK_TO_FILE.sub(r"\1", html))  # The project wrote it, and HTML in it is escaped.


def _without_title(tokens: list[Token]) -> list[Token]:
    starts_with_title = bool(tokens) and tokens[0].tag == "h1"
    return tokens[3:] if starts_with_title else tokens


def _open_table(tokens: list[Token], index: int, *_arguments: object) -> str:
    """The start of a table in a frame, in which a wide table scrolls, also by keyboard."""
    label = tokens[index].meta["heading"]
    return format_html('<div class="table-scroll" role="region" aria-label="{}" tabindex="0"><table>', label)


def _close_table(*_arguments: object) -> str:
    return "</table></div>"


def _open_code(tokens: list[Token], index: int, *_arguments: object) -> str:
    return format_html('<pre tabindex="0"><code>{}</code></pre>', tokens[index].content)


_PARSER.renderer.rules |= {"table_open": _open_table, "table_close": _close_table, "fence": _open_code}
