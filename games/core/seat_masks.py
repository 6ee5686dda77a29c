"""Sets of seats as whole numbers, as the database stores them: bit n stands for seat n."""

from collections.abc import Iterable


def mask_of(seats: Iterable[int]) -> int:
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def has_seat(mask: int, seat: int) -> bool:
    return bool(mask & (1 << seat))


def with_seat(mask: int, seat: int) -> int:
    return mask | (1 << seat)


def without_seat(mask: int, seat: int) -> int:
    return mask & ~(1 << seat)


def seats_of(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if has_seat(mask, seat)]
