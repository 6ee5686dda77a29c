"""The guard can fail: each rule finds the violation that is planted in a small tree."""

import pytest

from tests.architecture import rules
from tests.architecture.source_tree import read_tree

SOUND = {
    "manage.py": "from django.core.management import execute_from_command_line\n",
    "escale/common/limits.py": "from django.db import connection\n",
    "catalogue/models/titles.py": "from django.db import models\n",
    "catalogue/desk/lending.py": "from catalogue.models import titles\nfrom escale.common import limits\n",
    "catalogue/web/pages/title.py": "from catalogue.desk import lending\n",
    "catalogue/web/urls.py": "from catalogue.web.pages import title\n",
    "catalogue/jobs.py": "from escale.jobs.job import Job\nfrom catalogue.desk import lending\n",
    "escale/jobs/job.py": "from dataclasses import dataclass\n",
    "games/core/contract.py": "from dataclasses import dataclass\n",
    "games/dice/rules/engine.py": "from games.core import contract\n",
    "games/models.py": "from django.db import models\n\n\nclass Match(models.Model): ...\n",
}
PLANTED = {
    "a file in no layer": (
        rules.every_file_has_a_layer,
        {"catalogue/helpers.py": ""},
        "catalogue/helpers.py is in no layer",
    ),
    "an engine that imports a model, relatively": (
        rules.layers_import_downwards,
        {"games/dice/rules/checks.py": "from ...models import Match\n"},
        "games/dice/rules/checks.py:1: the layer 'pure' may not import games.models of the layer 'model'",
    ),
    "an engine that imports a model under TYPE_CHECKING": (
        rules.layers_import_downwards,
        {"games/dice/rules/checks.py": "if TYPE_CHECKING:\n    from games import models\n"},
        "games/dice/rules/checks.py:2: the layer 'pure' may not import games.models of the layer 'model'",
    ),
    "a service that imports a page": (
        rules.layers_import_downwards,
        {"catalogue/desk/inventory.py": "def count():\n    from catalogue.web.pages import title\n"},
        "catalogue/desk/inventory.py:2: the layer 'service' may not import catalogue.web.pages.title "
        "of the layer 'web'",
    ),
    "a model that imports the admin": (
        rules.layers_import_downwards,
        {"catalogue/admin.py": "", "catalogue/models/copies.py": "import catalogue.admin\n"},
        "catalogue/models/copies.py:1: the layer 'model' may not import catalogue.admin of the layer 'web'",
    ),
    "a catalogue that knows games": (
        rules.apps_know_only_their_places,
        {"catalogue/desk/inventory.py": "from games.models import Match\n"},
        "catalogue/desk/inventory.py:1: may not know games.models",
    ),
    "a game that knows the catalogue": (
        rules.apps_know_only_their_places,
        {"games/matches/seating.py": "from catalogue.models.titles import GameTitle\n"},
        "games/matches/seating.py:1: may not know catalogue.models.titles",
    ),
    "a common helper that knows an app": (
        rules.apps_know_only_their_places,
        {"escale/common/clock.py": "from games.models import Match\n"},
        "escale/common/clock.py:1: may not know games.models",
    ),
    "an app that imports the site": (
        rules.apps_know_only_their_places,
        {"escale/wiring.py": "", "games/matches/seating.py": "from escale import wiring\n"},
        "games/matches/seating.py:1: may not know escale.wiring",
    ),
    "an app that runs the worker's loop itself": (
        rules.apps_know_only_their_places,
        {"games/matches/seating.py": "from escale.jobs import job\n"},
        "games/matches/seating.py:1: may not know escale.jobs.job",
    ),
    "settings that know an app": (
        rules.apps_know_only_their_places,
        {"escale/settings.py": "from games import models\n"},
        "escale/settings.py:1: may not know games.models",
    ),
    "a home page that imports a page of an app": (
        rules.web_is_imported_by_its_own_app_only,
        {"escale/house/web/pages.py": "from catalogue.web.pages import title\n"},
        (
            "escale/house/web/pages.py:1: only urls.py and the web of the same app may import "
            "catalogue.web.pages.title"
        ),
    ),
    "an API that imports pages": (
        rules.web_is_imported_by_its_own_app_only,
        {"catalogue/web/api/titles.py": "from catalogue.web.pages import title\n"},
        "catalogue/web/api/titles.py:1: pages and API do not import each other (catalogue.web.pages.title)",
    ),
    "pages that import the API": (
        rules.web_is_imported_by_its_own_app_only,
        {"games/web/api.py": "", "games/web/pages.py": "from games.web import api\n"},
        "games/web/pages.py:1: pages and API do not import each other (games.web.api)",
    ),
    "a cycle for types only": (
        rules.modules_import_without_cycles,
        {
            "catalogue/desk/a.py": "from catalogue.desk import b\n",
            "catalogue/desk/b.py": "from catalogue.desk import c\n",
            "catalogue/desk/c.py": "if TYPE_CHECKING:\n    from catalogue.desk.a import A\n",
        },
        "import cycle: catalogue.desk.a -> catalogue.desk.b -> catalogue.desk.c -> catalogue.desk.a",
    ),
    "a cycle through a function": (
        rules.modules_import_without_cycles,
        {
            "catalogue/desk/a.py": "from catalogue.desk.b import B\n",
            "catalogue/desk/b.py": "def f():\n    from .a import A\n",
        },
        "import cycle: catalogue.desk.a -> catalogue.desk.b -> catalogue.desk.a",
    ),
    "thirteen modules": (
        rules.packages_stay_small,
        {f"catalogue/desk/more_{number}.py": "" for number in range(12)},
        "catalogue/desk has 13 modules: give some of them a room of their own",
    ),
    "an engine that reads the clock": (
        rules.pure_code_stays_pure,
        {"games/dice/rules/clock.py": "from time import monotonic\n"},
        "games/dice/rules/clock.py:1: pure code imports time",
    ),
    "an engine that rolls dice by itself": (
        rules.pure_code_stays_pure,
        {"games/dice/rules/dice.py": "def roll():\n    import random\n"},
        "games/dice/rules/dice.py:2: pure code imports random",
    ),
    "an engine that translates": (
        rules.pure_code_stays_pure,
        {"games/dice/rules/names.py": "from django.utils.translation import gettext\n"},
        "games/dice/rules/names.py:1: pure code imports django.utils.translation",
    ),
    "an index that reads a file": (
        rules.pure_code_stays_pure,
        {"catalogue/search/index/words.py": "WORDS = open('words.txt').read()\n"},
        "catalogue/search/index/words.py:1: pure code calls open()",
    ),
    "a service that answers requests": (
        rules.only_web_speaks_http,
        {"catalogue/desk/answers.py": "from django.http import HttpResponse\n"},
        "catalogue/desk/answers.py:1: only web may import django.http",
    ),
    "a relative import": (
        rules.imports_are_absolute,
        {"catalogue/desk/inventory.py": "from .lending import lend\n"},
        "catalogue/desk/inventory.py:1: write 'from catalogue.desk.lending import ...'",
    ),
    "a long module": (
        rules.modules_stay_short,
        {"catalogue/desk/inventory.py": "\n" * 301},
        "catalogue/desk/inventory.py has 301 lines",
    ),
    "a long function": (
        rules.functions_stay_short,
        {"catalogue/desk/inventory.py": "async def count():\n" + "    pass\n" * 40},
        "catalogue/desk/inventory.py:1: count has 41 lines",
    ),
    "a signal": (
        rules.no_signals_and_no_generic_keys,
        {"catalogue/desk/inventory.py": "from django.db.models.signals import post_save\n"},
        "catalogue/desk/inventory.py:1: imports django.db.models.signals",
    ),
}


def faults_of(folder, rule, files):
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return list(rule(read_tree(folder)))


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.__name__)
def test_a_sound_tree_has_no_fault(tmp_path, rule):
    assert faults_of(tmp_path, rule, SOUND) == []


@pytest.mark.parametrize(("rule", "planted", "fault"), PLANTED.values(), ids=PLANTED)
def test_the_guard_finds(tmp_path, rule, planted, fault):
    assert faults_of(tmp_path, rule, SOUND | planted) == [fault]


def test_every_rule_has_a_planted_violation():
    assert {rule for rule, _planted, _fault in PLANTED.values()} == set(rules.RULES)


def test_tests_migrations_and_hidden_folders_are_not_read(tmp_path):
    unread = ["tests/test_a.py", "catalogue/migrations/0001_first.py", ".venv/lib/random.py"]
    assert faults_of(tmp_path, rules.every_file_has_a_layer, SOUND | dict.fromkeys(unread, "")) == []
