"""A fifth language that nobody has translated: one entry more in LANGUAGES, and the whole site
answers in it.
"""

import json
import subprocess
import sys

import pytest

from tests.languages.read_in_spanish import API, DEFAULT, FIFTH
from tests.serving import ROOT, environment

pytestmark = pytest.mark.slow
SETTINGS = "tests.languages.five_languages"


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What the site answers in French and in Spanish, by kind and name of the address."""
    given = environment(tmp_path_factory.mktemp("spanish"), DJANGO_SETTINGS_MODULE=SETTINGS)
    command = [sys.executable, "-m", "tests.languages.read_in_spanish"]
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("kind", ["pages", "api", "staff"])
def test_every_address_answers_as_it_does_in_the_default_language(answers, kind):
    assert len(answers[kind]) >= len(API)
    for name, answer in answers[kind].items():
        assert answer[FIFTH]["status"] == answer[DEFAULT]["status"], name
        # A file is named by the language of its text, and this rule has no Spanish one.
        language = DEFAULT if name in ("rule text", "rule on paper") else FIFTH
        assert answer[FIFTH]["language"] == language, name
        assert answer[FIFTH]["placeholders"] == [], name
    refused = {name for name, answer in answers[kind].items() if answer[FIFTH]["status"] != 200}
    assert refused <= {"unknown title"}


NOT_FOR_SEARCH_ENGINES = tuple(
    f"catalogue-{page}" for page in ("print", "score", "import_plays", "at_box", "reserve_list")
)


def test_the_other_languages_of_a_page_are_five(answers):
    for name, answer in answers["pages"].items():
        codes = set(answer[FIFTH]["hreflang"]) - {"x-default"}
        if name.startswith("rules_docs-rule"):
            assert codes == {"fr", "en", "it", "de"}, (
                name
            )  # a rule without a Spanish text does not exist in Spanish
        elif not name.startswith(NOT_FOR_SEARCH_ENGINES):
            assert codes == {"fr", "en", "it", "de", "es"}, name


def test_the_menu_calls_each_language_by_its_own_name(answers):
    assert answers["pages"]["home"][FIFTH]["menu"] == [
        "Deutsch",
        "English",
        "Español",
        "Français",
        "Italiano",
    ]


def test_a_rule_without_a_text_in_the_language_says_in_which_it_is(answers):
    assert answers["pages"]["rules_docs-rule-shanghaien"][FIFTH]["text_languages"] == ["fr"]
    assert 'filename="halunken.fr.pdf"' in answers["api"]["rule on paper"][FIFTH]["file"]


def test_search_engines_and_service_workers_know_the_language(answers):
    assert answers["files"]["/sitemap-house-1.xml"].count('hreflang="es"') >= 10
    assert '"/es/offline/"' in answers["files"]["/worker.js"]
    assert '"fr en it de es"' in answers["files"]["/r/worker.js"]


def test_a_further_language_needs_no_migration(tmp_path):
    given = environment(tmp_path, DJANGO_SETTINGS_MODULE=SETTINGS)
    command = [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"]
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stdout
