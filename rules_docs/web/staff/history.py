"""The revisions of one text. Any of them can be restored as a new one."""

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from escale.common.cursors import BadCursor, CursorPage, Order, load_page
from rules_docs.editing.revisions import restore_revision
from rules_docs.models import ChangeKind, SectionRevision, SectionText
from rules_docs.text.word_diff import compare_words
from rules_docs.web.numbers import parse_number
from rules_docs.web.staff.common import render_staff_page, require_permission

NEWEST_FIRST = Order("revisions of a text", ("-number",))
REVISIONS_PER_PAGE = 20


def show_text_history(request, pk: int, code: str, key: str):
    require_permission(request, "change_sectiontext")
    text = get_object_or_404(
        SectionText.objects.select_related("section__document"),
        section__document=pk,
        section__key=key,
        language=code,
    )
    if request.method == "POST":
        _restore_revision(request, text)
        return redirect(request.path)
    page = _load_page(request, text)
    return render_staff_page(
        request,
        "history",
        title=_("History"),
        text=text,
        page=page,
        rows=_list_changes(text, page.rows),
        kinds=ChangeKind.choices,
        code=code,
    )


def _restore_revision(request, text: SectionText) -> None:
    number = parse_number(request.POST.get("number", ""))
    revision = get_object_or_404(text.revisions, number=number or 0)
    kind = request.POST.get("kind", "")
    if kind not in ChangeKind.values:
        messages.error(request, _("Say what kind of change this is."))
        return
    restore_revision(revision=revision, kind=kind, author=request.user)
    messages.success(request, _("Restored as a new revision."))


def _load_page(request, text: SectionText) -> CursorPage:
    try:
        revisions = text.revisions.select_related("author")
        return load_page(revisions, NEWEST_FIRST, REVISIONS_PER_PAGE, request.GET.get("cursor", ""))
    except BadCursor as error:
        raise BadRequest from error


def _list_changes(text: SectionText, revisions: list[SectionRevision]) -> list[tuple]:
    """Each of these revisions, newest first, with its differences from the one before it."""
    if not revisions:
        return []
    revision_before = text.revisions.filter(number__lt=revisions[-1].number).first()
    former_bodies = [revision.body for revision in revisions[1:]]
    former_bodies.append(revision_before.body if revision_before else "")
    return [
        (revision, compare_words(former_body, revision.body))
        for revision, former_body in zip(revisions, former_bodies, strict=True)
    ]
