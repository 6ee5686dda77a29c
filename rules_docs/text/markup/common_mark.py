"""Writes rule texts as CommonMark (with tables) and as plain HTML, for programs. No I/O.

They contain neither our own markup nor widgets.
"""

import re
from collections.abc import Callable

import nh3

from rules_docs.text.markup.context import MarkupContext
from rules_docs.text.markup.parser import BLOCK_NAMES, DIAGRAM_SCHEME, KEY_PATTERN

_TERM = re.compile(rf"\[\[(?P<key>{KEY_PATTERN})(?:\|(?P<wording>[^\]\n]+))?\]\]")
_PICTURE = re.compile(rf"!\[[^\]]*\]\({DIAGRAM_SCHEME}(?P<name>[^)]+)\)")
_LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\((?P<address>[#/][^)]*)\)")
_FENCE = re.compile(rf":::\s*(?P<name>{'|'.join(BLOCK_NAMES)})?(?P<rest>.*)")
_CHECKBOX = re.compile(r"^(\s*)- \[[ x]\] ")
#: HTML that `html_renderer` writes for screens -> its replacement for readers without scripts
_WIDGETS = (
    (re.compile(r'<a class="term"[^>]*>(.*?)</a>', re.DOTALL), r"\1"),
    (re.compile(r'<span class="nowrap">(.*?)</span>'), r"\1"),
    (re.compile(r'<label><input type="checkbox"> <span>(.*?)</span></label>', re.DOTALL), r"\1"),
    (re.compile(r"<details[^>]*><summary>(.*?)</summary>", re.DOTALL), r"<p><strong>\1</strong></p>"),
    (re.compile(r"</details>"), ""),
    (re.compile(r'<div class="table"[^>]*>(.*?)</div>', re.DOTALL), r"\1"),
    (re.compile(r'<p class="label">(.*?)</p>', re.DOTALL), r"<p><strong>\1</strong></p>"),
    (re.compile(r'<aside class="[^"]*">'), "<blockquote>"),
    (re.compile(r"</aside>"), "</blockquote>"),
)
# fmt: off
_PLAIN_TAGS = {
    "p", "br", "ul", "ol", "li", "strong", "em", "code", "pre", "blockquote", "h4", "h5", "h6", "a", "hr",
    "table", "thead", "tbody", "tr", "th", "td", "img",
}
# fmt: on
_PLAIN_ATTRIBUTES = {
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "ol": {"start"},
    "th": {"scope"},
}

#: an address that begins with # or / -> the absolute address
MakeAbsolute = Callable[[str], str]


def write_common_mark(source: str, context: MarkupContext, make_absolute: MakeAbsolute) -> str:
    """The Markdown of a section with terms as words, blocks as quotations, and absolute addresses."""
    lines = []
    is_in_block = False
    for line in source.split("\n"):
        fence = _FENCE.fullmatch(line.strip()) if line.startswith(":::") else None
        if fence is None:
            text = _write_line(line, context, make_absolute)
            lines.append(f"> {text}".rstrip() if is_in_block else text)
        elif fence["name"]:
            is_in_block = True
            lines += [f"> **{_name_block(fence['name'], fence['rest'], context)}**", ">"]
        else:
            is_in_block = False
    return "\n".join(lines).strip() + "\n"


def _name_block(name: str, rest: str, context: MarkupContext) -> str:
    """The title of a block, such as "Example"; that of a checklist names its players: "With 3–4 players"."""
    if name == "checklist":
        player_counts = rest.strip().removeprefix("players=").replace("-", "–")
        return context.labels.get("players", "{n}").replace("{n}", player_counts)
    return context.labels.get(name, name)


def _write_line(line: str, context: MarkupContext, make_absolute: MakeAbsolute) -> str:
    line = _CHECKBOX.sub(r"\1- ", line)
    line = _TERM.sub(lambda term: term["wording"] or context.term_names[term["key"]], line)
    line = _PICTURE.sub(lambda picture: _write_picture(picture["name"], context, make_absolute), line)
    return _LINK.sub(lambda link: f"[{link['text']}]({make_absolute(link['address'])})", line)


def _write_picture(name: str, context: MarkupContext, make_absolute: MakeAbsolute) -> str:
    picture = context.pictures[name]
    return f"![{picture.alt}]({make_absolute(picture.url)})"


def write_plain_html(html: str, make_absolute: MakeAbsolute) -> str:
    """The HTML of a section without buttons, checkboxes and foldable parts, and with absolute addresses."""
    for pattern, replacement in _WIDGETS:
        html = pattern.sub(replacement, html)
    html = re.sub(r'(href|src)="([#/][^"]*)"', lambda found: f'{found[1]}="{make_absolute(found[2])}"', html)
    return nh3.clean(
        html, tags=_PLAIN_TAGS, attributes=_PLAIN_ATTRIBUTES, url_schemes={"http", "https"}, link_rel=None
    )
