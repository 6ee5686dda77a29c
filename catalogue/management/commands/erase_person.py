"""Erase one person from the database: members and guests with this card, address or name."""

from django.core.management.base import BaseCommand, CommandError

from catalogue.desk import DeskRefusal
from catalogue.members import personal_data


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser):
        parser.add_argument("person", help="A card number, an email address, or a whole name.")
        parser.add_argument(
            "--yes",
            action="store_true",
            help="Erase; without it, the command only counts what it would erase.",
        )

    def handle(self, *, person, yes, **options):
        try:
            subject = personal_data.find_subject(person)
            counts = personal_data.erase(subject, who=None) if yes else personal_data.count(subject)
        except DeskRefusal as refusal:
            raise CommandError(str(refusal)) from refusal
        verb = "Erased" if yes else "Would be erased (with --yes)"
        self.stdout.write(
            f"{verb}: {counts['members']} members, {counts['reservations']} reservations, "
            f"{counts['stays']} stays, and the name in {counts['loans']} loans."
        )
