"""The real files that benchmarks read where they lie, and questions made from their titles."""

import csv
import gzip
import io
import os
import random
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from escale.common.text.folding import tokenize

FOLDER = Path(os.environ.get("CATALOGUE_DATA", Path(__file__).resolve().parents[2] / ".." / "shared" / "data"))
SLIPS = ("letter wrong", "letter missing", "letter too many", "letter doubled", "letters swapped")


@dataclass
class Row:
    """What the files tell of a title."""

    id: int
    names: list[str]
    year: int
    votes: int
    expansion: bool
    designers: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Question:
    kind: str
    text: str
    expected: frozenset[int]


def library(size: int) -> list[Row]:
    """Titles that have other names, then those with most votes, until there are as many as asked for."""
    others, designers = defaultdict(list), defaultdict(list)
    for line in _table("alt_titles.tsv"):
        others[int(line["bgg_id"])].append(line["alternate_title"])
    with gzip.open(FOLDER / "designers_links.csv.gz", "rt", encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            if line["value"] != "(Uncredited)":
                designers[int(line["game_id"])].append(line["value"])
    rows = []
    for line in ranks():
        id, expansion = int(line["id"]), line["is_expansion"] == "1"
        names = [line["name"], *others[id]]
        rows.append(Row(id, names, int(line["yearpublished"]), int(line["usersrated"]), expansion, designers[id]))
    rows.sort(key=lambda row: (len(row.names) == 1, -row.votes))
    return rows[:size]


def _table(name: str) -> Iterator[dict[str, str]]:
    with open(FOLDER / name, encoding="utf-8") as file:
        yield from csv.DictReader(file, delimiter="\t")


def ranks() -> Iterator[dict[str, str]]:
    with zipfile.ZipFile(FOLDER / "boardgames_ranks.zip").open("boardgames_ranks.csv") as file:
        yield from csv.DictReader(io.TextIOWrapper(file, "utf-8"))


def questions() -> list[Question]:
    return [
        Question(line["class"], line["query"], frozenset(map(int, line["expected_bgg_ids"].split(","))))
        for line in _table("search_queries.tsv")
    ]


def own_questions(rows: list[Row], seed: int, each: int = 60) -> list[Question]:
    """Questions that nobody tuned for: titles drawn at random and typed badly; whoever bears the words is right."""
    chance = random.Random(seed)
    written = {row.id: [" ".join(tokenize(name)) for name in row.names] for row in rows}
    made: list[Question] = []
    for kind in (*SLIPS, "any order", "space missing", "inside a word"):
        wanted = len(made) + each
        while len(made) < wanted:
            words = chance.choice(written[chance.choice(rows).id]).split()[: chance.randint(1, 4)]
            asked, meant = _badly(kind, words, chance)
            if asked:
                right = frozenset(id for id, names in written.items() if any(meant in name for name in names))
                made.append(Question(f"own: {kind}", asked, right))
    return made


def _badly(kind: str, words: list[str], chance: random.Random) -> tuple[str, str]:
    """What is typed in place of these words, and what a right title holds; nothing where it does not apply."""
    typed, longest = " ".join(words), max(words, key=len, default="")
    if kind == "inside a word" and len(longest) > 7:
        at = chance.randint(1, len(longest) - 6)
        return longest[at : at + 6], longest[at : at + 6]
    if kind == "any order" and len(words) > 1:
        return " ".join(chance.sample(words, len(words))), typed
    if kind == "space missing" and len(words) > 1:
        return " ".join(["".join(words[:2]), *words[2:]]), typed
    if kind in SLIPS and sum(map(str.isalpha, typed)) > 4:
        return slip(typed, kind, chance), typed
    return "", ""


def slip(text: str, kind: str, chance: random.Random) -> str:
    """The text with one slip at a letter; the same text where the letters swapped are alike."""
    at = chance.choice([place for place, letter in enumerate(text) if letter.isalpha()])
    before, here, after = text[:at], text[at], text[at + 1 :]
    letter = chance.choice("abcdefghijklmnopqrstuvwxyz")
    if kind == "letters swapped":
        return before + after[0] + here + after[1:] if after and after[0] != " " else text
    return before + {"wrong": letter, "missing": "", "too many": letter + here, "doubled": here * 2}[kind[7:]] + after
