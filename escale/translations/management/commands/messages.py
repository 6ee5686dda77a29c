"""Updates or checks the translations of the messages in the code and the templates."""

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from escale.translations import compilation
from escale.translations.faults import find_faults
from escale.translations.po_files import update_part


class Command(BaseCommand):
    help = "Update the translation files from the code and the templates (--check only compares)."

    def add_arguments(self, parser) -> None:
        parts = compilation.find_parts(settings.BASE_DIR)
        parser.add_argument("parts", nargs="*", choices=[[], *parts], help="Only these apps and games.")
        parser.add_argument("--check", action="store_true", help="Fail on missing, fuzzy or unused messages.")
        parser.add_argument("--compile", action="store_true", help="Only write the compiled files.")

    def handle(self, *, parts: list[str], check: bool, compile: bool, **options) -> None:
        parts = parts or compilation.find_parts(settings.BASE_DIR)
        if not (check or compile):
            try:
                for part in parts:
                    update_part(settings.BASE_DIR, part)
            except ValueError as error:
                raise CommandError(str(error)) from error
        compilation.compile_messages(settings.BASE_DIR, settings.DATA_DIR)
        faults = [] if compile else find_faults(settings.BASE_DIR, parts)
        for fault in faults:
            self.stdout.write(fault)
        if faults and check:
            raise CommandError(f"{len(faults)} messages need work: run `manage.py messages`, then translate.")
