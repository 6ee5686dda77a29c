"""Daily work on rule texts: which are stale, editing beside the pivot, history, publishing, reading sheets."""

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from escale.common import audit
from rules_docs.editing import extracting, fault_messages, publishing
from rules_docs.editing import revisions as editing
from rules_docs.models import (
    Change,
    Extract,
    Report,
    RuleDocument,
    Section,
    SectionRevision,
    SectionText,
    Takedown,
    Translation,
)
from rules_docs.reading import freshness
from rules_docs.text import markup
from rules_docs.text.rule_folder import LANGUAGES

REFUSALS = {
    "too_large": gettext_lazy("The file is larger than 10 MB."),
    "empty": gettext_lazy("The file is empty."),
    "archive": gettext_lazy("This is an archive or an office document; a PDF or a text file is expected."),
    "not_text": gettext_lazy("This is neither a PDF nor a text in UTF-8."),
    "too_long": gettext_lazy("There is more text in it than in any rule: more than 400,000 characters."),
    "too_slow": gettext_lazy("Reading this PDF takes too long; something is wrong with it."),
    "damaged": gettext_lazy("This PDF is damaged or far too big once unpacked; nothing was read."),
    "too_many_pages": gettext_lazy("This PDF has more than 60 pages."),
    "no_text": gettext_lazy("There is no text in it, perhaps only pictures of text."),
}


class TextForm(forms.Form):
    heading = forms.CharField(label=gettext_lazy("Heading"), max_length=200)
    body = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=markup.MAX_LENGTH,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 24, "spellcheck": "true"}),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind of change"), choices=Change.choices, widget=forms.RadioSelect, required=True
    )
    note = forms.CharField(label=gettext_lazy("Note"), max_length=240, required=False)
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class SheetForm(forms.Form):
    language = forms.ChoiceField(label=gettext_lazy("Language"))
    file = forms.FileField(label=gettext_lazy("PDF or text file, up to 10 MB"))

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].choices = [(code, code) for code in LANGUAGES]


def show(request, template: str, title: str, **context):
    """A page dressed as the admin."""
    dressed = admin.site.each_context(request) | context | {"title": title}
    return render(request, f"rules_docs/staff/{template}.html", dressed)


def may(request, permission: str) -> None:
    if not request.user.has_perm(f"rules_docs.{permission}"):
        raise PermissionDenied


# --- overview --------------------------------------------------------------------------------------------------------


def matrix(request):
    """Document × language: what is fresh, stale, missing. Five queries, however many rules."""
    may(request, "view_ruledocument")
    documents = list(RuleDocument.objects.prefetch_related("translations"))
    counts = freshness.matrix(documents)
    rows = []
    for document in documents:
        titles = {text.language: text for text in document.translations.all()}
        cells = [
            {"language": language, "count": counts[document.pk][language], "title": titles.get(language)}
            for language in LANGUAGES
        ]
        rows.append({"document": document, "cells": cells})
    waiting = {
        "reports": Report.objects.filter(state=Report.State.OPEN).count(),
        "notices": Takedown.objects.filter(state=Takedown.State.RECEIVED).count(),
    }
    return show(request, "matrix", _("Rule texts"), rows=rows, languages=LANGUAGES, waiting=waiting)


def language(request, pk: int, code: str):
    """Every section of one language with its state; publishing."""
    may(request, "view_ruledocument")
    document, translation = _document(pk), _translation(pk, code)
    texts: dict[int, dict[str, SectionText]] = {}
    for text in SectionText.objects.of(document, [code, document.pivot]):
        texts.setdefault(text.section_id, {})[text.language] = text
    rows = []
    for section in document.sections.all():
        found = texts.get(section.pk, {})
        text, pivot = found.get(code), found.get(document.pivot)
        rows.append({"section": section, "text": text, "pivot": pivot, "state": freshness.state(text, pivot)})
    return show(
        request,
        "language",
        f"{document.slug} — {code}",
        document=document,
        code=code,
        translation=translation,
        rows=rows,
        meter=publishing.meter(document, code),
    )


def _document(pk: int) -> RuleDocument:
    return get_object_or_404(RuleDocument, pk=pk)


def _translation(pk: int, code: str) -> Translation | None:
    if code not in LANGUAGES:
        raise Http404
    return Translation.objects.filter(document=pk, language=code).first()


# --- editing ---------------------------------------------------------------------------------------------------------


def edit(request, pk: int, code: str, key: str):
    """Pivot on the left, this language on the right."""
    may(request, "change_sectiontext")
    section = get_object_or_404(Section.objects.select_related("document"), document=pk, key=key)
    _translation(pk, code)
    texts = {text.language: text for text in SectionText.objects.filter(section=section)}
    text = texts.get(code)
    initial = {"heading": text.heading, "body": text.body, "revision": text.revision} if text else {"revision": 0}
    form = TextForm(request.POST or None, initial=initial)
    preview = None
    if request.method == "POST" and "checked" in request.POST and text:
        editing.mark_checked(text=text, who=request.user)
        messages.success(request, _("Marked as compared with the pivot."))
        return redirect(_after(request, section, code))
    if request.method == "POST" and form.is_valid():
        preview = _preview(form, section, code)
        if preview and "save" in request.POST and _save(request, form, section, code):
            return redirect(_after(request, section, code))
    return show(request, "edit", f"{section.key} — {code}", **_editor(section, code, texts, form, preview))


def _preview(form: TextForm, section: Section, code: str) -> markup.Rendered | None:
    """What readers would see; the faults of the text otherwise, each with its line."""
    try:
        return markup.render(form.cleaned_data["body"].strip(), editing.context_of(section.document, code))
    except markup.MarkupError as error:
        for fault in error.faults:
            line = _("Line %(line)d: %(sentence)s") % {"line": fault.line, "sentence": fault_messages.sentence(fault)}
            form.add_error("body", line)
        return None


@transaction.atomic
def _save(request, form: TextForm, section: Section, code: str) -> bool:
    words = form.cleaned_data
    # Locked, so that of two who save at once the second is told of the first.
    kept = SectionText.objects.select_for_update().filter(section=section, language=code).first()
    if words["revision"] != (kept.revision if kept else 0):
        form.add_error(None, _("Somebody saved this section in the meantime; compare with its history before saving."))
        return False
    editing.change_text(
        section=section,
        language=code,
        heading=words["heading"],
        body=words["body"].replace("\r\n", "\n").strip(),
        kind=words["kind"],
        note=words["note"],
        author=request.user,
    )
    messages.success(request, _("Saved."))
    return True


def _after(request, section: Section, code: str) -> str:
    """The next section that is stale or missing, else the list."""
    if "next" in request.POST:
        document = section.document
        texts: dict[int, dict[str, SectionText]] = {}
        for text in SectionText.objects.of(document, [code, document.pivot]):
            texts.setdefault(text.section_id, {})[text.language] = text
        for other in document.sections.filter(position__gt=section.position):
            found = texts.get(other.pk, {})
            if freshness.state(found.get(code), found.get(document.pivot)) != freshness.FRESH:
                return _url("edit", document.pk, code, other.key)
    return _url("language", section.document_id, code)


def _url(name: str, *args) -> str:
    return reverse(f"admin:rules_docs_{name}", args=args)


def _editor(section: Section, code: str, texts: dict, form: TextForm, preview) -> dict:
    document = section.document
    text, pivot = texts.get(code), texts.get(document.pivot)
    state = freshness.state(text, pivot)
    changes = []
    if state == freshness.STALE:
        old = SectionRevision.objects.filter(text=pivot, meaning=text.checked_meaning).order_by("-number").first()
        changes = freshness.word_diff(markup.wording(old.body if old else ""), markup.wording(pivot.body))
    sheets = {extract: publishing.mapped(extract).get(section.key) for extract in document.extracts.all()}
    return {
        "document": document,
        "section": section,
        "code": code,
        "text": text,
        "pivot": pivot if code != document.pivot else None,
        "state": state,
        "changes": changes,
        "form": form,
        "preview": preview,
        "sheets": {extract: words for extract, words in sheets.items() if words},
        "terms": document.terms.filter(names__language=code, names__preferred=True).values_list("key", "names__name"),
    }


def history(request, pk: int, code: str, key: str):
    """Every revision with what it changed; any can be restored as a new one."""
    may(request, "change_sectiontext")
    text = get_object_or_404(
        SectionText.objects.select_related("section__document"), section__document=pk, section__key=key, language=code
    )
    revisions = list(text.revisions.select_related("author"))
    if request.method == "POST":
        revision = get_object_or_404(text.revisions, number=_number(request.POST.get("number", "")))
        kind = request.POST.get("kind", "")
        if kind not in Change.values:
            messages.error(request, _("Say what kind of change this is."))
        else:
            editing.restore(revision=revision, kind=kind, author=request.user)
            messages.success(request, _("Restored as a new revision."))
        return redirect(request.path)
    pairs = zip(revisions, [*revisions[1:], None], strict=True)
    rows = [(new, freshness.word_diff(old.body if old else "", new.body)) for new, old in pairs]
    return show(request, "history", _("History"), text=text, rows=rows, kinds=Change.choices, code=code)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0


# --- publishing ------------------------------------------------------------------------------------------------------


@require_POST
def publish(request, pk: int, code: str):
    """Shows or hides a language; a text too near a sheet needs a reason."""
    may(request, "change_translation")
    translation = _translation(pk, code)
    if translation is None:
        raise Http404
    if "hide" in request.POST:
        publishing.unpublish(translation=translation, who=request.user)
        messages.success(request, _("Readers no longer see this language."))
        return redirect("admin:rules_docs_language", pk, code)
    try:
        reason = request.POST.get("reason", "").strip()[:1000]
        publishing.publish(translation=translation, reason=reason, who=request.user)
        messages.success(request, _("Published."))
    except publishing.TooClose as error:
        meter = error.meter
        sentence = _(
            "Not published: %(share)s %% of its five-word runs are in “%(source)s”, the longest has %(run)d words."
        )
        messages.error(request, sentence % {"share": meter.percent, "source": meter.source, "run": meter.run})
    return redirect("admin:rules_docs_language", pk, code)


@require_POST
def freeze(request, pk: int):
    """Publishes an edition."""
    may(request, "add_edition")
    note = request.POST.get("note", "").strip()[:240]
    with transaction.atomic():
        edition = editing.publish_edition(document=_document(pk), note=note)
        audit.added(who=request.user, thing=edition)
    messages.success(request, _("Edition %(number)d is frozen.") % {"number": edition.number})
    return redirect("admin:rules_docs_ruledocument_changelist")


# --- sheets ----------------------------------------------------------------------------------------------------------


def sheet(request, pk: int):
    """First step of reading a sheet: the file."""
    may(request, "add_extract")
    document = _document(pk)
    form = SheetForm(request.POST or None, request.FILES or None, initial={"language": document.pivot})
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            if file.size > extracting.LARGEST:
                raise extracting.Refused("too_large")
            with transaction.atomic():
                extract = publishing.read_sheet(
                    document=document, language=form.cleaned_data["language"], name=file.name, content=file.read()
                )
                # The sheet's own words stay private, in the log too.
                told = {"name": extract.name, "language": extract.language, "pages": extract.pages}
                audit.record(who=request.user, action=audit.ADD, thing=extract, after=told)
        except extracting.Refused as error:
            form.add_error("file", REFUSALS[error.code])
        else:
            return redirect("admin:rules_docs_mapping", extract.pk)
    return show(request, "sheet", _("Read a sheet"), document=document, form=form, extracts=document.extracts.all())


def mapping(request, pk: int):
    """Second step: which heading of the sheet belongs to which of our sections."""
    may(request, "change_extract")
    extract = get_object_or_404(Extract.objects.select_related("document"), pk=pk)
    keys = list(extract.document.sections.values_list("key", flat=True))
    if request.method == "POST":
        before = _places(extract)
        for index, row in enumerate(extract.headings):
            chosen = request.POST.get(f"key-{index}", "")
            row["key"] = chosen if chosen in keys else ""
        with transaction.atomic():
            extract.save(update_fields=["headings"])
            audit.record(who=request.user, action=audit.CHANGE, thing=extract, before=before, after=_places(extract))
        messages.success(request, _("Saved. The editor now shows each passage beside its section."))
        return redirect(request.path)
    named = {row["key"] for row in extract.headings}
    context = {
        "extract": extract,
        "keys": keys,
        "unmapped": [key for key in keys if key not in named],
        "numbers": publishing.number_flags(extract),
        "lines": list(enumerate(extract.text.split("\n"), 1)),
    }
    return show(request, "mapping", extract.name, **context)


def _places(extract: Extract) -> dict[str, str]:
    """For the log: the line of each heading of the sheet and the section that it belongs to."""
    return {str(row["line"] + 1): row["key"] for row in extract.headings}
