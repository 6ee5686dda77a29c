"""An index of section texts in memory. Pure: words in, numbers out; the same for every database.

Weights are worked out when a text is analysed (heading, place of a term, how often, how long), so that finding only
adds them up. Which texts hold which words is decided with sets of bits; only the heaviest are weighed. A section that
changes gets new numbers; the old ones are dead until the next rebuilding.
"""

import math
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from escale.common.text.vocabulary import Vocabulary
from rules_docs.search.index.analysis import Asked, spoken_of, terms

# A section that speaks of a concept holds @key, the one that explains it holds @@key: rare, so it comes first.
SPOKEN, EXPLAINED = "@", "@@"
HEADING, BODY, NAMED, PLACE = 4.0, 1.0, 1.5, 12.0
_K1, _B, _USUAL = 1.2, 0.4, 90.0
_MOST = 16  # how many words of the index one unknown word may stand for
LANGUAGES = 4
OWN_LANGUAGE = 1.15  # a text in the reader's language is a little better
STEM_SHARE = 0.8  # a stem says a little less than the word itself


class Hit(NamedTuple):
    """A section that answers: its best text, and how well."""

    section: int
    text: int
    words: int
    score: float


class Hits(NamedTuple):
    best: list[Hit]
    total: int


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


class Token:
    """Where a word stands: numbers in rising order, a weight byte for each; more is worked out when first needed."""

    __slots__ = ("_bits", "_order", "numbers", "weights")

    def __init__(self) -> None:
        self.numbers = array("I")
        self.weights = bytearray()
        self._bits: int | None = None
        self._order: array[int] | None = None

    def add(self, number: int, weight: int) -> None:
        self.numbers.append(number)
        self.weights.append(weight)
        self._bits = self._order = None

    @property
    def bits(self) -> int:
        """The numbers as a set of bits."""
        if self._bits is None:
            held = bytearray((self.numbers[-1] >> 3) + 1)
            for number in self.numbers:
                held[number >> 3] |= 1 << (number & 7)
            self._bits = int.from_bytes(held, "little")
        return self._bits

    @property
    def order(self) -> "array[int]":
        """The numbers, heaviest first."""
        if self._order is None:
            places = sorted(range(len(self.numbers)), key=self.weights.__getitem__, reverse=True)
            self._order = array("I", [self.numbers[place] for place in places])
        return self._order

    def weight(self, number: int) -> int:
        at = bisect_left(self.numbers, number)
        return self.weights[at] if at < len(self.numbers) and self.numbers[at] == number else 0


Group = list[tuple[Token, float]]


class Index:
    """Sections in up to four languages. Each has four numbers in a row, one a language, so that the sections among a
    set of numbers are counted by folding four bits into one."""

    def __init__(self) -> None:
        self.tokens: dict[str, Token] = {}
        self.sections: list[int] = []  # by slot: a quarter of a number
        self.texts: list[int] = []  # by number; 0 where a language is missing
        self.slots: dict[int, int] = {}
        self.alive = 0
        self.vocabulary = Vocabulary()
        self.is_sorted = False

    def __len__(self) -> int:
        return len(self.slots)

    @property
    def dead(self) -> int:
        return len(self.sections) - len(self.slots)

    def put(self, section: int, texts: Mapping[int, tuple[int, Iterable[tuple[str, int]]]]) -> None:
        """Language number → id of the text and its words; replaces whatever was known of the section."""
        self.remove(section)
        slot = self.slots[section] = len(self.sections)
        self.sections.append(section)
        self.texts.extend([0] * LANGUAGES)
        for language, (text, words) in texts.items():
            number = slot * LANGUAGES + language
            self.texts[number] = text
            self.alive |= 1 << number
            for word, weight in words:
                self._token(word).add(number, weight)

    def remove(self, section: int) -> None:
        slot = self.slots.pop(section, None)
        if slot is not None:
            self.alive &= ~(((1 << LANGUAGES) - 1) << (slot * LANGUAGES))

    def _token(self, word: str) -> Token:
        if word not in self.tokens:
            self.tokens[word] = Token()
            self.is_sorted = False
        return self.tokens[word]

    def words(self) -> Vocabulary:
        if not self.is_sorted:
            self.vocabulary.words = sorted(token for token in self.tokens if not token.startswith(SPOKEN))
            self.is_sorted = True
        return self.vocabulary

    # --- finding

    def find(
        self,
        asked: Sequence[Asked],
        *,
        most: int = 20,
        language: int | None = None,
        among: int | None = None,
        is_prefix: bool = False,
    ) -> Hits:
        """The sections one of whose texts holds all words (or, failing that, as many as possible), best first.

        `among` are the numbers that count at all; a text in `language` is preferred.
        """
        groups = [self._group(word, is_prefix and word is asked[-1]) for word in asked]
        groups = [group for group in groups if group]
        allowed = self.alive if among is None else self.alive & among
        numbers, held = _holding([_bits(group) & allowed for group in groups])
        if not numbers:
            return Hits([], 0)
        chosen = _chosen(groups, numbers, 4 * most + 20)
        best: dict[int, float] = {}
        for number in chosen:
            preferred = OWN_LANGUAGE if number % LANGUAGES == language else 1.0
            score = preferred * sum(max(token.weight(number) * worth for token, worth in group) for group in groups)
            if score > best.get(number // LANGUAGES, 0.0):
                best[number // LANGUAGES] = score
        ranked = sorted(best, key=lambda slot: (-best[slot], slot))[:most]
        # A word that the reader's language knows shows every section in it; a foreign one shows where it stands.
        own = _slots(allowed) << language if language is not None else 0
        shown = numbers | allowed & own if numbers & own else numbers
        hits = [Hit(self.sections[slot], self._shown(slot, shown, language), held, best[slot]) for slot in ranked]
        return Hits(hits, _sections(numbers).bit_count())

    def _shown(self, slot: int, numbers: int, language: int | None) -> int:
        """The text in the reader's language if it is one of the numbers, else the first that is."""
        answering = [place for place in range(LANGUAGES) if numbers >> (slot * LANGUAGES + place) & 1]
        return self.texts[slot * LANGUAGES + (language if language in answering else answering[0])]

    def _group(self, word: Asked, is_prefix: bool) -> Group:
        """Everything that one word may stand for, and what each is worth: rare words say more."""
        names = [form for form in word.forms if form in self.tokens]
        for concept in word.concepts:
            names += [sign + concept for sign in (SPOKEN, EXPLAINED) if sign + concept in self.tokens]
        if is_prefix:
            names += self._beginning_with(word.word, names)
        names = names or self._beginning_with(word.word, []) or self._near(word.word)
        found = []
        for name in names:
            token = self.tokens[name]
            rare = math.log(1 + len(self.texts) / len(token.numbers))
            found.append((token, rare if name == word.word or name.startswith(SPOKEN) else rare * STEM_SHARE))
        return found

    def _beginning_with(self, word: str, known: Sequence[str]) -> list[str]:
        if len(word) < 2:
            return []
        vocabulary = self.words()
        first, last = vocabulary.find_span(word)
        return [token for token in vocabulary.words[first : min(last, first + _MOST)] if token not in known]

    def _near(self, word: str) -> list[str]:
        """One slip away; short words are left alone."""
        if len(word) < 4:
            return []
        vocabulary = self.words()
        prefixes = vocabulary.find_prefixes_one_edit_away(word)
        return [prefix for prefix, start, _end in prefixes if vocabulary.words[start] == prefix][:_MOST]


def _bits(group: Group) -> int:
    bits = 0
    for token, _worth in group:
        bits |= token.bits
    return bits


def _holding(groups: Sequence[int]) -> tuple[int, int]:
    """The numbers that stand in all groups, else in all but one, and so on; and in how many groups that is."""
    for held in range(len(groups), 0, -1):
        numbers = 0
        for some in combinations(groups, held):
            together = some[0]
            for bits in some[1:]:
                together &= bits
            numbers |= together
        if numbers:
            return numbers, held
    return 0, 0


def _chosen(groups: list[Group], numbers: int, most: int) -> set[int]:
    """The numbers worth weighing: all when they are few, else the heaviest of each word."""
    held = numbers.to_bytes((numbers.bit_length() + 7) // 8, "little")
    if numbers.bit_count() <= most:
        return {8 * at + bit for at, byte in enumerate(held) if byte for bit in range(8) if byte >> bit & 1}
    last = 8 * len(held)
    found: set[int] = set()
    for group in groups:
        for token, _worth in group:
            inside = (n for n in token.order if n < last and held[n >> 3] >> (n & 7) & 1)
            found.update(islice(inside, most))
    return found


def _sections(numbers: int) -> int:
    """One bit for each section that has any."""
    folded = numbers | numbers >> 1
    folded |= folded >> 2
    return folded & _slots(numbers)


def _slots(numbers: int) -> int:
    """The bit of the first language of every section there is room for."""
    width = (numbers.bit_length() + LANGUAGES) // LANGUAGES
    return ((1 << LANGUAGES * width) - 1) // ((1 << LANGUAGES) - 1)
