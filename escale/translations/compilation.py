"""Compiles messages whenever their .po files are newer; needs no settings, because the settings call it."""

import os
from pathlib import Path

import polib
from django.utils.translation import to_locale

APPS = ("escale", "catalogue", "rules_docs", "games")


def po_file(base: Path, app: str, language: str) -> Path:
    return base / app / "locale" / to_locale(language) / "LC_MESSAGES" / "django.po"


def compiled(base: Path, data_dir: Path) -> list[Path]:
    """The locale folders, each with compiled messages as new as its .po files."""
    homes = {app: _home(base, data_dir, app) for app in APPS}
    for app, home in homes.items():
        for source in _sources(base, app):
            compile_if_newer(source, home / source.relative_to(base / app / "locale").with_suffix(".mo"))
    return list(homes.values())


def _home(base: Path, data_dir: Path, app: str) -> Path:
    """Beside the .po files; among the data where the code belongs to somebody else, as in production."""
    ours = all(os.access(source.parent, os.W_OK) for source in _sources(base, app))
    return base / app / "locale" if ours else data_dir / "locale" / app


def _sources(base: Path, app: str) -> list[Path]:
    return sorted((base / app / "locale").glob("*/LC_MESSAGES/django.po"))


def compile_if_newer(source: Path, target: Path) -> None:
    if not source.exists() or (target.exists() and target.stat().st_mtime >= source.stat().st_mtime):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    # Several processes may start at once: each writes its own file, the last one wins whole.
    draft = target.with_suffix(f".{os.getpid()}.tmp")
    polib.pofile(str(source)).save_as_mofile(str(draft))
    draft.replace(target)
