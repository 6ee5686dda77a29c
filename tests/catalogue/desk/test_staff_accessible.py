"""The pages of staff, as those of guests: four languages, three widths, light and dark."""

import json
import subprocess
import sys

import pytest
from django.conf import settings

from tests.catalogue.desk import staff_pages
from tests.conftest import complaint
from tests.serving import ROOT
from tests.signing_in import in_browser
from tests.test_pages_accessible import THEMES, WIDTHS, look

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def addresses(site) -> dict[str, str]:
    given = site.environment | {"DJANGO_SETTINGS_MODULE": "escale.settings"}
    command = [sys.executable, "-m", "tests.catalogue.desk.staff_pages"]
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def signed_in(browser, site, addresses):
    """One browser for all pages, signed in once; a page's complaint fails its own test."""
    context = browser.new_context(base_url=site.url, locale="fr-FR")
    page = context.new_page()
    in_browser(page, staff_pages.ACCOUNT["username"], staff_pages.ACCOUNT["password"], "/admin/")
    yield page
    context.close()


@pytest.mark.parametrize("name", staff_pages.NAMES)
def test_accessible_everywhere(signed_in, site, addresses, name):
    """French is looked at in every width and theme, the others in two of the six, as the pages of guests are."""
    page, faults = signed_in, []
    complain = lambda line: complaint(line, page, faults)  # noqa: E731
    page.on("console", complain)
    for language in ("fr", "en", "it", "de"):
        page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": site.url}])
        assert page.goto(addresses[name]).status == 200
        assert page.locator("html").get_attribute("lang").startswith(language)
        screens = [(width, theme) for width in WIDTHS for theme in THEMES]
        faults += look(page, screens if language == "fr" else [(320, "dark"), (1280, "light")])
    page.remove_listener("console", complain)
    assert faults == []
