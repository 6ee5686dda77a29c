"""Reads the folder of one rule (docs/rule-format.md) and checks all of it; knows no database."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules_docs.editing.fault_messages import FileFault, RuleError, in_file
from rules_docs.text import drawings, markup, text_file
from rules_docs.text.markup import Fault

LANGUAGES = ("fr", "en", "it", "de")
RIGHTS = ("rewrite", "licensed", "public-domain", "link-only")
SECTION_KINDS = ("text", "setup", "aid", "faq", "variant")
RULING_KINDS = ("faq", "erratum", "ruling", "divergence", "online")


@dataclass
class Bundle:
    """One rule as it stands in files."""

    folder: Path
    skeleton: dict[str, Any] = field(default_factory=dict)
    source: str = ""
    texts: dict[str, text_file.File] = field(default_factory=dict)
    templates: dict[str, str] = field(default_factory=dict)
    faults: list[FileFault] = field(default_factory=list)

    @property
    def slug(self) -> str:
        return str(self.skeleton["slug"])

    def entries(self, name: str) -> list[dict[str, Any]]:
        found = self.skeleton.get(name, [])
        return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []

    def name(self, file: str) -> str:
        return f"{self.folder.name}/{file}"

    def complain(self, file: str, line: int, code: str, **params: object) -> None:
        self.faults.append(FileFault(self.name(file), Fault.at(line, code, **params)))

    def line(self, *needles: object) -> int:
        """Where in rule.toml the last of these words stands, looking for each after the one before."""
        position = 0
        for needle in needles:
            found = self.source.find(str(needle), position)
            position = found if found >= 0 else position
        return self.source.count("\n", 0, position) + 1

    def words_of(self, name: str, language: str) -> dict[str, str]:
        """What one diagram says in one language."""
        found = self.skeleton.get("diagram", {}).get(name, {}).get(language, {})
        return {key: str(value) for key, value in found.items()}


def read(folder: Path) -> Bundle:
    """The whole folder, or a RuleError that names file and line of everything that is wrong."""
    bundle = Bundle(folder)
    _read_skeleton(bundle)
    if not bundle.faults:
        _check_skeleton(bundle)
    if not bundle.faults:
        _read_texts(bundle)
        _read_diagrams(bundle)
    if bundle.faults:
        raise RuleError(bundle.faults)
    return bundle


def _content(bundle: Bundle, file: str) -> str | None:
    path = bundle.folder / file
    try:
        if path.stat().st_size > 2 * markup.MAX_LENGTH:
            bundle.complain(file, 1, "too_long", limit=markup.MAX_LENGTH)
            return None
        return path.read_text(encoding="utf-8")
    except OSError:
        bundle.complain(file, 1, "missing_file")
    except UnicodeDecodeError:
        bundle.complain(file, 1, "not_utf8")
    return None


def _read_skeleton(bundle: Bundle) -> None:
    bundle.source = _content(bundle, "rule.toml") or ""
    try:
        bundle.skeleton = tomllib.loads(bundle.source)
    except tomllib.TOMLDecodeError as error:
        line = next((int(word) for word in str(error).replace(",", "").split() if word.isdecimal()), 1)
        bundle.complain("rule.toml", line, "toml", reason=error)


# --- the skeleton ----------------------------------------------------------------------------------------------------


def _pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_count(n) for n in value) and value[0] <= value[1]


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 2_000_000


# Words that already mean something in an address.
TAKEN = {"search", "diff", "drawings"}


def _slug(value: Any) -> bool:
    return _key(value) and value not in TAKEN


def _key(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 60 and bool(markup.re.fullmatch(markup.KEY, value))


TOP = {
    "slug": (_slug, "a-name"),
    "pivot": (lambda value: value in LANGUAGES, "fr, en, it, de"),
    "rights": (lambda value: value in RIGHTS, ", ".join(RIGHTS)),
    "version": (_count, "1"),
}
OPTIONAL = {"bgg", "facts", "source", "section", "term", "ruling", "diagram"}
FACTS = {"players": (_pair, "[2, 4]"), "minutes": (_pair, "[30, 45]"), "age": (_count, "8")}


def _expect(bundle: Bundle, table: dict[str, Any], rules: dict[str, Any], *where: object) -> None:
    for name, (valid, expected) in rules.items():
        if name not in table or not valid(table[name]):
            bundle.complain("rule.toml", bundle.line(*where, name), "field", name=name, expected=expected)


def _check_skeleton(bundle: Bundle) -> None:
    skeleton = bundle.skeleton
    _expect(bundle, skeleton, TOP)
    for name in skeleton.keys() - TOP.keys() - OPTIONAL:
        bundle.complain("rule.toml", bundle.line(name), "unknown_field", name=name)
    if "bgg" in skeleton and not _count(skeleton["bgg"]):
        bundle.complain("rule.toml", bundle.line("bgg"), "field", name="bgg", expected="37358")
    facts = skeleton.get("facts", {})
    _expect(bundle, facts if isinstance(facts, dict) else {}, FACTS, "[facts]")
    if not bundle.entries("section"):
        bundle.complain("rule.toml", 1, "field", name="[[section]]", expected="key = …")
    _check_sections(bundle)
    keys = {entry.get("key") for entry in bundle.entries("section")}
    for entry in bundle.entries("term"):
        _check_entry(bundle, entry, "[[term]]", keys, None)
    for entry in bundle.entries("ruling"):
        _check_entry(bundle, entry, "[[ruling]]", keys, RULING_KINDS)
    for entry in bundle.entries("source"):
        _expect(bundle, entry, {"language": (lambda v: v in LANGUAGES, "fr"), "publisher": (bool, "…")}, "[[source]]")
    for name in ("term", "ruling"):
        _check_unique(bundle, name)


def _check_sections(bundle: Bundle) -> None:
    for entry in bundle.entries("section"):
        place = f'"{entry.get("key")}"'
        if not _slug(entry.get("key")):
            bundle.complain("rule.toml", bundle.line("[[section]]"), "field", name="key", expected="a-key")
        if entry.get("level", 1) not in (1, 2):
            bundle.complain("rule.toml", bundle.line(place, "level"), "field", name="level", expected="1, 2")
        if entry.get("kind", "text") not in SECTION_KINDS:
            expected = ", ".join(SECTION_KINDS)
            bundle.complain("rule.toml", bundle.line(place, "kind"), "field", name="kind", expected=expected)
        players = entry.get("players", [])
        if not isinstance(players, list) or not all(_count(number) for number in players):
            bundle.complain("rule.toml", bundle.line(place, "players"), "field", name="players", expected="[2, 3]")
    _check_unique(bundle, "section")


def _check_entry(bundle: Bundle, entry: dict[str, Any], where: str, keys: set[Any], kinds: Any) -> None:
    place = (where, f'"{entry.get("key")}"')
    if not _key(entry.get("key")):
        bundle.complain("rule.toml", bundle.line(where), "field", name="key", expected="a-key")
    if entry.get("section") not in keys and (kinds or "section" in entry):
        bundle.complain("rule.toml", bundle.line(*place, "section"), "unknown_key", key=entry.get("section"))
    if kinds and entry.get("kind") not in kinds:
        bundle.complain("rule.toml", bundle.line(*place, "kind"), "field", name="kind", expected=", ".join(kinds))


def _check_unique(bundle: Bundle, name: str) -> None:
    seen: set[Any] = set()
    for entry in bundle.entries(name):
        key = entry.get("key")
        if key in seen:
            first = bundle.line(f"[[{name}]]", f'"{key}"')
            # The second place is the one that is wrong.
            again = bundle.source.rfind(f'"{key}"')
            line = bundle.source.count("\n", 0, again) + 1
            bundle.complain("rule.toml", line, "duplicate_key", key=key, first=first)
        seen.add(key)


# --- the texts -------------------------------------------------------------------------------------------------------


def _read_texts(bundle: Bundle) -> None:
    for language in LANGUAGES:
        file = f"{language}.md"
        if not (bundle.folder / file).exists() and language != bundle.skeleton["pivot"]:
            continue
        content = _content(bundle, file)
        if content is None:
            continue
        try:
            bundle.texts[language] = text_file.split(content)
        except markup.MarkupError as error:
            bundle.faults += in_file(bundle.name(file), error)
    for language in bundle.texts:
        _check_order(bundle, language)
        _check_words(bundle, language)
        _check_bodies(bundle, language)


def _check_order(bundle: Bundle, language: str) -> None:
    """The set and the order of keys is that of rule.toml in every language."""
    file, parts = f"{language}.md", bundle.texts[language].parts
    levels = {entry["key"]: entry.get("level", 1) for entry in bundle.entries("section")}
    here = {part.key: part for part in parts}
    end = parts[-1].line if parts else 1
    for key in levels.keys() - here.keys():
        bundle.complain(file, end, "section_missing", key=key)
    for key in here.keys() - levels.keys():
        bundle.complain(file, here[key].line, "section_unknown", key=key)
    if levels.keys() != here.keys():
        return
    for part, expected in zip(parts, levels, strict=True):
        if part.key != expected:
            bundle.complain(file, part.line, "section_order", key=part.key, expected=expected)
            return
        if part.level != levels[part.key]:
            bundle.complain(file, part.line, "section_level", key=part.key, level=levels[part.key])


def _check_words(bundle: Bundle, language: str) -> None:
    for entry in bundle.entries("term"):
        if not isinstance(entry.get(language), str):
            line = bundle.line("[[term]]", f'"{entry["key"]}"')
            bundle.complain("rule.toml", line, "term_name", key=entry["key"], language=language)
    for entry in bundle.entries("ruling"):
        words = entry.get(language)
        if not isinstance(words, dict) or not words.get("answer"):
            line = bundle.line("[[ruling]]", f'"{entry["key"]}"')
            bundle.complain("rule.toml", line, "ruling_text", key=entry["key"], language=language)


def context(bundle: Bundle, language: str) -> markup.Context:
    """What a text of this bundle may refer to; pictures have no address yet."""
    names = bundle.skeleton.get("diagram", {})
    return markup.Context(
        keys=frozenset(entry["key"] for entry in bundle.entries("section")),
        terms={entry["key"]: str(entry.get(language, "")) for entry in bundle.entries("term")},
        pictures={name: markup.Picture("", "", 0, 0) for name in names},
    )


def _check_bodies(bundle: Bundle, language: str) -> None:
    around = context(bundle, language)
    for part in bundle.texts[language].parts:
        try:
            markup.tokens(part.body, around, first_line=part.start)
        except markup.MarkupError as error:
            bundle.faults += in_file(bundle.name(f"{language}.md"), error)
    for entry in bundle.entries("ruling"):
        answer = entry.get(language, {}).get("answer", "") if isinstance(entry.get(language), dict) else ""
        try:
            markup.tokens(str(answer), around, first_line=bundle.line("[[ruling]]", f'"{entry["key"]}"'))
        except markup.MarkupError as error:
            bundle.faults += in_file(bundle.name("rule.toml"), error)


# --- the diagrams ----------------------------------------------------------------------------------------------------


def _read_diagrams(bundle: Bundle) -> None:
    for name in bundle.skeleton.get("diagram", {}):
        if not (bundle.folder / "diagrams" / f"{name}.svg").exists():
            bundle.complain("rule.toml", bundle.line(f"[diagram.{name}"), "no_diagram_file", name=name)
            continue
        template = _content(bundle, f"diagrams/{name}.svg")
        fault = drawings.fault(template) if template else None
        if fault:
            bundle.complain(f"diagrams/{name}.svg", 1, fault[0], **fault[1])
        elif template:
            bundle.templates[name] = template
            _check_labels(bundle, name, template)


def _check_labels(bundle: Bundle, name: str, template: str) -> None:
    for language in bundle.texts:
        words = bundle.words_of(name, language)
        line = bundle.line(f"[diagram.{name}", f".{language}]")
        if not words.get("alt"):
            bundle.complain("rule.toml", line, "diagram_text", name=name, language=language)
        for label in sorted(drawings.labels(template) - words.keys()):
            bundle.complain("rule.toml", line, "diagram_label", name=name, label=label, language=language)
