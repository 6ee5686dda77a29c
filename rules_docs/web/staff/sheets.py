"""Reads a publisher's sheet in two steps: upload the file, then map its headings to our sections."""

from django import forms
from django.contrib import messages
from django.db import transaction
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from escale.common import audit, languages
from rules_docs.editing.extracting import MAX_BYTES, SheetRefused
from rules_docs.editing.sheets import list_differing_numbers, save_sheet
from rules_docs.models import Extract, RuleDocument
from rules_docs.web.staff.common import get_document, render_staff_page, require_permission

# code of SheetRefused -> its sentence
REFUSALS = {
    "too_large": gettext_lazy("The file is larger than 10 MB."),
    "empty": gettext_lazy("The file is empty."),
    "archive": gettext_lazy("This is an archive or an office document; a PDF or a text file is expected."),
    "not_text": gettext_lazy("This is neither a PDF nor a text in UTF-8."),
    "too_long": gettext_lazy("The file holds more text than any rules: more than 400,000 characters."),
    "too_slow": gettext_lazy("Reading this PDF takes too long; something is wrong with it."),
    "damaged": gettext_lazy("This PDF is damaged or far too big once unpacked; nothing was read."),
    "too_many_pages": gettext_lazy("This PDF has more than 60 pages."),
    "no_text": gettext_lazy("The file holds no text, perhaps only pictures of text."),
}


class SheetForm(forms.Form):
    language = forms.ChoiceField(
        label=gettext_lazy("Language"), choices=[(language, language) for language in languages.codes()]
    )
    file = forms.FileField(label=gettext_lazy("PDF or text file, up to 10 MB"))


def upload_sheet(request, pk: int):
    """The first step: the user uploads a file."""
    require_permission(request, "add_extract")
    document = get_document(pk)
    form = SheetForm(request.POST or None, request.FILES or None, initial={"language": document.pivot})
    if request.method == "POST" and form.is_valid():
        try:
            extract = _save_sheet(request, document, form)
        except SheetRefused as error:
            form.add_error("file", REFUSALS[error.code])
        else:
            return redirect("admin:rules_docs_mapping", extract.pk)
    return render_staff_page(
        request,
        "sheet",
        title=_("Read a sheet"),
        document=document,
        form=form,
        extracts=document.extracts.all(),
    )


def _save_sheet(request, document: RuleDocument, form: SheetForm) -> Extract:
    file = form.cleaned_data["file"]
    # The size is checked before the file is read into memory.
    if file.size > MAX_BYTES:
        raise SheetRefused("too_large")
    with transaction.atomic():
        extract = save_sheet(
            document=document, language=form.cleaned_data["language"], name=file.name, content=file.read()
        )
        # The words of the sheet are private, so the log does not contain them.
        audited_values = {"name": extract.name, "language": extract.language, "pages": extract.pages}
        audit.record(who=request.user, action=audit.ADD, thing=extract, after=audited_values)
    return extract


def map_sheet(request, pk: int):
    """The second step: the user maps the headings to sections."""
    require_permission(request, "change_extract")
    extract = get_object_or_404(Extract.objects.select_related("document"), pk=pk)
    keys = list(extract.document.sections.values_list("key", flat=True))
    if request.method == "POST":
        _save_mapping(request, extract, keys)
        messages.success(request, _("Saved. The editor now shows each passage beside its section."))
        return redirect(request.path)
    mapped_keys = {heading["key"] for heading in extract.headings}
    return render_staff_page(
        request,
        "mapping",
        title=extract.name,
        extract=extract,
        keys=keys,
        unmapped=[key for key in keys if key not in mapped_keys],
        numbers=list_differing_numbers(extract),
        lines=list(enumerate(extract.text.split("\n"), 1)),
    )


def _save_mapping(request, extract: Extract, keys: list[str]) -> None:
    former_mapping = _list_audited_mapping(extract)
    for index, heading in enumerate(extract.headings):
        key = request.POST.get(f"key-{index}", "")
        heading["key"] = key if key in keys else ""
    with transaction.atomic():
        extract.save(update_fields=["headings"])
        audit.record(
            who=request.user,
            action=audit.CHANGE,
            thing=extract,
            before=former_mapping,
            after=_list_audited_mapping(extract),
        )


def _list_audited_mapping(extract: Extract) -> dict[str, str]:
    """The values for the audit log: the line of each heading of the sheet, and the key of our section."""
    return {str(heading["line"] + 1): heading["key"] for heading in extract.headings}
