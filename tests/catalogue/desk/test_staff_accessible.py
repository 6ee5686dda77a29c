"""The pages of staff, judged as those of guests are."""

import json
import subprocess
import sys

import pytest
from django.conf import settings

from tests.catalogue.desk import staff_pages
from tests.conftest import complaint
from tests.serving import ROOT
from tests.signing_in import in_browser
from tests.test_pages_accessible import OTHER_SCREENS, SCREENS, look, look_in_each_language

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


def open_in(page, site, language: str, address: str) -> None:
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": site.url}])
    assert page.goto(address).status == 200
    assert page.locator("html").get_attribute("lang").startswith(language)


@pytest.mark.parametrize("name", staff_pages.NAMES)
def test_accessible_everywhere(signed_in, site, addresses, name):
    page, faults = signed_in, []
    complain = lambda line: complaint(line, page, faults)  # noqa: E731
    page.on("console", complain)
    number = list(staff_pages.NAMES).index(name)
    faults += look_in_each_language(
        page, number, lambda language: open_in(page, site, language, addresses[name])
    )
    page.remove_listener("console", complain)
    assert faults == []


@pytest.mark.parametrize("action", ["close", "rename", "block", "remove"])
def test_each_question_about_a_table_is_accessible(signed_in, site, addresses, action):
    """They answer a button, so they have no address of their own."""
    page, faults = signed_in, []
    for language, screens in (("fr", SCREENS), ("de", OTHER_SCREENS)):
        open_in(page, site, language, addresses["table"])
        page.locator(f"button[name=act][value={action}]").first.click()
        page.locator("button[name=confirmed]").wait_for()
        faults += look(page, screens)
    assert faults == []
