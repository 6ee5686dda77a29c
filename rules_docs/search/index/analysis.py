"""How words of rules are compared, the same for every database. Pure.

Order matters: elisions go first, stop words are known by their accented form (so that « dés » is not taken for
« des »), then the stem of the accented word is taken, and only then do accents fall.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import Stemmer  # type: ignore[import-not-found]

from escale.common.text.folding import fold

LANGUAGES = {"fr": "french", "en": "english", "it": "italian", "de": "german"}
_STEMMERS = {language: Stemmer.Stemmer(name) for language, name in LANGUAGES.items()}
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_ELIDED = re.compile(
    r"^(?:(?:l|d|j|m|t|s|c|n|qu|jusqu|lorsqu|puisqu|quoiqu|un|quest|quell|dell|nell|sull|all|dall)')+(?=\w)"
)
# Not the no-break spaces before French punctuation.
_SPACES = re.compile(r"[ \t\r\n]+")
_POSSESSIVE = re.compile(r"'s$")
_APOSTROPHES = str.maketrans("’ʼ‘", "'''")
_STOP_WORDS = {
    "fr": (
        "à au aux avec ce ces cette cet ceux chez d dans de des dès du elle elles en est et eux il ils je la le les "
        "leur leurs lui l ma mais me mes moi mon n ne nos notre nous on ont ou où par pas pour qu que qui s sa sans se "
        "ses si son sont sur ta te tes toi ton tu un une vos votre vous y été être c j m t"
    ),
    "en": (
        "a an and are as at be been but by for from had has have he her his i if in into is it its me my no not of on "
        "or our she so that the their them then there these they this to us was we were what when which who will with "
        "you your"
    ),
    "it": (
        "a ad ai agli al alla alle allo anche che chi ci come con cui da dagli dai dal dalla dalle dallo degli dei del "
        "della delle dello di e è ed egli essi gli ha hanno i il in io l la le lei li lo loro lui ma mi mio ne negli "
        "nei nel nella nelle nello no non noi o per più quale quando questa questo se si sia sono su sua sue sugli sui "
        "sul sulla sulle suo suoi ti tra tu tuo un una uno vi voi vostra vostro"
    ),
    "de": (
        "aber als am an auch auf aus bei bis da dann das dass dein deine dem den der des die dies diese dieser dieses "
        "doch du durch ein eine einem einen einer eines er es euch euer für hat haben ich ihr ihre im in ist ja kein "
        "keine man mein mit nach nicht noch nur ob oder sein seine sich sie sind so über um und uns unter vom von vor "
        "war was wenn wer wie wir wird zu zum zur"
    ),
}
STOP_WORDS = {language: frozenset(words.split()) for language, words in _STOP_WORDS.items()}
LONGEST, MOST_WORDS = 200, 12  # no question needs more
_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))


def words(text: str) -> list[str]:
    """The words as they are written, in lower case, without elided articles."""
    found = _WORD.findall(text.translate(_APOSTROPHES).lower())
    return [_POSSESSIVE.sub("", _ELIDED.sub("", word)) for word in found]


@lru_cache(maxsize=50_000)
def stem(word: str, language: str) -> str:
    """The folded stem of a word in its written form."""
    return fold(str(_STEMMERS[language].stemWord(word)))


def terms(text: str, language: str) -> list[tuple[str, str]]:
    """For each word that counts, its folded form and its folded stem."""
    stop = STOP_WORDS[language]
    return [(fold(word), stem(word, language)) for word in words(text) if word not in stop]


def phrase(name: str, language: str) -> tuple[str, ...]:
    """A glossary name as the stems that must follow each other."""
    return tuple(stem(word, language) for word in words(name) if word not in STOP_WORDS[language])


def spoken_of(stems: Sequence[str], phrases: Mapping[tuple[str, ...], Iterable[str]]) -> list[tuple[int, int, str]]:
    """Which concepts a row of stems speaks of: start, length, concept."""
    longest = max((len(phrase) for phrase in phrases), default=0)
    found = []
    for start in range(len(stems)):
        for length in range(1, min(longest, len(stems) - start) + 1):
            for concept in phrases.get(tuple(stems[start : start + length]), ()):
                found.append((start, length, concept))
    return found


class Asked:
    """One word of a question: everything that may stand for it in an index of four languages."""

    __slots__ = ("concepts", "forms", "is_stop", "word")

    def __init__(self, word: str) -> None:
        self.word = fold(word)
        self.is_stop = any(word in stop for stop in STOP_WORDS.values())
        spellings = [word, *_without_umlaut_digraphs(self.word)]
        self.forms = {fold(spelling) for spelling in spellings}
        self.forms |= {stem(spelling, language) for spelling in spellings for language in LANGUAGES}
        self.concepts: set[str] = set()


def _without_umlaut_digraphs(word: str) -> list[str]:
    """`wuerfel` is how some keyboards write Würfel."""
    bare = word
    for digraph, letter in _UMLAUTS:
        bare = bare.replace(digraph, letter)
    return [bare] if bare != word else []


def question(text: str, phrases: Mapping[str, Mapping[tuple[str, ...], Iterable[str]]]) -> list[Asked]:
    """The words asked for. Stop words of any language fall away unless there is nothing else.

    `phrases` are the glossary's names by language; a word that is part of one also asks for its concept.
    """
    written = words(text[:LONGEST])[:MOST_WORDS]
    asked = [(word, Asked(word)) for word in written]
    kept = [(word, entry) for word, entry in asked if not entry.is_stop] or asked
    plain = [word for word, _entry in kept]
    bare = [(_without_umlaut_digraphs(fold(word)) or [word])[0] for word in plain]
    for language, names in phrases.items():
        for spelled in (plain, bare):
            for start, length, concept in spoken_of([stem(word, language) for word in spelled], names):
                for _word, entry in kept[start : start + length]:
                    entry.concepts.add(concept)
    return [entry for _word, entry in kept]


class Piece(NamedTuple):
    text: str
    is_found: bool


def highlighted(
    text: str,
    language: str,
    asked: Sequence[Asked],
    phrases: Mapping[tuple[str, ...], Iterable[str]],
    width: int = 220,
) -> list[Piece]:
    """The part of a text where most of the words asked for stand, with those words marked."""
    flat = _SPACES.sub(" ", text).strip()
    spans = _spans(flat, language, asked, phrases)
    first = _densest(spans, width)
    start = flat.rfind(" ", 0, max(0, first - width // 4)) + 1 if first > width // 2 else 0
    end = len(flat) if start + width >= len(flat) else flat.rfind(" ", start, start + width)
    pieces, at = [Piece("… " if start else "", False)], start
    for left, right in spans:
        if start <= left and right <= end:
            pieces += [Piece(flat[at:left], False), Piece(flat[left:right], True)]
            at = right
    pieces.append(Piece(flat[at:end] + (" …" if end < len(flat) else ""), False))
    return [piece for piece in pieces if piece.text]


def _spans(
    text: str, language: str, asked: Sequence[Asked], phrases: Mapping[tuple[str, ...], Iterable[str]]
) -> list[tuple[int, int]]:
    """Where the words asked for, or names of the concepts asked for, stand."""
    forms = {form for entry in asked for form in entry.forms}
    concepts = {concept for entry in asked for concept in entry.concepts}
    places, stems = [], []
    for match in _WORD.finditer(text.translate(_APOSTROPHES).lower()):
        word = _ELIDED.sub("", match[0])
        if word in STOP_WORDS[language]:
            continue
        places.append((match.end() - len(word), match.end(), fold(word)))
        stems.append(stem(word, language))
    found = {index for index, (_start, _end, form) in enumerate(places) if form in forms or stems[index] in forms}
    for start, length, concept in spoken_of(stems, phrases):
        if concept in concepts:
            found.update(range(start, start + length))
    return [places[index][:2] for index in sorted(found)]


def _densest(spans: Sequence[tuple[int, int]], width: int) -> int:
    """Where a window begins that holds most of the spans."""
    best, most = 0, 0
    for index, (start, _end) in enumerate(spans):
        many = sum(1 for left, _right in spans[index:] if left < start + width)
        if many > most:
            best, most = start, many
    return best
