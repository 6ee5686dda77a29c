"""The page behind the link of an email: it asks, and says what was answered, in the language of the seat."""

import json
import subprocess
import sys

import pytest

from tests.games.web.email_pages import LANGUAGES
from tests.serving import ROOT
from tests.test_pages_accessible import OTHER_SCREENS, SCREENS, look

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def links(site) -> dict[str, str]:
    command = [sys.executable, "-m", "tests.games.web.email_pages"]
    environment = site.environment | {"DJANGO_SETTINGS_MODULE": "escale.settings"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_and_both_answers_are_accessible(page, links, language):
    page.goto(links[language])
    assert page.locator("html").get_attribute("lang") == language
    faults = look(page, SCREENS)
    for answer in ("yes", "no"):
        page.locator(f"button[name=answer][value={answer}]").click()
        page.locator("[role=status]").wait_for()
        faults += look(page, OTHER_SCREENS)
    assert faults == []
