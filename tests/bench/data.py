"""The titles that benchmarks work on, and questions made from them.

They are read from the real files in `FOLDER` if it has them. Otherwise they are made up.
"""

import csv
import gzip
import io
import os
import random
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from escale.common.text.folding import tokenize
from tests.bench.made_titles import make_details, make_rows
from tests.bench.rows import Question, Row

FOLDER = Path(
    os.environ.get("CATALOGUE_DATA", Path(__file__).resolve().parents[2] / ".." / "shared" / "data")
)
SMALL_LIBRARY = 9_500
SLIPS = ("letter wrong", "letter missing", "letter too many", "letter doubled", "letters swapped")


def describe_source() -> str:
    """One sentence for the head of a report: where the titles come from, and how to measure with others."""
    if has_real_files():
        return f"The titles are those of the files in {FOLDER}."
    return (
        "The titles are made up; CATALOGUE_DATA names a folder with real files (boardgames_ranks.zip,"
        " alt_titles.tsv, designers_links.csv.gz, games_20k_semicolon.csv.gz, search_queries.tsv)."
    )


def has_real_files() -> bool:
    return (FOLDER / "boardgames_ranks.zip").exists()


def library(size: int) -> list[Row]:
    """So many titles: first those that have other names, then the others, each part by votes."""
    return _read_library(size) if has_real_files() else make_rows(size)


def _read_library(size: int) -> list[Row]:
    other_names, designers = defaultdict(list), defaultdict(list)
    for line in _table("alt_titles.tsv"):
        other_names[int(line["bgg_id"])].append(line["alternate_title"])
    with gzip.open(FOLDER / "designers_links.csv.gz", "rt", encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            if line["value"] != "(Uncredited)":
                designers[int(line["game_id"])].append(line["value"])
    rows = []
    for line in ranks():
        id, expansion = int(line["id"]), line["is_expansion"] == "1"
        names = [line["name"], *other_names[id]]
        rows.append(
            Row(id, names, int(line["yearpublished"]), int(line["usersrated"]), expansion, designers[id])
        )
    rows.sort(key=lambda row: (len(row.names) == 1, -row.votes))
    return rows[:size]


def _table(name: str) -> Iterator[dict[str, str]]:
    with open(FOLDER / name, encoding="utf-8") as file:
        yield from csv.DictReader(file, delimiter="\t")


def ranks() -> Iterator[dict[str, str]]:
    with zipfile.ZipFile(FOLDER / "boardgames_ranks.zip").open("boardgames_ranks.csv") as file:
        yield from csv.DictReader(io.TextIOWrapper(file, "utf-8"))


def details(rows: list[Row]) -> dict[int, dict[str, str]]:
    """Players, time, age, weight and mechanisms of the titles of which they are known, by id."""
    if not has_real_files():
        return make_details([row.id for row in rows])
    with gzip.open(FOLDER / "games_20k_semicolon.csv.gz", "rt", encoding="utf-8-sig", newline="") as file:
        return {int(line["ID"]): line for line in csv.DictReader(file, delimiter=";") if line["ID"].strip()}


def questions() -> list[Question]:
    """The questions of the real file, else as many that are drawn from the titles of a small library."""
    if not has_real_files():
        return own_questions(library(SMALL_LIBRARY), seed=3, each=98)
    return [
        Question(line["class"], line["query"], frozenset(map(int, line["expected_bgg_ids"].split(","))))
        for line in _table("search_queries.tsv")
    ]


def own_questions(rows: list[Row], seed: int, each: int = 60) -> list[Question]:
    """So many questions of each kind for which nobody has tuned the search.

    Some words of a name, drawn at random, are typed badly. All titles with these words are right answers.
    """
    chance = random.Random(seed)
    folded_names_by_id = {row.id: [" ".join(tokenize(name)) for name in row.names] for row in rows}
    questions: list[Question] = []
    for kind in (*SLIPS, "any order", "space missing", "inside a word"):
        wanted = len(questions) + each
        while len(questions) < wanted:
            name = chance.choice(folded_names_by_id[chance.choice(rows).id])
            words = name.split()[: chance.randint(1, 4)]
            typed, meant = _type_badly(kind, words, chance)
            if typed:
                expected = frozenset(
                    id for id, names in folded_names_by_id.items() if any(meant in name for name in names)
                )
                questions.append(Question(f"own: {kind}", typed, expected))
    return questions


def _type_badly(kind: str, words: list[str], chance: random.Random) -> tuple[str, str]:
    """What is typed instead of these words, and what the name of an expected title contains.

    Both are empty where this kind of mistake is not possible.
    """
    text, longest = " ".join(words), max(words, key=len, default="")
    if kind == "inside a word" and len(longest) > 7:
        start = chance.randint(1, len(longest) - 6)
        part = longest[start : start + 6]
        return part, part
    if kind == "any order" and len(words) > 1:
        return " ".join(chance.sample(words, len(words))), text
    if kind == "space missing" and len(words) > 1:
        return " ".join(["".join(words[:2]), *words[2:]]), text
    if kind in SLIPS and sum(map(str.isalpha, text)) > 4:
        return slip(text, kind, chance), text
    return "", ""


def slip(text: str, kind: str, chance: random.Random) -> str:
    """The text with one slip at a letter; unchanged if two equal letters are swapped, or a last letter."""
    place = chance.choice([place for place, letter in enumerate(text) if letter.isalpha()])
    before, here, after = text[:place], text[place], text[place + 1 :]
    other_letter = chance.choice("abcdefghijklmnopqrstuvwxyz")
    if kind == "letters swapped":
        return before + after[0] + here + after[1:] if after and after[0] != " " else text
    replacements = {
        "letter wrong": other_letter,
        "letter missing": "",
        "letter too many": other_letter + here,
        "letter doubled": here * 2,
    }
    return before + replacements[kind] + after
