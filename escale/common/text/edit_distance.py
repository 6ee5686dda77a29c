"""Edit distance with transpositions (optimal string alignment), sixty letters at a time: Hyyrö's bit-vector method."""


def letter_masks(pattern: str) -> dict[str, int]:
    """For each letter of the pattern the positions where it stands, as bits."""
    masks: dict[str, int] = {}
    for at, letter in enumerate(pattern):
        masks[letter] = masks.get(letter, 0) | 1 << at
    return masks


def distances(pattern: str, text: str, masks: dict[str, int] | None = None) -> tuple[int, int]:
    """How far the pattern is from the whole text, and from the beginning of the text that is nearest to it."""
    size = len(pattern)
    if not size:
        return len(text), 0
    masks = letter_masks(pattern) if masks is None else masks
    every, last = (1 << size) - 1, 1 << (size - 1)
    plus, minus, zeros, before = every, 0, 0, 0
    score = best = size
    for letter in text:
        mask = masks.get(letter, 0)
        swapped = (((~zeros & mask) << 1) & before) & every
        zeros = ((((mask & plus) + plus) ^ plus) | mask | minus | swapped) & every
        up = minus | (~(zeros | plus) & every)
        down = zeros & plus
        if up & last:
            score += 1
        elif down & last:
            score -= 1
        best = min(best, score)
        up = up << 1 | 1
        plus = ((down << 1) | ~(zeros | up)) & every
        minus = up & zeros & every
        before = mask
    return score, best
