"""Lists to keep: to print, to subscribe to, and the reader's own, which only the browser remembers."""

from datetime import UTC, datetime, time

from django.conf import settings
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from catalogue.models import GameTitle
from catalogue.presenting.cards import load_cards
from catalogue.presenting.title_html import render_titles
from catalogue.search.live_index import catalogue_index
from catalogue.search.newest import newest_title_ids
from catalogue.search.question import parse_question
from escale.common import languages

MOST_PRINTED, MOST_WISHES, ARRIVALS = 1_000, 60, 30
MAX_COMPARED = 6  # wishes shown side by side


def printed(request: HttpRequest) -> HttpResponse:
    """The results as a plain list, a line for each title."""
    question = parse_question(request.GET, "q")
    answer = catalogue_index.search(question.text, question.filters, question.sort or "name", 1, MOST_PRINTED)
    request.canonical = ""  # type: ignore[attr-defined]
    return render(
        request,
        "catalogue/print.html",
        {"lines": render_titles(answer.ids, "line"), "total": answer.total, "question": question, "most": MOST_PRINTED},
    )


def arrivals(request: HttpRequest) -> HttpResponse:
    """New on the shelves, as Atom."""
    titles = (
        GameTitle.objects.with_names().annotate(acquired=Max("copies__acquired")).in_bulk(newest_title_ids(ARRIVALS))
    )
    entries = sorted(
        (title for title in titles.values() if title.acquired),
        key=lambda title: (title.acquired, title.pk),
        reverse=True,
    )
    language = languages.current()
    for title in entries:
        title.shown = title.name_in(language)  # type: ignore[attr-defined]
        title.told = title.description(language)  # type: ignore[attr-defined]
        title.since = datetime.combine(title.acquired, time(), UTC).isoformat()  # type: ignore[attr-defined]
        title.address = settings.BASE_URL + reverse("catalogue:title", args=[title.slug])  # type: ignore[attr-defined]
    updated = entries[0].since if entries else "2000-01-01T00:00:00+00:00"  # type: ignore[attr-defined]
    context = {"entries": entries, "updated": updated, "self": settings.BASE_URL + request.path, "language": language}
    return render(request, "catalogue/arrivals.atom", context, "application/atom+xml")


def wishes(request: HttpRequest) -> HttpResponse:
    """The titles named in the address, side by side; the browser keeps the address, we keep nothing."""
    slugs = list(dict.fromkeys(request.GET.getlist("title")))[:MOST_WISHES]
    ids = dict(GameTitle.objects.filter(slug__in=slugs).values_list("slug", "pk"))
    wanted = [ids[slug] for slug in slugs if slug in ids]
    compared = wanted[:MAX_COMPARED]
    titles = GameTitle.objects.in_bulk(compared)
    columns = [
        {"title": titles[card.title.pk], "name": card.name, "place": card.place}
        for card in load_cards(compared)
        if card.title.pk in titles
    ]
    context = {"cards": render_titles(wanted), "columns": columns}
    request.canonical = request.path  # type: ignore[attr-defined]
    return render(request, "catalogue/wishes.html", context)
