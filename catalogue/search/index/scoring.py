"""How well a title answers the words asked for."""

from dataclasses import dataclass, field
from operator import lt
from typing import NamedTuple

from escale.common.text.edit_distance import distances

NAME, SPELLING, CREDITS = "\n", "\r", "\t"  # What stands between the parts of a title's text.
SMALL_WORDS = frozenset(
    (
        *("a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"),
        *("au", "aux", "d", "de", "des", "du", "en", "et", "l", "la", "le", "les", "ou", "un", "une"),
        *("da", "dei", "del", "della", "di", "e", "gli", "i", "il", "lo", "nel", "per", "uno", "una", "el", "los", "y"),
        *(
            "das",
            "dem",
            "den",
            "der",
            "die",
            "ein",
            "eine",
            "im",
            "mit",
            "oder",
            "und",
            "vom",
            "von",
            "zu",
            "zum",
            "zur",
        ),
    )
)


@dataclass(frozen=True, slots=True)
class Weights:
    """Points, found by trying on two thirds of a set of queries and looking at the last third."""

    words: float = 100.0  # all words found as they are
    beginning: float = 0.89  # a word found as the beginning of a longer one
    coverage: float = 9.5  # the whole name asked for
    lead: float = 11.5  # the name begins with the words in this order
    start: float = 2.8  # the name begins with the first of them
    phrase: float = 17.0  # the words stand side by side in this order
    ordered: float = 6.5  # they stand in this order
    whole: float = 4.5  # nothing else in the name
    credits: float = 0.985  # a word found among the people and publishers
    popularity: float = 1.5  # for each tenfold number of votes
    expansion: float = 2.5
    slip: float = 0.9  # one letter wrong in a whole word
    slip_beginning: float = 0.74  # one letter wrong in the beginning of a word
    slip_length: float = 0.36  # a slip weighs more in a short word
    inside: float = 0.88  # a fragment inside a word
    far: float = 0.075  # the second slip, beside what one slip in a beginning is worth
    respaced: float = 0.5  # words joined or taken apart


WEIGHTS = Weights()
DOUBT = 0.9  # Words found elsewhere than at the beginning of a name, and not as they are, may be chance.


@dataclass(slots=True)
class Word:
    """One word asked for: the ways it may be written, and how much other words of the vocabulary resemble it."""

    text: str
    others: tuple[str, ...] = ()
    near: dict[str, float] = field(default_factory=dict)
    start: str = ""
    letters: frozenset[str] = frozenset()
    loose: bool = False  # compare with every word of a name: for short words, which resemble too many to list
    weight: float = 1.0

    def __post_init__(self) -> None:
        self.start = " " + self.text
        self.letters = frozenset(self.text)
        self.weight = len(self.text) * (0.35 if self.text in SMALL_WORDS else 1.0)

    def loosely(self, token: str) -> float:
        """How much a short word resembles the token; kept, because tokens come again."""
        size, found = len(self.text), 0.0
        head = token[: size + 2]  # more letters are but further away
        if len(self.letters.difference(head)) < 2:  # each that is missing takes a slip
            whole, beginning = distances(self.text, head)
            found = slip(size, whole <= 1) if beginning <= 1 else 0.0
        self.near[token] = found
        return found


class Score(NamedTuple):
    points: float
    name: int  # which of the names earned them
    quality: float  # how much of the words it holds, from 0 to 1; 1 leaves no doubt


def slip(size: int, whole: bool) -> float:
    """The worth of a word found with one letter wrong."""
    return (WEIGHTS.slip if whole else WEIGHTS.slip_beginning) - WEIGHTS.slip_length / size


def _best(word: Word, text: str, tokens: list[str]) -> tuple[float, int]:
    """How much of the word is found, from 0 to 1, in the token of the text that is most like it, and where this is."""
    for spelt in (word.text, *word.others):
        if spelt in tokens:
            return 1.0, tokens.index(spelt)
    near, start = word.near, word.text
    if not near and not word.loose and word.start not in text:
        return 0.0, -1
    best, where = 0.0, -1
    for at, token in enumerate(tokens):
        if token.startswith(start):
            found = WEIGHTS.beginning
        elif token in near:
            found = near[token]
        else:
            found = word.loosely(token) if word.loose else 0.0
        if found > best:
            best, where = found, at
    return best, where


def _elsewhere(
    word: Word, text: str, tokens: list[str], places: list[int], found: float, where: int
) -> tuple[float, int]:
    """As good a place that no other word has taken: of "cosmic co" the end is not the beginning of "cosmic"."""
    free = [at for at in range(len(tokens)) if at not in places]
    other, there = _best(word, text, [tokens[at] for at in free])
    return (other, free[there]) if other >= found else (found, where)


def _order_points(places: list[int]) -> float:
    """Points for the words standing in the name as they were asked for."""
    ordered = all(map(lt, places, places[1:]))
    phrase = ordered and places[-1] - places[0] == len(places) - 1
    points = WEIGHTS.start if places[0] == 0 else 0.0
    return points + WEIGHTS.ordered * ordered + WEIGHTS.phrase * phrase + WEIGHTS.lead * (phrase and places[0] == 0)


def _name_score(words: list[Word], text: str, credits: list[float], total: float) -> tuple[float, float]:
    """Points of one name; what it lacks may be supplied by the credits."""
    tokens = text.split()
    quality, covered, exact = 0.0, 0, 0
    places: list[int] = []
    for word, credit in zip(words, credits, strict=True):
        found, where = _best(word, text, tokens)
        if where in places and found >= WEIGHTS.beginning:
            found, where = _elsewhere(word, text, tokens, places, found, where)
        quality += max(found, credit) * word.weight
        if found and found >= credit:
            places.append(where)
            exact += found == 1.0
            covered += min(len(word.text), len(tokens[where]))
    quality /= total
    points = WEIGHTS.words * quality
    if not places:
        return points, quality
    points += WEIGHTS.coverage * min(1.0, covered / sum(map(len, tokens)))
    if len(places) < len(words):
        return points, quality * DOUBT
    points += _order_points(places) + WEIGHTS.whole * quality * (len(set(places)) == len(tokens))
    leads = places == list(range(len(words)))
    if exact == len(words) or (leads and exact == len(words) - 1 and tokens[places[-1]].startswith(words[-1].text)):
        return points, 1.0
    return points, quality if leads else quality * DOUBT


def score(words: list[Word], text: str) -> Score:
    """How well the best name of a title answers, with the help of its credits."""
    names, _, people = text.partition(CREDITS)
    credited = people.split()
    credits = [WEIGHTS.credits * _best(word, people, credited)[0] if credited else 0.0 for word in words]
    total = sum(word.weight for word in words)
    best = Score(-1.0, 0, 0.0)
    for number, name in enumerate(names.split(NAME)):
        for spelling in name.split(SPELLING):
            points, quality = _name_score(words, spelling, credits, total)
            if points > best.points:
                best = Score(points, number, quality)
    return best
