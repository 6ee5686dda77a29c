"""Opens a rule, or one of its sections, for a reader; raises a Problem that says why it cannot be read."""

from django.utils.translation import gettext_lazy as _

from escale.common.api.problems import Problem
from rules_docs.models import RuleDocument
from rules_docs.reading.reader import Reading, SectionRow, read_rule, read_section
from rules_docs.reading.titles import choose_title, list_titles


def get_rule(slug: str) -> RuleDocument:
    document = RuleDocument.objects.filter(slug=slug).first()
    if document is None:
        raise Problem(404, "not_found", _("There are no rules with this name."))
    if document.withheld:
        raise Problem(
            451,
            "withheld",
            _("These rules have been withheld after a notice about rights."),
            title=_("Withheld"),
        )
    return document


def read_published_rule(document: RuleDocument, language: str) -> Reading:
    _require_readable(document)
    reading = read_rule(document, language)
    if reading is None:
        raise _not_published()
    return reading


def read_published_section(document: RuleDocument, language: str, key: str) -> SectionRow:
    _require_readable(document)
    titles = list_titles(document)
    if not titles:
        raise _not_published()
    row = read_section(document, choose_title(titles, document, language).language, key)
    return _require_section(row)


def find_section(reading: Reading, key: str) -> SectionRow:
    return _require_section(next((row for row in reading.rows if row.key == key), None))


def _require_section(row: SectionRow | None) -> SectionRow:
    if row is None:
        raise Problem(404, "not_found", _("These rules have no section with this name."))
    return row


def _require_readable(document: RuleDocument) -> None:
    if not document.is_readable:
        raise Problem(
            403, "link_only", _("We have no right to show these rules; their sources say where they are.")
        )


def _not_published() -> Problem:
    return Problem(404, "not_found", _("These rules have not been published."))


def require_words(text: str, *, name: str, max_length: int) -> str:
    """The text without spaces around it; a Problem for the parameter if it is empty or too long."""
    words = text.strip()
    if not words or len(words) > max_length:
        sentence = _("From 1 to %(most)d characters are expected.") % {"most": max_length}
        raise Problem(400, "invalid", errors={name: [str(sentence)]})
    return words
