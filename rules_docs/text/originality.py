"""Measures how close a text is to others: the share of its five-word runs that they also contain. No I/O."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from escale.common.text.folding import fold

# A run is a sequence of this many words.
RUN_WORDS = 5
MAX_SHARE = 0.12
MAX_PASSAGE_WORDS = 12
_WORD = re.compile(r"[^\W\d_]+")
_Run = tuple[str, ...]


class Closeness(NamedTuple):
    """How close a text is to its sources.

    `share` (0 to 1) is the share of its runs that are in `source`, the nearest source. `passage` is the
    longest passage that it has in common with any source, `run` its number of words.
    """

    share: float
    run: int
    source: str
    passage: str

    @property
    def is_too_close(self) -> bool:
        return self.share > MAX_SHARE or self.run >= MAX_PASSAGE_WORDS

    @property
    def percent(self) -> float:
        return round(100 * self.share, 1)


NOTHING_IN_COMMON = Closeness(share=0.0, run=0, source="", passage="")


def measure_closeness(text: str, sources: Mapping[str, str]) -> Closeness:
    """The largest share and the longest passage in common with any source; `sources` are texts by name."""
    own_words = _split_words(text)
    if not sources or len(own_words) < RUN_WORDS:
        return NOTHING_IN_COMMON
    results = []
    for name, source in sources.items():
        results.append(_compare_with_source(own_words, _split_words(source), name))
    nearest = max(results, key=lambda result: result.share)
    longest = max(results, key=lambda result: result.run)
    return nearest._replace(run=longest.run, passage=longest.passage)


def _split_words(text: str) -> list[str]:
    """The words without accents and case. Numbers are left out: they are facts, which nobody owns."""
    return _WORD.findall(fold(text))


def _list_runs(words: Sequence[str]) -> list[_Run]:
    return [tuple(words[start : start + RUN_WORDS]) for start in range(len(words) - RUN_WORDS + 1)]


def _compare_with_source(own_words: Sequence[str], source_words: Sequence[str], name: str) -> Closeness:
    source_starts: dict[_Run, list[int]] = defaultdict(list)
    for start, run in enumerate(_list_runs(source_words)):
        source_starts[run].append(start)
    own_runs = _list_runs(own_words)
    common_run_count = sum(run in source_starts for run in own_runs)
    start, length = _find_longest_passage(own_words, source_words, source_starts)
    return Closeness(
        share=common_run_count / len(own_runs),
        run=length,
        source=name,
        passage=" ".join(own_words[start : start + length]),
    )


def _find_longest_passage(
    own_words: Sequence[str], source_words: Sequence[str], source_starts: Mapping[_Run, list[int]]
) -> tuple[int, int]:
    """The start of the longest common passage in our text, and its length in words.

    Every passage of interest begins with a common run, so only those are extended.
    """
    longest_start, longest_length = 0, 0
    for own_start, run in enumerate(_list_runs(own_words)):
        for source_start in source_starts.get(run, ()):
            has_words_before = own_start > 0 and source_start > 0
            if has_words_before and own_words[own_start - 1] == source_words[source_start - 1]:
                continue  # the passage begins earlier, and was measured from there
            length = _count_equal_words(own_words[own_start:], source_words[source_start:])
            if length > longest_length:
                longest_start, longest_length = own_start, length
    return longest_start, longest_length


def _count_equal_words(own_words: Sequence[str], source_words: Sequence[str]) -> int:
    """How many words are equal, counted from the first one."""
    count = 0
    for own_word, source_word in zip(own_words, source_words, strict=False):
        if own_word != source_word:
            break
        count += 1
    return count
