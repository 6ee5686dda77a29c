"""Checks one language of a rule against its skeleton: sections, names of terms, rulings, markup. No I/O."""

from typing import Any

from rules_docs.text.faults import MarkupError, locate_faults
from rules_docs.text.markup.checks import parse_checked
from rules_docs.text.markup.context import MarkupContext, Picture
from rules_docs.text.rule_files import SKELETON_FILE, RuleFiles

_PICTURE_WITHOUT_ADDRESS = Picture(url="", alt="", width=0, height=0)


def check_translation(rule: RuleFiles, language: str) -> None:
    """Adds to the rule every fault of one language."""
    _check_section_order(rule, language)
    _check_glossary(rule, language)
    _check_rulings(rule, language)
    _check_markup(rule, language)


def _check_section_order(rule: RuleFiles, language: str) -> None:
    """Adds a fault unless the language has the sections of rule.toml in the same order."""
    file = f"{language}.md"
    sections = rule.texts[language].sections
    levels = {table["key"]: table.get("level", 1) for table in rule.get_tables("section")}
    heading_lines = {section.key: section.heading_line for section in sections}
    last_heading_line = sections[-1].heading_line if sections else 1
    for key in levels.keys() - heading_lines.keys():
        rule.add_fault(file, last_heading_line, "section_missing", key=key)
    for key in heading_lines.keys() - levels.keys():
        rule.add_fault(file, heading_lines[key], "section_unknown", key=key)
    if levels.keys() != heading_lines.keys():
        return
    for section, expected_key in zip(sections, levels, strict=True):
        if section.key != expected_key:
            line = section.heading_line
            rule.add_fault(file, line, "section_order", key=section.key, expected=expected_key)
            return
        expected_level = levels[section.key]
        if section.level != expected_level:
            line = section.heading_line
            rule.add_fault(file, line, "section_level", key=section.key, level=expected_level)


def _check_glossary(rule: RuleFiles, language: str) -> None:
    for term in rule.get_tables("term"):
        if not isinstance(term.get(language), str):
            line = rule.find_line("[[term]]", f'"{term["key"]}"')
            rule.add_skeleton_fault(line, "term_name", key=term["key"], language=language)


def _check_rulings(rule: RuleFiles, language: str) -> None:
    for ruling in rule.get_tables("ruling"):
        if not _ruling_answer(ruling, language):
            line = rule.find_line("[[ruling]]", f'"{ruling["key"]}"')
            rule.add_skeleton_fault(line, "ruling_text", key=ruling["key"], language=language)


def _ruling_answer(ruling: dict[str, Any], language: str) -> str:
    """The answer of a ruling in one language; empty if there is none."""
    words = ruling.get(language)
    return str(words.get("answer") or "") if isinstance(words, dict) else ""


def _check_markup(rule: RuleFiles, language: str) -> None:
    context = _create_context(rule, language)
    for section in rule.texts[language].sections:
        try:
            parse_checked(section.body, context, first_line=section.body_line)
        except MarkupError as error:
            rule.faults += locate_faults(rule.label_file(f"{language}.md"), error)
    for ruling in rule.get_tables("ruling"):
        first_line = rule.find_line("[[ruling]]", f'"{ruling["key"]}"')
        try:
            parse_checked(_ruling_answer(ruling, language), context, first_line=first_line)
        except MarkupError as error:
            rule.faults += locate_faults(rule.label_file(SKELETON_FILE), error)


def _create_context(rule: RuleFiles, language: str) -> MarkupContext:
    """The context of a text of this rule. Its pictures have no address before the rule is loaded."""
    return MarkupContext(
        section_keys=frozenset(section["key"] for section in rule.get_tables("section")),
        term_names={term["key"]: str(term.get(language, "")) for term in rule.get_tables("term")},
        pictures=dict.fromkeys(rule.list_diagram_names(), _PICTURE_WITHOUT_ADDRESS),
    )
