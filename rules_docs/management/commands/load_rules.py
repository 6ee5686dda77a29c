"""manage.py load_rules [FOLDER …]: loads rules from their files."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, no_translations

from rules_docs.editing.fault_messages import describe_file_faults
from rules_docs.editing.loading import LoadReport, load_rule
from rules_docs.files.rule_folder import read_rule_folder
from rules_docs.models import ChangeKind
from rules_docs.text.faults import RuleFilesError

SHIPPED_TEXTS = Path(__file__).resolve().parents[2] / "texts"


def list_folders(names: list[str]) -> list[Path]:
    """The folders with these names, or all folders of the shipped rules if there are no names."""
    if names:
        return [Path(name) for name in names]
    return sorted(path.parent for path in SHIPPED_TEXTS.glob("*/rule.toml"))


class Command(BaseCommand):
    help = "Read rules from their files; nothing of a rule is written when any of its files is wrong."

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "folders",
            nargs="*",
            help="Folders that hold a rule.toml (default: the shipped rules).",
        )
        parser.add_argument(
            "--kind", choices=ChangeKind.values, default=ChangeKind.CLARIFY, help="Why changed texts changed."
        )
        parser.add_argument(
            "--overwrite",
            action="store_true",
            help="The files win over edits made on the site.",
        )
        parser.add_argument(
            "--remove",
            action="store_true",
            help="Delete sections that the file no longer has.",
        )

    @no_translations
    def handle(self, *args, **options) -> None:
        failure_count = 0
        for folder in list_folders(options["folders"]):
            try:
                report = load_rule(
                    read_rule_folder(folder),
                    kind=options["kind"],
                    overwrite=options["overwrite"],
                    remove=options["remove"],
                )
            except RuleFilesError as error:
                failure_count += 1
                self.stderr.write(describe_file_faults(error.faults))
            else:
                self.print_report(folder, report)
        if failure_count:
            raise CommandError(f"{failure_count} rule(s) not loaded; nothing of them was written.")

    def print_report(self, folder: Path, report: LoadReport) -> None:
        line = f"{folder.name}: {len(report.written)} written, {len(report.removed)} removed"
        if report.edition:
            line += f", edition {report.edition}"
        self.stdout.write(line)
        for place in report.staff_edits:
            self.stdout.write(f"  kept as edited on the site: {place}")
