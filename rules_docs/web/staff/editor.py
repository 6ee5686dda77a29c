"""The editor of one text: the pivot on the left, the edited language on the right.

The pivot is the language that decides the sense of a rule.
"""

from django import forms
from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules_docs.editing.fault_messages import describe_fault
from rules_docs.editing.markup_contexts import load_context
from rules_docs.editing.revisions import EditConflict, edit_text, mark_checked
from rules_docs.editing.sheets import list_passages
from rules_docs.models import ChangeKind, Extract, RuleDocument, Section, SectionRevision, SectionText
from rules_docs.reading.freshness import FRESH, STALE, judge_freshness, list_section_freshness
from rules_docs.text.faults import MarkupError
from rules_docs.text.markup.checks import MAX_LENGTH
from rules_docs.text.markup.html_renderer import RenderedText, render_html
from rules_docs.text.markup.plain_text import strip_markup
from rules_docs.text.word_diff import DiffPiece, compare_words
from rules_docs.web.staff.common import (
    build_staff_url,
    render_staff_page,
    require_language,
    require_permission,
)


class TextForm(forms.Form):
    """The form of a text. `revision` is the one that was on the screen when editing began."""

    heading = forms.CharField(label=gettext_lazy("Heading"), max_length=200)
    body = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=MAX_LENGTH,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 24, "spellcheck": "true"}),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind of change"),
        choices=ChangeKind.choices,
        widget=forms.RadioSelect,
        required=True,
    )
    note = forms.CharField(label=gettext_lazy("Note"), max_length=240, required=False)
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


def show_editor(request, pk: int, code: str, key: str):
    """Shows the editor, and handles its three buttons: preview, save, and checked without a change."""
    require_permission(request, "change_sectiontext")
    section = get_object_or_404(Section.objects.select_related("document"), document=pk, key=key)
    require_language(code)
    texts_by_language = {text.language: text for text in SectionText.objects.filter(section=section)}
    text = texts_by_language.get(code)
    form = TextForm(request.POST or None, initial=_list_initial_values(text))
    preview = None
    if request.method == "POST" and "checked" in request.POST and text:
        mark_checked(text=text, who=request.user)
        messages.success(request, _("Marked as compared with the pivot."))
        return redirect(_choose_next_page(request, section, code))
    if request.method == "POST" and form.is_valid():
        preview = _render_preview(form, section, code)
        if preview and "save" in request.POST and _save_text(request, form, section, code):
            return redirect(_choose_next_page(request, section, code))
    context = _create_context(section, code, texts_by_language)
    context |= {"form": form, "preview": preview}
    return render_staff_page(request, "edit", title=f"{section.key} — {code}", **context)


def _list_initial_values(text: SectionText | None) -> dict:
    if text is None:
        return {"revision": 0}
    return {"heading": text.heading, "body": text.body, "revision": text.revision}


def _render_preview(form: TextForm, section: Section, code: str) -> RenderedText | None:
    """What readers would see; None if the text has faults, which are then in the form with their lines."""
    body = form.cleaned_data["body"].strip()
    try:
        return render_html(body, load_context(section.document, code))
    except MarkupError as error:
        for fault in error.faults:
            sentence = _("Line %(line)d: %(sentence)s") % {
                "line": fault.line,
                "sentence": describe_fault(fault),
            }
            form.add_error("body", sentence)
        return None


def _save_text(request, form: TextForm, section: Section, code: str) -> bool:
    """Saves the text; False, with an error in the form, if somebody else saved it since it was opened."""
    values = form.cleaned_data
    try:
        edit_text(
            section=section,
            language=code,
            expected_revision=values["revision"],
            heading=values["heading"],
            body=values["body"].replace("\r\n", "\n").strip(),
            kind=values["kind"],
            note=values["note"],
            author=request.user,
        )
    except EditConflict:
        sentence = _("Somebody saved this section in the meantime; compare with its history before saving.")
        form.add_error(None, sentence)
        return False
    messages.success(request, _("Saved."))
    return True


def _choose_next_page(request, section: Section, code: str) -> str:
    """The list of sections, or, if the user chose that, the editor of the next section that is not fresh."""
    document = section.document
    if "next" in request.POST:
        for entry in list_section_freshness(document, code):
            if entry.section.position > section.position and entry.state != FRESH:
                return build_staff_url("edit", document.pk, code, entry.section.key)
    return build_staff_url("language", document.pk, code)


def _create_context(section: Section, code: str, texts_by_language: dict[str, SectionText]) -> dict:
    document = section.document
    text = texts_by_language.get(code)
    pivot_text = texts_by_language.get(document.pivot)
    freshness = judge_freshness(text, pivot_text)
    terms = document.terms.filter(names__language=code, names__preferred=True)
    return {
        "document": document,
        "section": section,
        "code": code,
        "text": text,
        "pivot": pivot_text if code != document.pivot else None,
        "state": freshness,
        "changes": _compare_with_checked_pivot(text, pivot_text) if freshness == STALE else [],
        "sheets": _list_sheet_passages(document, section.key),
        "terms": terms.values_list("key", "names__name"),
    }


def _compare_with_checked_pivot(text: SectionText, pivot_text: SectionText) -> list[DiffPiece]:
    """The changes of the pivot since the translation was last compared with it."""
    checked_revisions = SectionRevision.objects.filter(text=pivot_text, meaning=text.checked_meaning)
    checked_revision = checked_revisions.order_by("-number").first()
    checked_body = checked_revision.body if checked_revision else ""
    return compare_words(strip_markup(checked_body), strip_markup(pivot_text.body))


def _list_sheet_passages(document: RuleDocument, section_key: str) -> dict[Extract, str]:
    """The passage of each sheet about the section."""
    passages = {}
    for extract in document.extracts.all():
        passage = list_passages(extract).get(section_key)
        if passage:
            passages[extract] = passage
    return passages
