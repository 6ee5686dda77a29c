"""What each game tells the tests that every game passes: the subject stands in the folder of its tests."""

from __future__ import annotations

from importlib import import_module

from games.registry import ENGINES
from tests.games.core.conformance import Subject

SUBJECTS: dict[str, Subject] = {
    slug: import_module(f"tests.games.{slug}.subject").SUBJECT for slug in ENGINES
}
