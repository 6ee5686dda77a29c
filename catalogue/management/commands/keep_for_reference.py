"""Hide titles of which the house never had a box from guests, such as those of a list of all games."""

from django.core.management.base import BaseCommand, CommandError

from catalogue.desk import DeskRefusal
from catalogue.importing.reference import keeping


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser):
        parser.add_argument(
            "--all",
            action="store_true",
            help="Also those that somebody entered or changed; without it, only those that are as an "
            "import of "
            "facts without boxes has left them.",
        )
        parser.add_argument(
            "--yes", action="store_true", help="Hide them; without it, the command only counts them."
        )
        parser.add_argument(
            "--undo", type=int, metavar="VERSION", help="Show the titles of this change to guests again."
        )

    def handle(self, *, all, yes, undo, **options):
        if undo is not None:
            try:
                count = keeping.show_again(version=undo, who=None)
            except DeskRefusal as refusal:
                raise CommandError(str(refusal)) from refusal
            self.stdout.write(f"Guests see {count} titles again.")
            return
        if not yes:
            count = keeping.find_titles(touched=all).count()
            self.stdout.write(f"Would be hidden from guests (with --yes): {count} titles.")
            return
        count = keeping.keep_for_reference(touched=all, who=None)
        self.stdout.write(f"Guests do not see {count} titles any more.")
        if count:
            version = keeping.list_changes()[0].version
            self.stdout.write(f"To take it back: keep_for_reference --undo {version}")
