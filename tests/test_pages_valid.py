"""Every page is well-formed HTML: parsed as a browser does, without one complaint."""

import io
import re

import html5lib
import pytest
from django.core.management import call_command

from tests.pages import PAGES

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def library(django_db_setup, django_db_blocker):
    """The rules and the demo library, once for all pages of this module."""
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        call_command("load_rules", verbosity=0, stdout=io.StringIO())
        call_command("load_demo", verbosity=0, stdout=io.StringIO())
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_well_formed(client, library, page, language):
    answer = client.get(page.path(language))
    assert answer.status_code == 200
    html = answer.content.decode()
    html5lib.HTMLParser(strict=True).parse(html)
    ids = re.findall(r'\sid="([^"]*)"', html)
    assert sorted(ids) == sorted(set(ids)), "an id stands twice"
    assert re.findall(r'\s(?:style|on\w+)="', re.sub(r"<svg.*?</svg>", "", html, flags=re.S)) == []


SHARED = ("title", "description", "image", "url", "site_name", "locale")


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_a_shared_link_says_what_it_opens(client, library, page):
    html = client.get(page.path("it")).content.decode()
    said = {
        name: re.findall(rf'<meta (?:name="\w+" )?property="og:{name}" content="([^"]+)">', html) for name in SHARED
    }
    assert said["title"] == re.findall(r"<title>([^<]+)</title>", html)
    assert said["image"][0].startswith("http") and said["locale"] == ["it_IT"]
    wanted = set(SHARED) if 'rel="canonical"' in html else set(SHARED) - {"url"}
    assert {name for name, values in said.items() if len(values) == 1} == wanted


def test_the_parser_complains_about_what_is_wrong():
    with pytest.raises(html5lib.html5parser.ParseError):
        html5lib.HTMLParser(strict=True).parse("<!doctype html><title>x</title><p><b></p>")
