"""Every word of the catalogue in order, with the titles that hold it; finds beginnings, misspellings and fragments."""

from array import array
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate

from escale.common.text.edit_distance import distances, letter_masks

_END = "\U0010ffff"
_LINE = "\n"
_MANY = 400  # A fragment held by more words than this says nothing.


def _script(letter: str) -> int:
    """Letters worth trying in place of one another: Latin ones together, others by their block of 256."""
    return 0 if letter < "\u0250" else ord(letter) >> 8


class Vocabulary:
    """Sorted words and, for each, the sorted numbers of the titles that hold it."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.titles: dict[str, array[int]] = {}
        self._with: dict[str, str] = {}  # for each letter a line for each word that holds it, or held it once
        self._letters: dict[int, str] = {}  # of each script
        self._before = array("I")

    def load(self, pairs: Iterable[tuple[int, Iterable[str]]]) -> None:
        """Fill at once from (title, words) in rising order of titles."""
        titles = self.titles
        for number, words in pairs:
            for word in words:
                held = titles.get(word)
                if held is None:
                    titles[word] = array("I", (number,))
                else:
                    held.append(number)
        self.words = sorted(titles)
        lines = defaultdict(list)
        for word in self.words:
            for letter in set(word):
                lines[letter].append(word)
        self._with = {letter: "\n".join(("", *words, "")) for letter, words in lines.items()}
        for letter in sorted(lines):
            self._know(letter)
        self._count()

    def _know(self, letter: str) -> None:
        script = _script(letter)
        self._letters[script] = self._letters.get(script, "") + letter

    def _count(self) -> None:
        self._before = array("I", accumulate((len(self.titles[word]) for word in self.words), initial=0))

    def add(self, word: str, number: int) -> None:
        if word not in self.titles:
            self.titles[word] = array("I")
            insort(self.words, word)
            for letter in set(word):
                if letter not in self._with:
                    self._know(letter)
                self._with[letter] = f"{self._with.get(letter, _LINE)}{word}{_LINE}"
        held = self.titles[word]
        at = bisect_left(held, number)
        if held[at : at + 1] != array("I", (number,)):
            held.insert(at, number)
        self._before = array("I")

    def discard(self, word: str, number: int) -> None:
        held = self.titles[word]
        held.remove(number)
        if not held:
            del self.titles[word]
            del self.words[bisect_left(self.words, word)]
        self._before = array("I")

    def span(self, beginning: str) -> tuple[int, int]:
        """Where the words with this beginning stand."""
        first = bisect_left(self.words, beginning)
        return first, bisect_left(self.words, beginning + _END, first)

    def held(self, first: int, last: int) -> int:
        """How many titles hold these words; a title counts for each of them."""
        if not self._before:
            self._count()
        return self._before[last] - self._before[first]

    def slips(self, word: str) -> list[str]:
        """Words one slip away: a letter wrong, missing, too many, two swapped."""
        known, letters, found = self.titles, self._letters.get(_script(word[0]), ""), []
        for at in range(len(word) + 1):
            head, rest, after = word[:at], word[at:], word[at + 1 :]
            found += [slip for letter in letters if (slip := head + letter + rest) in known]
            if rest:
                found += [slip for letter in letters if (slip := head + letter + after) in known]
                found += [slip for slip in (head + after, head + after[:1] + rest[0] + after[1:]) if slip in known]
        return [slip for slip in dict.fromkeys(found) if slip != word]

    def near_spans(self, word: str) -> Iterator[tuple[str, int, int]]:
        """Beginnings one slip away, and where their words stand."""
        words, first, last = self.words, 0, len(self.words)
        for at in range(len(word) + 1):
            head, rest = word[:at], word[at:]
            if at:
                first, last = bisect_left(words, head, first, last), bisect_left(words, head + _END, first, last)
            if first == last:
                return
            slips = [head + letter + rest for letter in self._letters_after(head, first, last, word)]
            slips += [slip[: at + 1] + rest[1:] for slip in slips] if rest else []
            slips += [head + rest[1:]] if len(word) > 2 else []
            slips += [head + rest[1] + rest[0] + rest[2:]] if len(rest) > 1 else []
            for slip in slips:
                start = bisect_left(words, slip, first, last)
                if start < last and words[start].startswith(slip):
                    yield slip, start, bisect_left(words, slip + _END, start, last)

    def _letters_after(self, head: str, first: int, last: int, word: str) -> list[str]:
        """The letters that follow this beginning in the words from first to last, of the script of the word."""
        words, size, letters, script = self.words, len(head), [], _script(word[0])
        if not size:
            first = bisect_left(words, chr(script << 8), first, last)
        while first < last:
            if len(words[first]) == size:
                first += 1
                continue
            letter = words[first][size]
            if _script(letter) != script:
                break
            letters.append(letter)
            first = bisect_left(words, head + letter + _END, first, last)
        return letters

    def containing(self, fragment: str) -> set[str]:
        """Words that hold the fragment anywhere; none when there are too many of them."""
        # Among the words with its rarest letter: a whole vocabulary takes ten times as long to look through.
        joined = min((self._with.get(letter, "") for letter in fragment), key=len)
        found: set[str] = set()
        at = joined.find(fragment)
        while at >= 0 and len(found) <= _MANY:
            end = joined.index("\n", at)
            found.add(joined[joined.rindex("\n", 0, at) + 1 : end])
            at = joined.find(fragment, end)
        return {word for word in found if word in self.titles} if len(found) <= _MANY else set()

    def far(self, word: str) -> dict[str, int]:
        """Words at most two slips away from a long word, among those that share two of its rarer trigrams."""
        shared: dict[str, int] = {}
        for at in range(len(word) - 2):
            for candidate in self.containing(word[at : at + 3]):
                shared[candidate] = shared.get(candidate, 0) + 1
        masks, found = letter_masks(word), {}
        for candidate, count in shared.items():
            if count > 1 and abs(len(candidate) - len(word)) <= 2:
                distance = distances(word, candidate, masks)[0]
                if distance <= 2:
                    found[candidate] = distance
        return found
