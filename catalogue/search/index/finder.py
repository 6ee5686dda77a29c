"""Finding titles by what people type."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import nsmallest
from itertools import chain, islice
from math import log10
from typing import NamedTuple

from catalogue.search.index.scoring import CREDITS, NAME, SMALL_WORDS, SPELLING, WEIGHTS, Score, Word, score, slip
from escale.common.text.folding import roman_value, spellings, tokens
from escale.common.text.vocabulary import Vocabulary

MOST_WORDS = 24  # Of a longer question the rest is not read.
MOST_SCORED = 400  # Of more titles that answer only the likeliest are weighed.
WORTH_SHOWING = 0.6  # of the points of the best


class Hit(NamedTuple):
    """A title found: its number, its points and which of its names earned them."""

    number: int
    points: float
    name: int


class Found(NamedTuple):
    """The titles that were weighed, best first, and those left unweighed because too many answer."""

    hits: list[Hit]
    rest: set[int]


class Ranking(NamedTuple):
    """All titles by popularity, and the place of each."""

    order: Sequence[int]
    place: Sequence[int]

    def best(self, numbers: set[int], n: int, fit: Callable[[int], bool] = lambda number: True) -> Iterable[int]:
        """The first n of these titles that fit: where they are many, walking the order meets them soon."""
        if len(numbers) * 30 > len(self.order):
            return islice(filter(fit, filter(numbers.__contains__, self.order)), n)
        return nsmallest(n, filter(fit, numbers), key=self.place.__getitem__)


def title_text(names: Sequence[str], credits: Sequence[str]) -> str:
    """All names and credits in one string: each word with a space on both sides, names apart by NAME."""
    spelt = (SPELLING.join(f" {' '.join(form)} " for form in spellings(name)) for name in names)
    people = dict.fromkeys(word for person in credits for word in tokens(person))
    return f"{NAME.join(spelt)}{CREDITS} {' '.join(people)} "


class Finder:
    """Finds titles by words. Inside, titles are numbers: 0, 1, 2 …"""

    def __init__(self, texts: list[str], bonus: Iterable[float]) -> None:
        self.vocabulary = Vocabulary()
        self.texts = texts
        self.bonus = array("f", bonus)
        self.vocabulary.load((number, set(text.split())) for number, text in enumerate(texts))

    def put(self, number: int, text: str, bonus: float) -> None:
        """Give a title this text; the next free number adds one, an empty text takes one out."""
        if number == len(self.texts):
            self.texts.append("")
            self.bonus.append(0.0)
        before, after = set(self.texts[number].split()), set(text.split())
        for word in before - after:
            self.vocabulary.discard(word, number)
        for word in after - before:
            self.vocabulary.add(word, number)
        self.texts[number], self.bonus[number] = text, bonus

    def find(self, text: str, ranking: Ranking) -> Found:
        """All titles that answer: the words as typed, then what resembles them as long as that is poor.

        The ranking decides where points do not, so that every process answers alike.
        """
        typed = tokens(text)[:MOST_WORDS]
        best: dict[int, Score] = {}
        words = [_word(word) for word in typed]
        holding = self._all(words)
        self._score(words, holding, best, ranking)
        for changed, held in self._respaced(typed):
            self._score(changed, held, best, ranking, WEIGHTS.respaced)
        for widen, enough in ((self._slips, 0.999), (self._beginnings, 0.9), (self._far, 0.75)):
            if max((found.quality for found in best.values()), default=0.0) >= enough:
                break
            for word in words:
                widen(word)
            self._score(words, self._all(words), best, ranking)
        if not best:
            self._score(words, self._some(words, ranking), best, ranking)
        hits = [Hit(number, found.points, found.name) for number, found in best.items()]
        hits.sort(key=lambda hit: (-hit.points, ranking.place[hit.number]))
        least = hits[0].points * WORTH_SHOWING if hits else 0.0
        shown = [hit for hit in hits if hit.points >= least or hit.number in holding]
        return Found(shown, holding.difference(best))

    def _score(
        self, words: list[Word], numbers: set[int], best: dict[int, Score], ranking: Ranking, penalty: float = 0.0
    ) -> None:
        for number in self._promising(words, numbers, ranking):
            found = score(words, self.texts[number])
            points = found.points + self.bonus[number] - penalty
            if number not in best or points > best[number].points:
                best[number] = Score(points, found.name, found.quality)

    def _promising(self, words: list[Word], numbers: set[int], ranking: Ranking) -> Iterable[int]:
        """Of too many titles those that begin as asked, then the most popular."""
        if len(numbers) <= MOST_SCORED:
            return numbers
        phrase, texts, some = " " + " ".join(word.text for word in words), self.texts, MOST_SCORED // 2
        inner, ends = NAME + phrase, tuple(f"{phrase} {end}" for end in (NAME, SPELLING, CREDITS))

        def first(number: int) -> bool:
            return texts[number].startswith(phrase) or inner in texts[number]

        fewest = min((self.vocabulary.titles.get(word.text, array("I")) for word in words), key=len)
        exact = numbers.intersection(fewest)
        whole = {number for number in exact if first(number) and any(end in texts[number] for end in ends)}
        likely = (ranking.best(whole, MOST_SCORED), ranking.best(numbers, some, first), ranking.best(numbers, some))
        return set(chain(*likely))

    def _holding(self, word: Word) -> set[int]:
        """Titles that hold the word, its beginning, or what resembles it."""
        first, last = self.vocabulary.span(word.text)
        return self._union(self.vocabulary.words[first:last]).union(*self._resembling(word).values())

    def _union(self, tokens: Iterable[str]) -> set[int]:
        return set().union(*map(self.vocabulary.titles.__getitem__, tokens))

    def _resembling(self, word: Word) -> "dict[str, array[int]]":
        held = self.vocabulary.titles
        return {token: held[token] for token in chain(word.others, word.near) if token in held}

    def _commonness(self, word: Word) -> int:
        """At most as many titles hold it."""
        return self.vocabulary.held(*self.vocabulary.span(word.text)) + sum(map(len, self._resembling(word).values()))

    def _all(self, words: list[Word]) -> set[int]:
        """Titles that hold all the words, beginning with the rarest."""
        if not words:
            return set()
        rarest, *others = sorted(words, key=lambda word: (word.loose, self._commonness(word)))
        return self._narrowed(self._holding(rarest), others)

    def _narrowed(self, found: set[int], words: Iterable[Word]) -> set[int]:
        """Those of the titles that hold these words too: few texts are looked through sooner than many titles."""
        texts = self.texts
        for word in words:
            if word.loose or not found:
                continue  # comparing will tell
            start = " " + word.text
            holding = {number for number in found if start in texts[number]}
            for token, titles in self._resembling(word).items():
                if len(titles) < 2 * len(found):
                    holding |= found.intersection(titles)
                else:
                    whole = f" {token} "
                    holding |= {number for number in found if whole in texts[number]}
            found = holding
        return found

    def _some(self, words: list[Word], ranking: Ranking) -> set[int]:
        """Titles that hold the rarer words at least, when none holds all."""
        counts: dict[int, float] = {}
        for word in words:
            holding = self._holding(word)
            if word.text in SMALL_WORDS or len(holding) > len(self.texts) // 4 + 50:
                continue
            rarity = log10(1 + len(self.texts) / (1 + len(holding)))
            for number in holding:
                counts[number] = counts.get(number, 0.0) + rarity
        return set(sorted(counts, key=lambda number: (-counts[number], ranking.place[number]))[:MOST_SCORED])

    def _respaced(self, typed: list[str]) -> Iterator[tuple[list[Word], set[int]]]:
        """The question with two words joined or one taken apart, and the titles that hold what it then asks for."""
        for at in range(len(typed) - 1):
            joined = _word(typed[at] + typed[at + 1])
            yield self._changed(typed[:at], [joined], typed[at + 2 :], self._holding(joined))
        # What the rarest of the other words leaves is looked through sooner than what holds the pieces, often letters.
        common = [(self._commonness(_word(word)), at) for at, word in enumerate(typed)]
        rarest = sorted(common)[:2]
        for at, word in enumerate(typed):
            most, other = next((pair for pair in rarest if pair[1] != at), (len(self.texts), at))
            for left, right in ((word[:cut], word[cut:]) for cut in range(1, len(word))):
                held = self._side_by_side(left, right, most, typed[other])
                if held:
                    yield self._changed(typed[:at], [_word(left), _word(right)], typed[at + 1 :], held)

    def _side_by_side(self, left: str, right: str, most: int, other: str) -> set[int]:
        """Titles that hold the one and a beginning of the other next to each other; a letter alone begins nothing.

        Where the pieces are common, only those of the titles (at most so many) that hold the other word.
        """
        titles = self.vocabulary.titles
        if left not in titles or (len(right) == 1 and right not in titles):
            return set()
        both, first, last = f" {left} {right}", *self.vocabulary.span(right)
        if len(right) == 1:
            both, last = f"{both} ", first + 1
        either: Iterable[int] = titles[left]
        held = self.vocabulary.held(first, last)
        if most < min(held, len(titles[left])):
            either = self._holding(_word(other))
        elif held < len(titles[left]):
            either = self._union(self.vocabulary.words[first:last])
        return {number for number in either if both in self.texts[number]}

    def _changed(
        self, before: list[str], changed: list[Word], after: list[str], held: set[int]
    ) -> tuple[list[Word], set[int]]:
        first, rest = [_word(word) for word in before], [_word(word) for word in after]
        return [*first, *changed, *rest], self._narrowed(held, [*first, *rest])

    def _slips(self, word: Word) -> None:
        """Whole words one slip away, and words that hold this one as a fragment."""
        text, size, near = word.text[:20], len(word.text), word.near
        if size < 3:
            return
        if size > 3:
            for token in self.vocabulary.containing(text):
                near[token] = WEIGHTS.inside + 0.1 * size / len(token)
        for token in self.vocabulary.slips(text):
            near[token] = max(near.get(token, 0.0), slip(size, True))

    def _beginnings(self, word: Word) -> None:
        """Beginnings of words one slip away; a short word is compared when its title is looked at."""
        text, size, near = word.text[:20], len(word.text), word.near
        if size < 4:
            word.loose = True
            return
        for _, first, last in self.vocabulary.near_spans(text):
            for token in self.vocabulary.words[first : min(last, first + 200)]:
                near[token] = max(near.get(token, 0.0), slip(size, False))

    def _far(self, word: Word) -> None:
        """Long words two slips away."""
        if len(word.text) > 5:
            for token, distance in self.vocabulary.far(word.text[:20]).items():
                word.near[token] = max(
                    word.near.get(token, 0.0), slip(len(word.text), False) - WEIGHTS.far * (distance - 1)
                )


def bonus(popularity: int, expansion: bool) -> float:
    """Points a title has whatever is asked."""
    return WEIGHTS.popularity * log10(1 + max(0, popularity)) - WEIGHTS.expansion * expansion


def _word(text: str) -> Word:
    value = roman_value(text)
    return Word(text, (str(value),) if value else ())
