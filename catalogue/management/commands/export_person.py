"""Print all data about one person as JSON: members and guests with this card, address or name."""

import json

from django.core.management.base import BaseCommand, CommandError

from catalogue.desk import DeskRefusal
from catalogue.members import personal_data


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser):
        parser.add_argument("person", help="A card number, an email address, or a whole name.")

    def handle(self, *, person, **options):
        try:
            values = personal_data.export(personal_data.find_subject(person), who=None)
        except DeskRefusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(json.dumps(values, cls=personal_data.JSON_ENCODER, ensure_ascii=False, indent=2))
