"""Compiled messages, made from .po files whenever those are newer; needs only polib, so the settings may call it."""

import os
from pathlib import Path

import polib

APPS = ("escale", "catalogue", "rules_docs", "games")
LANGUAGES = ("fr", "it", "de")  # the message ids are English


def po_file(base: Path, app: str, language: str) -> Path:
    return base / app / "locale" / language / "LC_MESSAGES" / "django.po"


def compiled(base: Path) -> list[Path]:
    """The locale folders, each with compiled messages as new as its .po files."""
    for app in APPS:
        for language in LANGUAGES:
            compile_if_newer(po_file(base, app, language))
    return [base / app / "locale" for app in APPS]


def compile_if_newer(source: Path) -> None:
    target = source.with_suffix(".mo")
    if not source.exists() or (target.exists() and target.stat().st_mtime >= source.stat().st_mtime):
        return
    # Several processes may start at once: each writes its own file, the last one wins whole.
    draft = target.with_suffix(f".{os.getpid()}.tmp")
    polib.pofile(str(source)).save_as_mofile(str(draft))
    draft.replace(target)
