"""Finds the commands of docs/deploy.md: its fenced blocks of shell, by the heading that they stand under."""

import re
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).resolve().parents[3] / "docs" / "deploy.md"
HEADING = re.compile(r"^#+ (.+)$")


class Block(NamedTuple):
    """The commands of one fenced block."""

    heading: str
    language: str
    commands: str


def read_blocks(page: str) -> list[Block]:
    """All fenced blocks of a page in Markdown, in their order."""
    blocks = []
    heading, language, lines = "", None, []
    for line in page.splitlines():
        if language is None and line.startswith("```"):
            language, lines = line[3:].strip(), []
        elif line.startswith("```"):
            blocks.append(Block(heading, language, "\n".join(lines) + "\n"))
            language = None
        elif language is not None:
            lines.append(line)
        elif match := HEADING.match(line):
            heading = match[1]
    assert language is None, f"the last block below {heading!r} has no end"
    return blocks


def read_commands(heading: str) -> list[str]:
    """The blocks of shell below one heading of docs/deploy.md, as they stand there."""
    blocks = read_blocks(PAGE.read_text(encoding="utf-8"))
    commands = [block.commands for block in blocks if (block.heading, block.language) == (heading, "sh")]
    assert commands, f"docs/deploy.md has no commands below {heading!r}"
    return commands
