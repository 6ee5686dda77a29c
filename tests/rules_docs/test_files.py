"""The folder of a rule: everything wrong is named with its file and line, and then nothing is loaded."""

import pytest
from django.utils.translation import override

from rules_docs.editing.fault_messages import describe_file_fault, describe_file_faults
from rules_docs.files.rule_folder import read_rule_folder
from rules_docs.management.commands.load_rules import SHIPPED_TEXTS
from rules_docs.models import RuleDocument
from rules_docs.text.faults import RuleFilesError
from tests.rules_docs.small_rule import change_file


def test_small_rule_is_whole(folder):
    rule = read_rule_folder(folder)
    assert list(rule.texts) == ["fr", "en", "it", "de"]
    assert set(rule.diagram_templates) == {"boat"}


@pytest.mark.parametrize(
    "shipped", sorted(path.parent for path in SHIPPED_TEXTS.glob("*/rule.toml")), ids=lambda path: path.name
)
def test_shipped_rules_have_the_same_keys_in_four_languages(shipped):
    rule = read_rule_folder(shipped)
    keys = {language: [section.key for section in file.sections] for language, file in rule.texts.items()}
    assert set(keys) == {"fr", "en", "it", "de"}
    assert keys["fr"] == keys["en"] == keys["it"] == keys["de"]


DAMAGE = [
    ("rule.toml", 'slug = "harbour"', "slug = harbour", "rule.toml", "toml"),
    ("rule.toml", 'slug = "harbour"', 'slug = "../etc"', "rule.toml", "field"),
    ("rule.toml", "players = [2, 4]", "players = [4, 2]", "rule.toml", "field"),
    ("rule.toml", "version = 1", "version = -1", "rule.toml", "field"),
    ("rule.toml", "bgg = 4711", "bgg = true", "rule.toml", "field"),
    ("rule.toml", "bgg = 4711", "bgg = 4711\ncolour = 3", "rule.toml", "unknown_field"),
    ("rule.toml", 'key = "roll"', 'key = "setup"', "rule.toml", "duplicate_key"),
    ("rule.toml", 'key = "roll"', 'key = "Roll It"', "rule.toml", "field"),
    ("rule.toml", "level = 2", "level = 7", "rule.toml", "field"),
    ("rule.toml", 'kind = "faq"', 'kind = "oracle"', "rule.toml", "field"),
    ("rule.toml", 'section = "end"', 'section = "beginning"', "rule.toml", "unknown_key"),
    ("rule.toml", 'de = "Würfel"', "", "rule.toml", "term_name"),
    ("rule.toml", 'de.answer = "Niemand gewinnt."', "", "rule.toml", "ruling_text"),
    ("rule.toml", 'fr.answer = "Personne', 'fr.answer = "<b>Personne', "rule.toml", "html"),
    ("rule.toml", 'name = "Boot"', "", "rule.toml", "diagram_label"),
    ("rule.toml", 'alt = "Ein Boot"', "", "rule.toml", "diagram_text"),
    ("de.md", "{#end}", "{#ende}", "de.md", "section_unknown"),
    ("de.md", "## Ende {#end}\n", "", "de.md", "section_missing"),
    ("de.md", "### Werfen", "## Werfen", "de.md", "section_level"),
    ("it.md", "(#end)", "(#fine)", "it.md", "unknown_key"),
    ("it.md", "Tirate", "<script>Tirate", "it.md", "html"),
    ("en.md", ":::\n\n## End", "\n## End", "en.md", "block_not_closed"),
    ("diagrams/boat.svg", "<text", "<script/><text", "diagrams/boat.svg", "drawing_element"),
    ("diagrams/boat.svg", "<text", '<text onclick="x()"', "diagrams/boat.svg", "drawing_attribute"),
    (
        "diagrams/boat.svg",
        "<svg",
        '<!DOCTYPE x [<!ENTITY a "b">]><svg',
        "diagrams/boat.svg",
        "drawing_entity",
    ),
    ("diagrams/boat.svg", "</text>", "", "diagrams/boat.svg", "drawing_broken"),
    ("diagrams/boat.svg", "viewBox", "box", "diagrams/boat.svg", "drawing_root"),
]


@pytest.mark.parametrize(("file", "old", "new", "where", "code"), DAMAGE)
def test_damage_is_named_with_file_and_line(folder, file, old, new, where, code):
    change_file(folder, file, old, new)
    with pytest.raises(RuleFilesError) as error:
        read_rule_folder(folder)
    assert (f"harbour/{where}", code) in [(fault.file, fault.fault.code) for fault in error.value.faults]
    assert all(
        describe_file_fault(fault).startswith(f"{fault.file}:{fault.fault.line}: ")
        for fault in error.value.faults
    )


def test_a_bad_drawing_is_explained_in_the_language_of_the_reader(folder):
    change_file(folder, "diagrams/boat.svg", "<text", '<text onclick="x()"')
    with pytest.raises(RuleFilesError) as error:
        read_rule_folder(folder)
    with override("it"):
        sentence = describe_file_fault(error.value.faults[0])
    assert sentence.endswith("L’attributo onclick di <text> non è ammesso in un disegno.")


def test_line_of_a_fault_in_a_text_is_that_of_the_file(folder):
    change_file(folder, "fr.md", "Lancez un", "Lancez <u>un</u>")
    line = (
        (folder / "fr.md")
        .read_text(encoding="utf-8")
        .split("\n")
        .index("Lancez <u>un</u> [[die|dé]], [Fin](#end).")
    )
    with pytest.raises(RuleFilesError) as error:
        read_rule_folder(folder)
    assert {fault.fault.line for fault in error.value.faults} == {line + 1}


def test_file_that_is_not_utf8(folder):
    (folder / "fr.md").write_bytes("---\ntitle: Dés\n".encode("latin-1"))
    with pytest.raises(RuleFilesError) as error:
        read_rule_folder(folder)
    with override("en"):
        assert describe_file_faults(error.value.faults) == "harbour/fr.md:1: The file is not UTF-8."


def test_missing_folder(tmp_path):
    with pytest.raises(RuleFilesError, match="missing_file"):
        read_rule_folder(tmp_path / "nothing")


@pytest.mark.django_db
def test_nothing_is_loaded_of_a_damaged_rule(folder, capsys):
    from django.core.management import CommandError, call_command

    change_file(folder, "de.md", "{#end}", "{#ende}")
    with pytest.raises(CommandError):
        call_command("load_rules", str(folder))
    assert "harbour/de.md:" in capsys.readouterr().err
    assert not RuleDocument.objects.exists()
