"""No section of a rule and no ruling may be without a test."""

from __future__ import annotations

import pytest

from games.registry import ENGINES
from tests.games.core.sections import find_proved_rulings, find_tests_by_section, list_sections
from tests.games.core.subjects import SUBJECTS


@pytest.mark.parametrize("slug", ENGINES)
def test_every_section_has_a_test(slug: str) -> None:
    assert [key for key in list_sections(slug) if key not in find_tests_by_section(slug)] == []


@pytest.mark.parametrize("slug", ENGINES)
def test_every_key_that_an_engine_or_a_test_names_exists(slug: str) -> None:
    assert ENGINES[slug].META.rule_keys | set(find_tests_by_section(slug)) <= set(list_sections(slug))


@pytest.mark.parametrize("slug", ENGINES)
def test_every_ruling_has_a_test(slug: str) -> None:
    assert find_proved_rulings(slug) == set(range(1, SUBJECTS[slug].rulings + 1))
