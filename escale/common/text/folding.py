"""How the site compares words: folding, words of a text, spellings of a name, sort keys. No Django, no
I/O.
"""

import re
import unicodedata

MAX_LENGTH = 300  # No name is longer. Longer texts are cut, so that nobody can make comparing slow.

# Letters that Unicode does not decompose into a base letter and a mark.
_LETTERS = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ł": "l",
        "ı": "i",
        "ħ": "h",
        "ŋ": "n",
        "ŧ": "t",
    }
)
_GERMAN_LETTERS = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "å": "aa",
        "ø": "oe",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "Å": "Aa",
        "Ø": "Oe",
    }
)
_COMBINING_MARK = re.compile(f"[{''.join(filter(unicodedata.combining, map(chr, range(0x10000))))}]")
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘‛`´ʼ＇", "'"))
# In l'île, d'or, qu'un, dell'arte and un'isola, two words meet. In Rory's, the apostrophe is only removed.
_ELISION = re.compile(
    r"\b([ldjmtscn]|qu|jusqu|lorsqu|puisqu|(?:d|n|su)?ell|(?:d|su)?all|un|quest)'(?=[^\W\d_]{2})"
)

_HANGUL, _KANA = "\u1100-\u11ff\uac00-\ud7af", "\u3040-\u30ff\u3100-\u312f"
_HAN = "\u2e80-\u2fdf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_CJK = _HANGUL + _KANA + _HAN
_WORD = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")
_SIGNS_TO_SPACES = {code: " " for code in range(128) if not chr(code).isalnum()}
_JOINING_SIGN = re.compile(r"(?<=\w)[-‐‑–.](?=\w)")  # hyphens and dots inside a word

_ROMAN_NUMBER = re.compile(r"(?=[ivx]{2})(x{0,3})(ix|iv|v?i{0,3})$")
_ROMAN_UNITS = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_DIGITS = re.compile(r"\d+")

_ARTICLES = {
    "fr": ("le ", "la ", "les ", "l'", "un ", "une ", "des "),
    "en": ("the ", "a ", "an "),
    "it": ("il ", "lo ", "la ", "i ", "gli ", "le ", "l'", "un ", "uno ", "una ", "un'"),
    "de": ("der ", "die ", "das ", "ein ", "eine "),
}
_ALL_ARTICLES = tuple(sorted({article for articles in _ARTICLES.values() for article in articles}))


def fold(text: str) -> str:
    """The text in lower case, without accents and ligatures. Hangul syllables are not split."""
    if text.isascii():
        return text.replace("`", "'").lower()
    # The text is decomposed before folding its case, because № contains a capital.
    decomposed = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES)).casefold()
    without_marks = _COMBINING_MARK.sub("", decomposed)
    return unicodedata.normalize("NFC", without_marks.translate(_LETTERS))


def tokenize(text: str) -> list[str]:
    """The folded words of a text. Each CJK character is a word. Signs are words only if there is nothing
    else.
    """
    folded = fold(text[:MAX_LENGTH])
    if "'" in folded:
        folded = _ELISION.sub(r"\1 ", folded).replace("'", "")
    words = folded.translate(_SIGNS_TO_SPACES).split() if folded.isascii() else _WORD.findall(folded)
    return words or [word for word in folded.split() if word.isprintable()]


def parse_roman_number(word: str) -> int:
    """The value of a folded word with two or more Roman digits; else 0. A single i, v or x is usually a
    word.
    """
    match = _ROMAN_NUMBER.match(word)
    if match is None:
        return 0
    tens, units = match.groups()
    return 10 * len(tens) + _ROMAN_UNITS.index(units)


def list_spellings(name: str) -> list[list[str]]:
    """The words of the name in the ways in which people type it, without duplicates.

    These are: as it is written; with ae, oe and ue for umlauts; with hyphenated words joined; with 4 for IV.
    """
    words = tokenize(name)
    spellings: list[list[str]] = []
    for spelling in (
        words,
        tokenize(name.translate(_GERMAN_LETTERS)),
        tokenize(_JOINING_SIGN.sub("", name)),
        [str(parse_roman_number(word) or word) for word in words],
    ):
        if spelling and spelling not in spellings:
            spellings.append(spelling)
    return spellings


def build_sort_key(name: str, language: str = "") -> str:
    """A key that ignores accents, case, punctuation and a leading article. Numbers are sorted by their value.

    The article must be of the language; if the language is unknown, of any language.
    """
    folded = fold(name).strip(" \t\"'«»“”„¡¿([-–.")
    without_article = _remove_article(folded, _ARTICLES.get(language, _ALL_ARTICLES))
    # A name that consists of an article or of signs keeps them.
    words = tokenize(without_article) or tokenize(folded) or tokenize(name)
    key = " ".join(words)
    if not key.replace(" ", "").isalpha():
        key = _DIGITS.sub(lambda digits: digits[0].zfill(6), key)
    return key[:MAX_LENGTH]


def _remove_article(text: str, articles: tuple[str, ...]) -> str:
    for article in articles:
        if text.startswith(article):
            return text[len(article) :]
    return text
