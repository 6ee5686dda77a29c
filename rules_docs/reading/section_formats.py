"""Writes a section of a rule in the formats for programs: plain text, CommonMark, plain HTML."""

from django.conf import settings

from rules_docs.editing.markup_contexts import load_context
from rules_docs.models import RuleDocument, SectionText
from rules_docs.reading.reader import SectionRow
from rules_docs.text.markup.common_mark import MakeAbsolute, write_common_mark, write_plain_html


def absolute_in(slug: str, language: str) -> MakeAbsolute:
    """A function that makes addresses of this rule absolute; the addresses of its sections never change."""

    def make_absolute(address: str) -> str:
        if address.startswith("#"):
            return f"{settings.BASE_URL}/r/{slug}/{address[1:]}?lang={language}"
        return settings.BASE_URL + address

    return make_absolute


def clean_html(slug: str, html: str, language: str) -> str:
    """The HTML of a section or ruling for programs: no widgets, absolute addresses."""
    return write_plain_html(html, absolute_in(slug, language))


def write_section(document: RuleDocument, row: SectionRow, media_type: str) -> str:
    """The section in one of the media types text/plain, text/markdown and text/html."""
    cell = row.cells[0]
    if media_type == "text/plain":
        return f"{cell.heading}\n\n{cell.plain}\n"
    if media_type == "text/html":
        body = clean_html(document.slug, cell.html, cell.language)
        return f'<article lang="{cell.language}"><h3>{_escape(cell.heading)}</h3>\n{body}</article>\n'
    text = SectionText.objects.get(section__document=document, section__key=row.key, language=cell.language)
    context = load_context(document, cell.language)
    body = write_common_mark(text.body, context, absolute_in(document.slug, cell.language))
    return f"## {cell.heading}\n\n{body}"


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
