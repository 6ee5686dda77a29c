"""manage.py load_rules [FOLDER …]: reads rules from their files."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, no_translations

from rules_docs.editing import loading
from rules_docs.editing.fault_messages import RuleError
from rules_docs.models import Change
from rules_docs.text import rule_folder

TEXTS = Path(__file__).resolve().parents[2] / "texts"


def folders(given: list[str]) -> list[Path]:
    """The folders named, else every folder of the shipped texts that holds a rule."""
    return [Path(name) for name in given] or sorted(path.parent for path in TEXTS.glob("*/rule.toml"))


class Command(BaseCommand):
    help = "Read rules from their files; nothing of a rule is written when any of its files is wrong."

    def add_arguments(self, parser) -> None:
        parser.add_argument("folders", nargs="*", help="Folders that hold a rule.toml (default: the shipped rules).")
        parser.add_argument("--kind", choices=Change.values, default=Change.CLARIFY, help="Why changed texts changed.")
        parser.add_argument("--overwrite", action="store_true", help="The files win over edits made on the site.")
        parser.add_argument("--remove", action="store_true", help="Delete sections that the file no longer has.")

    @no_translations
    def handle(self, *args, **options) -> None:
        failed = 0
        for folder in folders(options["folders"]):
            try:
                loaded = loading.load(
                    rule_folder.read(folder),
                    kind=options["kind"],
                    overwrite=options["overwrite"],
                    remove=options["remove"],
                )
            except RuleError as error:
                failed += 1
                self.stderr.write(str(error))
            else:
                self.report(folder, loaded)
        if failed:
            raise CommandError(f"{failed} rule(s) not loaded; nothing of them was written.")

    def report(self, folder: Path, loaded: loading.Loaded) -> None:
        counts = f"{len(loaded.written)} written, {len(loaded.removed)} removed"
        self.stdout.write(f"{folder.name}: {counts}" + (f", edition {loaded.edition}" if loaded.edition else ""))
        for place in loaded.kept:
            self.stdout.write(f"  kept as edited on the site: {place}")
