"""The pages about the changes of a rule: its editions and revisions, and a comparison of two editions."""

from django.db.models import F
from django.http import Http404
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language

from rules_docs.models import RuleDocument, SectionRevision, Translation
from rules_docs.reading.comparison import TODAY, compare_wordings, load_wordings
from rules_docs.reading.titles import list_titles
from rules_docs.web.numbers import parse_number

MAX_REVISIONS = 200


def show_history(request, slug: str):
    """The editions, and the revisions of the reader's language, newest first."""
    document, title = _get_readable_rule(slug)
    newest_revisions = _load_newest_revisions(document, title.language)
    context = {
        "document": document,
        "title": title,
        "editions": document.editions.all(),
        "revisions": newest_revisions,
        "has_notes": any(revision.note for revision in newest_revisions),
    }
    return render(request, "rules_docs/history.html", context)


def _load_newest_revisions(document: RuleDocument, language: str) -> list[SectionRevision]:
    revisions = SectionRevision.objects.select_related("text__section").order_by("-created", "-pk")
    revisions = revisions.filter(text__section__document=document, text__language=language)
    # `text.revision` is the highest number of a text. Its older revisions cannot be among the newest of all,
    # and the index of texts and numbers skips them.
    return list(revisions.filter(number__gt=F("text__revision") - MAX_REVISIONS)[:MAX_REVISIONS])


def show_comparison(request, slug: str):
    """The differences between two editions, word by word. Without `to` the second one is today's text."""
    document, title = _get_readable_rule(slug)
    old_number = _get_edition_number(request, "from", default=document.edition)
    new_number = _get_edition_number(request, "to", default=TODAY)
    old_wordings = load_wordings(document, old_number, title.language)
    new_wordings = load_wordings(document, new_number, title.language)
    if old_wordings is None or new_wordings is None:
        raise Http404
    context = {
        "document": document,
        "title": title,
        "old_edition": old_number,
        "new_edition": new_number,
        "changes": compare_wordings(old_wordings, new_wordings),
        "editions": document.editions.all(),
    }
    return render(request, "rules_docs/compare.html", context)


def _get_readable_rule(slug: str) -> tuple[RuleDocument, Translation]:
    """A rule whose text may be shown, and its title in the reader's language, else in the pivot."""
    document = get_object_or_404(RuleDocument, slug=slug, withheld=False)
    titles = list_titles(document)
    if not titles or not document.is_readable:
        raise Http404
    language = get_language() if get_language() in titles else document.pivot
    return document, titles[language]


def _get_edition_number(request, name: str, *, default: int) -> int:
    text = request.GET.get(name, "")
    if not text:
        return default
    number = parse_number(text)
    if number is None:
        raise Http404
    return number
