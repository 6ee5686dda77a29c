"""Compares two editions of a rule, or an edition with today's text, section by section and word by word."""

from typing import NamedTuple

from rules_docs.models import EditionText, RuleDocument, SectionText
from rules_docs.text.markup.plain_text import strip_markup
from rules_docs.text.word_diff import DiffPiece, compare_words

# This number means today's text where the number of an edition is expected.
TODAY = 0


class SectionWording(NamedTuple):
    """The heading and the Markdown of one section; both are empty if the section does not exist."""

    heading: str
    body: str


NO_WORDING = SectionWording("", "")


class SectionChange(NamedTuple):
    """A section that differs. `state` is "added", "removed" or "changed"."""

    key: str
    heading: str
    state: str
    pieces: list[DiffPiece]


def load_wordings(document: RuleDocument, number: int, language: str) -> dict[str, SectionWording] | None:
    """The sections of an edition, or of TODAY, by key; None if this language has no such edition."""
    if number == TODAY:
        texts = SectionText.objects.of(document, [language])
        return {text.section.key: SectionWording(text.heading, text.body) for text in texts} or None
    texts = EditionText.objects.filter(edition__document=document, edition__number=number, language=language)
    text = texts.first()
    if text is None:
        return None
    return {section["key"]: SectionWording(section["heading"], section["body"]) for section in text.sections}


def compare_wordings(
    old_wordings: dict[str, SectionWording], new_wordings: dict[str, SectionWording]
) -> list[SectionChange]:
    """Lists the sections that differ: first those of the new text in its order, then the removed ones."""
    removed_keys = [key for key in old_wordings if key not in new_wordings]
    changes = []
    for key in [*new_wordings, *removed_keys]:
        old = old_wordings.get(key, NO_WORDING)
        new = new_wordings.get(key, NO_WORDING)
        if old == new:
            continue
        if key not in old_wordings:
            state = "added"
        elif key not in new_wordings:
            state = "removed"
        else:
            state = "changed"
        pieces = compare_words(_list_words(old, other=new), _list_words(new, other=old))
        changes.append(SectionChange(key=key, heading=new.heading or old.heading, state=state, pieces=pieces))
    return changes


def _list_words(wording: SectionWording, *, other: SectionWording) -> str:
    """The words to compare. The page shows the heading anyway, so it is included only if it changed."""
    heading = wording.heading if wording.heading != other.heading else ""
    body = strip_markup(wording.body)
    return "\n\n".join(words for words in (heading, body) if words)
