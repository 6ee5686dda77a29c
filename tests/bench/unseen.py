"""A second set of questions, of the kinds of the first, drawn from titles that the first does not ask for."""

import random
from collections import defaultdict
from collections.abc import Callable

from escale.common.text.folding import fold, tokenize
from tests.bench.data import SLIPS, Question, Row, slip

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
ROMAN = {"ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8"}
SMALL = {"the", "of", "and", "a", "der", "die", "das", "und", "le", "la", "les", "de", "des", "et", "il", "di", "e"}
Typed = Callable[[str, random.Random], str]  # How a name is typed; as it stands, or "", where the kind does not apply.


def _slipped(name: str, chance: random.Random) -> str:
    return slip(name, chance.choice(SLIPS), chance) if len(name) > 6 else ""


def _apart(name: str, chance: random.Random) -> str:
    words = name.split()
    at = max(range(len(words)), key=lambda place: len(words[place]), default=0)
    cut = chance.randint(3, len(words[at]) - 3) if words and len(words[at]) > 6 else 0
    return " ".join([*words[:at], words[at][:cut], words[at][cut:], *words[at + 1 :]]) if cut else ""


def _mixed(name: str, chance: random.Random) -> str:
    words = name.split()
    return " ".join(chance.sample(words, len(words))) if len(words) > 2 else ""


def _digits(name: str, _chance: random.Random) -> str:
    return " ".join(ROMAN.get(word.lower(), word) for word in name.split())


def _without_small_words(name: str, _chance: random.Random) -> str:
    return " ".join(word for word in name.split() if word.lower() not in SMALL)


KINDS: dict[str, Typed] = {
    "as it stands": lambda name, _chance: name.upper(),
    "accents dropped": lambda name, _chance: fold(name) if fold(name) != name.lower() else "",
    "umlauts written out": lambda name, _chance: name.translate(UMLAUTS),
    "punctuation dropped": lambda name, _chance: " ".join("".join(x for x in name if x.isalnum() or x == " ").split()),
    "one slip": _slipped,
    "any order": _mixed,
    "space added": _apart,
    "space missing": lambda name, _chance: name.replace(" ", "", 1),
    "digits for IV": _digits,
    "small words dropped": _without_small_words,
}


def unseen_questions(rows: list[Row], asked: list[Question], seed: int, each: int = 20) -> list[Question]:
    """Main and other names alike; whoever bears the name that was meant is right."""
    chance, seen = random.Random(seed), {id for question in asked for id in question.expected}
    fresh = [row for row in rows if row.id not in seen]
    bearers = defaultdict(set)
    for row in rows:
        for name in row.names:
            bearers[" ".join(tokenize(name))].add(row.id)
    made = []
    for kind, typed in KINDS.items():
        pairs = ((name, typed(name, chance)) for name in _names(fresh, chance))
        fitting = ((name, text) for name, text in pairs if text and (text != name))
        for name, text in [pair for pair, _n in zip(fitting, range(each), strict=False)]:
            made.append(Question(f"unseen: {kind}", text, frozenset(bearers[" ".join(tokenize(name))])))
    return made + _designers(fresh, rows, chance, each)


def _names(rows: list[Row], chance: random.Random) -> list[str]:
    names = [chance.choice(row.names) for row in rows]
    return chance.sample([name for name in names if len(name) > 3], len(names) // 2)


def _designers(fresh: list[Row], rows: list[Row], chance: random.Random, each: int) -> list[Question]:
    """The last name of a designer and a long word of the title."""
    made = []
    for row in chance.sample([row for row in fresh if row.designers], each):
        last, word = tokenize(row.designers[0])[-1], max(tokenize(row.names[0]), key=len)
        right = {
            other.id
            for other in rows
            if any(last in tokenize(person) for person in other.designers)
            and any(word in tokenize(name) for name in other.names)
        }
        made.append(Question("unseen: designer and word", f"{last} {word}", frozenset(right)))
    return made
