"""Stores the texts of publishers' sheets privately, mapped to our sections, with the doubtful passages."""

from rules_docs.editing import extracting
from rules_docs.models import Extract, RuleDocument, SectionText
from rules_docs.text import printed_sheet
from rules_docs.text.printed_sheet import SheetHeading


def save_sheet(*, document: RuleDocument, language: str, name: str, content: bytes) -> Extract:
    """Extracts and saves the text of a sheet; raises SheetRefused if the file cannot be read.

    The headings of the sheet are mapped to our sections as far as that can be guessed.
    """
    pages = extracting.extract_pages(content)
    text = printed_sheet.clean_pages(pages)
    if not text:
        raise extracting.SheetRefused("no_text")
    return Extract.objects.create(
        document=document,
        language=language,
        name=name[:160],
        pages=len(pages),
        text=text,
        headings=_propose_mapping(document, language, text),
        flags=[flag._asdict() for flag in printed_sheet.find_flags(text)],
    )


def _propose_mapping(document: RuleDocument, language: str, sheet_text: str) -> list[dict]:
    """The headings of a sheet, each with the key of the section that seems to match, or ""."""
    section_texts = {}
    for text in SectionText.objects.of(document, [language]):
        section_texts[text.section.key] = f"{text.heading}\n{text.plain}"
    headings = printed_sheet.find_headings(sheet_text)
    mapping = []
    for index, heading in enumerate(headings):
        passage = printed_sheet.cut_passage(sheet_text, headings, index)
        key = printed_sheet.propose_section(heading.text, passage, language, section_texts)
        mapping.append({"text": heading.text[:200], "line": heading.line, "key": key})
    return mapping


def list_passages(extract: Extract) -> dict[str, str]:
    """Returns by the key of the section the passages of the sheet whose headings were mapped to it."""
    headings = [SheetHeading(heading["text"], heading["line"]) for heading in extract.headings]
    passages: dict[str, str] = {}
    for index, heading in enumerate(extract.headings):
        key = heading["key"]
        if not key:
            continue
        passage = f"{heading['text']}\n{printed_sheet.cut_passage(extract.text, headings, index)}"
        passages[key] = f"{passages[key]}\n\n{passage}" if key in passages else passage
    return passages


def list_differing_numbers(extract: Extract) -> list[dict]:
    """The sections about which this sheet and one in another language have different numbers."""
    passages = list_passages(extract)
    differences = []
    for other_extract in extract.document.extracts.exclude(language=extract.language):
        for key, other_passage in list_passages(other_extract).items():
            if key not in passages:
                continue
            only_here, only_there = printed_sheet.compare_numbers(passages[key], other_passage)
            if only_here or only_there:
                differences.append(
                    {
                        "key": key,
                        "other": other_extract,
                        "here": only_here,
                        "there": only_there,
                    }
                )
    return differences
