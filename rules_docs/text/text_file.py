"""Parses and formats the text of a rule in one language: front matter, then sections with keys. No I/O."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules_docs.text.faults import Fault, MarkupError
from rules_docs.text.markup.checks import MAX_LENGTH
from rules_docs.text.markup.parser import KEY_PATTERN

FRONT_MATTER_NAMES = ("title", "subtitle", "summary")
_FENCE = "---"
_HEADING = re.compile(r"(?P<signs>#{1,6})[ \t]+(?P<text>.*?)[ \t]*$")
_HEADING_WITH_KEY = re.compile(rf"(?P<title>.+?)[ \t]*\{{#(?P<key>{KEY_PATTERN})\}}$")
_DEEPEST_SECTION_HEADING = 3


@dataclass(frozen=True, slots=True)
class FileSection:
    """One section of a file, with the lines of its heading and of the beginning of its body."""

    key: str
    level: int
    heading: str
    body: str
    heading_line: int = 0
    body_line: int = 0


@dataclass(frozen=True, slots=True)
class TextFile:
    front_matter: dict[str, str]
    sections: list[FileSection]


class _Heading(NamedTuple):
    line: int
    depth: int
    title: str
    key: str


def parse_text_file(source: str) -> TextFile:
    """The front matter and the sections of a text file; raises MarkupError with all its faults."""
    if len(source) > MAX_LENGTH:
        raise MarkupError([Fault.at(1, "too_long", limit=MAX_LENGTH)])
    lines = source.replace("\r\n", "\n").split("\n")
    faults: list[Fault] = []
    front_matter, line_count = _parse_front_matter(lines, faults)
    sections = list(_parse_sections(lines, line_count, faults))
    faults += _find_duplicate_keys(sections)
    if faults:
        raise MarkupError(faults)
    return TextFile(front_matter, sections)


def _parse_front_matter(lines: list[str], faults: list[Fault]) -> tuple[dict[str, str], int]:
    """The values between the two lines of `---`, and the number of lines including both fences."""
    stripped_lines = [line.strip() for line in lines]
    if stripped_lines[0] != _FENCE or _FENCE not in stripped_lines[1:]:
        faults.append(Fault.at(1, "no_front_matter"))
        return {}, 0
    closing_index = stripped_lines.index(_FENCE, 1)
    values: dict[str, str] = {}
    for number, line in enumerate(lines[1:closing_index], 2):
        name, colon, value = line.partition(":")
        if name not in FRONT_MATTER_NAMES or not colon:
            faults.append(Fault.at(number, "unknown_front", name=name.strip()))
        values[name] = value.strip()
    if not values.get("title"):
        faults.append(Fault.at(1, "no_title"))
    return values, closing_index + 1


def _parse_sections(lines: list[str], skipped_lines: int, faults: list[Fault]) -> Iterator[FileSection]:
    heading: _Heading | None = None
    body: list[str] = []
    for number, line in enumerate(lines[skipped_lines:], skipped_lines + 1):
        match = _HEADING.match(line)
        if match and len(match["signs"]) <= _DEEPEST_SECTION_HEADING:
            if heading:
                yield _create_section(heading, body)
            heading = _parse_heading(number, depth=len(match["signs"]), text=match["text"], faults=faults)
            body = []
        elif heading:
            body.append(line)
        elif line.strip():
            faults.append(Fault.at(number, "text_before_heading"))
    if heading:
        yield _create_section(heading, body)


def _parse_heading(line: int, depth: int, text: str, faults: list[Fault]) -> _Heading:
    match = _HEADING_WITH_KEY.match(text)
    if depth == 1:
        faults.append(Fault.at(line, "heading_1"))
    if not match:
        faults.append(Fault.at(line, "heading_without_key", heading=text))
        # Any unique key will do: the file is refused anyway when all its faults are collected.
        return _Heading(line, depth, title=text, key=f"line-{line}")
    return _Heading(line, depth, title=match["title"], key=match["key"])


def _create_section(heading: _Heading, body: list[str]) -> FileSection:
    blank_lines = next((index for index, line in enumerate(body) if line.strip()), 0)
    return FileSection(
        key=heading.key,
        level=heading.depth - 1,
        heading=heading.title,
        body="\n".join(body[blank_lines:]).rstrip(),
        heading_line=heading.line,
        body_line=heading.line + 1 + blank_lines,
    )


def _find_duplicate_keys(sections: Sequence[FileSection]) -> list[Fault]:
    faults = []
    first_lines: dict[str, int] = {}
    for section in sections:
        if section.key in first_lines:
            first_line = first_lines[section.key]
            faults.append(Fault.at(section.heading_line, "duplicate_key", key=section.key, first=first_line))
        first_lines.setdefault(section.key, section.heading_line)
    return faults


def format_text_file(front_matter: Mapping[str, Any], sections: Sequence[FileSection]) -> str:
    """The content of a file that `parse_text_file` reads as these values and sections."""
    values = [f"{name}: {front_matter[name]}" for name in FRONT_MATTER_NAMES if front_matter.get(name)]
    head = "\n".join([_FENCE, *values, _FENCE, "", ""])
    return head + "\n".join(_format_section(section) for section in sections)


def _format_section(section: FileSection) -> str:
    signs = "#" * (section.level + 1)
    return f"{signs} {section.heading} {{#{section.key}}}\n\n{section.body.strip()}\n"
