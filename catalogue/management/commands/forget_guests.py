"""Erase the names of guests some time after their boxes came back and their stays ended."""

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from catalogue.members.personal_data import forget_guests


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser):
        parser.add_argument(
            "--days",
            type=int,
            default=settings.GUEST_DAYS,
            help="How long guests are remembered; GUEST_DAYS when not given.",
        )

    def handle(self, *, days, **options):
        loans, stays = forget_guests(today=timezone.localdate(), days=days)
        self.stdout.write(f"Names erased from {loans} loans; {stays} reservations erased.")
