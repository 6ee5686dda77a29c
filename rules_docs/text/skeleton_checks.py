"""Checks rule.toml, the skeleton of a rule: its fields, and the keys that it names. No I/O."""

import re
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from rules_docs.text.markup.parser import KEY_PATTERN
from rules_docs.text.rule_files import RuleFiles

RIGHTS = ("rewrite", "licensed", "public-domain", "link-only")
SECTION_KINDS = ("text", "setup", "aid", "faq", "variant", "short")
RULING_KINDS = ("faq", "erratum", "ruling", "divergence", "online")
# These words already have a meaning in addresses.
RESERVED_SLUGS = {"search", "diff", "drawings"}
_MAX_KEY_LENGTH = 60


def _is_count(value: Any) -> bool:
    # In Python, bool is a kind of int.
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 2_000_000


def _is_span(value: Any) -> bool:
    """Whether this is a list of a minimum and a maximum."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    return all(_is_count(number) for number in value) and value[0] <= value[1]


def _is_key(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _MAX_KEY_LENGTH and bool(re.fullmatch(KEY_PATTERN, value))


def _is_slug(value: Any) -> bool:
    return _is_key(value) and value not in RESERVED_SLUGS


def _is_right(value: Any) -> bool:
    return value in RIGHTS


class FieldRule(NamedTuple):
    """What a field must contain. `example` shows the author what is expected."""

    is_valid: Callable[[Any], bool]
    example: str


REQUIRED_FIELDS = {
    "slug": FieldRule(_is_slug, "a-name"),
    "pivot": FieldRule(_is_key, "fr"),
    "rights": FieldRule(_is_right, ", ".join(RIGHTS)),
    "version": FieldRule(_is_count, "1"),
}
OPTIONAL_FIELDS = {"bgg", "facts", "source", "section", "term", "ruling", "diagram"}
FACT_FIELDS = {
    "players": FieldRule(_is_span, "[2, 4]"),
    "minutes": FieldRule(_is_span, "[30, 45]"),
    "age": FieldRule(_is_count, "8"),
}
SOURCE_FIELDS = {
    "language": FieldRule(_is_key, "fr"),
    "publisher": FieldRule(bool, "…"),
}


def check_skeleton(rule: RuleFiles) -> None:
    """Adds to the rule every fault of its skeleton."""
    _check_top_fields(rule)
    facts = rule.skeleton.get("facts", {})
    _check_fields(rule, facts if isinstance(facts, dict) else {}, FACT_FIELDS, "[facts]")
    _check_sections(rule)
    section_keys = {section.get("key") for section in rule.get_tables("section")}
    _check_terms(rule, section_keys)
    _check_rulings(rule, section_keys)
    for source in rule.get_tables("source"):
        _check_fields(rule, source, SOURCE_FIELDS, "[[source]]")
        _check_language(rule, source, "language", "[[source]]")


def _check_language(rule: RuleFiles, table: dict[str, Any], name: str, *header: str) -> None:
    """Adds a fault if the value has the form of a language but is not a language of the site."""
    if _is_key(table.get(name)) and table[name] not in rule.languages:
        expected = ", ".join(rule.languages)
        rule.add_skeleton_fault(rule.find_line(*header, name), "field", name=name, expected=expected)


def _check_fields(
    rule: RuleFiles,
    table: dict[str, Any],
    field_rules: dict[str, FieldRule],
    *header: str,
) -> None:
    """Checks the required fields of a table; `header` helps to find the line of a fault."""
    for name, field_rule in field_rules.items():
        if name not in table or not field_rule.is_valid(table[name]):
            line = rule.find_line(*header, name)
            rule.add_skeleton_fault(line, "field", name=name, expected=field_rule.example)


def _check_top_fields(rule: RuleFiles) -> None:
    skeleton = rule.skeleton
    _check_fields(rule, skeleton, REQUIRED_FIELDS)
    for name in skeleton.keys() - REQUIRED_FIELDS.keys() - OPTIONAL_FIELDS:
        rule.add_skeleton_fault(rule.find_line(name), "unknown_field", name=name)
    _check_language(rule, skeleton, "pivot")
    if "bgg" in skeleton and not _is_count(skeleton["bgg"]):
        rule.add_skeleton_fault(rule.find_line("bgg"), "field", name="bgg", expected="37358")


def _check_sections(rule: RuleFiles) -> None:
    if not rule.get_tables("section"):
        rule.add_skeleton_fault(1, "field", name="[[section]]", expected="key = …")
    for section in rule.get_tables("section"):
        _check_section(rule, section)
    _check_unique_keys(rule, "section")


def _check_section(rule: RuleFiles, section: dict[str, Any]) -> None:
    quoted_key = _quote(section.get("key"))
    if not _is_slug(section.get("key")):
        rule.add_skeleton_fault(rule.find_line("[[section]]"), "field", name="key", expected="a-key")
    if section.get("level", 1) not in (1, 2):
        line = rule.find_line(quoted_key, "level")
        rule.add_skeleton_fault(line, "field", name="level", expected="1, 2")
    if section.get("kind", "text") not in SECTION_KINDS:
        line = rule.find_line(quoted_key, "kind")
        rule.add_skeleton_fault(line, "field", name="kind", expected=", ".join(SECTION_KINDS))
    players = section.get("players", [])
    if not isinstance(players, list) or not all(_is_count(number) for number in players):
        line = rule.find_line(quoted_key, "players")
        rule.add_skeleton_fault(line, "field", name="players", expected="[2, 3]")


def _check_terms(rule: RuleFiles, section_keys: Collection[Any]) -> None:
    """Checks the terms; a term may name the section that explains it."""
    for term in rule.get_tables("term"):
        _check_key(rule, term, "[[term]]")
        if "section" in term:
            _check_section_reference(rule, term, "[[term]]", section_keys)
    _check_unique_keys(rule, "term")


def _check_rulings(rule: RuleFiles, section_keys: Collection[Any]) -> None:
    """Checks the rulings; a ruling must name the section that it is about."""
    for ruling in rule.get_tables("ruling"):
        _check_key(rule, ruling, "[[ruling]]")
        _check_section_reference(rule, ruling, "[[ruling]]", section_keys)
        if ruling.get("kind") not in RULING_KINDS:
            line = rule.find_line("[[ruling]]", _quote(ruling.get("key")), "kind")
            rule.add_skeleton_fault(line, "field", name="kind", expected=", ".join(RULING_KINDS))
    _check_unique_keys(rule, "ruling")


def _check_key(rule: RuleFiles, table: dict[str, Any], header: str) -> None:
    if not _is_key(table.get("key")):
        rule.add_skeleton_fault(rule.find_line(header), "field", name="key", expected="a-key")


def _check_section_reference(
    rule: RuleFiles, table: dict[str, Any], header: str, section_keys: Collection[Any]
) -> None:
    if table.get("section") not in section_keys:
        line = rule.find_line(header, _quote(table.get("key")), "section")
        rule.add_skeleton_fault(line, "unknown_key", key=table.get("section"))


def _check_unique_keys(rule: RuleFiles, table_name: str) -> None:
    keys: set[Any] = set()
    for table in rule.get_tables(table_name):
        key = table.get("key")
        if key in keys:
            first_line = rule.find_line(f"[[{table_name}]]", _quote(key))
            # The second place is the one that is wrong.
            line = rule.find_last_line(_quote(key))
            rule.add_skeleton_fault(line, "duplicate_key", key=key, first=first_line)
        keys.add(key)


def _quote(key: Any) -> str:
    """A key as rule.toml writes it."""
    return f'"{key}"'
