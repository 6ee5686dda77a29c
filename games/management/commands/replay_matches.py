"""Checks that every stored state equals the replay of its events."""

from django.core.management import BaseCommand, CommandError
from django.db import DatabaseError

from games.matches import replay
from games.models import Match


def find_problem(match: Match) -> str:
    """What is wrong with the match; empty if nothing is. A match that breaks the check does not end it."""
    try:
        return replay.find_difference(match)
    except DatabaseError:
        raise
    except Exception as error:
        return f"it cannot be replayed ({type(error).__name__}: {error})"


class Command(BaseCommand):
    help = "Replay every match (or those named) from its events and compare with the stored state."

    def add_arguments(self, parser) -> None:
        parser.add_argument("match", nargs="*", help="Ids of matches; all when none is given.")

    def handle(self, *, match: list[str], **options) -> None:
        matches = Match.objects.with_seats()
        if match:
            matches = matches.filter(pk__in=match)
        wrong = checked = 0
        for stored_match in matches.iterator(chunk_size=200):
            checked += 1
            if problem := find_problem(stored_match):
                wrong += 1
                self.stderr.write(f"{stored_match.pk} ({stored_match.game}): {problem}")
        self.stdout.write(f"{checked} matches replayed, {wrong} differ.")
        if wrong:
            raise CommandError("Some states do not equal their replay.")
