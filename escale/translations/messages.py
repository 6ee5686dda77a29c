"""Finds every message in Python and templates, and compares them with the translations. No gettext tools needed."""

import ast
import gettext
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import django
import polib
from django.template import engines
from django.template.base import Node
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.functional import Promise
from django.utils.translation import to_locale

from escale.common import languages
from escale.common.text import typography
from escale.translations.compilation import find_parts, po_file

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


class Message(NamedTuple):
    id: str
    plural: str = ""
    context: str | None = None


# How many of the first arguments are (context,) id (, plural).
CALLS = {"_": "i", "gettext": "i", "gettext_lazy": "i", "gettext_noop": "i"}
CALLS |= {"ngettext": "ip", "ngettext_lazy": "ip", "pgettext": "ci", "pgettext_lazy": "ci"}
CALLS |= {"npgettext": "cip", "npgettext_lazy": "cip"}


def in_python(source: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        shape = CALLS.get(name, "")
        values = [argument.value for argument in node.args if isinstance(argument, ast.Constant)][: len(shape)]
        if shape and len(values) == len(shape) and all(isinstance(value, str) for value in values):
            parts = dict(zip(shape, values, strict=True))
            yield Message(parts["i"], parts.get("p", ""), parts.get("c"))
        elif any(isinstance(argument, ast.JoinedStr) for argument in node.args[: len(shape)]):
            raise ValueError(f"line {node.lineno}: a message can not be an f-string; use %(name)s")


def in_template(source: str) -> Iterator[Message]:
    template = engines["django"].from_string(source).template
    yield from _in_parsed(template.nodelist, set())


def _in_parsed(part: object, seen: set[int]) -> Iterator[Message]:
    """Walks Django's own tree: tags, filters and their arguments wherever they stand."""
    if id(part) in seen:
        return
    seen.add(id(part))
    if isinstance(part, TranslateNode):
        yield Message(part.filter_expression.var.literal, "", _context(part))
    elif isinstance(part, BlockTranslateNode):
        singular, plural = part.render_token_list(part.singular)[0], part.render_token_list(part.plural)[0]
        yield Message(singular, plural, _context(part))
    elif isinstance(part, Promise):
        yield Message(part._args[-1], "", part._args[0] if len(part._args) == 2 else None)
    for child in _children(part):
        yield from _in_parsed(child, seen)


def _children(part: object) -> list:
    if isinstance(part, dict):
        return list(part.values())
    if isinstance(part, list | tuple):
        return list(part)
    if isinstance(part, Node) or type(part).__module__.startswith("django.template"):
        names = {*getattr(part, "__dict__", {}), *getattr(type(part), "__slots__", ())} - {"origin", "token", "parser"}
        return [getattr(part, name, None) for name in names]
    return []


def _context(node) -> str | None:
    return node.message_context.resolve({}) if node.message_context else None


def in_part(base: Path, part: str) -> dict[Message, set[str]]:
    """The messages of an app or a game, each with the files that use it; a game's are not those of its app."""
    found: dict[Message, set[str]] = {}
    for path in _sources(base, part):
        text = path.read_text(encoding="utf-8")
        try:
            messages = list(in_python(text) if path.suffix == ".py" else in_template(text))
        except Exception as error:
            raise ValueError(f"{path.relative_to(base)}: {error}") from error
        for message in messages:
            found.setdefault(message, set()).add(str(path.relative_to(base)))
    return _merged(found)


def _sources(base: Path, part: str) -> Iterator[Path]:
    """The files that may hold messages."""
    others = [base / other for other in find_parts(base) if other.startswith(f"{part}/")]
    for path in sorted((base / part).rglob("*")):
        if "migrations" in path.parts or any(other in path.parents for other in others):
            continue
        in_templates = "templates" in path.parts and path.suffix in (".html", ".xml", ".txt", ".svg", ".js")
        if path.suffix == ".py" or in_templates:
            yield path


def _merged(found: dict[Message, set[str]]) -> dict[Message, set[str]]:
    """A message with and without plural is one entry, as gettext sees it."""
    plurals = {(m.id, m.context): m for m in found if m.plural}
    merged: dict[Message, set[str]] = {}
    for message, files in found.items():
        merged.setdefault(plurals.get((message.id, message.context), message), set()).update(files)
    return merged


def update(base: Path, part: str) -> None:
    """Adds what is new, removes what is unused, keeps every translation that still applies."""
    found = in_part(base, part)
    for language in translated_languages() if found else ():
        _update_language(po_file(base, part, language), language, found)


def translated_languages() -> list[str]:
    return [code for code in languages.codes() if code != languages.SOURCE]


def _update_language(path: Path, language: str, found: dict[Message, set[str]]) -> None:
    old = polib.pofile(str(path)) if path.exists() else polib.POFile()
    known = {_key(entry): entry for entry in old}
    plural_forms = old.metadata.get("Plural-Forms") or _plural_forms(language)
    file = polib.POFile(wrapwidth=120)
    file.metadata = {
        "Language": to_locale(language),
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": plural_forms,
    }
    forms = int(re.search(r"nplurals=(\d+)", plural_forms)[1])
    for message in sorted(found, key=lambda m: (m.id, m.context or "")):
        file.append(_entry(message, sorted(found[message]), known.get(message), language, forms))
    path.parent.mkdir(parents=True, exist_ok=True)
    file.save(str(path))


def _plural_forms(language: str) -> str:
    """The rule that Django's own translation follows; for a language that Django does not know, that of German."""
    folder = Path(django.__file__).parent / "conf" / "locale"
    try:
        info = gettext.translation("django", folder, [to_locale(language)]).info()
    except FileNotFoundError:
        info = {}
    return info.get("plural-forms", "nplurals=2; plural=(n != 1);")


def _key(entry: polib.POEntry) -> Message:
    return Message(entry.msgid, entry.msgid_plural, entry.msgctxt)


def _entry(message: Message, files: list[str], known: polib.POEntry | None, language: str, forms: int) -> polib.POEntry:
    entry = polib.POEntry(msgid=message.id, msgctxt=message.context, occurrences=[(file, "") for file in files])
    entry.comment = known.comment if known else ""
    entry.flags = [flag for flag in known.flags if flag == "fuzzy"] if known else []
    if "%" in message.id and PLACEHOLDER.search(message.id):
        entry.flags.append("python-format")
    if message.plural:
        entry.msgid_plural = message.plural
        given = known.msgstr_plural if known else {}
        entry.msgstr_plural = {index: typography.spaces(given.get(index, ""), language) for index in range(forms)}
    else:
        entry.msgstr = typography.spaces(known.msgstr if known else "", language)
    return entry


def faults(base: Path, parts: Iterable[str]) -> list[str]:
    """Every reason why the translations are not complete, in words."""
    found = {part: in_part(base, part) for part in parts}
    spoken = translated_languages()
    faults = [fault for part in found for language in spoken for fault in _faults(base, part, language, found[part])]
    return faults + [fault for language in spoken for fault in _rivals(base, parts, language)]


def _rivals(base: Path, parts: Iterable[str], language: str) -> Iterator[str]:
    """The site knows one translation of a message: where two parts differ, one of them speaks the other's words."""
    known: dict[tuple[str, str | None], tuple[str, str]] = {}
    for part in parts:
        path = po_file(base, part, language)
        for entry in polib.pofile(str(path)) if path.exists() else ():
            text = entry.msgstr or entry.msgstr_plural.get(0, "")
            first, said = known.setdefault((entry.msgid, entry.msgctxt), (part, text))
            if said != text:
                yield f"{part} {language}: {first} says otherwise; give one of them a context: {entry.msgid!r}"


def _faults(base: Path, part: str, language: str, found: dict[Message, set[str]]) -> Iterator[str]:
    path, where = po_file(base, part, language), f"{part} {language}"
    if found and not path.exists():
        yield f"{where}: no translation yet"
        return
    entries = {_key(entry): entry for entry in polib.pofile(str(path))} if path.exists() else {}
    yield from (f"{where}: missing: {message.id!r}" for message in found if message not in entries)
    for message, entry in entries.items():
        texts = list(entry.msgstr_plural.values()) or [entry.msgstr]
        if message not in found:
            yield f"{where}: unused: {message.id!r}"
        elif not all(texts):
            yield f"{where}: not translated: {message.id!r}"
        elif entry.fuzzy:
            yield f"{where}: fuzzy: {message.id!r}"
        elif any(_placeholders(text) != _placeholders(message.plural or message.id) for text in texts[-1:]):
            yield f"{where}: other placeholders than the original: {message.id!r}"
        elif any(typography.spaces(text, language) != text for text in texts):
            yield f"{where}: spacing: {message.id!r}"


def _placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))
