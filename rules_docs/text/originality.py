"""How close a text is to others: the share of its five-word runs that they have too, the longest run. Pure."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from escale.common.text.folding import fold

GRAM = 5
SHARE_LIMIT, RUN_LIMIT = 0.12, 12
_WORD = re.compile(r"[^\W\d_]+")


class Meter(NamedTuple):
    """`source` is the nearest text, `run` the longest passage in common, in words."""

    share: float
    run: int
    source: str
    passage: str

    @property
    def is_too_close(self) -> bool:
        return self.share > SHARE_LIMIT or self.run >= RUN_LIMIT

    @property
    def percent(self) -> float:
        return round(100 * self.share, 1)


NOTHING = Meter(0.0, 0, "", "")


def words(text: str) -> list[str]:
    """Letters only: numbers are facts."""
    return _WORD.findall(fold(text))


def compare(text: str, sources: Mapping[str, str]) -> Meter:
    """Against every source; the worst share and the worst run are what counts."""
    own = words(text)
    meters = [_against(own, words(other), name) for name, other in sources.items()]
    if not meters or len(own) < GRAM:
        return NOTHING
    nearest = max(meters, key=lambda meter: meter.share)
    longest = max(meters, key=lambda meter: meter.run)
    return nearest._replace(run=longest.run, passage=longest.passage)


def _against(own: Sequence[str], other: Sequence[str], name: str) -> Meter:
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for at in range(len(other) - GRAM + 1):
        places[tuple(other[at : at + GRAM])].append(at)
    grams = [tuple(own[at : at + GRAM]) for at in range(len(own) - GRAM + 1)]
    if not grams:
        return NOTHING
    start, length = _longest(own, other, grams, places)
    share = sum(gram in places for gram in grams) / len(grams)
    return Meter(share, length, name, " ".join(own[start : start + length]))


def _longest(
    own: Sequence[str],
    other: Sequence[str],
    grams: Sequence[tuple[str, ...]],
    places: Mapping[tuple[str, ...], list[int]],
) -> tuple[int, int]:
    """Start and length; runs grow from the five-word runs in common."""
    best = (0, 0)
    for start, gram in enumerate(grams):
        for there in places.get(gram, ()):
            if start and there and own[start - 1] == other[there - 1]:
                continue  # already counted from its beginning
            length = GRAM
            while (
                start + length < len(own)
                and there + length < len(other)
                and own[start + length] == other[there + length]
            ):
                length += 1
            if length > best[1]:
                best = (start, length)
    return best
