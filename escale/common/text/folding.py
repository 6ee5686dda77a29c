"""How the house compares words: folding, tokens, other spellings of a name, sorting keys. Pure: no Django, no I/O."""

import re
import unicodedata

# Letters that Unicode does not take apart into a base letter and a mark.
_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ħ": "h", "ŋ": "n", "ŧ": "t"}
)
_GERMAN = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Å": "Aa", "Ø": "Oe"}
)
_MARKS = re.compile(f"[{''.join(filter(unicodedata.combining, map(chr, range(0x10000))))}]")
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘‛`´ʼ＇", "'"))
# l'île, d'or, qu'un; dell'arte, un'isola: the elided word stands for itself. In rory's the apostrophe only falls out.
_ELISION = re.compile(r"\b([ldjmtscn]|qu|jusqu|lorsqu|puisqu|(?:d|n|su)?ell|(?:d|su)?all|un|quest)'(?=[^\W\d_]{2})")
_HANGUL, _KANA = "\u1100-\u11ff\uac00-\ud7af", "\u3040-\u30ff\u3100-\u312f"
_HAN = "\u2e80-\u2fdf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_CJK = _HANGUL + _KANA + _HAN
_WORD = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")
_GAPS = {sign: " " for sign in range(128) if not chr(sign).isalnum()}
_ROMAN = re.compile(r"(?=[ivx]{2})(x{0,3})(ix|iv|v?i{0,3})$")
_ARTICLES = {
    "fr": ("le ", "la ", "les ", "l'", "un ", "une ", "des "),
    "en": ("the ", "a ", "an "),
    "it": ("il ", "lo ", "la ", "i ", "gli ", "le ", "l'", "un ", "uno ", "una ", "un'"),
    "de": ("der ", "die ", "das ", "ein ", "eine "),
}
_ANY_ARTICLE = tuple(sorted({article for articles in _ARTICLES.values() for article in articles}))
_NUMBER = re.compile(r"\d+")
_TIGHT = re.compile(r"(?<=\w)[-‐‑–.](?=\w)")
LONGEST = 300  # No name needs more; a longer query is cut, so that nobody can make comparing slow.


def fold(text: str) -> str:
    """Lower case without accents or ligatures; Hangul syllables stay whole."""
    if text.isascii():
        return text.replace("`", "'").lower()
    # Taken apart first: № holds a capital.
    apart = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES)).casefold()
    bare = _MARKS.sub("", apart)
    return unicodedata.normalize("NFC", bare.translate(_LETTERS))


def tokens(text: str) -> list[str]:
    """The words of a text, folded; one per CJK character; signs only where there is nothing else (¥€$)."""
    folded = fold(text[:LONGEST])
    if "'" in folded:
        folded = _ELISION.sub(r"\1 ", folded).replace("'", "")
    words = folded.translate(_GAPS).split() if folded.isascii() else _WORD.findall(folded)
    return words or [word for word in folded.split() if word.isprintable()]


def roman_value(word: str) -> int:
    """The number a folded word of at least two roman digits stands for, or 0 (a lone i, v or x is a word)."""
    match = _ROMAN.match(word)
    if match is None:
        return 0
    ones = {"": 0, "i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9}
    return 10 * len(match[1]) + ones[match[2]]


def spellings(name: str) -> list[list[str]]:
    """The name as tokens; as Germans may type it (ae oe ue); without hyphens and dots; with digits for IV."""
    plain = tokens(name)
    digits = [str(roman_value(word) or word) for word in plain]
    forms = [plain, tokens(name.translate(_GERMAN)), tokens(_TIGHT.sub("", name)), digits]
    return [form for at, form in enumerate(forms) if form and form not in forms[:at]]


def sort_key(name: str, language: str = "") -> str:
    """A key that ignores accents, case, punctuation and a leading article of the language (of all four if unknown)."""
    folded = fold(name).strip(" \t\"'«»“”„¡¿([-–.")
    articles = _ARTICLES.get(language, _ANY_ARTICLE)
    rest = folded
    if folded.startswith(articles):
        rest = next(folded[len(article) :] for article in articles if folded.startswith(article))
    # A name that is nothing but an article, or but a sign, keeps it.
    return _in_order_of_numbers(tokens(rest) or tokens(folded) or tokens(name))


def _in_order_of_numbers(words: list[str]) -> str:
    key = " ".join(words)
    if not key.replace(" ", "").isalpha():
        key = _NUMBER.sub(lambda digits: digits[0].zfill(6), key)
    return key[:LONGEST]
