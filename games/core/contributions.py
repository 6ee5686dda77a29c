"""Who must still add a random number to the luck of a match before it can begin (docs/game-record.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

#: what a seat has done so far: nothing, or sent the hash of its number
AWAITED, HASHED = "", "hashed"
#: how it ended: the seat sent its number, declined, came too late, or sent only the hash; or a bot sits there
GIVEN, DECLINED, LATE, WITHHELD, BOT = "given", "declined", "late", "withheld", "bot"
SOURCES = (GIVEN, DECLINED, LATE, WITHHELD, BOT)
#: the seats whose number goes into the luck
SOURCES_WITH_NONCE = (GIVEN, BOT)


class Contributor(NamedTuple):
    """A seat before the start."""

    is_taken: bool
    #: one of the words above
    contribution: str


def count_steps(people: int, *, is_live: bool) -> int:
    """2 if everybody fixes a number by its hash before anybody reveals one, otherwise 1.

    Two steps need people who are present, and more than one of them.
    """
    return 2 if is_live and people > 1 else 1


def is_full(seats: Sequence[Contributor]) -> bool:
    return all(seat.is_taken for seat in seats)


def are_hashes_complete(seats: Sequence[Contributor]) -> bool:
    """True if no hash can come any more; from then on numbers are revealed."""
    return is_full(seats) and all(seat.contribution != AWAITED for seat in seats)


def can_begin(seats: Sequence[Contributor]) -> bool:
    return is_full(seats) and all(seat.contribution in SOURCES for seat in seats)


def find_awaited(seats: Sequence[Contributor], steps: int, index: int) -> str | None:
    """What this seat may send now: "hash", "nonce", or None."""
    contribution = seats[index].contribution
    if contribution == AWAITED:
        return "nonce" if steps == 1 else "hash"
    if contribution == HASHED and are_hashes_complete(seats):
        return "nonce"
    return None


def end_waiting(contribution: str) -> str:
    """How the contribution of a seat ends for which the match waits no longer: late, or withheld."""
    return {AWAITED: LATE, HASHED: WITHHELD}.get(contribution, contribution)
