"""Finds out who must still add a random number to the luck before a match can begin.

Such a number is called a nonce (docs/game-record.md). A seat may have to send its hash first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

#: while the match waits for the seat: it has sent nothing, or only the hash of its nonce
AWAITED, HASHED = "", "hashed"
#: final: the seat sent its nonce, declined, was too late, or sent only the hash; or a bot sits there
GIVEN, DECLINED, LATE, WITHHELD, BOT = "given", "declined", "late", "withheld", "bot"
SOURCES = (GIVEN, DECLINED, LATE, WITHHELD, BOT)
#: a seat with one of these has a nonce that goes into the luck
SOURCES_WITH_NONCE = (GIVEN, BOT)


class Contributor(NamedTuple):
    """A seat before the start of the match."""

    is_taken: bool
    #: one of the words above
    contribution: str


def count_steps(people: int, *, is_live: bool) -> int:
    """2 if everybody fixes a nonce by its hash before anybody reveals one, otherwise 1.

    Two steps need more than one person, and all of them present.
    """
    return 2 if is_live and people > 1 else 1


def is_full(seats: Sequence[Contributor]) -> bool:
    return all(seat.is_taken for seat in seats)


def are_hashes_complete(seats: Sequence[Contributor]) -> bool:
    """True if no more hashes can come; from then on nonces are revealed."""
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
    """The final contribution of a seat when the match stops waiting for it: late, or withheld."""
    return {AWAITED: LATE, HASHED: WITHHELD}.get(contribution, contribution)
