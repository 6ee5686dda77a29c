"""What each game tells the conformance suite about itself."""

from __future__ import annotations

from .conformance import Subject

_ALL: list[Subject] = []
SUBJECTS: dict[str, Subject] = {subject.slug: subject for subject in _ALL}
