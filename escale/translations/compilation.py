"""Compiles messages whose .po files are newer. It uses no settings, because the settings call it."""

import os
from pathlib import Path

import polib
from django.utils.translation import to_locale


def find_parts(base: Path) -> list[str]:
    """The folders with their own translations: the apps, and each game within its app."""
    files = [
        *base.glob("*/locale/*/LC_MESSAGES/django.po"),
        *base.glob("*/*/locale/*/LC_MESSAGES/django.po"),
    ]
    return sorted({file.parents[3].relative_to(base).as_posix() for file in files})


def po_file(base: Path, part: str, language: str) -> Path:
    return base / part / "locale" / to_locale(language) / "LC_MESSAGES" / "django.po"


def compile_messages(base: Path, data_dir: Path) -> list[Path]:
    """Compiles changed .po files; returns the folders with compiled messages."""
    target_folders = []
    for part in find_parts(base):
        source_folder = base / part / "locale"
        target_folder = _choose_target_folder(base, data_dir, part)
        for source in _list_po_files(base, part):
            target = target_folder / source.relative_to(source_folder).with_suffix(".mo")
            compile_if_newer(source, target)
        target_folders.append(target_folder)
    return target_folders


def _choose_target_folder(base: Path, data_dir: Path, part: str) -> Path:
    """The folder beside the .po files; if it cannot be written, as in production, a folder among the data."""
    can_write = all(os.access(source.parent, os.W_OK) for source in _list_po_files(base, part))
    return base / part / "locale" if can_write else data_dir / "locale" / part


def _list_po_files(base: Path, part: str) -> list[Path]:
    return sorted((base / part / "locale").glob("*/LC_MESSAGES/django.po"))


def compile_if_newer(source: Path, target: Path) -> None:
    if not source.exists() or (target.exists() and target.stat().st_mtime >= source.stat().st_mtime):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    # Several processes may start at once. Each writes its own file, and the last one replaces the others.
    draft = target.with_suffix(f".{os.getpid()}.tmp")
    polib.pofile(str(source)).save_as_mofile(str(draft))
    draft.replace(target)
