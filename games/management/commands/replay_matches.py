"""Proves that every stored state equals the replay of its events."""

from django.core.management import BaseCommand, CommandError

from games.matches import replay
from games.models import Match


class Command(BaseCommand):
    help = "Replay every match (or those named) from its events and compare with the stored state."

    def add_arguments(self, parser) -> None:
        parser.add_argument("match", nargs="*", help="Ids of matches; all when none is given.")

    def handle(self, *, match: list[str], **options) -> None:
        matches = Match.objects.with_seats()
        if match:
            matches = matches.filter(pk__in=match)
        wrong = checked = 0
        for found in matches.iterator(chunk_size=200):
            checked += 1
            if problem := replay.difference(found):
                wrong += 1
                self.stderr.write(f"{found.pk} ({found.game}): {problem}")
        self.stdout.write(f"{checked} matches replayed, {wrong} differ.")
        if wrong:
            raise CommandError("Some states do not equal their replay.")
