"""An index of section texts in memory. Pure: words in, numbers out; the same for every database.

Weights are worked out when a text is analysed (heading, place of a term, how often, how long), so that finding only
adds them up. An entry that changes gets a new number; the old one is dead until the next rebuilding.
"""

import math
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from catalogue.search.vocabulary import Vocabulary
from rules_docs.analysis import Asked, spoken_of, terms

# A section that speaks of a concept holds @key, the one that explains it holds @@key: rare, so it comes first.
SPOKEN, EXPLAINED = "@", "@@"
HEADING, BODY, NAMED, PLACE = 4.0, 1.0, 1.5, 12.0
_K1, _B, _USUAL = 1.2, 0.4, 90.0
_MOST = 16  # how many words of the index one unknown word may stand for
STEM_SHARE = 0.8  # a stem says a little less than the word itself


class Hit(NamedTuple):
    id: int
    score: float
    words: int


def analyse(
    heading: str,
    body: str,
    language: str,
    *,
    phrases: Mapping[tuple[str, ...], Iterable[str]],
    placed: Iterable[str] = (),
    linked: Iterable[str] = (),
) -> dict[str, int]:
    """Token → weight from 1 to 255. `placed` are terms that this section explains, `linked` those that it mentions."""
    found: defaultdict[str, float] = defaultdict(float)
    length = 0
    for text, share in ((heading, HEADING), (body, BODY)):
        pairs = terms(text, language)
        length += len(pairs)
        for form, stem in pairs:
            found[form] += share
            if stem != form:
                found[stem] += share * STEM_SHARE
        for _start, _length, concept in spoken_of([stem for _form, stem in pairs], phrases):
            found[SPOKEN + concept] += share * NAMED
    for concept in linked:
        found[SPOKEN + concept] += NAMED
    for concept in placed:
        found[SPOKEN + concept] += NAMED
        found[EXPLAINED + concept] += PLACE
    norm = _K1 * (1 - _B + _B * length / _USUAL)
    return {token: max(1, min(255, round(120 * many / (many + norm)))) for token, many in found.items()}


def pack(tokens: Mapping[str, int]) -> str:
    return " ".join(f"{token}:{weight}" for token, weight in tokens.items())


def unpack(packed: str) -> Iterable[tuple[str, int]]:
    for pair in packed.split():
        token, _, weight = pair.rpartition(":")
        yield token, int(weight)


class Index:
    """Postings as arrays: entry numbers in rising order and one weight byte each."""

    def __init__(self) -> None:
        self.ids: list[int] = []
        self.numbers: dict[int, int] = {}
        self.entries: dict[str, array[int]] = {}
        self.weights: dict[str, bytearray] = {}
        self.vocabulary = Vocabulary()
        self.is_sorted = False

    def __len__(self) -> int:
        return len(self.numbers)

    def put(self, id: int, tokens: Iterable[tuple[str, int]]) -> None:
        number = len(self.ids)
        self.ids.append(id)
        self.numbers[id] = number
        for token, weight in tokens:
            if token not in self.entries:
                self.entries[token] = array("I")
                self.weights[token] = bytearray()
                self.is_sorted = False
            self.entries[token].append(number)
            self.weights[token].append(weight)

    @property
    def dead(self) -> int:
        return len(self.ids) - len(self.numbers)

    def words(self) -> Vocabulary:
        if not self.is_sorted:
            self.vocabulary.words = sorted(token for token in self.entries if not token.startswith(SPOKEN))
            self.is_sorted = True
        return self.vocabulary

    def find(self, asked: Sequence[Asked], *, among: set[int] | None = None, is_prefix: bool = False) -> list[Hit]:
        """Entries that hold all words; when there are none, those that hold the most. Best first."""
        groups = [self._group(word, is_prefix and word is asked[-1]) for word in asked]
        groups = [group for group in groups if group]
        if not groups:
            return []
        hits = self._scored(groups, len(asked), among)
        return sorted(hits, key=lambda hit: (-hit.words, -hit.score, hit.id))

    def _group(self, word: Asked, is_prefix: bool) -> dict[int, float]:
        """What one word may stand for, and how well each entry answers it."""
        tokens = [token for token in word.forms if token in self.entries]
        for concept in word.concepts:
            tokens += [sign + concept for sign in (SPOKEN, EXPLAINED) if sign + concept in self.entries]
        if is_prefix:
            tokens += self._beginning_with(word.word, tokens)
        if not tokens:
            tokens = self._beginning_with(word.word, []) or self._near(word.word)
        best: dict[int, float] = {}
        for token in tokens:
            worth = self._worth(token) * (1.0 if token == word.word or token[0] == SPOKEN else STEM_SHARE)
            found = zip(self.entries[token], (weight * worth for weight in self.weights[token]), strict=True)
            if not best:
                best = dict(found)
                continue
            for number, score in found:
                if score > best.get(number, 0.0):
                    best[number] = score
        return best

    def _worth(self, token: str) -> float:
        """Rare words say more."""
        return math.log(1 + len(self.ids) / len(self.entries[token]))

    def _beginning_with(self, word: str, known: Sequence[str]) -> list[str]:
        if len(word) < 2:
            return []
        vocabulary = self.words()
        first, last = vocabulary.span(word)
        return [token for token in vocabulary.words[first : min(last, first + _MOST)] if token not in known]

    def _near(self, word: str) -> list[str]:
        """One slip away; short words are left alone."""
        if len(word) < 4:
            return []
        vocabulary = self.words()
        return [
            slip
            for slip, start, _last in vocabulary.near_spans(word)
            if bisect_left(vocabulary.words, slip) == start and vocabulary.words[start] == slip
        ][:_MOST]

    def _scored(self, groups: list[dict[int, float]], asked: int, among: set[int] | None) -> list[Hit]:
        groups = sorted(groups, key=len)
        holding = set(groups[0]).intersection(*groups[1:]) if len(groups) == asked else set()
        numbers = self.numbers
        if holding:
            return [
                Hit(id, sum(group[number] for group in groups), asked)
                for number in holding
                if numbers[id := self.ids[number]] == number and (among is None or id in among)
            ]
        counted: Counter[int] = Counter(number for group in groups for number in group)
        return [
            Hit(id, sum(group.get(number, 0.0) for group in groups), many)
            for number, many in counted.items()
            if numbers[id := self.ids[number]] == number and (among is None or id in among)
        ]
