"""Whether two words are equal except for a typing error, for lists too short to need an index. No I/O."""

from escale.common.text.edit_distance import edit_distances

MIN_LENGTH_WITH_ERROR = 4  # of a word


def is_similar(asked: str, word: str) -> bool:
    """Whether the word begins with `asked`, or differs from it by one letter, or by two swapped letters."""
    if word.startswith(asked):
        return True
    if min(len(asked), len(word)) < MIN_LENGTH_WITH_ERROR or abs(len(asked) - len(word)) > 1:
        return False
    return edit_distances(asked, word)[0] <= 1
