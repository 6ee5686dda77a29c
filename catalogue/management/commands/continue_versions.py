"""Raises the version of the catalogue after a restore. `restore` calls it."""

from django.core.management import BaseCommand

from catalogue.services import note_restore


class Command(BaseCommand):
    help = __doc__.strip()

    def handle(self, *args, **options) -> None:
        note_restore()
