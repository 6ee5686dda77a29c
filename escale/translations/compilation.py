"""Compiles messages whenever their .po files are newer; needs no settings, because the settings call it."""

import os
from pathlib import Path

import polib
from django.utils.translation import to_locale


def find_parts(base: Path) -> list[str]:
    """The folders that hold translations of their own: the apps, and within them each game."""
    files = [file for depth in ("*", "*/*") for file in base.glob(f"{depth}/locale/*/LC_MESSAGES/django.po")]
    return sorted({file.parents[3].relative_to(base).as_posix() for file in files})


def po_file(base: Path, part: str, language: str) -> Path:
    return base / part / "locale" / to_locale(language) / "LC_MESSAGES" / "django.po"


def compiled(base: Path, data_dir: Path) -> list[Path]:
    """The locale folders, each with compiled messages as new as its .po files."""
    homes = {part: _home(base, data_dir, part) for part in find_parts(base)}
    for part, home in homes.items():
        for source in _sources(base, part):
            compile_if_newer(source, home / source.relative_to(base / part / "locale").with_suffix(".mo"))
    return list(homes.values())


def _home(base: Path, data_dir: Path, part: str) -> Path:
    """Beside the .po files; among the data where the code belongs to somebody else, as in production."""
    ours = all(os.access(source.parent, os.W_OK) for source in _sources(base, part))
    return base / part / "locale" if ours else data_dir / "locale" / part


def _sources(base: Path, part: str) -> list[Path]:
    return sorted((base / part / "locale").glob("*/LC_MESSAGES/django.po"))


def compile_if_newer(source: Path, target: Path) -> None:
    if not source.exists() or (target.exists() and target.stat().st_mtime >= source.stat().st_mtime):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    # Several processes may start at once: each writes its own file, the last one wins whole.
    draft = target.with_suffix(f".{os.getpid()}.tmp")
    polib.pofile(str(source)).save_as_mofile(str(draft))
    draft.replace(target)
