"""Loading and dumping: idempotent, one side's edits survive, edits on both sides are a conflict."""

import pytest
from django.core.management import CommandError, call_command

from rules_docs import ports
from rules_docs.editing import revisions
from rules_docs.files.dumping import dump_rule
from rules_docs.files.rule_folder import read_rule_folder
from rules_docs.models import (
    ChangeKind,
    Drawing,
    RuleDocument,
    Section,
    SectionRevision,
    SectionText,
    TermName,
)
from rules_docs.ports import SectionProof
from rules_docs.reading.freshness import count_freshness
from rules_docs.text.faults import RuleFilesError
from tests.rules_docs.small_rule import change_file


def get_text(key, language="fr"):
    return SectionText.objects.select_related("section__document").get(section__key=key, language=language)


def edit_text(key, language, body, kind=ChangeKind.CLARIFY):
    former = get_text(key, language)
    return revisions.save_text(
        section=former.section, language=language, heading=former.heading, body=body, kind=kind
    )


def test_first_load_brings_everything_and_freezes_edition_1(document):
    assert Section.objects.filter(document=document).count() == 3
    assert SectionText.objects.count() == 12
    assert Drawing.objects.count() == 4
    assert set(TermName.objects.filter(language="fr").values_list("name", "preferred")) == {
        ("dé", True),
        ("cube", False),
    }
    assert RuleDocument.objects.get().edition == 1


def test_second_load_writes_nothing(load, document):
    before = RuleDocument.objects.get().stamp
    report = load()
    assert (report.written, report.removed, report.staff_edits) == ([], [], [])
    assert RuleDocument.objects.get().stamp == before
    assert SectionRevision.objects.count() == 12


def test_changed_file_is_written_as_a_revision(load, document, folder):
    change_file(folder, "fr.md", "Le dernier marin", "Le premier marin")
    assert load().written == ["text/end/fr"]
    assert get_text("end").revision == 2
    assert "premier" in get_text("end").html


def test_edit_of_the_staff_survives_a_load(load, document):
    edit_text("end", "fr", "Le capitaine gagne.")
    assert load().staff_edits == ["text/end/fr"]
    assert get_text("end").body == "Le capitaine gagne."


def test_edits_on_both_sides_are_refused_and_nothing_is_written(load, document, folder):
    edit_text("end", "fr", "Le capitaine gagne.")
    change_file(folder, "fr.md", "Le dernier marin", "Le premier marin")
    change_file(folder, "fr.md", "Lancez un", "Jetez un")
    with pytest.raises(RuleFilesError) as error:
        load()
    (fault,) = error.value.faults
    assert fault.file == "harbour/fr.md"
    line = (folder / "fr.md").read_text(encoding="utf-8").split("\n")[fault.fault.line - 1]
    assert line == "## Fin {#end}"
    assert get_text("roll").body.startswith("Lancez")


def test_overwrite_lets_the_files_win_and_keeps_history(load, document, folder):
    edit_text("end", "fr", "Le capitaine gagne.")
    load(overwrite=True)
    assert "dernier marin" in get_text("end").body
    assert get_text("end").revisions.filter(body="Le capitaine gagne.").exists()


def test_section_that_left_the_file_is_only_removed_on_request(load, document, folder):
    change_file(folder, "rule.toml", '[[section]]\nkey = "roll"\nlevel = 2\n', "")
    change_file(folder, "rule.toml", 'section = "roll"', 'section = "setup"')
    for language in ("fr", "en", "it", "de"):
        path = folder / f"{language}.md"
        content = path.read_text(encoding="utf-8")
        path.write_text(
            content[: content.index("###")] + content[content.index("## ", content.index("###") + 4) :]
        )
    change_file(folder, "rule.toml", "[diagram.boat.fr]", "[diagram.boat.fr]")
    with pytest.raises(RuleFilesError) as error:
        load()
    (fault,) = error.value.faults
    assert (fault.fault.code, dict(fault.fault.params)) == ("section_gone", {"key": "roll"})
    load(remove=True)
    assert not Section.objects.filter(key="roll").exists()


def test_dump_then_load_changes_nothing(document, tmp_path):
    edit_text("end", "de", "Der Kapitän gewinnt.")
    call_command("dump_rules", "--into", str(tmp_path / "out"), verbosity=0)
    rule = read_rule_folder(tmp_path / "out" / "harbour")
    assert "Der Kapitän gewinnt." in {section.body for section in rule.texts["de"].sections}
    from rules_docs.editing.loading import load_rule

    report = load_rule(rule)
    assert (report.written, report.staff_edits) == ([], [])


def test_dump_makes_an_edit_count_as_read(document, load, folder):
    edit_text("end", "fr", "Le capitaine gagne.")
    dump_rule(document, folder.parent)
    assert load().staff_edits == []
    change_file(folder, "fr.md", "Le capitaine", "La capitaine")
    assert load().written == ["text/end/fr"]


def test_a_change_of_sense_makes_exactly_that_section_stale(document):
    edit_text("end", "fr", "Le dernier marin perd la partie.", ChangeKind.RULE)
    counts = count_freshness([document])[document.pk]
    assert counts["fr"] == {"fresh": 3}
    assert counts["en"] == counts["it"] == counts["de"] == {"fresh": 2, "stale": 1}


def test_a_typo_makes_nothing_stale(document):
    edit_text("end", "fr", "Le dernier marin gagne la partie !", ChangeKind.EDITORIAL)
    assert all(counts == {"fresh": 3} for counts in count_freshness([document])[document.pk].values())


def test_translating_or_checking_makes_fresh_again_a_typo_does_not(document):
    edit_text("end", "fr", "Le dernier marin perd la partie.", ChangeKind.RULE)
    edit_text("end", "en", "The last sailor loses the game.", ChangeKind.CORRECT)
    revisions.mark_checked(text=get_text("end", "it"))
    edit_text("end", "de", "Der letzte Matrose gewinnt.", ChangeKind.EDITORIAL)
    counts = count_freshness([document])[document.pk]
    assert counts["en"] == counts["it"] == {"fresh": 3}
    assert counts["de"] == {"fresh": 2, "stale": 1}


def test_check_rules_reports_the_freshness_of_each_language(document, capsys):
    edit_text("end", "fr", "Le dernier marin perd la partie.", ChangeKind.RULE)
    call_command("check_rules", "--freshness")
    lines = capsys.readouterr().out.splitlines()
    assert "harbour fr: 3 fresh" in lines
    assert "harbour de: 2 fresh, 1 stale" in lines


def test_files_changed_together_stay_fresh(load, document, folder):
    change_file(folder, "fr.md", "Le dernier marin gagne", "Le dernier marin perd")
    change_file(folder, "en.md", "The last sailor wins", "The last sailor loses")
    load()
    counts = count_freshness([document])[document.pk]
    assert counts["en"] == {"fresh": 3}
    assert counts["it"] == {"fresh": 2, "stale": 1}


def test_restore_appends(document):
    edit_text("end", "fr", "Autre chose.")
    revisions.restore_revision(revision=get_text("end").revisions.get(number=1), kind=ChangeKind.CORRECT)
    assert get_text("end").revision == 3
    assert "dernier marin" in get_text("end").body


def test_changed_drawing_gets_a_new_name_and_the_old_one_stays(load, document, folder):
    old = Drawing.objects.get(language="fr")
    change_file(folder, "diagrams/boat.svg", 'x="4"', 'x="8"')
    load()
    new = Drawing.objects.get(language="fr", current=True)
    assert new.digest != old.digest
    assert Drawing.objects.filter(digest=old.digest, current=False).exists()
    assert new.digest in get_text("roll").html


def test_check_rules_wants_a_position_for_each_section_or_a_reason(monkeypatch):
    def prove(with_position: set[str], **reasons: str) -> None:
        proof = SectionProof(frozenset(with_position), reasons)
        monkeypatch.setattr(ports.engine_proofs, "function", lambda: {"shanghaien": proof})

    prove({"roll", "place"}, overview="It states no rule.", kraken="There is none.")
    with pytest.raises(CommandError) as error:
        call_command("check_rules")
    assert "shows no position for the section “distribution-tie”" in str(error.value)
    assert "positions for the section “kraken”, which does not exist" in str(error.value)
    assert "“roll”" not in str(error.value) and "“overview”" not in str(error.value)
