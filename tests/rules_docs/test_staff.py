"""The staff's pages: the matrix first, an editor that never loses anybody's words, a meter that refuses."""

import pytest
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from escale.common.models import AuditEntry
from rules_docs.editing.publishing import publish_translation
from rules_docs.editing.revisions import edit_text
from rules_docs.models import (
    ChangeKind,
    Extract,
    Report,
    RuleDocument,
    SectionRevision,
    SectionText,
    Takedown,
    Term,
    Translation,
)
from rules_docs.web.staff import editor, history

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client, admin_user):
    client.force_login(admin_user)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def url(name, *args):
    return reverse(f"admin:rules_docs_{name}", args=args)


def get_text(key="end", language="fr"):
    return SectionText.objects.get(section__key=key, language=language)


def post_text(staff, document, language="fr", key="end", **changes):
    current = get_text(key, language)
    words = {
        "heading": current.heading,
        "body": current.body,
        "revision": current.revision,
        "note": "",
        "save": "",
    }
    return staff.post(url("edit", document.pk, language, key), words | changes)


# --- the matrix
# ------------------------------------------------------------------------------------------------------


def test_matrix_is_the_first_screen_and_counts(staff, document):
    post_text(staff, document, body="Le dernier marin perd.", kind=ChangeKind.RULE)
    content = staff.get(url("ruledocument_changelist")).content.decode()
    assert content.count("1 stale") == 3
    assert content.count('class="state fresh"') == 4


def test_matrix_takes_the_same_queries_for_one_rule_and_for_three(staff, document, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    staff.get(url("ruledocument_changelist"))
    with CaptureQueriesContext(connection) as first:
        staff.get(url("ruledocument_changelist"))
    for slug in ("second", "third"):
        RuleDocument.objects.create(slug=slug, pivot="fr")
    with django_assert_num_queries(len(first)):
        staff.get(url("ruledocument_changelist"))


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("ruledocument_changelist", ()),
        ("language", ("fr",)),
        ("edit", ("fr", "end")),
        ("text_history", ("fr", "end")),
        ("sheet", ()),
    ],
)
def test_nobody_else_gets_in(client, document, name, args):
    address = url(name, *([document.pk] if name != "ruledocument_changelist" else []), *args)
    assert client.get(address).status_code == 302
    client.force_login(User.objects.create_user("reader", is_staff=True))
    assert client.get(address).status_code == 403


def test_translators_may_edit_but_not_publish(client, document):
    user = User.objects.create_user("translator", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="change_sectiontext"))
    client.force_login(user)
    assert client.get(url("edit", document.pk, "de", "end")).status_code == 200
    assert client.post(url("publish", document.pk, "de"), {"hide": ""}).status_code == 403
    assert client.post(url("freeze", document.pk)).status_code == 403


# --- the editor
# ------------------------------------------------------------------------------------------------------


def test_editor_shows_the_pivot_beside_and_what_changed_in_it(staff, document):
    post_text(staff, document, body="Le dernier marin perd.", kind=ChangeKind.RULE)
    content = staff.get(url("edit", document.pk, "de", "end")).content.decode()
    assert "Le dernier marin perd." in content
    assert "<del>gagne la partie.</del>" in content
    assert 'name="checked"' in content


def test_kind_of_change_is_compulsory(staff, document):
    response = post_text(staff, document, body="Autre chose.")
    assert response.status_code == 200
    assert get_text().revision == 1
    assert "errorlist" in response.content.decode()


def test_saving_appends_a_revision_with_its_author(staff, document, admin_user):
    assert (
        post_text(staff, document, body="Autre chose.", kind=ChangeKind.CORRECT, note="lu").status_code == 302
    )
    revision = SectionRevision.objects.get(text=get_text(), number=2)
    assert (revision.author, revision.kind, revision.note) == (admin_user, ChangeKind.CORRECT, "lu")


def test_preview_saves_nothing(staff, document):
    words = {"heading": "Fin", "body": "Un **essai**.", "revision": 1, "kind": ChangeKind.RULE, "preview": ""}
    content = staff.post(url("edit", document.pk, "fr", "end"), words).content.decode()
    assert "<strong>essai</strong>" in content
    assert get_text().revision == 1


@pytest.mark.parametrize(
    "body", ["<script>alert(1)</script>", "[x](#gone)", "::: example\nopen", "[[nothing]]"]
)
def test_bad_markdown_is_refused_with_its_line(staff, document, body):
    response = post_text(staff, document, body=body, kind=ChangeKind.RULE)
    assert "Line 1:" in response.content.decode()
    assert get_text().revision == 1


def test_two_people_at_once_lose_nothing(staff, document):
    post_text(staff, document, body="Le premier.", kind=ChangeKind.RULE)
    response = post_text(staff, document, body="Le second.", kind=ChangeKind.RULE, revision=1)
    assert response.status_code == 200
    assert "Le second." in response.content.decode()
    assert get_text().body == "Le premier."


def test_who_saves_while_another_is_saving_loses_nothing(staff, document, monkeypatch):
    """The second request has read the text before the first one wrote it."""
    render_preview = editor._render_preview

    def meanwhile(form, section, code):
        monkeypatch.setattr(editor, "_render_preview", render_preview)
        edit_text(section=section, language=code, heading="Fin", body="Le premier.", kind=ChangeKind.RULE)
        return render_preview(form, section, code)

    monkeypatch.setattr(editor, "_render_preview", meanwhile)
    response = post_text(staff, document, body="Le second.", kind=ChangeKind.RULE)
    assert "Le second." in response.text and get_text().body == "Le premier."


def test_checked_makes_fresh_and_leads_to_the_next_stale_one(staff, document):
    for key in ("setup", "end"):
        post_text(staff, document, key=key, body="Tout change.", kind=ChangeKind.RULE)
    response = staff.post(url("edit", document.pk, "de", "setup"), {"checked": "", "next": "1"})
    assert response["Location"] == url("edit", document.pk, "de", "end")
    assert get_text("setup", "de").checked_meaning == 2


def test_missing_section_can_be_written(staff, document):
    get_text("end", "de").delete()
    words = {"heading": "Schluss", "body": "Ende gut.", "revision": 0, "kind": ChangeKind.RULE, "save": ""}
    staff.post(url("edit", document.pk, "de", "end"), words)
    assert get_text("end", "de").heading == "Schluss"


def test_history_restores_as_a_new_revision(staff, document):
    post_text(staff, document, body="Autre chose.", kind=ChangeKind.RULE)
    address = url("text_history", document.pk, "fr", "end")
    assert "<del>" in staff.get(address).content.decode()
    staff.post(address, {"number": "1", "kind": ""})
    assert get_text().revision == 2
    staff.post(address, {"number": "1", "kind": ChangeKind.CORRECT})
    assert (get_text().revision, get_text().body) == (3, "Le dernier marin gagne la partie.")


def test_freezing_an_edition(staff, document):
    staff.post(url("freeze", document.pk), {"note": "printemps"})
    assert RuleDocument.objects.get().edition == 2


def test_unknown_languages_and_sections_are_not_found(staff, document):
    assert staff.get(url("language", document.pk, "es")).status_code == 404
    assert staff.get(url("edit", document.pk, "fr", "gone")).status_code == 404


# --- glossary and rulings
# --------------------------------------------------------------------------------------------


def test_term_in_use_can_not_be_deleted(staff, document):
    term = Term.objects.get(key="die")
    response = staff.post(url("term_delete", term.pk), {"post": "yes"}, follow=True)
    assert Term.objects.filter(key="die").exists()
    assert "die" in "".join(str(message) for message in response.context["messages"])


def test_renaming_a_term_changes_every_page_at_once(staff, document):
    term = Term.objects.get(key="die")
    rows = list(term.names.order_by("id"))
    data = {"document": document.pk, "key": "die", "section": term.section_id}
    data |= {"names-TOTAL_FORMS": len(rows), "names-INITIAL_FORMS": len(rows)}
    for index, row in enumerate(rows):
        name = "Zar" if row.language == "de" else row.name
        data |= {
            f"names-{index}-id": row.pk,
            f"names-{index}-term": term.pk,
            f"names-{index}-language": row.language,
        }
        data |= {f"names-{index}-name": name} | ({f"names-{index}-preferred": "on"} if row.preferred else {})
    assert staff.post(url("term_change", term.pk), data).status_code == 302
    assert "Zar" in get_text("setup", "de").html


# --- publishing
# ------------------------------------------------------------------------------------------------------

SHEET = "Le dernier marin gagne la partie, si quelqu’un le regarde encore à la fin de la nuit dans ce port."


def close(document):
    return Extract.objects.create(document=document, language="fr", name="sheet.pdf", text=SHEET * 3)


def test_text_too_near_a_sheet_is_not_published_without_a_reason(staff, document):
    close(document)
    SectionText.objects.filter(section__key="end", language="fr").update(plain=SHEET)
    Translation.objects.filter(language="fr").update(published=False)
    response = staff.post(url("publish", document.pk, "fr"), follow=True)
    assert "sheet.pdf" in "".join(str(message) for message in response.context["messages"])
    assert not Translation.objects.get(language="fr").published
    staff.post(url("publish", document.pk, "fr"), {"reason": "public domain in fact"})
    assert Translation.objects.get(language="fr").published
    assert RuleDocument.objects.get().originality_reason == "public domain in fact"


def test_own_words_are_published_and_can_be_hidden(staff, document):
    close(document)
    staff.post(url("publish", document.pk, "de"), {"hide": ""})
    assert not Translation.objects.get(language="de").published
    staff.post(url("publish", document.pk, "de"))
    assert Translation.objects.get(language="de").published


def test_licensed_texts_are_not_measured(document):
    close(document)
    SectionText.objects.filter(language="fr").update(plain=SHEET)
    RuleDocument.objects.update(rights="licensed")
    publish_translation(translation=Translation.objects.select_related("document").get(language="fr"))


# --- reports and notices
# ---------------------------------------------------------------------------------------------


def test_report_keeps_quote_and_revision(client, document):
    address = reverse("rules_docs:report", args=["harbour"])
    page = client.get(f"{address}?key=end&quote=Le+dernier").content.decode()
    assert "Le dernier" in page
    assert reverse("rules_docs:rule", args=["harbour"]) + "#end" in page, "the way back to the section"
    words = {"key": "end", "quote": "Le dernier", "message": "le premier ?", "mail": ""}
    response = client.post(f"{address}?key=end&revision=1", words)
    assert response.status_code == 302
    report = Report.objects.get()
    assert (report.key, report.quote, report.revision.number, report.state) == (
        "end",
        "Le dernier",
        1,
        "open",
    )


def test_reports_are_limited(client, document):
    address = reverse("rules_docs:report", args=["harbour"])
    answers = [client.post(address, {"key": "end", "message": "x"}).status_code for _ in range(11)]
    assert answers == [302] * 10 + [200]
    assert Report.objects.count() == 10


def test_report_of_a_section_that_does_not_exist(client, document):
    address = reverse("rules_docs:report", args=["harbour"])
    assert client.post(address, {"key": "gone", "message": "x"}).status_code == 200
    assert not Report.objects.exists()


def test_notice_withholds_and_returns_the_text(staff, document):
    words = {"name": "A. B.", "mail": "a@example.org", "work": "Harbour", "statement": "mine"}
    staff.post(reverse("rules_docs:notice", args=["harbour"]), words)
    notice = Takedown.objects.get()
    assert notice.state == "received"
    rule = reverse("rules_docs:rule", args=["harbour"])
    for state, status in (("withheld", 451), ("upheld", 451), ("rejected", 200)):
        staff.post(url("takedown_change", notice.pk), {"state": state, "decision": "because"})
        assert staff.get(rule).status_code == status
    notice.refresh_from_db()
    assert notice.decided is not None


@pytest.mark.parametrize("name", ["report", "takedown", "edition", "extract", "term", "ruling"])
def test_every_list_opens(staff, document, name):
    assert staff.get(url(f"{name}_changelist")).status_code == 200


def test_what_staff_do_to_a_rule_is_in_the_log(staff, document, admin_user):
    """Who, what it said before, what it says now; showing, hiding and freezing too."""
    former = get_text().body
    post_text(staff, document, body="Le dernier marin perd.", kind=ChangeKind.RULE)
    staff.post(url("edit", document.pk, "de", "end"), {"checked": ""})
    staff.post(url("publish", document.pk, "fr"), {"hide": ""})
    staff.post(url("publish", document.pk, "fr"), {})
    staff.post(url("freeze", document.pk), {"note": "perdre"})
    entries = list(
        AuditEntry.objects.filter(kind__startswith="rules_docs.", who=admin_user.username).order_by("pk")
    )
    kinds = [entry.kind.removeprefix("rules_docs.") for entry in entries]
    assert kinds == ["sectiontext", "sectiontext", "translation", "translation", "edition"]
    assert (entries[0].before["body"], entries[0].after["body"]) == (former, "Le dernier marin perd.")
    assert entries[1].after["checked_meaning"] == entries[1].before["checked_meaning"] + 1
    assert [entry.after["published"] for entry in entries[2:4]] == [False, True]
    assert entries[4].after["note"] == "perdre"


def test_the_words_of_a_sheet_are_not_in_the_log(staff, document):
    from django.core.files.uploadedfile import SimpleUploadedFile

    sheet = SimpleUploadedFile("sheet.txt", b"Ziel\n\nDer letzte Matrose verliert heimlich.\n")
    staff.post(url("sheet", document.pk), {"language": "de", "file": sheet})
    entry = AuditEntry.objects.get(kind="rules_docs.extract")
    assert entry.after["name"] == "sheet.txt" and "matrose" not in entry.words


def test_a_long_history_is_walked_and_each_revision_is_compared(staff, document, monkeypatch):
    monkeypatch.setattr(history, "REVISIONS_PER_PAGE", 2)
    for number in range(3):
        post_text(staff, document, body=f"Le dernier marin perd {number}.", kind=ChangeKind.EDITORIAL)
    address = url("text_history", document.pk, "fr", "end")
    first = staff.get(address)
    second = staff.get(first.context["page"].next and f"{address}?cursor={first.context['page'].next}")
    numbers = [[revision.number for revision, _changes in page.context["rows"]] for page in (first, second)]
    assert numbers == [[4, 3], [2, 1]]
    # The last one of a page is compared with the first one of the next page.
    assert "<ins>1" in first.text or "1.</ins>" in first.text
    assert staff.get(f"{address}?cursor=x").status_code == 400
