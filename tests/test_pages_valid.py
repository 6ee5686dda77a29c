"""Every page is well-formed HTML: parsed as a browser does, without one complaint."""

import re

import html5lib
import pytest

from tests.pages import PAGES
from tests.valid import assert_valid

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_well_formed(client, demo_library, page, language):
    answer = client.get(page.path(language))
    assert answer.status_code == 200
    assert_valid(answer.content.decode())


SHARED = ("title", "description", "image", "url", "site_name", "locale")


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_a_shared_link_says_what_it_opens(client, demo_library, page):
    html = client.get(page.path("it")).content.decode()
    said = {
        name: re.findall(rf'<meta (?:name="\w+" )?property="og:{name}" content="([^"]+)">', html)
        for name in SHARED
    }
    assert said["title"] == re.findall(r"<title>([^<]+)</title>", html)
    assert said["image"][0].startswith("http") and said["locale"] == ["it_IT"]
    wanted = set(SHARED) if 'rel="canonical"' in html else set(SHARED) - {"url"}
    assert {name for name, values in said.items() if len(values) == 1} == wanted


@pytest.mark.parametrize(
    "wrong", ["<p><b></p>", '<p id="a">x</p><p id="a">y</p>', '<p style="x">y</p>', '<p onclick="x">y</p>']
)
def test_what_is_wrong_is_complained_about(wrong):
    with pytest.raises((html5lib.html5parser.ParseError, AssertionError)):
        assert_valid(f"<!doctype html><title>x</title>{wrong}")
    assert_valid("<!doctype html><title>x</title><p id='a'>y</p><svg><g style='x'></g></svg>")
