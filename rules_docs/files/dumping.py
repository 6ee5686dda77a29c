"""Writes a rule from the database back into its files, so that `load_rules` reads the same rule again."""

from pathlib import Path
from typing import Any

import tomli_w

from rules_docs.editing import merging, places
from rules_docs.editing.places import FACT_NAMES, SECTION_DEFAULTS, Places
from rules_docs.models import RuleDocument
from rules_docs.text.rule_files import SKELETON_FILE
from rules_docs.text.text_file import FileSection, format_text_file


def dump_rule(document: RuleDocument, root: Path) -> list[Path]:
    """Writes the files of a rule below `root`/<slug> and returns their paths.

    Then the files count as read, so earlier edits of the staff are no longer a conflict.
    """
    rule_places = places.collect_from_database(document)
    folder = root / document.slug
    (folder / "diagrams").mkdir(parents=True, exist_ok=True)
    contents = _format_files(document, rule_places)
    for name, content in contents.items():
        (folder / name).write_text(content, encoding="utf-8")
    merging.save_file_digests(document, rule_places)
    return [folder / name for name in contents]


def _format_files(document: RuleDocument, rule_places: Places) -> dict[str, str]:
    """The content of each file by its name in the folder."""
    skeleton = _create_skeleton(document, rule_places)
    contents = {SKELETON_FILE: tomli_w.dumps(skeleton, multiline_strings=True)}
    for language, title in _select_places(rule_places, "title"):
        contents[f"{language}.md"] = format_text_file(title, _list_file_sections(rule_places, language))
    for name, diagram in _select_places(rule_places, "diagram"):
        contents[f"diagrams/{name}.svg"] = diagram["template"]
    return contents


def _select_places(rule_places: Places, place_kind: str) -> list[tuple[str, Any]]:
    """The places of one kind with their names: ("die", …) for `term/die`."""
    prefix = f"{place_kind}/"
    selected = []
    for place, value in rule_places.items():
        if place.startswith(prefix):
            selected.append((place.removeprefix(prefix), value))
    return selected


def _list_file_sections(rule_places: Places, language: str) -> list[FileSection]:
    sections = []
    for key in rule_places["order"]:
        text = rule_places.get(f"text/{key}/{language}")
        if text:
            level = rule_places[f"section/{key}"]["level"]
            sections.append(FileSection(key=key, level=level, heading=text["heading"], body=text["body"]))
    return sections


def _create_skeleton(document: RuleDocument, rule_places: Places) -> dict[str, Any]:
    """The values of rule.toml, without empty ones."""
    document_values = rule_places["document"]
    skeleton = {"slug": document.slug, "pivot": document_values["pivot"], "rights": document_values["rights"]}
    if document_values["bgg"] is not None:
        skeleton["bgg"] = document_values["bgg"]
    skeleton["version"] = document.edition
    skeleton["facts"] = {name: document_values[name] for name in FACT_NAMES}
    skeleton["source"] = [_drop_empty(source) for source in rule_places["sources"]]
    sections = [(key, rule_places[f"section/{key}"]) for key in rule_places["order"]]
    terms = _select_places(rule_places, "term")
    rulings = _select_places(rule_places, "ruling")
    diagrams = _select_places(rule_places, "diagram")
    skeleton["section"] = [_create_section_table(key, section) for key, section in sections]
    skeleton["term"] = [_create_term_table(key, term) for key, term in terms]
    skeleton["ruling"] = [_create_ruling_table(key, ruling) for key, ruling in rulings]
    skeleton["diagram"] = {name: diagram["words"] for name, diagram in diagrams}
    return {name: value for name, value in skeleton.items() if value not in ([], {})}


def _drop_empty(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}


def _create_section_table(key: str, section: dict[str, Any]) -> dict[str, Any]:
    """The key, and only the values that differ from a plain section of level 1."""
    table: dict[str, Any] = {"key": key}
    for name in ("level", "players", "kind"):
        if section[name] != SECTION_DEFAULTS[name]:
            table[name] = section[name]
    return table


def _create_term_table(key: str, term: dict[str, Any]) -> dict[str, Any]:
    table = {"key": key}
    if term["section"]:
        table["section"] = term["section"]
    aliases = {}
    for language, (preferred_name, *other_names) in term["names"].items():
        table[language] = preferred_name
        if other_names:
            aliases[language] = other_names
    if aliases:
        table["aliases"] = aliases
    table |= term.get("usage", {})
    if "meanings" in term:
        table["meaning"] = term["meanings"]
    return table


def _create_ruling_table(key: str, ruling: dict[str, Any]) -> dict[str, Any]:
    table = {"key": key, "section": ruling["section"], "kind": ruling["kind"]}
    for language, words in ruling["texts"].items():
        table[language] = _drop_empty(words)
    return table
