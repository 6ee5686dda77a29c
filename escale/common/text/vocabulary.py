"""The words of many texts in alphabetical order. Finds words by their beginning, by a part, or misspelt."""

from array import array
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate

from escale.common.text.edit_distance import edit_distances, letter_masks

# It sorts after every letter. So a prefix with this character is the end of the words with the prefix.
_LAST_CHARACTER = "\U0010ffff"
_LINE_END = "\n"
_MAX_WORDS_WITH_FRAGMENT = 400  # A part that more words contain does not tell which of them is meant.


def _script_of(letter: str) -> int:
    """The group of letters that may be confused: all Latin letters; other letters by their block of 256."""
    return 0 if letter < "\u0250" else ord(letter) >> 8


class Vocabulary:
    """Sorted words; and for each word, the sorted numbers of the texts that contain it."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.numbers_by_word: dict[str, array[int]] = {}
        # For each letter, a line for each word that contains it. A line may remain after its word is removed.
        self._lines_by_letter: dict[str, str] = {}
        self._letters_by_script: dict[int, str] = {}
        # For each position in `words`, how many numbers the words before it have. Empty if it must be
        # computed again.
        self._counts_before = array("I")

    def load(self, words_of_texts: Iterable[tuple[int, Iterable[str]]]) -> None:
        """Fills an empty vocabulary. Each pair has the number of a text and its words; numbers must be
        ascending.
        """
        numbers_by_word = self.numbers_by_word
        for number, words in words_of_texts:
            for word in words:
                numbers = numbers_by_word.get(word)
                if numbers is None:
                    numbers_by_word[word] = array("I", (number,))
                else:
                    numbers.append(number)
        self.words = sorted(numbers_by_word)
        words_by_letter = defaultdict(list)
        for word in self.words:
            for letter in set(word):
                words_by_letter[letter].append(word)
        for letter in sorted(words_by_letter):
            self._lines_by_letter[letter] = _LINE_END.join(("", *words_by_letter[letter], ""))
            self._add_letter(letter)
        self._count_numbers()

    def _add_letter(self, letter: str) -> None:
        script = _script_of(letter)
        self._letters_by_script[script] = self._letters_by_script.get(script, "") + letter

    def _count_numbers(self) -> None:
        counts = (len(self.numbers_by_word[word]) for word in self.words)
        self._counts_before = array("I", accumulate(counts, initial=0))

    def add(self, word: str, number: int) -> None:
        """Notes that the text with this number contains the word."""
        if word not in self.numbers_by_word:
            self.numbers_by_word[word] = array("I")
            insort(self.words, word)
            for letter in set(word):
                if letter not in self._lines_by_letter:
                    self._add_letter(letter)
                self._lines_by_letter[letter] = (
                    f"{self._lines_by_letter.get(letter, _LINE_END)}{word}{_LINE_END}"
                )
        numbers = self.numbers_by_word[word]
        at = bisect_left(numbers, number)
        if at == len(numbers) or numbers[at] != number:
            numbers.insert(at, number)
        self._counts_before = array("I")

    def discard(self, word: str, number: int) -> None:
        """Notes that the text with this number does not contain the word any more."""
        numbers = self.numbers_by_word[word]
        numbers.remove(number)
        if not numbers:
            del self.numbers_by_word[word]
            del self.words[bisect_left(self.words, word)]
        self._counts_before = array("I")

    # ── Beginnings ────────────────────────────────────────────────────────────────────────────────

    def find_prefix_span(self, prefix: str) -> tuple[int, int]:
        """The positions in `words` where the words with this prefix start and end."""
        start = bisect_left(self.words, prefix)
        return start, self._find_end(prefix, start, len(self.words))

    def _find_end(self, prefix: str, start: int, end: int) -> int:
        return bisect_left(self.words, prefix + _LAST_CHARACTER, start, end)

    def count_in_span(self, start: int, end: int) -> int:
        """The number of texts with words of the span. A text counts once for each of its words."""
        if not self._counts_before:
            self._count_numbers()
        return self._counts_before[end] - self._counts_before[start]

    # ── Misspellings ──────────────────────────────────────────────────────────────────────────────

    def find_one_edit_away(self, word: str) -> list[str]:
        """The words one edit away: one letter is wrong, missing or too many, or two letters are swapped."""
        letters = self._letters_by_script.get(_script_of(word[0]), "")
        variants: list[str] = []
        for at in range(len(word) + 1):
            head, rest = word[:at], word[at:]
            variants += [head + letter + rest for letter in letters]
            if rest:
                variants += [head + letter + rest[1:] for letter in letters]
                variants.append(head + rest[1:])
                variants.append(head + rest[1:2] + rest[0] + rest[2:])
        known_variants = [variant for variant in variants if variant in self.numbers_by_word]
        return [variant for variant in dict.fromkeys(known_variants) if variant != word]

    def find_prefixes_one_edit_away(self, word: str) -> Iterator[tuple[str, int, int]]:
        """Yields each prefix of words that is one edit away from this word, with the span of its words."""
        start, end = 0, len(self.words)
        for at in range(len(word) + 1):
            head, rest = word[:at], word[at:]
            if head:
                # Each round narrows the span to words that begin like this word, up to the edited letter.
                start, end = bisect_left(self.words, head, start, end), self._find_end(head, start, end)
            if start == end:
                return
            variants = [head + letter + rest for letter in self._find_next_letters(head, start, end, word)]
            if rest:
                variants += [variant[: at + 1] + rest[1:] for variant in variants]
            if len(word) > 2:
                variants.append(head + rest[1:])
            if len(rest) > 1:
                variants.append(head + rest[1] + rest[0] + rest[2:])
            for variant in variants:
                first = bisect_left(self.words, variant, start, end)
                if first < end and self.words[first].startswith(variant):
                    yield variant, first, self._find_end(variant, first, end)

    def _find_next_letters(self, head: str, start: int, end: int, word: str) -> list[str]:
        """The letters after `head` in the words of the span, if they belong to the script of the word."""
        words, size = self.words, len(head)
        script = _script_of(word[0])
        letters: list[str] = []
        if not head:
            start = bisect_left(words, chr(script << 8), start, end)
        while start < end:
            if len(words[start]) == size:
                start += 1
                continue
            letter = words[start][size]
            if _script_of(letter) != script:
                break
            letters.append(letter)
            start = self._find_end(head + letter, start, end)
        return letters

    def find_two_edits_away(self, word: str) -> dict[str, int]:
        """The words at most two edits away from a long word, with their distances.

        Only words that share two rare trigrams with it are compared, because comparing all words would take
        too long.
        """
        shared_trigrams: dict[str, int] = {}
        for at in range(len(word) - 2):
            for candidate in self.find_containing(word[at : at + 3]):
                shared_trigrams[candidate] = shared_trigrams.get(candidate, 0) + 1
        masks = letter_masks(word)
        distances: dict[str, int] = {}
        for candidate, count in shared_trigrams.items():
            if count > 1 and abs(len(candidate) - len(word)) <= 2:
                distance, _prefix_distance = edit_distances(word, candidate, masks)
                if distance <= 2:
                    distances[candidate] = distance
        return distances

    # ── Fragments ─────────────────────────────────────────────────────────────────────────────────

    def find_containing(self, fragment: str) -> set[str]:
        """The words that contain the fragment anywhere; none if there are too many."""
        # Only the words with its rarest letter are searched: all words would take ten times as long.
        lines = min((self._lines_by_letter.get(letter, "") for letter in fragment), key=len)
        words: set[str] = set()
        at = lines.find(fragment)
        while at >= 0:
            if len(words) > _MAX_WORDS_WITH_FRAGMENT:
                return set()
            line_start = lines.rindex(_LINE_END, 0, at) + 1
            line_end = lines.index(_LINE_END, at)
            words.add(lines[line_start:line_end])
            at = lines.find(fragment, line_end)
        if len(words) > _MAX_WORDS_WITH_FRAGMENT:
            return set()
        return {word for word in words if word in self.numbers_by_word}
