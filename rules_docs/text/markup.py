"""Rule texts: Markdown with directives, terms and diagrams, turned into safe HTML. Pure: no Django, no files.

Everything wrong is collected as a `Fault` with the line it stands on, so that an author sees all of it at once.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.container import container_plugin

KEY = r"[a-z0-9]+(?:-[a-z0-9]+)*"
BLOCKS = ("example", "checklist", "note")
MAX_LENGTH = 200_000
_DIRECTIVE = re.compile(r"^:{3,}[ \t]*(?P<name>[\w-]*)[ \t]*(?P<rest>.*)$")
_PLAYERS = re.compile(r"^players=(\d{1,2})(?:-(\d{1,2}))?$")
_TERM = re.compile(rf"\[\[({KEY})(?:\|([^\]\n]+))?\]\]")
_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """What is wrong and on which line; the sentence for `code` is said elsewhere, in four languages."""

    line: int
    code: str
    params: tuple[tuple[str, str], ...] = ()

    @classmethod
    def at(cls, line: int, code: str, **params: object) -> "Fault":
        return cls(line, code, tuple((name, str(value)) for name, value in params.items()))


class MarkupError(ValueError):
    """A text that can not be accepted, with all its faults."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = sorted(faults)
        super().__init__("; ".join(f"{fault.line}: {fault.code}" for fault in self.faults))


@dataclass(frozen=True, slots=True)
class Picture:
    url: str
    alt: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Context:
    """What one text may refer to; `words` are the few labels that the HTML itself says, in its language.

    `polish` sets the spaces of that language before its punctuation.
    """

    keys: frozenset[str] = frozenset()
    terms: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    polish: Callable[[str], str] = str


@dataclass(frozen=True, slots=True)
class Rendered:
    html: str
    text: str
    excerpt: str


# --- reading Markdown ------------------------------------------------------------------------------------------------


def _term_rule(state: StateInline, silent: bool) -> bool:
    found = _TERM.match(state.src, state.pos)
    if not found:
        return False
    if not silent:
        token = state.push("term", "", 0)
        token.meta = {"key": found[1], "shown": found[2] or ""}
    state.pos = found.end()
    return True


def _parser() -> MarkdownIt:
    # HTML is parsed only in order to be refused with its line; nothing of it is ever rendered.
    md = MarkdownIt("commonmark", {"html": True}).enable("table")
    md.validateLink = lambda url: True  # type: ignore[method-assign]
    md.inline.ruler.before("link", "term", _term_rule)
    for name in BLOCKS:
        container_plugin(md, name=name)
    return md


_MD = _parser()


def tokens(source: str, context: Context, *, first_line: int = 1) -> list[Token]:
    """The checked token stream of one section's Markdown; MarkupError with all faults."""
    if len(source) > MAX_LENGTH:
        raise MarkupError([Fault.at(first_line, "too_long", limit=MAX_LENGTH)])
    faults = list(_directive_faults(source, first_line))
    stream = _MD.parse(source)
    for token in stream:
        line = first_line + (token.map[0] if token.map else 0)
        for item in (token, *(token.children or ())):
            fault = _check(item, line, context)
            if fault:
                faults.append(fault)
    if faults:
        raise MarkupError(faults)
    return stream


def _directive_faults(source: str, first_line: int) -> Iterator[Fault]:
    opened: int | None = None
    for number, line in enumerate(source.split("\n"), first_line):
        found = _DIRECTIVE.match(line)
        if not found:
            continue
        if found["name"] and opened is not None:
            yield Fault.at(number, "block_in_block", first=opened)
        elif found["name"]:
            opened = number
            yield from _opening_faults(number, found["name"], found["rest"].strip())
        elif opened is None:
            yield Fault.at(number, "block_not_open")
        else:
            opened = None
    if opened is not None:
        yield Fault.at(opened, "block_not_closed")


def _opening_faults(number: int, name: str, rest: str) -> Iterator[Fault]:
    if name not in BLOCKS:
        yield Fault.at(number, "unknown_block", name=name)
    elif (rest and name != "checklist") or (name == "checklist" and not _PLAYERS.match(rest)):
        yield Fault.at(number, "block_words", name=name, words=rest)


def _check(token: Token, line: int, context: Context) -> Fault | None:
    if token.type in ("html_block", "html_inline"):
        return Fault.at(line, "html", start=token.content.strip()[:40])
    if token.type == "heading_open" and token.tag in ("h1", "h2", "h3"):
        return Fault.at(line, "heading_in_body")
    if token.type == "term" and token.meta["key"] not in context.terms:
        return Fault.at(line, "unknown_term", key=token.meta["key"])
    if token.type == "link_open":
        return _check_link(str(token.attrs.get("href", "")), line, context)
    if token.type == "image":
        return _check_image(str(token.attrs.get("src", "")), line, context)
    return None


def _check_link(target: str, line: int, context: Context) -> Fault | None:
    if target.startswith("#"):
        return None if target[1:] in context.keys else Fault.at(line, "unknown_key", key=target[1:])
    if _SCHEME.match(target) and not target.startswith(("https://", "http://", "mailto:")):
        return Fault.at(line, "link_scheme", target=target[:60])
    return (
        None if _SCHEME.match(target) or target.startswith("/") else Fault.at(line, "link_target", target=target[:60])
    )


def _check_image(target: str, line: int, context: Context) -> Fault | None:
    name = target.removeprefix("diagram:")
    if name == target or name not in context.pictures:
        return Fault.at(line, "unknown_diagram", name=target[:60])
    return None


# --- writing HTML ----------------------------------------------------------------------------------------------------

# fmt: off
_TAGS = {
    "p", "br", "ul", "ol", "li", "strong", "em", "code", "pre", "blockquote", "h4", "h5", "h6", "a", "table", "thead",
    "tbody", "tr", "th", "td", "hr", "img", "aside", "div", "details", "summary", "label", "input", "button", "span",
}
# fmt: on
_ATTRIBUTES = {
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "div": {"class", "tabindex"},
    "aside": {"class"},
    "details": {"class", "open", "data-players"},
    "input": {"type"},
    "button": {"type", "class", "popovertarget"},
    "span": {"class"},
    "ol": {"start"},
    "th": {"scope"},
    "p": {"class"},
}


def render(source: str, context: Context, *, first_line: int = 1) -> Rendered:
    """One section's Markdown as safe HTML, as plain text and as an excerpt."""
    stream = tokens(source, context, first_line=first_line)
    html = "".join(_html(stream, context))
    safe = nh3.clean(
        html, tags=_TAGS, attributes=_ATTRIBUTES, url_schemes={"http", "https", "mailto"}, link_rel="noopener"
    )
    text = plain(stream, context)
    return Rendered(safe, text, excerpt(text))


def _html(stream: Sequence[Token], context: Context) -> Iterator[str]:
    # One check-list for each number of players: the first is open, the others wait for a tap.
    first = next((token for token in stream if token.type == "container_checklist_open"), None)
    for index, token in enumerate(stream):
        if token.type == "inline":
            yield _GLUED.sub(_glue, "".join(_inline(token.children or [], context)))
        elif token.type.startswith("container_"):
            yield _container(token, context, is_first=token is first)
        elif token.type in ("paragraph_open", "paragraph_close"):
            if not token.hidden:
                yield "<p>" if token.nesting == 1 else "</p>\n"
        elif token.type == "list_item_open":
            yield "<li>"
        elif token.type in ("fence", "code_block"):
            yield f"<pre><code>{escape(token.content)}</code></pre>\n"
        else:
            yield _block_tag(token, stream[index + 1] if index + 1 < len(stream) else None)


def _block_tag(token: Token, following: Token | None) -> str:
    if token.type == "table_open":
        # A wide table scrolls in its own box, which the keyboard must be able to reach.
        return '<div class="table" tabindex="0"><table>\n'
    if token.type == "table_close":
        return "</table></div>\n"
    if token.nesting == -1:
        return f"</{token.tag}>\n"
    if token.type == "th_open":
        # An empty corner is no heading.
        return '<th scope="col">' if following and following.content else "<th>"
    start = f' start="{int(token.attrs["start"])}"' if token.type == "ordered_list_open" and token.attrs else ""
    return f"<{token.tag}{start}>"


def _container(token: Token, context: Context, *, is_first: bool) -> str:
    name = token.type.removeprefix("container_").removesuffix("_open").removesuffix("_close")
    if name == "checklist":
        return _checklist(token.info, context, is_open=is_first) if token.nesting == 1 else "</details>\n"
    if token.nesting == -1:
        return "</aside>\n"
    label = escape(context.words.get(name, name))
    return f'<aside class="{name}"><p class="label">{label}</p>\n'


def players(info: str) -> list[int]:
    """`checklist players=3-4` → [3, 4]."""
    found = _PLAYERS.match(info.split(maxsplit=1)[1].strip())
    if not found:
        return []
    low = int(found[1])
    return list(range(low, int(found[2] or low) + 1))


def checklist_label(info: str, context: Context) -> str:
    numbers = players(info)
    shown = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
    return context.words.get("players", "{n}").replace("{n}", shown)


def _checklist(info: str, context: Context, *, is_open: bool) -> str:
    numbers = " ".join(map(str, players(info)))
    label = escape(checklist_label(info, context))
    shown = " open" if is_open else ""
    return f'<details class="checklist"{shown} data-players="{numbers}"><summary>{label}</summary>\n'


def _inline(children: Sequence[Token], context: Context) -> Iterator[str]:
    boxed = bool(children) and children[0].type == "text" and children[0].content.startswith(("[ ] ", "[x] "))
    if boxed:
        yield '<label><input type="checkbox"> <span>'
    for index, token in enumerate(children):
        if boxed and token.type == "term":  # a label may hold no second thing to press
            yield _shown(token, context)
        else:
            yield _inline_token(token, context, 4 if boxed and index == 0 else 0)
    if boxed:
        yield "</span></label>"


# A button is a box to a browser, which would part it from its “d’” and from the full stop behind it.
_GLUED = re.compile(r'([^ \n<>]*)(<button type="button" class="term"[^>]*>[^<]*</button>)([^ \n<>]*)')


def _glue(found: re.Match[str]) -> str:
    return f'<span class="nowrap">{found[0]}</span>' if found[1] or found[3] else found[0]


_SIMPLE = {"softbreak": "\n", "hardbreak": "<br>\n", "link_close": "</a>"}


def _inline_token(token: Token, context: Context, skip: int) -> str:
    if token.type in _SIMPLE:
        return _SIMPLE[token.type]
    if token.type == "text":
        return escape(context.polish(token.content[skip:]), quote=False)
    if token.type == "code_inline":
        return f"<code>{escape(token.content)}</code>"
    if token.type == "link_open":
        return f'<a href="{escape(str(token.attrs["href"]))}">'
    if token.type == "image":
        return _image(context.pictures[str(token.attrs["src"]).removeprefix("diagram:")])
    if token.type == "term":
        key, shown = token.meta["key"], _shown(token, context)
        return f'<button type="button" class="term" popovertarget="term-{key}">{shown}</button>'
    return f"<{'/' if token.nesting == -1 else ''}{token.tag}>"


def _shown(term: Token, context: Context) -> str:
    return escape(context.polish(term.meta["shown"] or context.terms[term.meta["key"]]), quote=False)


def _image(picture: Picture) -> str:
    size = f'width="{picture.width}" height="{picture.height}"'
    return f'<img src="{escape(picture.url)}" alt="{escape(picture.alt)}" {size}>'


# --- plain text ------------------------------------------------------------------------------------------------------


def plain(stream: Sequence[Token], context: Context) -> str:
    """What the section says, without any markup: for search, excerpts, reading aloud and counting words."""
    lines = [_plain_inline(token.children or [], context) for token in stream if token.type == "inline"]
    return "\n".join(line for line in lines if line)


def _plain_inline(children: Sequence[Token], context: Context) -> str:
    words: list[str] = []
    for token in children:
        if token.type == "term":
            words.append(token.meta["shown"] or context.terms[token.meta["key"]])
        elif token.type in ("softbreak", "hardbreak"):
            words.append(" ")
        elif token.type in ("text", "code_inline"):
            words.append(token.content)
    return context.polish(re.sub(r"^\[[ x]\] ", "", "".join(words)).strip())


_SIGNS = (
    (re.compile(r"^:::.*\n?|!\[[^\]]*\]\([^)]*\)|^[|: -]*-{3}[|: -]*\n?|^#+ |- \[[ x]\] ", re.MULTILINE), ""),
    (re.compile(r"\[\[[\w-]+\|([^\]]*)\]\]|\[\[([\w-]+)\]\]|\[([^\]]*)\]\([^)]*\)"), r"\1\2\3"),
    (re.compile(r"\*+|^\| | \|$", re.MULTILINE), ""),
    (re.compile(r" \| "), " · "),
    (re.compile(r"\n{3,}"), "\n\n"),
)


def wording(source: str) -> str:
    """Markdown as people read it, line by line; needs no context, so it also reads what was written long ago."""
    for signs, instead in _SIGNS:
        source = signs.sub(instead, source)
    return source.strip()


def excerpt(text: str, limit: int = 240) -> str:
    """The beginning of a text, cut at a sentence if one ends in reach, else at a word."""
    flat = re.sub(r"[ \t\r\n]+", " ", text).strip()
    if len(flat) <= limit:
        return flat
    cut = flat[:limit]
    stop = max(cut.rfind(mark) for mark in (". ", "! ", "? "))
    return cut[: stop + 1] if stop > limit // 3 else cut[: cut.rfind(" ")] + " …"


def used_terms(source: str) -> set[str]:
    return {found[1] for found in _TERM.finditer(source)}
