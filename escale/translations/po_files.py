"""Reads and writes .po files without the tools of gettext. Each has the translations of one part in one
language.
"""

import gettext
import re
from pathlib import Path

import django
import polib
from django.utils.translation import to_locale

from escale.common import languages
from escale.common.text import typography
from escale.translations.compilation import po_file
from escale.translations.extraction import Message, extract_messages

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
LINE_WIDTH = 120


def translated_languages() -> list[str]:
    """The languages of the site, except the one in which the messages are written."""
    return [code for code in languages.codes() if code != languages.SOURCE]


def read_entries(path: Path) -> dict[Message, polib.POEntry]:
    """The entries of a .po file; none if it does not exist."""
    if not path.exists():
        return {}
    return {
        Message(entry.msgid, entry.msgid_plural, entry.msgctxt): entry for entry in polib.pofile(str(path))
    }


def list_placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def update_part(base: Path, part: str) -> None:
    """Adds new messages to the .po files, removes unused ones, and keeps all translations that still
    apply.
    """
    files_by_message = extract_messages(base, part)
    if files_by_message:
        for language in translated_languages():
            _update_file(po_file(base, part, language), language, files_by_message)


def _update_file(path: Path, language: str, files_by_message: dict[Message, set[str]]) -> None:
    old_entries = read_entries(path)
    plural_forms = _read_plural_forms(path) or _plural_forms_of_django(language)
    form_count = int(re.search(r"nplurals=(\d+)", plural_forms)[1])
    new_file = polib.POFile(wrapwidth=LINE_WIDTH)
    new_file.metadata = {
        "Language": to_locale(language),
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": plural_forms,
    }
    for message in sorted(files_by_message, key=lambda message: (message.id, message.context or "")):
        old_entry = old_entries.get(message)
        new_file.append(_build_entry(message, files_by_message[message], old_entry, language, form_count))
    path.parent.mkdir(parents=True, exist_ok=True)
    new_file.save(str(path))


def _read_plural_forms(path: Path) -> str | None:
    return polib.pofile(str(path)).metadata.get("Plural-Forms") if path.exists() else None


def _plural_forms_of_django(language: str) -> str:
    """The plural rule in Django's own translation; the German rule if Django does not know the language."""
    folder = Path(django.__file__).parent / "conf" / "locale"
    try:
        info = gettext.translation("django", folder, [to_locale(language)]).info()
    except FileNotFoundError:
        info = {}
    return info.get("plural-forms", "nplurals=2; plural=(n != 1);")


def _build_entry(
    message: Message, files: set[str], old_entry: polib.POEntry | None, language: str, form_count: int
) -> polib.POEntry:
    """The entry of a message, with its former comment, fuzzy mark and translation."""
    old_entry = old_entry or polib.POEntry()
    entry = polib.POEntry(
        msgid=message.id,
        msgctxt=message.context,
        occurrences=[(file, "") for file in sorted(files)],
        comment=old_entry.comment,
        flags=[flag for flag in old_entry.flags if flag == "fuzzy"],
    )
    if "%" in message.id and PLACEHOLDER.search(message.id):
        entry.flags.append("python-format")
    if message.plural:
        entry.msgid_plural = message.plural
        old_forms = old_entry.msgstr_plural
        entry.msgstr_plural = {
            index: typography.apply_spacing(old_forms.get(index, ""), language) for index in range(form_count)
        }
    else:
        entry.msgstr = typography.apply_spacing(old_entry.msgstr, language)
    return entry
