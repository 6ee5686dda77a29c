"""Titles and questions that are made up, for a checkout beside which the real files do not lie.

Names are made of syllables, and few words are in many names, as in a real catalogue; the same size gives the
same titles.
"""

import random
from functools import cache

from tests.bench.rows import Row

SEED = 20_260
ONSETS = tuple("b br c ch d dr f fl g gr h j k kl l m n p pr qu r s sch st t tr v w z".split())  # noqa: SIM905
VOWELS = tuple("a e i o u ai au ei ou é è ä ö ü".split())  # noqa: SIM905
ENDINGS = ("", "n", "r", "s", "l", "t", "nd", "rg", "x", "m", "ck")
SMALL_WORDS = ("the", "of", "and", "la", "le", "der", "die", "das", "und", "di")
NUMERALS = ("2", "II", "III", "IV", "1830")
MECHANICS = 180


def _make_word(chance: random.Random) -> str:
    syllables = chance.choices((1, 2, 3, 4), (1, 6, 4, 1))[0]
    return "".join(
        chance.choice(ONSETS) + chance.choice(VOWELS) + (chance.choice(ENDINGS) if last else "")
        for last in [False] * (syllables - 1) + [True]
    )


@cache
def _make_words() -> list[str]:
    chance = random.Random(SEED)
    return list(dict.fromkeys(_make_word(chance) for _ in range(30_000)))


def _choose_word(words: list[str], chance: random.Random) -> str:
    """The first words are by far the most frequent ones."""
    return words[int(len(words) * chance.random() ** 3)]


def _make_name(words: list[str], chance: random.Random) -> str:
    name = [_choose_word(words, chance).capitalize() for _ in range(chance.choices((1, 2, 3), (3, 5, 2))[0])]
    if chance.random() < 0.3:
        name.insert(chance.randrange(len(name)), chance.choice(SMALL_WORDS))
    if chance.random() < 0.05:
        name.append(chance.choice(NUMERALS))
    return " ".join(name)


def make_rows(size: int) -> list[Row]:
    """So many titles; those with other names come first, as in the real files."""
    chance, words = random.Random(SEED + 1), _make_words()
    people = [
        f"{_make_word(chance).capitalize()} {_make_word(chance).capitalize()}" for _ in range(size // 4 + 9)
    ]
    rows = []
    for id in range(1, size + 1):
        other_names = [_make_name(words, chance) for _ in range(1 + id % 2)] if id <= 3_000 else []
        designers = [_choose_word(people, chance) for _ in range(chance.choices((0, 1, 2), (1, 6, 2))[0])]
        votes = int(100_000 / (1 + chance.random() * id))
        row = Row(
            id, [_make_name(words, chance), *other_names], chance.randint(1960, 2026), votes, id % 6 == 0
        )
        row.designers = list(dict.fromkeys(designers))
        rows.append(row)
    return rows


def make_details(ids: list[int]) -> dict[int, dict[str, str]]:
    """Players, time, age, weight and mechanisms, in the columns of the real file."""
    chance, details = random.Random(SEED + 2), {}
    for id in ids:
        low = chance.randint(1, 4)
        mechanics = [f"Mechanic {int(MECHANICS * chance.random() ** 2)}" for _ in range(chance.randint(1, 5))]
        details[id] = {
            "MinPlayers": str(low),
            "MaxPlayers": str(low + chance.randint(0, 6)),
            "PlayTime": str(chance.choice((15, 20, 30, 45, 60, 90, 120, 180))),
            "MinAge": str(chance.randint(4, 16)),
            "ComplexityAverage": f"{chance.uniform(1, 5):.2f}",
            "Mechanics": ", ".join(dict.fromkeys(mechanics)),
        }
    return details
