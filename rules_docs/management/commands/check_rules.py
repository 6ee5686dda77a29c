"""manage.py check_rules [FOLDER …]: are the shipped rules whole, and does every engine cite sections that exist?"""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, no_translations

from rules_docs import ports
from rules_docs.editing.fault_messages import FileFault, RuleError
from rules_docs.management.commands.load_rules import folders
from rules_docs.models import RuleDocument
from rules_docs.text import rule_folder
from rules_docs.text.markup import Fault


class Command(BaseCommand):
    help = "Check the files of every rule (keys, links, pictures, terms, languages) and the keys that engines cite."

    def add_arguments(self, parser) -> None:
        parser.add_argument("folders", nargs="*", help="Folders that hold a rule.toml (default: the shipped rules).")
        parser.add_argument("--freshness", action="store_true", help="Also report stale texts of the database.")

    @no_translations
    def handle(self, *args, **options) -> None:
        faults: list[FileFault] = []
        keys: dict[str, set[str]] = {}
        for folder in folders(options["folders"]):
            try:
                bundle = rule_folder.read(folder)
            except RuleError as error:
                faults += error.faults
                continue
            keys[bundle.slug] = {entry["key"] for entry in bundle.entries("section")}
            faults += missing_languages(bundle)
            self.stdout.write(f"{bundle.slug}: {len(keys[bundle.slug])} sections in {', '.join(bundle.texts)}")
        faults += uncited(keys)
        if options["freshness"]:
            self.freshness()
        if faults:
            raise CommandError("\n".join(map(str, faults)))

    def freshness(self) -> None:
        for document in RuleDocument.objects.all():
            for language, counts in ports.freshness(document).items():
                self.stdout.write(f"{document.slug} {language}: {counts}")


def missing_languages(bundle: rule_folder.Bundle) -> list[FileFault]:
    """The shipped rules exist in all four languages."""
    absent = [language for language in rule_folder.LANGUAGES if language not in bundle.texts]
    return [FileFault(bundle.name(f"{language}.md"), Fault.at(1, "missing_file")) for language in absent]


def uncited(keys: dict[str, set[str]]) -> list[FileFault]:
    """Keys that an engine cites and its rule does not have."""
    return [
        FileFault(str(Path(slug) / "rule.toml"), Fault.at(1, "engine_key", engine=slug, key=key))
        for slug, cited in ports.engine_keys().items()
        if slug in keys
        for key in sorted(cited - keys[slug])
    ]
