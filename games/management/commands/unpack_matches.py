"""Restores the rows of packed matches, because older versions of the site cannot read packed ones."""

from django.core.management import BaseCommand

from games.matches.archiving import packing
from games.models import PackedMatch


class Command(BaseCommand):
    help = "Unpack every match (or those named). Stop the workers first: they would pack them again."

    def add_arguments(self, parser) -> None:
        parser.add_argument("match", nargs="*", help="Ids of matches; all when none is given.")

    def handle(self, *, match: list[str], **options) -> None:
        ids = match or list(PackedMatch.objects.order_by("pk").values_list("pk", flat=True))
        count = sum(packing.unpack(match_id) for match_id in ids)
        self.stdout.write(f"{count} matches unpacked.")
