"""Update the database, the rules and the static files, once before the servers of a release start."""

from django.core.management import BaseCommand

from escale.server import first_start


class Command(BaseCommand):
    help = __doc__.strip()

    def handle(self, **options) -> None:
        first_start.prepare(self.stdout.write)
