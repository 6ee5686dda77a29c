"""The same checked Markdown as `markup` renders, written in Typst for print. Pure: text in, text out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from rules_docs.text import markup


@dataclass(frozen=True, slots=True)
class Printed:
    """What one column may refer to: `anchors` are the keys that this document holds as labels."""

    context: markup.Context
    anchors: frozenset[str]
    files: Mapping[str, str]


def string(text: str) -> str:
    """A Typst string: whatever stands in it is text, never markup."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", " ")
    return f'"{escaped}"'


def body(source: str, printed: Printed) -> str:
    stream = markup.tokens(source, printed.context)
    return "".join(_blocks(stream, printed))


def _closing(stream: Sequence[Token], start: int) -> int:
    """Where the block that begins here ends."""
    depth = 0
    for index in range(start, len(stream)):
        depth += stream[index].nesting
        if depth == 0:
            return index
    return len(stream) - 1


def _children(stream: Sequence[Token]) -> Iterator[tuple[Token, Sequence[Token]]]:
    """Each block of this level with what is inside it."""
    index = 0
    while index < len(stream):
        end = _closing(stream, index) if stream[index].nesting == 1 else index
        yield stream[index], stream[index + 1 : end]
        index = end + 1


def _blocks(stream: Sequence[Token], printed: Printed) -> Iterator[str]:
    for token, inside in _children(stream):
        yield _block(token, inside, printed) + "\n"


def _block(token: Token, inside: Sequence[Token], printed: Printed) -> str:
    kind = token.type
    if kind == "inline":
        return _inline(token, printed)
    if kind == "paragraph_open":
        return _paragraph(inside[0], token.hidden, printed)
    if kind in ("bullet_list_open", "ordered_list_open"):
        return _list(token, inside, printed)
    if kind == "table_open":
        return _table(inside, printed)
    if kind.startswith("container_"):
        return _container(token, inside, printed)
    if kind == "heading_open":
        return f"#strong[{_inline(inside[0], printed)}]#parbreak();"
    if kind == "blockquote_open":
        return f"#quote(block: true)[{''.join(_blocks(inside, printed))}]"
    if kind in ("fence", "code_block"):
        return f"#raw({string(token.content)}, block: true);"
    return "#line(length: 100%);" if kind == "hr" else ""


def _paragraph(inline: Token, is_tight: bool, printed: Printed) -> str:
    children = inline.children or []
    if len(children) == 1 and children[0].type == "image":
        return _picture(children[0], printed)
    return _inline(inline, printed) + ("" if is_tight else "#parbreak();")


def _picture(token: Token, printed: Printed) -> str:
    name = str(token.attrs["src"]).removeprefix("diagram:")
    picture = printed.context.pictures[name]
    # Narrow drawings are not blown up to the width of the page.
    share = min(100, round(picture.width / 5.2))
    return f"#picture({string(printed.files[name])}, {string(picture.alt)}, {share}%);"


def _list(token: Token, inside: Sequence[Token], printed: Printed) -> str:
    items = [f"[{''.join(_blocks(item, printed))}]" for _token, item in _children(inside)]
    if token.type == "bullet_list_open":
        return f"#list({', '.join(items)});"
    return f"#enum(start: {int(token.attrs.get('start', 1))}, {', '.join(items)});"


def _table(inside: Sequence[Token], printed: Printed) -> str:
    rows = []
    for _part, content in _children(inside):
        for _row, cells in _children(content):
            rows.append([f"[{''.join(_blocks(cell, printed))}]" for _cell, cell in _children(cells)])
    head, *others = rows
    body_cells = ", ".join(cell for row in others for cell in row)
    return f"#table(columns: {len(head)}, table.header({', '.join(head)}), {body_cells});"


def _container(token: Token, inside: Sequence[Token], printed: Printed) -> str:
    name = token.type.removeprefix("container_").removesuffix("_open")
    if name == "checklist":
        return _checklist(token, inside, printed)
    label = string(printed.context.words.get(name, name))
    function = "example" if name == "example" else "aside"
    return f"#{function}({label})[{''.join(_blocks(inside, printed))}];"


def _checklist(token: Token, inside: Sequence[Token], printed: Printed) -> str:
    label = string(markup.checklist_label(token.info, printed.context))
    items = [
        f"[{''.join(_blocks(item, printed))}]"
        for block, content in _children(inside)
        if block.type == "bullet_list_open"
        for _token, item in _children(content)
    ]
    return f"#checklist({label}, {', '.join(items)});"


_MARKS = {"strong": "strong", "em": "emph"}


def _inline(inline: Token, printed: Printed) -> str:
    written: list[str] = []
    for index, token in enumerate(inline.children or []):
        text = _inline_token(token, printed)
        written.append(text if index else text.replace('#"[ ] ', '#"').replace('#"[x] ', '#"'))
    return "".join(written)


def _inline_token(token: Token, printed: Printed) -> str:
    if token.type == "text":
        return f"#{string(printed.context.polish(token.content))};" if token.content else ""
    if token.type in ("softbreak", "hardbreak"):
        return '#" ";' if token.type == "softbreak" else "#linebreak();"
    if token.type == "code_inline":
        return f"#raw({string(token.content)});"
    if token.type == "term":
        shown = token.meta["shown"] or printed.context.terms[token.meta["key"]]
        return f"#{string(printed.context.polish(shown))};"
    if token.type == "image":
        return _picture(token, printed)
    if token.type == "link_open":
        return _link(str(token.attrs["href"]), printed)
    if token.tag in _MARKS and token.nesting == 1:
        return f"#{_MARKS[token.tag]}["
    return "];" if token.nesting == -1 else ""


def _link(target: str, printed: Printed) -> str:
    if target.startswith("#"):
        return f"#link(<{target[1:]}>)[" if target[1:] in printed.anchors else "#["
    return f"#link({string(target)})[" if ":" in target else "#["
