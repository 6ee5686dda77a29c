"""No section of a rule and no ruling may be without a test."""

from __future__ import annotations

import pytest

from games.registry import ENGINES
from tests.games.core.sections import proofs, rulings, sections
from tests.games.core.subjects import SUBJECTS


@pytest.mark.parametrize("slug", ENGINES)
def test_every_section_has_a_test(slug: str) -> None:
    assert [key for key in sections(slug) if key not in proofs(slug)] == []


@pytest.mark.parametrize("slug", ENGINES)
def test_every_key_that_an_engine_or_a_test_names_exists(slug: str) -> None:
    assert ENGINES[slug].META.rule_keys | set(proofs(slug)) <= set(sections(slug))


@pytest.mark.parametrize("slug", ENGINES)
def test_every_ruling_has_a_test(slug: str) -> None:
    assert rulings(slug) == set(range(1, SUBJECTS[slug].rulings + 1))
