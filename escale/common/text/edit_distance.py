"""Edit distance with transpositions (optimal string alignment), computed with Hyyrö's bit-vector method.

Each bit of an integer stands for a letter of the pattern. So one step compares a letter of the text with all
letters of the pattern. The names are those of the method: vertical differences go along the pattern,
horizontal ones along the text.
"""


def letter_masks(pattern: str) -> dict[str, int]:
    """For each letter of the pattern, its positions as bits."""
    masks: dict[str, int] = {}
    for position, letter in enumerate(pattern):
        masks[letter] = masks.get(letter, 0) | 1 << position
    return masks


def edit_distances(pattern: str, text: str, masks: dict[str, int] | None = None) -> tuple[int, int]:
    """The distance of the pattern from the whole text, and from the nearest beginning of the text.

    `masks` are the `letter_masks` of the pattern. Pass them to compare one pattern with many texts faster.
    """
    size = len(pattern)
    if not size:
        return len(text), 0
    if masks is None:
        masks = letter_masks(pattern)
    all_bits, last_bit = (1 << size) - 1, 1 << (size - 1)
    vertical_plus, vertical_minus, diagonal_zero = all_bits, 0, 0
    previous_mask = 0
    distance = best_distance = size
    for letter in text:
        mask = masks.get(letter, 0)
        transposed = (((~diagonal_zero & mask) << 1) & previous_mask) & all_bits
        carried = ((mask & vertical_plus) + vertical_plus) ^ vertical_plus
        diagonal_zero = (carried | mask | vertical_minus | transposed) & all_bits
        horizontal_plus = vertical_minus | (~(diagonal_zero | vertical_plus) & all_bits)
        horizontal_minus = diagonal_zero & vertical_plus
        if horizontal_plus & last_bit:
            distance += 1
        elif horizontal_minus & last_bit:
            distance -= 1
        best_distance = min(best_distance, distance)
        horizontal_plus = horizontal_plus << 1 | 1
        vertical_plus = ((horizontal_minus << 1) | ~(diagonal_zero | horizontal_plus)) & all_bits
        vertical_minus = horizontal_plus & diagonal_zero & all_bits
        previous_mask = mask
    return distance, best_distance
