"""Writes docs/calibration.md and its diagram from what `python -m games calibration` has measured.

python -m tests.bench.calibration
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HEAD = """# The calibration of the estimates

How well the estimated chances to win agree with results: whether of all seats to which 70 in 100 were given, 70 in 100
won. Bots played matches that no estimate was fitted to, and every estimate before a round was compared with the result
(Shanghaien has none before its first round). The *Brier score* is the mean square of estimate minus result, the *log
loss* the mean of minus the logarithm of what was given to the winner; less is better. Beside the estimates stand two
simple ones: a regression on the points and the round alone, fitted to as many other matches, and fair shares.

`python -m games calibration GAME --matches N --level LEVEL` measures it anew, and `python -m tests.bench.calibration`
writes this page. [0340](adr/0340-a-round-is-solved.md) and [0341](adr/0341-what-is-not-solved-is-estimated.md) say how
the estimates are made, and how far a single one may be off.

![For each game, what was estimated and what was won](pictures/calibration.svg)

The bars are intervals of 95 % of whole matches. On the diagonal estimates are right on the average.

| game | seats | level | matches | positions | Brier: estimates | points | fair | log loss: estimates | points | fair |
|---|---|---|---|---|---|---|---|---|---|---|"""
SIZE, EDGE, GAP = 220, 34, 14


def write_row(game: str, row: dict[str, Any]) -> str:
    names = ("estimates", "points", "fair")
    scores = [f"{row['scores'][name][key]:.4f}" for key in ("brier", "log_loss") for name in names]
    facts = [game, row["seats"], row["level"], row["matches"], row["positions"]]
    return f"| {' | '.join(map(str, [*facts, *scores]))} |"


def write_tenths(game: str, row: dict[str, Any]) -> Iterator[str]:
    yield f"\n## {game}, {row['seats']} seats, {row['level']}\n\n`{row['command']}`\n"
    yield "| estimated | won | interval | seats of positions |\n|---|---|---|---|"
    for tenth in row["tenths"]:
        yield f"| {tenth['said']:.3f} | {tenth['won']:.3f} | ± {tenth['half']:.3f} | {tenth['count']} |"


# --- the diagram


def draw_row(title: str, row: dict[str, Any], left: int, top: int) -> Iterator[str]:
    """A square with what was said from left to right and what was won upwards."""

    def place(said: float, won: float) -> tuple[float, float]:
        return round(left + SIZE * said, 1), round(top + SIZE * (1 - min(1.0, max(0.0, won))), 1)

    yield f'<text x="{left}" y="{top - 8}">{title}</text>'
    yield f'<rect class="frame" x="{left}" y="{top}" width="{SIZE}" height="{SIZE}"/>'
    (x0, y0), (x1, y1) = place(0, 0), place(1, 1)
    yield f'<line class="even" x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}"/>'
    for tenth in row["tenths"]:
        x, y = place(tenth["said"], tenth["won"])
        _, low = place(tenth["said"], tenth["won"] - tenth["half"])
        _, high = place(tenth["said"], tenth["won"] + tenth["half"])
        yield f'<line class="bar" x1="{x}" y1="{low}" x2="{x}" y2="{high}"/><circle cx="{x}" cy="{y}" r="3.5"/>'
    for share in (0, 0.5, 1):
        x, y = place(share, share)
        yield f'<text class="small" x="{x - 6}" y="{top + SIZE + 14}">{100 * share:.0f}</text>'
        yield f'<text class="small" x="{left - 26}" y="{y + 4}">{100 * share:.0f}</text>'


def draw(rows: Sequence[tuple[str, dict[str, Any]]]) -> str:
    """All rows, three beside each other."""
    step = SIZE + EDGE + GAP
    lines = []
    for number, (game, row) in enumerate(rows):
        left, top = EDGE + step * (number % 3), EDGE + step * (number // 3)
        lines += draw_row(f"{game}, {row['seats']} seats, {row['level']}", row, left, top)
    width, height = step * min(3, len(rows)) + GAP, step * ((len(rows) + 2) // 3) + GAP
    style = (
        "text{font:13px sans-serif;fill:#222}.small{font-size:10px}.frame{fill:#fff;stroke:#999}"
        ".even{stroke:#999;stroke-dasharray:4 4}.bar{stroke:#1b5e8a}circle{fill:#1b5e8a}"
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">'
    title = "<title>Estimated chances to win, and how often they were won</title>"
    return "\n".join([head, title, f"<style>{style}</style>", *lines, "</svg>"]) + "\n"


def main() -> None:
    rows = [
        (path.parent.name, row)
        for path in sorted(ROOT.glob("games/*/calibration.json"))
        for row in json.loads(path.read_text(encoding="utf-8"))
    ]
    lines = [HEAD, *(write_row(game, row) for game, row in rows)]
    for game, row in rows:
        lines += write_tenths(game, row)
    (ROOT / "docs" / "calibration.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (ROOT / "docs" / "pictures" / "calibration.svg").write_text(draw(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
