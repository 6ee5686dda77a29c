"""Sets of text numbers as bits of one integer, which Python combines thousands at a time. No I/O.

Sections and languages are numbered from 0. Each section has one text number for each language, in a row: the
text number is section number × number of languages + language number.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations


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
    """The set as bytes, in which `contains` finds a number faster than `has_number` does in a large set."""
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
    """The numbers that are in all sets, or else in as many sets as possible, and this number of sets."""
    for set_count in range(len(bit_sets), 0, -1):
        numbers = 0
        for chosen_sets in combinations(bit_sets, set_count):
            intersection = chosen_sets[0]
            for bits in chosen_sets[1:]:
                intersection &= bits
            numbers |= intersection
        if numbers:
            return numbers, set_count
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
    # With four languages the quotient is 0b…0001_0001_0001, one group of four bits for each section.
    return ((1 << language_count * section_count) - 1) // all_languages(language_count)
