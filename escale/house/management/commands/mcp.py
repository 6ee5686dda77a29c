"""Offers the site to an assistant over standard input and output, by the Model Context Protocol."""

from django.core.management import BaseCommand, CommandError

try:
    from escale.house.assistants.server import make_server
except ModuleNotFoundError as error:  # `mcp` is an optional library
    if error.name != "mcp":
        raise
    make_server = None

MISSING = (
    "The library mcp is missing. Install it: .venv/bin/python -m pip install --require-hashes "
    "-r requirements-assistants.txt"
)


class Command(BaseCommand):
    help = "Let an assistant search titles, read and ask rules, and play (Model Context Protocol, stdio)."

    def handle(self, *args, **options) -> None:
        if make_server is None:
            raise CommandError(MISSING)
        make_server().run("stdio")
