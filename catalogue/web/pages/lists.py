"""Lists of titles: for printing, as a feed, and the reader's own list, which only the browser stores."""

from datetime import UTC, datetime, time

from django.conf import settings
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from catalogue.models import GameTitle
from catalogue.presenting import figures
from catalogue.presenting.cards import load_cards
from catalogue.presenting.title_html import render_titles
from catalogue.search.live_index import catalogue_index
from catalogue.search.newest import newest_title_ids
from catalogue.search.question import parse_question
from escale.common import languages

MAX_PRINTED, MAX_WISHES, MAX_ARRIVALS = 1_000, 60, 30
NO_ARRIVALS_DATE = "2000-01-01T00:00:00+00:00"
MAX_COMPARED = 6  # wishes shown side by side


def printed(request: HttpRequest) -> HttpResponse:
    """The titles that answer the question, one on each line, for printing."""
    question = parse_question(request.GET, "q")
    result = catalogue_index.search(
        question.text, question.filters, question.sort or "name", size=MAX_PRINTED
    )
    request.canonical = ""  # type: ignore[attr-defined]
    context = {
        "lines": render_titles(result.ids, "line"),
        "total": result.total,
        "question": question,
        "most": MAX_PRINTED,
    }
    return render(request, "catalogue/print.html", context)


def arrivals(request: HttpRequest) -> HttpResponse:
    """The newest boxes as an Atom feed."""
    titles = GameTitle.objects.with_names().annotate(acquired=Max("copies__acquired"))
    dated_titles = [
        title for title in titles.in_bulk(newest_title_ids(MAX_ARRIVALS)).values() if title.acquired
    ]
    newest_first = sorted(dated_titles, key=lambda title: (title.acquired, title.pk), reverse=True)
    language = languages.current()
    entries = [
        {
            "slug": title.slug,
            "name": title.name_in(language),
            "summary": _summarise(title, language),
            "since": datetime.combine(title.acquired, time(), UTC).isoformat(),
            "url": settings.BASE_URL + reverse("catalogue:title", args=[title.slug]),
        }
        for title in newest_first
    ]
    context = {
        "entries": entries,
        "updated": entries[0]["since"] if entries else NO_ARRIVALS_DATE,
        "self": settings.BASE_URL + request.path,
        "language": language,
    }
    return render(request, "catalogue/arrivals.atom", context, "application/atom+xml")


def _summarise(title: GameTitle, language: str) -> str:
    """The description, else the facts. Without either, a feed reader would repeat the title."""
    if description := title.description(language):
        return description
    facts = [str(title.get_kind_display()), figures.format_year(title.year)]
    if title.players_min:
        facts.append(f"{_('Players')} {figures.format_players(title)}")
    if title.minutes_max or title.minutes_min:
        facts.append(figures.format_minutes(title))
    if title.age:
        facts.append(f"{_('Age')} {title.age}+")
    return " · ".join(fact for fact in facts if fact)


def wishes(request: HttpRequest) -> HttpResponse:
    """The reader's list. The address contains its titles, and only the browser stores the address."""
    slugs = list(dict.fromkeys(request.GET.getlist("title")))[:MAX_WISHES]
    id_by_slug = dict(GameTitle.objects.filter(slug__in=slugs).values_list("slug", "pk"))
    ids = [id_by_slug[slug] for slug in slugs if slug in id_by_slug]
    compared_ids = ids[:MAX_COMPARED]
    titles = GameTitle.objects.in_bulk(compared_ids)
    columns = [
        {"title": titles[card.title.pk], "name": card.name, "place": card.place}
        for card in load_cards(compared_ids)
        if card.title.pk in titles
    ]
    request.canonical = request.path  # type: ignore[attr-defined]
    found_slugs = [slug for slug in slugs if slug in id_by_slug]
    context = {
        "wishes": list(zip(found_slugs, render_titles(ids), strict=False)),
        "query": urlencode({"title": found_slugs}, doseq=True),
        "columns": columns,
    }
    return render(request, "catalogue/wishes.html", context)
