"""manage.py dump_rules [SLUG …] [--into FOLDER]: writes rules back into their files."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from rules_docs.editing import dumping
from rules_docs.management.commands.load_rules import TEXTS
from rules_docs.models import RuleDocument


class Command(BaseCommand):
    help = "Write rules from the database into files, for a commit or for another house."

    def add_arguments(self, parser) -> None:
        parser.add_argument("slugs", nargs="*", help="Which rules (default: all).")
        parser.add_argument("--into", default=str(TEXTS), help="The folder that holds one folder a rule.")

    def handle(self, *args, **options) -> None:
        wanted = options["slugs"] or list(RuleDocument.objects.values_list("slug", flat=True))
        documents = {document.slug: document for document in RuleDocument.objects.filter(slug__in=wanted)}
        missing = sorted(set(wanted) - documents.keys())
        if missing:
            raise CommandError(f"No rule is called {', '.join(missing)}.")
        for document in documents.values():
            written = dumping.dump(document, Path(options["into"]))
            self.stdout.write(f"{document.slug}: {len(written)} files")
