"""Renders the Markdown of a rule as safe HTML. No I/O and no Django."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

import nh3
from markdown_it.token import Token

from rules_docs.text.markup.checks import parse_checked
from rules_docs.text.markup.context import MarkupContext, Picture
from rules_docs.text.markup.parser import (
    format_checklist_label,
    get_block_name,
    get_picture_name,
    get_term_wording,
    parse_checklist_players,
)
from rules_docs.text.markup.plain_text import extract_plain_text

# fmt: off
_ALLOWED_TAGS = {
    "p", "br", "ul", "ol", "li", "strong", "em", "code", "pre", "blockquote", "h4", "h5", "h6", "a", "hr",
    "table", "thead", "tbody", "tr", "th", "td", "img", "aside", "div", "span",
    "details", "summary", "label", "input",
}
# fmt: on
_ALLOWED_ATTRIBUTES = {
    "a": {"href", "class"},
    "img": {"src", "alt", "width", "height"},
    "div": {"class", "tabindex"},
    "aside": {"class"},
    "details": {"class", "open", "data-players"},
    "input": {"type"},
    "span": {"class"},
    "ol": {"start"},
    "th": {"scope"},
    "p": {"class"},
}
_CHECKBOXES = ("[ ] ", "[x] ")
_FIXED_HTML = {"softbreak": "\n", "hardbreak": "<br>\n", "link_close": "</a>"}
# How terms were rendered before they became links.
_FORMER_TERM = re.compile(
    r'<button type="button" class="term" popovertarget="(term-[\w-]+)">(.*?)</button>', re.DOTALL
)


@dataclass(frozen=True, slots=True)
class RenderedText:
    html: str
    plain: str


def render_html(source: str, context: MarkupContext) -> RenderedText:
    """The safe HTML and the plain text of one section's Markdown; raises MarkupError if it has faults."""
    tokens = parse_checked(source, context)
    html = "".join(_render_blocks(tokens, context))
    safe_html = nh3.clean(
        html,
        tags=_ALLOWED_TAGS,
        attributes=_ALLOWED_ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener",
    )
    return RenderedText(html=safe_html, plain=extract_plain_text(tokens, context))


# --- blocks ---------------------------------------------------------------------------------------


def _render_blocks(tokens: Sequence[Token], context: MarkupContext) -> Iterator[str]:
    # There is a checklist for each number of players. The first is open; a reader can open the others.
    first_checklist = next((token for token in tokens if token.type == "container_checklist_open"), None)
    for index, token in enumerate(tokens):
        next_token = tokens[index + 1] if index + 1 < len(tokens) else None
        if token.type.startswith("container_"):
            yield _render_container(token, context, is_open=token is first_checklist)
        elif token.type == "inline":
            yield _render_inline(token, context)
        else:
            yield _render_block(token, next_token)


def _render_container(token: Token, context: MarkupContext, *, is_open: bool) -> str:
    name = get_block_name(token)
    if name == "checklist":
        return _open_checklist(token.info, context, is_open=is_open) if token.nesting == 1 else "</details>\n"
    if token.nesting == -1:
        return "</aside>\n"
    label = escape(context.labels.get(name, name))
    return f'<aside class="{name}"><p class="label">{label}</p>\n'


def _open_checklist(info: str, context: MarkupContext, *, is_open: bool) -> str:
    players = " ".join(map(str, parse_checklist_players(info)))
    label = escape(format_checklist_label(info, context))
    open_attribute = " open" if is_open else ""
    return f'<details class="checklist"{open_attribute} data-players="{players}"><summary>{label}</summary>\n'


def _render_block(token: Token, next_token: Token | None) -> str:
    if token.type in ("paragraph_open", "paragraph_close"):
        return _render_paragraph_tag(token)
    if token.type == "list_item_open":
        return "<li>"
    if token.type in ("fence", "code_block"):
        return f"<pre><code>{escape(token.content)}</code></pre>\n"
    if token.type == "table_open":
        # A wide table scrolls in its own box, which the keyboard must be able to reach.
        return '<div class="table" tabindex="0"><table>\n'
    if token.type == "table_close":
        return "</table></div>\n"
    if token.type == "th_open":
        # The empty corner of a table is not a heading.
        return '<th scope="col">' if next_token and next_token.content else "<th>"
    return _render_plain_tag(token)


def _render_paragraph_tag(token: Token) -> str:
    # Markdown hides the paragraphs of a list whose items stand close together.
    if token.hidden:
        return ""
    return "<p>" if token.nesting == 1 else "</p>\n"


def _render_plain_tag(token: Token) -> str:
    if token.nesting == -1:
        return f"</{token.tag}>\n"
    if token.type == "ordered_list_open" and token.attrs:
        return f'<{token.tag} start="{int(token.attrs["start"])}">'
    return f"<{token.tag}>"


# --- words ----------------------------------------------------------------------------------------


def _render_inline(token: Token, context: MarkupContext) -> str:
    children = token.children or []
    if _is_checkbox_item(children):
        return _render_checkbox_item(children, context)
    return "".join(_render_inline_token(child, context) for child in children)


def _is_checkbox_item(inline_tokens: Sequence[Token]) -> bool:
    if not inline_tokens:
        return False
    first_token = inline_tokens[0]
    return first_token.type == "text" and first_token.content.startswith(_CHECKBOXES)


def _render_checkbox_item(inline_tokens: Sequence[Token], context: MarkupContext) -> str:
    # The box is empty for "[x] " too, because each reader ticks it by hand.
    checkbox_length = len(_CHECKBOXES[0])  # Both kinds are equally long.
    first_text = inline_tokens[0].content[checkbox_length:]
    words = [_render_text(first_text, context)]
    for token in inline_tokens[1:]:
        if token.type == "term":
            # A label may not contain a second control, so the term is a word instead of a link.
            words.append(_render_text(get_term_wording(token, context), context))
        else:
            words.append(_render_inline_token(token, context))
    return f'<label><input type="checkbox"> <span>{"".join(words)}</span></label>'


def _render_inline_token(token: Token, context: MarkupContext) -> str:
    if token.type in _FIXED_HTML:
        return _FIXED_HTML[token.type]
    if token.type == "text":
        return _render_text(token.content, context)
    if token.type == "code_inline":
        return f"<code>{escape(token.content)}</code>"
    if token.type == "link_open":
        return f'<a href="{escape(str(token.attrs["href"]))}">'
    if token.type == "image":
        return _render_picture(context.pictures[get_picture_name(token)])
    if token.type == "term":
        return _render_term(token, context)
    slash = "/" if token.nesting == -1 else ""
    return f"<{slash}{token.tag}>"


def _render_term(token: Token, context: MarkupContext) -> str:
    """A link to the term in the glossary of the page; a script opens the entry beside the word."""
    wording = _render_text(get_term_wording(token, context), context)
    return f'<a class="term" href="#term-{token.meta["key"]}">{wording}</a>'


def link_former_terms(html: str) -> str:
    """The HTML of a text that was rendered when terms were buttons, with links in their place."""
    return _FORMER_TERM.sub(r'<a class="term" href="#\1">\2</a>', html)


def _render_text(text: str, context: MarkupContext) -> str:
    return escape(context.apply_spacing(text), quote=False)


def _render_picture(picture: Picture) -> str:
    size = f'width="{picture.width}" height="{picture.height}"'
    return f'<img src="{escape(picture.url)}" alt="{escape(picture.alt)}" {size}>'
