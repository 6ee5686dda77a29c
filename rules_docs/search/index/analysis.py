"""Splits texts of rules into words, and reduces words to stems, the same for every database. No I/O.

The order matters. Elided articles are removed first. Stop words are compared with their accents, so that
"dés" is not taken for "des". The stem is computed from the word with its accents, and accents are removed
last.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import Stemmer  # type: ignore[import-not-found]

from escale.common.text.folding import fold

# Language -> stemmer; a language that is not here is searched by whole words.
STEMMER_NAMES = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque",
    "fa": "persian", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian",
    "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian",
    "ne": "nepali", "nl": "dutch", "nn": "norwegian", "pl": "polish", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish",
}  # fmt: skip
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_ELIDED_ARTICLE = re.compile(
    r"^(?:(?:l|d|j|m|t|s|c|n|qu|jusqu|lorsqu|puisqu|quoiqu|un|quest|quell|dell|nell|sull|all|dall)')+(?=\w)"
)
_ENGLISH_POSSESSIVE = re.compile(r"'s$")
_STRAIGHT_APOSTROPHES = str.maketrans("’ʼ‘", "'''")
_STOP_WORDS = {
    "fr": (
        "à au aux avec ce ces cette cet ceux chez d dans de des dès du elle elles en est et eux il ils je "
        "la le les leur leurs lui l ma mais me mes moi mon n ne nos notre nous on ont ou où par pas pour qu "
        "que qui s sa sans se ses si son sont sur ta te tes toi ton tu un une vos votre vous y été être c j "
        "m t"
    ),
    "en": (
        "a an and are as at be been but by for from had has have he her his i if in into is it its me my no "
        "not of on or our she so that the their them then there these they this to us was we were what when "
        "which who will with you your"
    ),
    "it": (
        "a ad ai agli al alla alle allo anche che chi ci come con cui da dagli dai dal dalla dalle dallo "
        "degli dei del della delle dello di e è ed egli essi gli ha hanno i il in io l la le lei li lo loro "
        "lui ma mi mio ne negli nei nel nella nelle nello no non noi o per più quale quando questa questo "
        "se si sia sono su sua sue sugli sui sul sulla sulle suo suoi ti tra tu tuo un una uno vi voi "
        "vostra vostro"
    ),
    "de": (
        "aber als am an auch auf aus bei bis da dann das dass dein deine dem den der des die dies diese "
        "dieser dieses doch du durch ein eine einem einen einer eines er es euch euer für hat haben ich ihr "
        "ihre im in ist ja kein keine man mein mit nach nicht noch nur ob oder sein seine sich sie sind so "
        "über um und uns unter vom von vor war was wenn wer wie wir wird zu zum zur"
    ),
}
STOP_WORDS = {language: frozenset(words.split()) for language, words in _STOP_WORDS.items()}

# The glossary's names in one language: the stems of a name, and the keys of the terms that have this name.
Phrases = Mapping[tuple[str, ...], Iterable[str]]


class FoundWord(NamedTuple):
    """A word in lower case without its elided article, and its position in the text."""

    start: int
    end: int
    word: str


class TermMention(NamedTuple):
    """A term of the glossary in a text: the index of its first word, and the number of words."""

    start: int
    length: int
    term_key: str


def find_words(text: str) -> Iterator[FoundWord]:
    """The words of a text in reading order, including stop words."""
    for match in _WORD.finditer(text.translate(_STRAIGHT_APOSTROPHES).lower()):
        word = match[0]
        if "'" in word:
            word = _ELIDED_ARTICLE.sub("", word)
        yield FoundWord(match.end() - len(word), match.end(), word)


def split_words(text: str) -> list[str]:
    """The words as they are written, in lower case, without elided articles and English possessives."""
    return [_ENGLISH_POSSESSIVE.sub("", found_word.word) for found_word in find_words(text)]


@lru_cache(maxsize=50_000)
def stem_word(word: str, language: str) -> str:
    """The stem of a word, without accents. The word must still have its accents."""
    stemmer = _find_stemmer(language)
    return fold(str(stemmer.stemWord(word)) if stemmer else word)


@cache
def _find_stemmer(language: str) -> Stemmer.Stemmer | None:
    """The stemmer of a language; that of pt for pt-br."""
    name = STEMMER_NAMES.get(language.partition("-")[0])
    return Stemmer.Stemmer(name) if name else None


def find_stop_words(language: str) -> frozenset[str]:
    """Words that have no meaning by themselves; none for a language without a list."""
    return STOP_WORDS.get(language, frozenset())


def fold_and_stem_words(text: str, language: str) -> list[tuple[str, str]]:
    """The folded form and the stem of each word that is not a stop word."""
    stop_words = find_stop_words(language)
    return [(fold(word), stem_word(word, language)) for word in split_words(text) if word not in stop_words]


def stem_phrase(name: str, language: str) -> tuple[str, ...]:
    """The stems of a name of the glossary, without its stop words."""
    stop_words = find_stop_words(language)
    return tuple(stem_word(word, language) for word in split_words(name) if word not in stop_words)


def find_term_mentions(stems: Sequence[str], phrases: Phrases) -> list[TermMention]:
    """The places where the stems of a text follow each other as in a name of the glossary."""
    longest_phrase = max((len(phrase) for phrase in phrases), default=0)
    mentions = []
    for start in range(len(stems)):
        for length in range(1, min(longest_phrase, len(stems) - start) + 1):
            candidate = tuple(stems[start : start + length])
            for term_key in phrases.get(candidate, ()):
                mentions.append(TermMention(start, length, term_key))
    return mentions
