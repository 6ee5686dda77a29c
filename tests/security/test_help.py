"""Every command says in whole sentences what it does and what each of its options means."""

import re

import pytest
from django.core.management import get_commands, load_command_class

APPS = ("escale", "catalogue", "games", "rules_docs")
OURS = sorted(name for name, app in get_commands().items() if app.split(".")[0] in APPS)
SENTENCE = re.compile(r"[A-Z].*\.", re.S)


@pytest.mark.parametrize("name", OURS)
def test_help_is_in_whole_sentences(name):
    command = load_command_class(get_commands()[name], name)
    assert SENTENCE.fullmatch(command.help), name
    own = [option for option in command.create_parser("manage.py", name)._actions if option.dest not in GIVEN]
    assert [option.dest for option in own if not SENTENCE.fullmatch(option.help or "")] == []


GIVEN = set(
    [
        "help",
        "version",
        "verbosity",
        "settings",
        "pythonpath",
        "traceback",
        "no_color",
        "force_color",
        "skip_checks",
    ]
)
