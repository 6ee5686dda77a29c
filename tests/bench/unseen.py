"""A second set of questions, of the kinds of the first, drawn from titles that the first does not ask for.

All random choices come from one seed, so that the questions are the same in each run.
"""

import random
from collections import defaultdict
from collections.abc import Callable

from escale.common.text.folding import fold, tokenize
from tests.bench.data import SLIPS, slip
from tests.bench.rows import Question, Row

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
DIGIT_BY_ROMAN = {"ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8"}
SMALL_WORDS = frozenset((
    "the", "of", "and", "a", "der", "die", "das", "und", "le", "la", "les", "de", "des", "et", "il", "di", "e",
))  # fmt: skip

# Types a name in one way. The result is "" or the name itself where this way changes nothing.
Typist = Callable[[str, random.Random], str]


def type_in_capitals(name: str, _chance: random.Random) -> str:
    return name.upper()


def type_without_accents(name: str, _chance: random.Random) -> str:
    return fold(name) if fold(name) != name.lower() else ""


def type_umlauts_as_two_letters(name: str, _chance: random.Random) -> str:
    return name.translate(UMLAUTS)


def type_without_punctuation(name: str, _chance: random.Random) -> str:
    kept = "".join(letter for letter in name if letter.isalnum() or letter == " ")
    return " ".join(kept.split())


def type_with_slip(name: str, chance: random.Random) -> str:
    return slip(name, chance.choice(SLIPS), chance) if len(name) > 6 else ""


def type_in_any_order(name: str, chance: random.Random) -> str:
    words = name.split()
    return " ".join(chance.sample(words, len(words))) if len(words) > 2 else ""


def type_with_space_in_longest_word(name: str, chance: random.Random) -> str:
    words = name.split()
    longest = max(words, key=len, default="")
    if len(longest) <= 6:
        return ""
    place = words.index(longest)
    cut = chance.randint(3, len(longest) - 3)
    return " ".join([*words[:place], longest[:cut], longest[cut:], *words[place + 1 :]])


def type_without_first_space(name: str, _chance: random.Random) -> str:
    return name.replace(" ", "", 1)


def type_digits(name: str, _chance: random.Random) -> str:
    return " ".join(DIGIT_BY_ROMAN.get(word.lower(), word) for word in name.split())


def type_without_small_words(name: str, _chance: random.Random) -> str:
    return " ".join(word for word in name.split() if word.lower() not in SMALL_WORDS)


TYPISTS: dict[str, Typist] = {
    "as it stands": type_in_capitals,
    "accents dropped": type_without_accents,
    "umlauts written out": type_umlauts_as_two_letters,
    "punctuation dropped": type_without_punctuation,
    "one slip": type_with_slip,
    "any order": type_in_any_order,
    "space added": type_with_space_in_longest_word,
    "space missing": type_without_first_space,
    "digits for IV": type_digits,
    "small words dropped": type_without_small_words,
}


def unseen_questions(
    rows: list[Row], first_questions: list[Question], seed: int, count_per_kind: int = 20
) -> list[Question]:
    """Questions for main names and other names alike. All titles with the name that was meant are right
    answers.
    """
    chance = random.Random(seed)
    asked_ids = {id for question in first_questions for id in question.expected}
    unasked_rows = [row for row in rows if row.id not in asked_ids]
    ids_by_name = defaultdict(set)
    for row in rows:
        for name in row.names:
            ids_by_name[_fold_name(name)].add(row.id)
    questions = []
    for kind, type_name in TYPISTS.items():
        typed_names: list[tuple[str, str]] = []
        for name in _choose_names(unasked_rows, chance):
            text = type_name(name, chance)
            if not text or text == name:
                continue
            if len(typed_names) == count_per_kind:
                break
            typed_names.append((name, text))
        for name, text in typed_names:
            questions.append(Question(f"unseen: {kind}", text, frozenset(ids_by_name[_fold_name(name)])))
    return questions + _ask_for_designers(unasked_rows, rows, chance, count_per_kind)


def _fold_name(name: str) -> str:
    return " ".join(tokenize(name))


def _choose_names(rows: list[Row], chance: random.Random) -> list[str]:
    names = [chance.choice(row.names) for row in rows]
    return chance.sample([name for name in names if len(name) > 3], len(names) // 2)


def _ask_for_designers(
    unasked_rows: list[Row], rows: list[Row], chance: random.Random, count: int
) -> list[Question]:
    """The last name of a designer and the longest word of the title."""
    questions = []
    for row in chance.sample([row for row in unasked_rows if row.designers], count):
        last_name = tokenize(row.designers[0])[-1]
        word = max(tokenize(row.names[0]), key=len)
        expected = {
            other.id
            for other in rows
            if any(last_name in tokenize(person) for person in other.designers)
            and any(word in tokenize(name) for name in other.names)
        }
        questions.append(Question("unseen: designer and word", f"{last_name} {word}", frozenset(expected)))
    return questions
