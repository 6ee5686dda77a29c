"""Whether two words are the same but for a typing error, for lists that are too short for an index. Pure."""

from escale.common.text.edit_distance import edit_distances

MIN_LENGTH_WITH_ERROR = 4  # of a word


def is_similar(asked: str, word: str) -> bool:
    """Whether the word begins so, or is the same with one letter wrong, too many, missing or swapped."""
    if word.startswith(asked):
        return True
    if min(len(asked), len(word)) < MIN_LENGTH_WITH_ERROR or abs(len(asked) - len(word)) > 1:
        return False
    return edit_distances(asked, word)[0] <= 1
