"""The first pages for staff: which languages of which rules are up to date."""

from django.utils.translation import gettext as _

from escale.common import languages
from rules_docs.editing.publishing import measure_translation
from rules_docs.models import Report, RuleDocument, Takedown
from rules_docs.reading.freshness import count_freshness, list_section_freshness
from rules_docs.web.staff.common import find_translation, get_document, render_staff_page, require_permission


def show_matrix(request):
    """A row for each rule, a column for each language.

    It needs five queries, however many rules there are.
    """
    require_permission(request, "view_ruledocument")
    documents = list(RuleDocument.objects.prefetch_related("translations"))
    counts = count_freshness(documents)
    rows = []
    for document in documents:
        translations = {translation.language: translation for translation in document.translations.all()}
        cells = [
            {
                "language": language,
                "count": counts[document.pk][language],
                "title": translations.get(language),
            }
            for language in languages.codes()
        ]
        rows.append({"document": document, "cells": cells})
    waiting = {
        "reports": Report.objects.filter(state=Report.State.OPEN).count(),
        "notices": Takedown.objects.filter(state=Takedown.State.RECEIVED).count(),
    }
    context = {"rows": rows, "languages": languages.codes(), "waiting": waiting}
    return render_staff_page(request, "matrix", title=_("Rule texts"), **context)


def show_language(request, pk: int, code: str):
    """Every section of a rule in one language with its freshness, and whether that language is published."""
    require_permission(request, "view_ruledocument")
    document = get_document(pk)
    translation = find_translation(pk, code)
    return render_staff_page(
        request,
        "language",
        title=f"{document.slug} — {code}",
        document=document,
        code=code,
        translation=translation,
        rows=list_section_freshness(document, code),
        meter=measure_translation(document, code),
    )
