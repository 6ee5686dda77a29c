"""Breaks the rules of each game on purpose, one place at a time, and counts what its positions notice.

    nice -n 19 python -m tests.bench.rule_mutants [--game GAME] [--mutants N]

A mutant changes one comparison, number, sign or condition in a module of games/<game>/rules/. It is noticed when a
position, or one of the further ones of its section, cannot be replayed any more, has another answer, or shows,
offers, refuses or counts anything else. The result is games/<game>/proof.json, which the site shows below
/developers/; `python -m tests.bench.rule_proof` makes docs/rule-proof.md of it. The own section of a mutant is the one
that the refusal in the changed statement cites, or else the function, or else its module ("rules: key").
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.util
import json
import os
import re
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
#: what states no rule of play: names, notation, dealing again for bots, refusing decks that cannot be
LEFT_OUT_MODULES = {"__init__.py", "engine.py", "meta.py", "notation.py", "hidden.py", "validation.py"}
#: storage, checks of the program itself, and the luck of a setup, which a position brings along
LEFT_OUT_FUNCTIONS = re.compile(r"dump|_?load\w*|invariant|draw|_?draw\w*|tally_\w+|copy|__eq__")
#: what `invariant` calls, in state.py
INVARIANTS = re.compile(r"_check_\w+|_ensure")
#: of processor time: on a busy machine no mutant may be taken for one that never ends
SECONDS_PER_MUTANT = 60
HEAD_LENGTH = 300
SWAPS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Add: ast.Sub,
    ast.Sub: ast.Add, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


class Mutant(NamedTuple):
    """One changed place of a module."""

    path: Path
    #: of the changed node among all nodes of the module
    place: int
    function: str
    line: int
    sections: frozenset[str]
    #: what stood there, and what stands there now
    change: str


class Result(NamedTuple):
    """The sections whose positions have noticed a mutant."""

    mutant: Mutant
    noticed_by: list[str]


# --- mutants --------------------------------------------------------------------------------------


def list_mutants(game: str) -> list[Mutant]:
    """Every place of the rules of a game that can be changed."""
    rules = ROOT / "games" / game / "rules"
    sections_by_code = read_refusals(rules / "meta.py")
    paths = [path for path in sorted(rules.rglob("*.py")) if path.name not in LEFT_OUT_MODULES]
    return [mutant for path in paths for mutant in _list_places(path, sections_by_code)]


def read_refusals(path: Path) -> dict[str, str]:
    """Refusal code -> section, from the text of meta.py: nothing of the game is imported yet."""
    return dict(re.findall(r'^\s+"(\w+)": "([\w-]+)",$', path.read_text(encoding="utf-8"), re.MULTILINE))


def _list_places(path: Path, sections_by_code: dict[str, str]) -> Iterator[Mutant]:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for place, node in enumerate(ast.walk(tree)):
        if not can_change(node):
            continue
        around = [each for each in functions if each.lineno <= node.lineno <= (each.end_lineno or 0)]
        if not around or any(_is_left_out(path, each.name) for each in around):
            continue
        function = max(around, key=lambda each: each.lineno)
        sections = _find_sections(text, function, node.lineno, sections_by_code)
        yield Mutant(path, place, function.name, node.lineno, sections, describe_change(node))


def _is_left_out(path: Path, function: str) -> bool:
    if path.name == "state.py" and INVARIANTS.fullmatch(function):
        return True
    return LEFT_OUT_FUNCTIONS.fullmatch(function) is not None


def describe_change(node: ast.AST) -> str:
    after = copy.deepcopy(node)
    change(after)
    return f"{ast.unparse(node)} → {ast.unparse(after)}"


def can_change(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return len(node.ops) == 1 and type(node.ops[0]) in SWAPS
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign):
        return type(node.op) in SWAPS
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    return isinstance(node, ast.Constant) and type(node.value) in (int, bool)


def change(node: ast.AST) -> None:
    """Changes a node in place."""
    if isinstance(node, ast.Compare):
        node.ops = [SWAPS[type(node.ops[0])]()]
    elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign):
        node.op = SWAPS[type(node.op)]()
    elif isinstance(node, ast.UnaryOp):
        node.operand = ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.Constant):
        node.value = not node.value if type(node.value) is bool else node.value + 1


def _find_sections(
    text: str, function: ast.FunctionDef, line: int, sections_by_code: dict[str, str]
) -> frozenset[str]:
    """The sections that the changed line refuses with, or else those that the function cites."""
    lines = text.splitlines()
    near = "\n".join(lines[line - 1 : line + 2])
    codes = [code for code in re.findall(r'refuse\(\s*"(\w+)"', near) if code in sections_by_code]
    if codes:
        return frozenset({sections_by_code[codes[0]]})
    body = "\n".join(lines[function.lineno - 1 : function.end_lineno])
    cited = re.findall(r"rules: ([\w-]+(?:,\s+[\w-]+)*)", body)
    keys = {key for group in cited for key in re.split(r",\s+", group)}
    if not keys:  # what the head of the module cites
        head = text.partition('\n"""')[0] if text.startswith('"""') else ""
        cited = re.findall(r"rules: ([\w-]+(?:,\s+[\w-]+)*)", head[:HEAD_LENGTH])
        keys = {key for group in cited for key in re.split(r",\s+", group)}
    if not keys:
        keys = {
            sections_by_code[code]
            for code in re.findall(r'refuse\(\s*"(\w+)"', body)
            if code in sections_by_code
        }
    return frozenset(keys)


# --- running a mutant -----------------------------------------------------------------------------


class MutatedLoader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module in its changed form."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = ".".join(mutant.path.relative_to(ROOT).with_suffix("").parts)

    def find_spec(self, name, path=None, target=None):
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.mutant.path, loader=self)

    def exec_module(self, module) -> None:
        tree = ast.parse(self.mutant.path.read_text(encoding="utf-8"))
        change([*ast.walk(tree)][self.mutant.place])
        ast.fix_missing_locations(tree)
        exec(compile(tree, str(self.mutant.path), "exec"), module.__dict__)


def run_apart(work: Callable[[], Any]) -> Any:
    """What a function returns in a process of its own; None if it fails or does not end."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.setitimer(signal.ITIMER_PROF, SECONDS_PER_MUTANT)
        with os.fdopen(writing, "w") as pipe:
            try:
                said = work()
            except BaseException:
                said = None  # The game cannot even be imported.
            pipe.write(json.dumps(said))
            pipe.flush()
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


def list_positions(game: str) -> dict[str, list[Any]]:
    """By section: its positions, its further ones and its worked example, as they are stored."""
    from games.core.positions import position as positions
    from games.core.positions.searching import find_in_match

    engine = importlib.import_module(f"games.{game}.rules").ENGINE
    probes = importlib.import_module(f"games.{game}.positions").PROBES
    stored = json.loads((ROOT / "games" / game / "positions.json").read_text(encoding="utf-8"))
    found = defaultdict(list)
    for row in stored["positions"]:
        probe = positions.read_position(engine, probes, row).probe
        further = [find_in_match(engine, probes, probe, seed) for seed in stored["fresh"][probe.key]]
        found[row["section"]] += [
            row,
            *[positions.describe_position(engine, each) for each in further if each],
        ]
    examples = ROOT / "games" / game / "examples.json"
    for row in json.loads(examples.read_text(encoding="utf-8")) if examples.exists() else []:
        found[row["section"]].append(row)
    return found


def ask_positions(
    game: str, mutant: Mutant | None, rows_by_section: dict[str, list[Any]]
) -> dict[str, list[str]]:
    """By section: what each of its positions says with this mutant."""
    if mutant:
        sys.meta_path.insert(0, MutatedLoader(mutant))
    engine = importlib.import_module(f"games.{game}.rules").ENGINE
    probes = importlib.import_module(f"games.{game}.positions").PROBES
    return {section: [_ask(engine, probes, row) for row in rows] for section, rows in rows_by_section.items()}


def _ask(engine: Any, probes: Any, row: Any) -> str:
    from games.core.positions import position as positions

    try:
        position = positions.read_position(engine, probes, row)
        before = positions.replay_position(engine, position)
        moment = positions.try_action(engine, position.seats, before, position.asked_move)
        asked = positions.judge(position, moment)
        return f"{asked.answer} {positions.compute_digest(engine, position)}"
    except Exception:
        return "broken"


# --- what is published ----------------------------------------------------------------------------


def measure(game: str, most: int) -> list[Result]:
    mutants = list_mutants(game)
    step = max(1, -(-len(mutants) // most))
    rows_by_section = run_apart(lambda: list_positions(game))
    sound = run_apart(lambda: ask_positions(game, None, rows_by_section))
    assert sound and not any("broken" in answers for answers in sound.values()), (
        "the positions must hold first"
    )
    results = []
    for mutant in mutants[::step]:
        said = run_apart(lambda mutant=mutant: ask_positions(game, mutant, rows_by_section)) or {}
        noticed_by = [section for section, answers in sound.items() if said.get(section) != answers]
        results.append(Result(mutant, noticed_by))
    return results


def describe(game: str, results: list[Result], seconds: float) -> dict[str, Any]:
    """The content of proof.json."""
    sections = _list_sections_with_position(game)
    with_section = [result for result in results if result.mutant.sections & sections]
    return {
        "mutants": len(results),
        "noticed": sum(bool(result.noticed_by) for result in results),
        "with_section": len(with_section),
        "noticed_by_own": sum(_is_noticed_by_own(result) for result in with_section),
        "seconds": round(seconds),
        "sections": list(_describe_sections(game, results)),
        "unnoticed": [_describe_mutant(game, result.mutant) for result in results if not result.noticed_by],
    }


def _list_sections_with_position(game: str) -> set[str]:
    rows = json.loads((ROOT / "games" / game / "positions.json").read_text(encoding="utf-8"))["positions"]
    return {row["section"] for row in rows}


def _is_noticed_by_own(result: Result) -> bool:
    return bool(result.mutant.sections & set(result.noticed_by))


def _describe_mutant(game: str, mutant: Mutant) -> dict[str, str]:
    module = mutant.path.relative_to(ROOT / "games" / game / "rules").as_posix()
    return {"module": module, "function": mutant.function, "change": mutant.change}


def _describe_sections(game: str, results: list[Result]) -> Iterator[dict[str, Any]]:
    """Section by section: where the engine obeys it, its tests, its position, and what was noticed."""
    from tests.games.core.sections import find_tests_by_section, list_sections

    rows = json.loads((ROOT / "games" / game / "positions.json").read_text(encoding="utf-8"))["positions"]
    # Of several positions of a section the first one counts.
    moves_by_section = {row["section"]: len(row["moves"]) for row in reversed(rows)}
    functions, own, noticed = defaultdict(set), defaultdict(int), defaultdict(int)
    for mutant in list_mutants(game):
        for key in mutant.sections:
            functions[key].add(f"{mutant.path.stem}.{mutant.function}")
    for result in results:
        for key in result.mutant.sections:
            own[key] += 1
            noticed[key] += key in result.noticed_by
    tests = find_tests_by_section(game)
    for key in list_sections(game):
        yield {
            "key": key,
            "functions": sorted(functions[key]),
            "tests": sorted(map(str, tests.get(key, []))),
            "moves": moves_by_section.get(key),
            "mutants": own[key],
            "noticed": noticed[key],
        }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append")
    parser.add_argument("--mutants", type=int, default=300, help="at most so many of each game (300)")
    options = parser.parse_args()
    games = options.game or sorted(path.parent.name for path in ROOT.glob("games/*/positions.json"))
    measured = {}
    for game in games:
        started = time.process_time() + os.times().children_user
        results = measure(game, options.mutants)
        seconds = time.process_time() + os.times().children_user - started
        measured[game] = results, seconds
        print(
            game,
            len(results),
            "mutants,",
            sum(not each.noticed_by for each in results),
            "unnoticed",
            flush=True,
        )
    # Only now, because it imports the games, and a mutant must be imported first.
    for game, (results, seconds) in measured.items():
        path = ROOT / "games" / game / "proof.json"
        path.write_text(json.dumps(describe(game, results, seconds), indent=1, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
