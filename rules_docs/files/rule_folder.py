"""Reads the folder of one rule (docs/rule-format.md) and checks all of it."""

import tomllib
from pathlib import Path

from escale.common import languages
from rules_docs.text import drawings
from rules_docs.text.faults import MarkupError, RuleFilesError, locate_faults
from rules_docs.text.markup.checks import MAX_LENGTH
from rules_docs.text.rule_files import SKELETON_FILE, RuleFiles
from rules_docs.text.skeleton_checks import check_skeleton
from rules_docs.text.text_file import parse_text_file
from rules_docs.text.translation_checks import check_translation


def read_rule_folder(folder: Path) -> RuleFiles:
    """The files of a rule; raises RuleFilesError with the file and line of everything that is wrong.

    The skeleton is checked first, because faults of the texts can be found only with a complete skeleton.
    """
    rule = RuleFiles(folder.name, languages.codes())
    _read_skeleton(rule, folder)
    if not rule.faults:
        check_skeleton(rule)
    if not rule.faults:
        _read_texts(rule, folder)
        _read_diagrams(rule, folder)
    if rule.faults:
        raise RuleFilesError(rule.faults)
    return rule


def _read_file(rule: RuleFiles, folder: Path, file: str) -> str | None:
    """The content of a file; None if it cannot be read, which is then among the faults of the rule."""
    path = folder / file
    try:
        # The size is checked before reading: most characters take one byte, some two.
        if path.stat().st_size > 2 * MAX_LENGTH:
            rule.add_fault(file, 1, "too_long", limit=MAX_LENGTH)
            return None
        return path.read_text(encoding="utf-8")
    except OSError:
        rule.add_fault(file, 1, "missing_file")
    except UnicodeDecodeError:
        rule.add_fault(file, 1, "not_utf8")
    return None


def _read_skeleton(rule: RuleFiles, folder: Path) -> None:
    rule.skeleton_source = _read_file(rule, folder, SKELETON_FILE) or ""
    try:
        rule.skeleton = tomllib.loads(rule.skeleton_source)
    except tomllib.TOMLDecodeError as error:
        rule.add_skeleton_fault(_find_line_number(str(error)), "toml", reason=error)


def _find_line_number(message: str) -> int:
    """The line in a message of the TOML library, such as "Invalid value (at line 3, column 8)"."""
    numbers = [int(word) for word in message.replace(",", "").split() if word.isdecimal()]
    return numbers[0] if numbers else 1


def _read_texts(rule: RuleFiles, folder: Path) -> None:
    """Reads the text of each language. Only the pivot, the language that decides the sense, must exist."""
    for language in rule.languages:
        file = f"{language}.md"
        is_optional = language != rule.skeleton["pivot"]
        if is_optional and not (folder / file).exists():
            continue
        content = _read_file(rule, folder, file)
        if content is None:
            continue
        try:
            rule.texts[language] = parse_text_file(content)
        except MarkupError as error:
            rule.faults += locate_faults(rule.label_file(file), error)
    for language in rule.texts:
        check_translation(rule, language)


def _read_diagrams(rule: RuleFiles, folder: Path) -> None:
    for name in rule.list_diagram_names():
        file = f"diagrams/{name}.svg"
        if not (folder / file).exists():
            rule.add_skeleton_fault(rule.find_line(f"[diagram.{name}"), "no_diagram_file", name=name)
            continue
        template = _read_file(rule, folder, file)
        if not template:
            continue
        fault = drawings.find_fault(template)
        if fault:
            rule.add_fault(file, 1, fault.code, **fault.params)
        else:
            rule.diagram_templates[name] = template
            _check_diagram_words(rule, name, template)


def _check_diagram_words(rule: RuleFiles, name: str, template: str) -> None:
    for language in rule.texts:
        words = rule.get_diagram_words(name, language)
        line = rule.find_line(f"[diagram.{name}", f".{language}]")
        if not words.get("alt"):
            rule.add_skeleton_fault(line, "diagram_text", name=name, language=language)
        for label in sorted(drawings.find_labels(template) - words.keys()):
            rule.add_skeleton_fault(line, "diagram_label", name=name, label=label, language=language)
