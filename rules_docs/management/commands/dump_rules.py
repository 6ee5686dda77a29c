"""manage.py dump_rules [SLUG …] [--into FOLDER]: writes rules back into their files."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from rules_docs.files.dumping import dump_rule
from rules_docs.management.commands.load_rules import SHIPPED_TEXTS
from rules_docs.models import RuleDocument


class Command(BaseCommand):
    help = "Write rules from the database into files, for a commit or for another house."

    def add_arguments(self, parser) -> None:
        parser.add_argument("slugs", nargs="*", help="Which rules (default: all).")
        parser.add_argument(
            "--into",
            default=str(SHIPPED_TEXTS),
            help="The folder that holds one folder a rule.",
        )

    def handle(self, *args, **options) -> None:
        slugs = options["slugs"] or list(RuleDocument.objects.values_list("slug", flat=True))
        documents = {document.slug: document for document in RuleDocument.objects.filter(slug__in=slugs)}
        missing_slugs = sorted(set(slugs) - documents.keys())
        if missing_slugs:
            raise CommandError(f"No rule is called {', '.join(missing_slugs)}.")
        for document in documents.values():
            paths = dump_rule(document, Path(options["into"]))
            self.stdout.write(f"{document.slug}: {len(paths)} files")
