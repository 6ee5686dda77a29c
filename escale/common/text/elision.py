"""Joins the parts of a sentence as its language does: “d’Anna”, “il 7” but “l’8”. No I/O."""

import re

#: French: “de” and “que” before a name that begins with a vowel. Y and H depend on the name, so they stay.
_FRENCH = re.compile(r"\b([Dd]|[Qq]u)e (?=[AEIOUÀÂÄÉÈÊËÎÏÔÖÛÜ])")
#: Italian: “il”, also in a preposition, before numbers that begin with a spoken vowel. “1º” is “primo”.
_ITALIAN_ARTICLE = re.compile(r"\b([Ii]l|[Dd]el|[Aa]l|[Dd]al|[Nn]el|[Ss]ul) (?=(?:1|8|11)(?![\dº]))")
#: Italian: “a” and “e” before the same vowel.
_ITALIAN_VOWEL = re.compile(r"\b(?:([Aa]) (?=[AÀÂÄ])|([Ee]) (?=[EÈÉÊË]))")


def apply_elisions(sentence: str, language: str) -> str:
    """The sentence with the elisions that are needed where its parts meet."""
    language = language.partition("-")[0]
    if language == "fr":
        return _FRENCH.sub(r"\1’", sentence)
    if language == "it":
        sentence = _ITALIAN_ARTICLE.sub(_elide_article, sentence)
        return _ITALIAN_VOWEL.sub(_add_consonant, sentence)
    return sentence


def _elide_article(match: re.Match[str]) -> str:
    """“il” becomes “l’”, and “del” becomes “dell’”."""
    word = match[1]
    return "L’" if word == "Il" else "l’" if word == "il" else f"{word}l’"


def _add_consonant(match: re.Match[str]) -> str:
    """“a Anna” becomes “ad Anna”; “a Emma” stays."""
    return f"{match[1] or match[2]}d "
