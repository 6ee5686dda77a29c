"""Sets of text numbers as bits of one integer, which Python combines thousands at a time. No I/O.

Sections and languages are numbered from 0. Each section has one text number for each language, in a row: the
text number is section number × number of languages + language number.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import and_


def all_languages(language_count: int) -> int:
    """The bits of all texts of the first section."""
    return (1 << language_count) - 1


def pack_numbers(numbers: Sequence[int]) -> int:
    """The set of these numbers, which must be in rising order."""
    octets = bytearray((numbers[-1] >> 3) + 1)
    for number in numbers:
        octets[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(octets, "little")


def pack_sections(
    section_numbers: Iterable[int], language_numbers: Sequence[int], language_count: int
) -> int:
    """The set of the texts of these sections in these languages."""
    numbers = []
    for section_number in sorted(section_numbers):
        for language_number in sorted(language_numbers):
            numbers.append(section_number * language_count + language_number)
    return pack_numbers(numbers) if numbers else 0


def has_number(bits: int, number: int) -> bool:
    return bool(bits >> number & 1)


def to_octets(bits: int) -> bytes:
    """The set as bytes.

    In a large set `contains` needs only one of these bytes, while `has_number` must shift the whole integer.
    """
    return bits.to_bytes((bits.bit_length() + 7) // 8, "little")


def contains(octets: bytes, number: int) -> bool:
    octet_index = number >> 3
    return octet_index < len(octets) and bool(octets[octet_index] >> (number & 7) & 1)


def iterate_numbers(octets: bytes) -> Iterator[int]:
    """The numbers of a set in rising order."""
    for octet_index, octet in enumerate(octets):
        if octet:
            for bit in range(8):
                if octet >> bit & 1:
                    yield 8 * octet_index + bit


def intersect_most(bit_sets: Sequence[int]) -> tuple[int, int]:
    """The numbers that are in as many of the sets as possible, and how many sets these are.

    The two are 0 if all sets are empty.
    """
    for set_count in range(len(bit_sets), 0, -1):
        shared_numbers = 0  # the numbers that are in at least `set_count` sets
        for chosen_sets in combinations(bit_sets, set_count):
            shared_numbers |= reduce(and_, chosen_sets)
        if shared_numbers:
            return shared_numbers, set_count
    return 0, 0


def count_sections(numbers: int, language_count: int) -> int:
    """How many sections have at least one text in the set."""
    # The bits of each section are combined in the bit of its first language; then that bit says whether the
    # section has a text in any language.
    folded = numbers
    for language in range(1, language_count):
        folded |= numbers >> language
    return (folded & first_language_bits(numbers, language_count)).bit_count()


def first_language_bits(numbers: int, language_count: int) -> int:
    """The text number of the first language of every section, up to the largest number of the set."""
    section_count = (numbers.bit_length() + language_count) // language_count
    all_texts = (1 << language_count * section_count) - 1
    # With four languages this divides 0b…1111_1111 by 0b1111, which is 0b…0001_0001: a bit for each section.
    return all_texts // all_languages(language_count)
