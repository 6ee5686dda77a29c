"""One title: names, facts, credits, boxes, rules, tables, what is like it."""

from itertools import groupby

from django.conf import settings
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse

from catalogue import ports
from catalogue.models import Copy, Credit, GameTitle, Loan, SlugRedirect, Tag
from catalogue.presenting.cards import place_of_title
from catalogue.presenting.choice_names import language_name
from catalogue.presenting.title_html import render_titles
from catalogue.search.live_index import catalogue_index
from escale.common import languages

SIMILAR = 6


def wanted(slug: str) -> GameTitle | None:
    """The title with all that its page tells."""
    copies = Copy.objects.not_gone().select_related("shelf").prefetch_related(Prefetch("loans", Loan.objects.open()))
    titles = GameTitle.objects.select_related("base").prefetch_related(
        "names", "tags", "credits__contributor", "base__names", "expansions__names", Prefetch("copies", copies)
    )
    return titles.filter(slug=slug).first()


def title(request: HttpRequest, slug: str) -> HttpResponse:
    found = wanted(slug)
    if found is None:
        former = SlugRedirect.objects.select_related("title").filter(slug=slug).first()
        if former is None:
            raise Http404
        return HttpResponsePermanentRedirect(reverse("catalogue:title", args=[former.title.slug]))
    language = languages.current()
    rule = ports.rules().get(found.bgg_id or 0)
    near = [id for id in catalogue_index.similar(found.pk, SIMILAR + 8) if id not in _family(found)]
    context = {
        "title": found,
        "name": found.name_in(language),
        "description": found.description(language),
        "names": _names(found),
        "credits": _credits(found),
        "tag_groups": [(kind, list(tags)) for kind, tags in groupby(_tags(found, language), key=lambda tag: tag.kind)],
        "copies": list(found.copies.all()),
        "place": place_of_title(found),
        "rules": [(code, language_name(code), ports.rule_url(rule.document, code)) for code in rule.languages]
        if rule
        else [],
        "table_url": ports.table_url(rule.engine) if rule and rule.engine else "",
        "similar": render_titles(near[:SIMILAR]),
        "language": language,
        "page_url": settings.BASE_URL + request.path,
        "short_url": settings.BASE_URL + reverse("short_title", args=[found.slug]),
    }
    context["structured_data"] = jsonld(found, context)
    return render(request, "catalogue/title.html", context)


def _family(title: GameTitle) -> set[int]:
    """The base game and the expansions have their own place on the page."""
    return {title.base_id or 0, *(expansion.pk for expansion in title.expansions.all())}


def _names(title: GameTitle) -> list[dict]:
    """Every name once, with the languages that use it."""
    found: dict[str, dict] = {}
    for name in title.names.all():
        entry = found.setdefault(
            name.name, {"name": name.name, "languages": [], "kind": name.get_kind_display(), "code": name.language}
        )
        if name.language:
            entry["languages"].append(language_name(name.language))
    return list(found.values())


def _credits(title: GameTitle) -> list[tuple[str, str, list]]:
    order = {role: at for at, role in enumerate(Credit.Role.values)}
    credits = sorted(title.credits.all(), key=lambda credit: order[credit.role])
    return [
        (role, str(Credit.Role(role).label), [credit.contributor for credit in group])
        for role, group in groupby(credits, key=lambda credit: credit.role)
    ]


def _tags(title: GameTitle, language: str) -> list[Tag]:
    tags = sorted(title.tags.all(), key=lambda tag: (tag.kind, tag.name_in(language)))
    for tag in tags:
        tag.shown = tag.name_in(language)  # type: ignore[attr-defined]
    return tags


def jsonld(title: GameTitle, context: dict) -> dict:
    """The title in the words of schema.org."""
    people = {role: [person.name for person in group] for role, _label, group in context["credits"]}
    data = {
        "@type": "Game",
        "name": context["name"],
        "url": context["page_url"],
        "alternateName": [name["name"] for name in context["names"] if name["name"] != context["name"]],
        "description": context["description"],
        "image": settings.BASE_URL + reverse("cover", args=[context["language"], title.slug]),
        "numberOfPlayers": _players(title),
        "typicalAgeRange": f"{title.age}-" if title.age else "",
        "timeRequired": f"PT{title.minutes_max or title.minutes_min}M"
        if title.minutes_max or title.minutes_min
        else "",
        "datePublished": str(title.year) if title.year and title.year > 0 else "",
        "creator": [{"@type": "Person", "name": name} for name in people.get("designer", [])],
        "publisher": [{"@type": "Organization", "name": name} for name in people.get("publisher", [])],
        "genre": [tag.shown for _kind, tags in context["tag_groups"] for tag in tags],
    }
    return {key: value for key, value in data.items() if value}


def _players(title: GameTitle) -> dict:
    if not title.players_min:
        return {}
    return {
        "@type": "QuantitativeValue",
        "minValue": title.players_min,
        "maxValue": title.players_max or title.players_min,
    }
