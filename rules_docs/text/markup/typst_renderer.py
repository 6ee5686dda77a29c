"""Renders the Markdown of a rule as Typst source, for print. No I/O.

Every word of an author becomes a Typst string, so nothing that is written in a rule can act as Typst markup.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from rules_docs.text.markup.checks import parse_checked
from rules_docs.text.markup.context import MarkupContext
from rules_docs.text.markup.parser import (
    format_checklist_label,
    get_block_name,
    get_picture_name,
    get_term_wording,
)

_TEXT_WIDTH = 520  # the width of a page, in the units of the drawings
_EMPHASIS_FUNCTIONS = {"strong": "strong", "em": "emph"}


@dataclass(frozen=True, slots=True)
class TypstContext:
    """Everything to which the text of one column may refer.

    `anchors` are the section keys in the printed document: a link to any other section becomes plain text.
    `picture_files` are the file names of the drawings, by the name of the diagram.
    """

    markup: MarkupContext
    anchors: frozenset[str]
    picture_files: Mapping[str, str]


def quote_string(text: str) -> str:
    """A Typst string literal with this text."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", " ")
    return f'"{escaped}"'


def render_typst(source: str, context: TypstContext) -> str:
    """The Typst source of one section's Markdown; raises MarkupError if it has faults."""
    return _render_blocks(parse_checked(source, context.markup), context)


# --- blocks ---------------------------------------------------------------------------------------


def _iterate_blocks(tokens: Sequence[Token]) -> Iterator[tuple[Token, Sequence[Token]]]:
    """Each block of the outermost level: the token that opens it, and the tokens inside it."""
    index = 0
    while index < len(tokens):
        end = _find_closing_index(tokens, index) if tokens[index].nesting == 1 else index
        yield tokens[index], tokens[index + 1 : end]
        index = end + 1


def _find_closing_index(tokens: Sequence[Token], opening_index: int) -> int:
    depth = 0
    for index in range(opening_index, len(tokens)):
        depth += tokens[index].nesting
        if depth == 0:
            return index
    return len(tokens) - 1


def _render_blocks(tokens: Sequence[Token], context: TypstContext) -> str:
    blocks = [_render_block(opening, inner, context) for opening, inner in _iterate_blocks(tokens)]
    return "".join(f"{block}\n" for block in blocks)


def _render_block(opening: Token, inner: Sequence[Token], context: TypstContext) -> str:
    if opening.type == "inline":
        return _render_inline(opening, context)
    if opening.type == "paragraph_open":
        return _render_paragraph(inner[0], is_tight=opening.hidden, context=context)
    if opening.type in ("bullet_list_open", "ordered_list_open"):
        return _render_list(opening, inner, context)
    if opening.type == "table_open":
        return _render_table(inner, context)
    if opening.type.startswith("container_"):
        return _render_container(opening, inner, context)
    if opening.type == "heading_open":
        return f"#strong[{_render_inline(inner[0], context)}]#parbreak();"
    if opening.type == "blockquote_open":
        return f"#quote(block: true)[{_render_blocks(inner, context)}]"
    if opening.type in ("fence", "code_block"):
        return f"#raw({quote_string(opening.content)}, block: true);"
    return "#line(length: 100%);" if opening.type == "hr" else ""


def _render_paragraph(inline: Token, *, is_tight: bool, context: TypstContext) -> str:
    children = inline.children or []
    if len(children) == 1 and children[0].type == "image":
        return _render_picture(children[0], context)
    words = _render_inline(inline, context)
    return words if is_tight else f"{words}#parbreak();"


def _render_picture(token: Token, context: TypstContext) -> str:
    name = get_picture_name(token)
    picture = context.markup.pictures[name]
    # A narrow drawing keeps its share of the width; it is not enlarged to the width of the page.
    percent = min(100, round(100 * picture.width / _TEXT_WIDTH))
    return f"#picture({quote_string(context.picture_files[name])}, {quote_string(picture.alt)}, {percent}%);"


def _render_list(opening: Token, inner: Sequence[Token], context: TypstContext) -> str:
    items = ", ".join(_render_list_items(inner, context))
    if opening.type == "bullet_list_open":
        return f"#list({items});"
    return f"#enum(start: {int(opening.attrs.get('start', 1))}, {items});"


def _render_list_items(inner: Sequence[Token], context: TypstContext) -> list[str]:
    return [f"[{_render_blocks(item, context)}]" for _opening, item in _iterate_blocks(inner)]


def _render_table(inner: Sequence[Token], context: TypstContext) -> str:
    rows = []
    for _head_or_body, row_tokens in _iterate_blocks(inner):
        for _row, cell_tokens in _iterate_blocks(row_tokens):
            rows.append(_render_list_items(cell_tokens, context))
    head, *body_rows = rows
    body_cells = ", ".join(cell for row in body_rows for cell in row)
    return f"#table(columns: {len(head)}, table.header({', '.join(head)}), {body_cells});"


def _render_container(opening: Token, inner: Sequence[Token], context: TypstContext) -> str:
    name = get_block_name(opening)
    if name == "checklist":
        return _render_checklist(opening, inner, context)
    label = quote_string(context.markup.labels.get(name, name))
    function = "example" if name == "example" else "aside"
    return f"#{function}({label})[{_render_blocks(inner, context)}];"


def _render_checklist(opening: Token, inner: Sequence[Token], context: TypstContext) -> str:
    label = quote_string(format_checklist_label(opening.info, context.markup))
    items: list[str] = []
    for block, block_tokens in _iterate_blocks(inner):
        if block.type == "bullet_list_open":
            items += _render_list_items(block_tokens, context)
    return f"#checklist({label}, {', '.join(items)});"


# --- words ----------------------------------------------------------------------------------------


def _render_inline(inline: Token, context: TypstContext) -> str:
    parts = [_render_inline_token(token, context) for token in inline.children or []]
    if parts:
        # The checklist function of the layout draws the box itself.
        parts[0] = parts[0].replace('#"[ ] ', '#"').replace('#"[x] ', '#"')
    return "".join(parts)


def _render_inline_token(token: Token, context: TypstContext) -> str:
    if token.type == "text":
        return _render_text(token.content, context) if token.content else ""
    if token.type == "softbreak":
        return '#" ";'
    if token.type == "hardbreak":
        return "#linebreak();"
    if token.type == "code_inline":
        return f"#raw({quote_string(token.content)});"
    if token.type == "term":
        return _render_text(get_term_wording(token, context.markup), context)
    if token.type == "image":
        return _render_picture(token, context)
    if token.type == "link_open":
        return _open_link(str(token.attrs["href"]), context)
    if token.tag in _EMPHASIS_FUNCTIONS and token.nesting == 1:
        return f"#{_EMPHASIS_FUNCTIONS[token.tag]}["
    return "];" if token.nesting == -1 else ""


def _render_text(text: str, context: TypstContext) -> str:
    return f"#{quote_string(context.markup.apply_spacing(text))};"


def _open_link(target: str, context: TypstContext) -> str:
    if target.startswith("#"):
        key = target[1:]
        return f"#link(<{key}>)[" if key in context.anchors else "#["
    is_whole_address = ":" in target
    return f"#link({quote_string(target)})[" if is_whole_address else "#["
