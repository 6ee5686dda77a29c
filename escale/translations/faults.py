"""Checks that every message is translated into every language, and that the translations are consistent."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import polib

from escale.common.text import typography
from escale.translations.compilation import po_file
from escale.translations.extraction import Message, extract_messages
from escale.translations.po_files import list_placeholders, read_entries, translated_languages


def find_faults(base: Path, parts: Iterable[str]) -> list[str]:
    """A sentence for each fault in the translations of these apps and games."""
    parts = list(parts)
    faults = []
    for part in parts:
        messages = set(extract_messages(base, part))
        for language in translated_languages():
            faults += _faults_in_file(po_file(base, part, language), f"{part} {language}", messages, language)
    for language in translated_languages():
        faults += _find_contradictions(base, parts, language)
    return faults


def _faults_in_file(path: Path, label: str, messages: set[Message], language: str) -> Iterator[str]:
    if messages and not path.exists():
        yield f"{label}: no translation yet"
        return
    entries = read_entries(path)
    for message in sorted(messages - set(entries), key=lambda message: message.id):
        yield f"{label}: missing: {message.id!r}"
    for message, entry in entries.items():
        fault = _fault_of_entry(message, entry, language) if message in messages else "unused"
        if fault:
            yield f"{label}: {fault}: {message.id!r}"


def _fault_of_entry(message: Message, entry: polib.POEntry, language: str) -> str:
    """What is wrong with a translation; empty if nothing is."""
    texts = list(entry.msgstr_plural.values()) or [entry.msgstr]
    if not all(texts):
        return "not translated"
    if entry.fuzzy:
        return "fuzzy"
    # A singular form may omit its number, so only the last form is compared.
    if list_placeholders(texts[-1]) != list_placeholders(message.plural or message.id):
        return "other placeholders than the original"
    if any(typography.apply_spacing(text, language) != text for text in texts):
        return "spacing"
    return ""


def _find_contradictions(base: Path, parts: Iterable[str], language: str) -> Iterator[str]:
    """Yields messages that two parts translate differently. Django uses only one of the translations."""
    first_by_key: dict[tuple[str, str | None], tuple[str, str]] = {}
    for part in parts:
        for message, entry in read_entries(po_file(base, part, language)).items():
            text = entry.msgstr or entry.msgstr_plural.get(0, "")
            key = (message.id, message.context)
            if key not in first_by_key:
                first_by_key[key] = (part, text)
                continue
            first_part, first_text = first_by_key[key]
            if first_text != text:
                yield (
                    f"{part} {language}: {first_part} says otherwise; give one of them a context: "
                    f"{message.id!r}"
                )
