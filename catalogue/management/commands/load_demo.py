"""Load the demo library: real games on the shelves of a house, some of them on loan."""

from django.core.management.base import BaseCommand
from django.utils import timezone

from catalogue.demo import load_demo


class Command(BaseCommand):
    help = __doc__

    def handle(self, **options):
        report = load_demo(today=timezone.localdate())
        counts = (
            f"{report.created} titles created, {report.updated} rows updated, {report.unchanged} unchanged"
        )
        self.stdout.write(f"Demo library: {counts}; {report.copies_created} boxes created.")
