"""Turns the text of a section into tokens with weights, as one string for the database. No I/O.

Weights are computed when a text is analysed, from its place (heading or not), its number of occurrences and
the length of the text, so that a search only has to add them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from rules_docs.search.index.analysis import Phrases, find_term_mentions, fold_and_stem_words

# A section that mentions a term has the token @key; the one that explains it also has @@key. As only one
# section has that, the token is rare and weighs more, so the explanation of a term comes first.
MENTION_PREFIX = "@"
EXPLANATION_PREFIX = "@@"
STEM_SHARE = 0.8  # a stem weighs a little less than the word itself
MAX_WEIGHT = 255  # a weight is stored in a byte
_HEADING_WEIGHT = 4.0
_BODY_WEIGHT = 1.0
_MENTION_WEIGHT = 1.5
_EXPLANATION_WEIGHT = 12.0
# The parameters of BM25, and the usual length of a section in words.
_BM25_K1 = 1.2
_BM25_B = 0.4
_USUAL_LENGTH = 90.0


def weigh_tokens(
    heading: str,
    body: str,
    language: str,
    *,
    phrases: Phrases,
    explained_terms: Iterable[str] = (),
    linked_terms: Iterable[str] = (),
) -> dict[str, int]:
    """The weight, from 1 to 255, of each token of a section.

    `explained_terms` are the keys of the terms that this section explains, `linked_terms` of those that its
    author linked.
    """
    counts: defaultdict[str, float] = defaultdict(float)
    length = 0
    for text, weight in ((heading, _HEADING_WEIGHT), (body, _BODY_WEIGHT)):
        words = fold_and_stem_words(text, language)
        length += len(words)
        for folded_word, stem in words:
            counts[folded_word] += weight
            if stem != folded_word:
                counts[stem] += weight * STEM_SHARE
        stems = [stem for _folded_word, stem in words]
        for mention in find_term_mentions(stems, phrases):
            counts[MENTION_PREFIX + mention.term_key] += weight * _MENTION_WEIGHT
    for term_key in linked_terms:
        counts[MENTION_PREFIX + term_key] += _MENTION_WEIGHT
    for term_key in explained_terms:
        counts[MENTION_PREFIX + term_key] += _MENTION_WEIGHT
        counts[EXPLANATION_PREFIX + term_key] += _EXPLANATION_WEIGHT
    return {token: _scale_weight(count, length) for token, count in counts.items()}


def _scale_weight(count: float, length: int) -> int:
    """The BM25 weight without the rarity of the token, which is only known during a search."""
    norm = _BM25_K1 * (1 - _BM25_B + _BM25_B * length / _USUAL_LENGTH)
    weight = round(120 * count / (count + norm))
    return max(1, min(MAX_WEIGHT, weight))


def pack_tokens(weights: Mapping[str, int]) -> str:
    """The tokens with their weights as one string for the database: `token:weight token:weight …`."""
    return " ".join(f"{token}:{weight}" for token, weight in weights.items())


def unpack_tokens(packed: str) -> Iterator[tuple[str, int]]:
    """The tokens and weights that `pack_tokens` wrote."""
    for pair in packed.split():
        token, _colon, weight = pair.rpartition(":")
        yield token, int(weight)
