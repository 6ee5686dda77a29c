"""The order in which random numbers come, tried in every way that a few seats can do it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from games.core.contributions import (
    AWAITED,
    BOT,
    DECLINED,
    GIVEN,
    HASHED,
    Contributor,
    are_hashes_complete,
    can_begin,
    count_steps,
    end_waiting,
    find_awaited,
)

FREE, SEATED, BOT_SEAT = Contributor(False, AWAITED), Contributor(True, AWAITED), Contributor(True, BOT)


def list_next(
    seats: tuple[Contributor, ...], steps: int
) -> Iterator[tuple[int, str, tuple[Contributor, ...]]]:
    """What any seat can do: sit down, send what is awaited, decline, leave before numbers are revealed."""
    for index, seat in enumerate(seats):
        changes = {}
        awaited = find_awaited(seats, steps, index) if seat.is_taken else None
        if not seat.is_taken:
            changes["sit"] = SEATED
        elif seat.contribution != BOT and (steps == 1 or not are_hashes_complete(seats)):
            changes["leave"] = FREE
        if awaited:
            changes[awaited] = Contributor(True, HASHED if awaited == "hash" else GIVEN)
            changes["decline"] = Contributor(
                True, DECLINED if seat.contribution == AWAITED else end_waiting(HASHED)
            )
        for name, changed in changes.items():
            yield index, name, (*seats[:index], changed, *seats[index + 1 :])


def walk(start: tuple[Contributor, ...], steps: int) -> Iterator[tuple[str, tuple, tuple]]:
    """Every change that can ever happen, once."""
    seen, open_positions = {start}, [start]
    while open_positions:
        seats = open_positions.pop()
        if can_begin(seats):
            continue
        for _, name, after in list_next(seats, steps):
            yield name, seats, after
            if after not in seen:
                seen.add(after)
                open_positions.append(after)


STARTS = [
    (steps, (SEATED, *others))
    for steps in (1, 2)
    for count in (1, 2, 3)
    for others in itertools.product((FREE, BOT_SEAT), repeat=count)
]


@pytest.mark.parametrize(("steps", "start"), STARTS)
def test_a_match_can_always_begin_and_never_without_every_seat(steps, start):
    ends = [after for _, _, after in walk(start, steps) if can_begin(after)]
    assert ends
    assert all(seat.is_taken and seat.contribution not in (AWAITED, HASHED) for end in ends for seat in end)


@pytest.mark.parametrize("start", [start for steps, start in STARTS if steps == 2])
def test_in_two_steps_no_hash_comes_after_the_first_number(start):
    """Otherwise a seat could choose a number that fits those that are known."""
    for name, before, _ in walk(start, 2):
        is_revealing = any(seat.contribution == GIVEN for seat in before)
        assert not (is_revealing and name in ("hash", "sit", "leave")), before


def test_whoever_sends_nothing_is_named_for_it():
    assert [end_waiting(word) for word in (AWAITED, HASHED, GIVEN)] == ["late", "withheld", "given"]


def test_two_steps_need_two_people_who_are_present():
    assert count_steps(2, is_live=True) == 2
    assert count_steps(1, is_live=True) == count_steps(3, is_live=False) == 1
