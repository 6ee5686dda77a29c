"""manage.py startgame SLUG [NAME]: makes a small complete game to begin with (docs/games.md)."""

import keyword
import re

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management.base import BaseCommand, CommandError
from django.urls import resolve, reverse
from django.utils import translation

from escale.common import languages
from games.startgame.copying import copy_template, list_targets

SLUG = re.compile(r"[a-z][a-z0-9]{1,19}")
NAME = re.compile(r"[\w ’&!?.,:+-]{1,40}")
NEXT = """
It can be played at once: run the site again and open /play/. Then change it; docs/games.md says what stands
where. A site that has its rules already reads the new one by:
python3 run.py manage load_rules rules_docs/texts/{slug}"""


class Command(BaseCommand):
    help = "Make a small complete game: two dice, two seats, bots, a board, a lesson, a rule and tests."

    def add_arguments(self, parser) -> None:
        parser.add_argument("slug", help="The name in addresses and folders: small letters and digits.")
        parser.add_argument(
            "name", nargs="?", help="The name that people read. Default: the slug with a capital letter."
        )

    def handle(self, *, slug: str, name: str | None, **options) -> None:
        name = name or slug.capitalize()
        if fault := find_fault(slug, name):
            raise CommandError(fault)
        try:
            made = copy_template(settings.BASE_DIR, slug, name)
        except OSError as error:
            raise CommandError(f"Nothing was made: {error}") from error
        for folder in made:
            self.stdout.write(f"made {folder.relative_to(settings.BASE_DIR)}/")
        self.stdout.write(NEXT.format(slug=slug))


def find_fault(slug: str, name: str) -> str:
    """A sentence that says why no game can have these names; empty if one can."""
    if not SLUG.fullmatch(slug) or keyword.iskeyword(slug):
        return (
            f"'{slug}' cannot be the slug of a game: write 2 to 20 small letters and digits, a letter first."
        )
    if not NAME.fullmatch(name) or not name.strip():
        return (
            f"'{name}' cannot be the name of a game: write at most 40 letters, digits, spaces and "
            f"signs like ’ & ! ?"
        )
    for folder in list_targets(settings.BASE_DIR, slug):
        if folder.exists():
            return f"There is {folder.relative_to(settings.BASE_DIR)}/ already."
    if finders.find(slug):
        return f"'{slug}' is taken: static files of the site have this name."
    if any(_leads_elsewhere(slug, language) for language in languages.codes()):
        return f"'{slug}' is taken: another page of the site has this address."
    return ""


def _leads_elsewhere(slug: str, language: str) -> bool:
    names = ("games:game", "rules_docs:rule")
    with translation.override(language):
        return any(resolve(reverse(name, args=[slug])).view_name != name for name in names)
