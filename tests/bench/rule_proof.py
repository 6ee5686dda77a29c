"""Writes docs/rule-proof.md from what `rule_mutants` has measured, with the reasons for what nobody notices.

    python -m tests.bench.rule_proof

The reasons stand in unnoticed.toml: each is for a function, or for one change in it.
"""

from __future__ import annotations

import json
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
REASONS = Path(__file__).with_name("unnoticed.toml")
LINE_LENGTH = 118
HEAD = """# What the positions prove

Each section of a rule, the functions of the engine that cite it, its tests and its position; and how many changes of
these functions the positions notice. `nice -n 19 python -m tests.bench.rule_mutants` measures it anew, and `python -m
tests.bench.rule_proof` writes this page; the site shows the same below /developers/. A mutant changes one comparison,
number, sign or condition of `games/<game>/rules/`; left out are notation, storage, dealing again for bots, and the
program's checks of itself. Of each section its position and all of its further positions (`fresh` in
`positions.json`) are replayed. A mutant belongs to the sections that the changed refusal, the function or its module
cites. The aims are 90 % for all positions and 70 % for the section's own.

| game | mutants | noticed by a position | share | with a section | noticed by its own position | share |
|---|---|---|---|---|---|---|"""


def add_reasons(game: str, proof: dict[str, Any]) -> None:
    """Gives each unnoticed mutant its reason; the words of a change come before those of its function."""
    reasons = tomllib.loads(REASONS.read_text(encoding="utf-8")).get(game, {})
    for mutant in proof["unnoticed"]:
        place = f"{mutant['module']} {mutant['function']}"
        mutant["reason"] = reasons.get(f"{place}: {mutant['change']}") or reasons.get(place, "")


def write_game(game: str, proof: dict[str, Any]) -> Iterator[str]:
    yield f"\n## {game}\n"
    yield "| section | functions that cite it | tests | position | mutants it notices |\n|---|---|---|---|---|"
    for section in proof["sections"]:
        functions = ", ".join(f"`{name}`" for name in section["functions"])
        position = "none" if section["moves"] is None else f"after {section['moves']} moves"
        share = f"{section['noticed']} of {section['mutants']}" if section["mutants"] else ""
        yield f"| {section['key']} | {functions} | {len(section['tests'])} | {position} | {share} |"
    if proof["unnoticed"]:
        yield f"\nNot noticed by any position of {game}:\n"
        for mutant in proof["unnoticed"]:
            change = mutant["change"].replace("|", "\\|")
            yield f"- `{mutant['module']} {mutant['function']}`: `{change}`. {mutant['reason']}".rstrip()


def _share(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.1f} %"


def summarise(name: str, proof: dict[str, Any]) -> str:
    noticed, mutants = proof["noticed"], proof["mutants"]
    own, cited = proof["noticed_by_own"], proof["with_section"]
    by_any = f"{mutants} | {noticed} | {_share(noticed, mutants)}"
    return f"| {name} | {by_any} | {cited} | {own} | {_share(own, cited)} |"


def count_unchanged(proof: dict[str, Any]) -> int:
    """The mutants that nobody can notice, by their reasons."""
    return sum(mutant["reason"].startswith("It changes nothing") for mutant in proof["unnoticed"])


def describe_unchanged(proofs: dict[str, dict[str, Any]]) -> str:
    """The share of the mutants that change anything."""
    unchanged = sum(map(count_unchanged, proofs.values()))
    noticed = sum(proof["noticed"] for proof in proofs.values())
    mutants = sum(proof["mutants"] for proof in proofs.values())
    return (
        f"\nOf the {mutants - noticed} that no position notices, {unchanged} change nothing, as their reasons below "
        f"say; of the others the positions notice {_share(noticed, mutants - unchanged)}."
    )


def main() -> None:
    paths = sorted(ROOT.glob("games/*/proof.json"))
    proofs = {path.parent.name: json.loads(path.read_text(encoding="utf-8")) for path in paths}
    counts = ("mutants", "noticed", "with_section", "noticed_by_own")
    lines = [HEAD, *(summarise(game, proof) for game, proof in proofs.items())]
    lines.append(summarise("all", {name: sum(proof[name] for proof in proofs.values()) for name in counts}))
    for game, proof in proofs.items():
        add_reasons(game, proof)
    lines.append(describe_unchanged(proofs))
    for (game, proof), path in zip(proofs.items(), paths, strict=True):
        path.write_text(json.dumps(proof, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        lines += write_game(game, proof)
    wrapped = [line if "|" in line else _wrap(line) for line in lines]
    (ROOT / "docs" / "rule-proof.md").write_text("\n".join(wrapped) + "\n", encoding="utf-8")


def _wrap(line: str) -> str:
    indent = "  " if line.startswith("- ") else ""
    return textwrap.fill(line, LINE_LENGTH, subsequent_indent=indent) if line.startswith("- ") else line


if __name__ == "__main__":
    main()
