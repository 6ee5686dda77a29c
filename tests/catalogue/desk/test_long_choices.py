"""No form, list or filter of the administration writes a long table out: what is long is searched."""

import re

import pytest
from django.contrib import admin
from django.urls import reverse

from catalogue.models import Contributor, Copy, GameTitle, Tag
from rules_docs.models import Section
from tests.catalogue.making import make_copy, make_title

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
MANY = 90


@pytest.fixture
def full(keeper, django_user_model):
    """More of everything than any choice should offer."""
    from rules_docs.models import RuleDocument

    document = RuleDocument.objects.create(slug="long", pivot="fr", players_min=2, players_max=4)
    for n in range(MANY):
        make_copy(make_title(f"Title {n}"), inventory_number=f"T{n}")
        Tag.objects.create(slug=f"tag-{n}", kind="mechanism", names={"en": f"Word {n}"})
        Contributor.objects.create(slug=f"name-{n}", name=f"Name {n}")
        Section.objects.create(document=document, key=f"section-{n}", position=n)
        django_user_model.objects.create_user(f"user-{n}")
    return keeper


def longest(html: str) -> int:
    """The options of the longest choice, or the links of the longest filter."""
    choices = re.findall(r"<select.*?</select>", html, flags=re.S)
    filters = re.findall(r"<details data-filter.*?</details>", html, flags=re.S)
    return max([0, *(part.count("<option") for part in choices), *(part.count("<li") for part in filters)])


def test_nothing_long_is_written_out(full):
    found = {}
    for model in admin.site._registry:
        name, first = f"{model._meta.app_label}_{model._meta.model_name}", model._default_manager.first()
        for view, arguments in [("changelist", []), ("add", []), ("change", [first.pk] if first else None)]:
            if arguments is not None:
                answer = full.get(reverse(f"admin:{name}_{view}", args=arguments))
                found[f"{name} {view}"] = longest(answer.text) if answer.status_code == 200 else 0
    assert {where: count for where, count in found.items() if count >= MANY} == {}
    assert GameTitle.objects.count() >= MANY and Copy.objects.count() >= MANY


def test_what_is_long_would_be_seen():
    assert longest(f"<select>{'<option>x</option>' * MANY}</select>") == MANY
