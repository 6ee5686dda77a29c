"""Copies the small complete game of `template/` with a new name.

Every file of the template ends with `-tpl`, so that no tool takes it for a file of the site. In names and
texts, GAMESLUG stands for the slug and GAMENAME for the name of the new game.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

TEMPLATE = Path(__file__).parent / "template"
#: folder of the template -> its target
PLACES = {"game": "games", "rule": "rules_docs/texts", "tests": "tests/games"}
OWN_IMPORT = re.compile(r"from (games|tests)\.")


def list_targets(base: Path, slug: str) -> list[Path]:
    """The three folders of a game."""
    return [base / place / slug for place in PLACES.values()]


def copy_template(base: Path, slug: str, name: str) -> list[Path]:
    """The folders that were made: all of them, or none if something fails."""
    targets = list_targets(base, slug)
    made: list[Path] = []
    with TemporaryDirectory(prefix=".startgame-", dir=base) as draft:
        sources = [Path(draft) / part for part in PLACES]
        for part, source in zip(PLACES, sources, strict=True):
            _write_part(TEMPLATE / part, source, slug, name)
        try:
            for source, target in zip(sources, targets, strict=True):
                source.rename(target)
                made.append(target)
        except OSError:
            for target in made:
                shutil.rmtree(target)
            raise
    return targets


def _write_part(template: Path, target: Path, slug: str, name: str) -> None:
    for file in sorted(template.rglob("*-tpl")):
        path = target / str(file.relative_to(template)).removesuffix("-tpl").replace("GAMESLUG", slug)
        text = file.read_text(encoding="utf-8").replace("GAMESLUG", slug).replace("GAMENAME", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_sort_imports(text) if path.suffix == ".py" else text, encoding="utf-8")


def _sort_imports(text: str) -> str:
    """The text with its imports sorted, because the place of an import depends on the slug."""
    return "".join(_sorted_blocks(text.splitlines(keepends=True)))


def _sorted_blocks(lines: list[str]) -> Iterator[str]:
    for is_import, block in groupby(lines, lambda line: bool(OWN_IMPORT.match(line))):
        block_lines = list(block)
        yield from sorted(block_lines, key=lambda line: line.split()[1]) if is_import else block_lines
