"""One rule text in one language as a file: its front matter, and sections with their keys. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_docs.text.markup import KEY, MAX_LENGTH, Fault, MarkupError

_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t]*$")
_KEYED = re.compile(rf"(?P<title>.+?)[ \t]*\{{#(?P<key>{KEY})\}}$")


@dataclass(frozen=True, slots=True)
class Part:
    """One section as it stands in a file; `line` is that of its heading, `start` where its text begins."""

    key: str
    level: int
    heading: str
    body: str
    line: int = 0
    start: int = 0


@dataclass(frozen=True, slots=True)
class File:
    front: dict[str, str]
    parts: list[Part]


def split(source: str) -> File:
    """A whole text file into its front matter and its sections; MarkupError with every fault otherwise."""
    if len(source) > MAX_LENGTH:
        raise MarkupError([Fault.at(1, "too_long", limit=MAX_LENGTH)])
    lines = source.replace("\r\n", "\n").split("\n")
    faults: list[Fault] = []
    front, start = _front(lines, faults)
    parts = list(_parts(lines, start, faults))
    seen: dict[str, int] = {}
    for part in parts:
        if part.key in seen:
            faults.append(Fault.at(part.line, "duplicate_key", key=part.key, first=seen[part.key]))
        seen.setdefault(part.key, part.line)
    if faults:
        raise MarkupError(faults)
    return File(front, parts)


def _front(lines: list[str], faults: list[Fault]) -> tuple[dict[str, str], int]:
    if not lines or lines[0].strip() != "---" or "---" not in [line.strip() for line in lines[1:]]:
        faults.append(Fault.at(1, "no_front_matter"))
        return {}, 0
    front: dict[str, str] = {}
    for number, line in enumerate(lines[1:], 2):
        if line.strip() == "---":
            if not front.get("title"):
                faults.append(Fault.at(1, "no_title"))
            return front, number
        name, colon, value = line.partition(":")
        if name not in ("title", "subtitle", "summary") or not colon:
            faults.append(Fault.at(number, "unknown_front", name=name.strip()))
        front[name] = value.strip()
    return front, len(lines)


def _parts(lines: list[str], start: int, faults: list[Fault]) -> Iterator[Part]:
    heading: tuple[int, int, str, str] | None = None
    body: list[str] = []
    for number, line in enumerate(lines[start:], start + 1):
        found = _HEADING.match(line)
        if found and len(found[1]) <= 3:
            if heading:
                yield _part(heading, body)
            heading, body = _heading(number, len(found[1]), found[2], faults), []
        elif heading:
            body.append(line)
        elif line.strip():
            faults.append(Fault.at(number, "text_before_heading"))
    if heading:
        yield _part(heading, body)


def _heading(number: int, depth: int, text: str, faults: list[Fault]) -> tuple[int, int, str, str]:
    keyed = _KEYED.match(text)
    if depth == 1:
        faults.append(Fault.at(number, "heading_1"))
    if not keyed:
        faults.append(Fault.at(number, "heading_without_key", heading=text))
        return number, depth, text, f"line-{number}"
    return number, depth, keyed["title"], keyed["key"]


def _part(heading: tuple[int, int, str, str], body: list[str]) -> Part:
    number, depth, title, key = heading
    blank = next((index for index, line in enumerate(body) if line.strip()), 0)
    return Part(key, depth - 1, title, "\n".join(body[blank:]).rstrip(), number, number + 1 + blank)


def front_matter(values: Mapping[str, Any]) -> str:
    lines = [f"{name}: {values[name]}" for name in ("title", "subtitle", "summary") if values.get(name)]
    return "\n".join(["---", *lines, "---", ""])


def join(front: Mapping[str, Any], parts: Sequence[Part]) -> str:
    """The file that `split` would read back."""
    sections = [f"{'#' * (part.level + 1)} {part.heading} {{#{part.key}}}\n\n{part.body.strip()}\n" for part in parts]
    return front_matter(front) + "\n" + "\n".join(sections)
