"""Checks that all texts use the names in the lists of terms, and no forbidden word."""

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from escale.translations.compilation import find_parts
from escale.translations.term_faults import find_term_faults


class Command(BaseCommand):
    help = "Compare messages and rule texts with the lists of terms (escale/terms.toml and each rule.toml)."

    def handle(self, **options) -> None:
        faults = find_term_faults(settings.BASE_DIR, find_parts(settings.BASE_DIR))
        for fault in faults:
            self.stdout.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} words are not those of the lists of terms.")
