"""manage.py check_rules [FOLDER …]: checks the files of rules, and the section keys that engines cite."""

from django.core.management.base import BaseCommand, CommandError, no_translations

from rules_docs import ports
from rules_docs.editing.fault_messages import describe_file_faults
from rules_docs.files.rule_folder import read_rule_folder
from rules_docs.management.commands.load_rules import list_folders
from rules_docs.models import RuleDocument
from rules_docs.reading.freshness import count_freshness
from rules_docs.text.faults import Fault, FileFault, RuleFilesError
from rules_docs.text.rule_files import SKELETON_FILE, RuleFiles


class Command(BaseCommand):
    help = "Check the files of every rule (keys, links, pictures, terms, languages) and the keys of engines."

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "folders",
            nargs="*",
            help="Folders that hold a rule.toml (default: the shipped rules).",
        )
        parser.add_argument(
            "--freshness",
            action="store_true",
            help="Also report stale texts of the database.",
        )

    @no_translations
    def handle(self, *args, **options) -> None:
        faults: list[FileFault] = []
        section_keys: dict[str, set[str]] = {}  # by the slug of the rule
        for folder in list_folders(options["folders"]):
            try:
                rule = read_rule_folder(folder)
            except RuleFilesError as error:
                faults += error.faults
                continue
            section_keys[rule.slug] = {section["key"] for section in rule.get_tables("section")}
            faults += find_missing_languages(rule)
            languages = ", ".join(rule.texts)
            self.stdout.write(f"{rule.slug}: {len(section_keys[rule.slug])} sections in {languages}")
        faults += find_wrong_engine_keys(section_keys)
        faults += find_wrong_positions(section_keys)
        if options["freshness"]:
            self.print_freshness()
        if faults:
            raise CommandError(describe_file_faults(faults))

    def print_freshness(self) -> None:
        documents = list(RuleDocument.objects.all())
        counts = count_freshness(documents)
        for document in documents:
            for language, states in counts[document.pk].items():
                summary = ", ".join(f"{count} {state}" for state, count in sorted(states.items()))
                self.stdout.write(f"{document.slug} {language}: {summary}")


def find_missing_languages(rule: RuleFiles) -> list[FileFault]:
    """A fault for each language in which a shipped rule does not exist."""
    missing_languages = [language for language in rule.languages if language not in rule.texts]
    missing_files = [rule.label_file(f"{language}.md") for language in missing_languages]
    return [FileFault(file, Fault.at(1, "missing_file")) for file in missing_files]


def find_wrong_engine_keys(section_keys: dict[str, set[str]]) -> list[FileFault]:
    """A fault for each key that an engine cites although its rule has no such section."""
    faults = []
    for slug, cited_keys in ports.engine_keys().items():
        if slug not in section_keys:
            continue
        for key in sorted(cited_keys - section_keys[slug]):
            fault = Fault.at(1, "engine_key", engine=slug, key=key)
            faults.append(FileFault(f"{slug}/{SKELETON_FILE}", fault))
    return faults


def find_wrong_positions(section_keys: dict[str, set[str]]) -> list[FileFault]:
    """A fault for each section without a position or a reason, and for each position without a section."""
    faults = []
    for slug, proof in ports.engine_proofs().items():
        if slug not in section_keys:
            continue
        proved_keys = proof.with_position | set(proof.reasons_without)
        for code, keys in (
            ("section_without_position", section_keys[slug] - proved_keys),
            ("position_without_section", proved_keys - section_keys[slug]),
        ):
            for key in sorted(keys):
                faults.append(FileFault(f"{slug}/{SKELETON_FILE}", Fault.at(1, code, engine=slug, key=key)))
    return faults
