"""The titles in the order of their popularity."""

from collections.abc import Callable, Iterable, Sequence
from heapq import nsmallest
from itertools import islice
from typing import NamedTuple

# If a larger share than one in this number is given, walking down the ranking meets enough of them soon.
WALK_RANKING_SHARE = 30


class Ranking(NamedTuple):
    """All titles, the most popular first; and by number of a title, its rank."""

    numbers: Sequence[int]
    rank_of: Sequence[int]

    def most_popular(
        self, numbers: set[int], limit: int, accepts: Callable[[int], bool] = lambda number: True
    ) -> Iterable[int]:
        """The most popular of these titles for which `accepts` is true."""
        if len(numbers) * WALK_RANKING_SHARE > len(self.numbers):
            return islice((number for number in self.numbers if number in numbers and accepts(number)), limit)
        return nsmallest(limit, filter(accepts, numbers), key=self.rank_of.__getitem__)
