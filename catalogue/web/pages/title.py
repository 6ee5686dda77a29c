"""The page of a title: names, facts, credits, boxes, rules, tables and similar titles."""

from itertools import groupby

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from catalogue import ports
from catalogue.desk import promises
from catalogue.evenings.times import load_times_by_players
from catalogue.models import Contributor, Credit, GameTitle, SlugRedirect, Tag
from catalogue.models.full_titles import with_all_relations
from catalogue.ports import RuleLink
from catalogue.presenting.cards import place_of_title
from catalogue.presenting.cover_urls import drawn_cover_url
from catalogue.presenting.figures import describe_playing_time
from catalogue.presenting.title_html import render_titles
from catalogue.search.esar import describe_class
from catalogue.search.live_index import catalogue_index
from escale.common import languages

MAX_SIMILAR = 6
# Additional similar titles that are loaded, because the base game and expansions may be among them.
MAX_FAMILY = 8


def title(request: HttpRequest, slug: str) -> HttpResponse:
    title = with_all_relations(GameTitle.objects.filter(slug=slug)).first()
    if title is None:
        return _redirect_former_slug(slug)
    language = languages.current()
    local_name = title.name_in(language)
    rule = ports.rules().get(title.bgg_id or 0)
    copies = list(title.copies.all())
    availability = promises.load_availability(title.pk, today=timezone.localdate()) if copies else None
    if availability is not None:
        promises.mark_reserved(copies, availability)
    context = {
        "title": title,
        "esar_class": describe_class(title.esar),
        "local_name": local_name,
        "main_name": title.name,
        "description": title.description(language),
        "names": _list_names(title),
        "credits": _group_credits(title),
        "tag_groups": _group_tags(title, language),
        "copies": copies,
        "availability": availability,
        "place": place_of_title(title),
        "playing_times": [
            describe_playing_time(players, time) for players, time in load_times_by_players(title.pk).items()
        ],
        "rules": _list_rules(rule) if rule else [],
        "play_url": ports.table_url(rule.engine) if rule and rule.engine else "",
        "similar": render_titles(_find_similar(title)),
        "language": language,
        "share_picture_url": drawn_cover_url(title.slug, language, title.changed_in, "share_picture"),
        "page_url": settings.BASE_URL + request.path,
        "short_url": settings.BASE_URL + reverse("short_title", args=[title.slug]),
    }
    context["structured_data"] = describe_for_search_engines(title, context)
    return render(request, "catalogue/title.html", context)


def _redirect_former_slug(slug: str) -> HttpResponse:
    former_slug = SlugRedirect.objects.select_related("title").filter(slug=slug).first()
    if former_slug is None:
        raise Http404
    return HttpResponsePermanentRedirect(reverse("catalogue:title", args=[former_slug.title.slug]))


def _find_similar(title: GameTitle) -> list[int]:
    """The ids of similar titles, except the base game and the expansions, which the page shows elsewhere."""
    family_ids = {title.base_id, *(expansion.pk for expansion in title.expansions.all())}
    similar_ids = catalogue_index.similar(title.pk, MAX_SIMILAR + MAX_FAMILY)
    return [id for id in similar_ids if id not in family_ids][:MAX_SIMILAR]


def _list_names(title: GameTitle) -> list[dict]:
    """Each name once, with a note: the languages in which the title has this name, else the kind of the
    name.
    """
    entry_by_name: dict[str, dict] = {}
    languages_by_name: dict[str, list[str]] = {}
    for name in title.names.all():
        entry = {"name": name.name, "code": name.language, "note": name.get_kind_display()}
        entry_by_name.setdefault(name.name, entry)
        if name.language:
            languages_by_name.setdefault(name.name, []).append(languages.translated_name(name.language))
    for name, language_names in languages_by_name.items():
        entry_by_name[name]["note"] = ", ".join(language_names)
    return list(entry_by_name.values())


def _group_credits(title: GameTitle) -> list[tuple[str, str, list[Contributor]]]:
    """Each role with its label and its contributors."""
    groups = []
    for role in Credit.Role:
        contributors = [credit.contributor for credit in title.credits.all() if credit.role == role]
        if contributors:
            groups.append((role.value, str(role.label), contributors))
    return groups


def _group_tags(title: GameTitle, language: str) -> list[tuple[str, list[Tag]]]:
    """Each kind of tag with its tags in alphabetical order. `local_name` is the name in the reader's
    language.
    """
    tags = list(title.tags.all())
    for tag in tags:
        tag.local_name = tag.name_in(language)  # type: ignore[attr-defined]
    tags.sort(key=lambda tag: (tag.kind, tag.local_name))
    return [(kind, list(group)) for kind, group in groupby(tags, key=lambda tag: tag.kind)]


def _list_rules(rule: RuleLink) -> list[tuple[str, str, str]]:
    """The code and the name of each language of the rule, with its address."""
    return [
        (code, languages.translated_name(code), ports.rule_url(rule.document, code))
        for code in rule.languages
    ]


def describe_for_search_engines(title: GameTitle, context: dict) -> dict:
    """The facts of the title in the vocabulary of schema.org."""
    contributor_names = {
        role: [contributor.name for contributor in contributors]
        for role, _label, contributors in context["credits"]
    }
    minutes = title.minutes_max or title.minutes_min
    data = {
        "@type": "Game",
        "name": context["local_name"],
        "url": context["page_url"],
        "alternateName": [name["name"] for name in context["names"] if name["name"] != context["local_name"]],
        "description": context["description"],
        "image": settings.BASE_URL + reverse("cover", args=[context["language"], title.slug]),
        "numberOfPlayers": _describe_players(title),
        "typicalAgeRange": f"{title.age}-" if title.age else "",
        "timeRequired": f"PT{minutes}M" if minutes else "",
        "datePublished": str(title.year) if title.year and title.year > 0 else "",
        "creator": [{"@type": "Person", "name": name} for name in contributor_names.get("designer", [])],
        "publisher": [
            {"@type": "Organization", "name": name} for name in contributor_names.get("publisher", [])
        ],
        "genre": [tag.local_name for _kind, tags in context["tag_groups"] for tag in tags],
    }
    return {key: value for key, value in data.items() if value}


def _describe_players(title: GameTitle) -> dict:
    if not title.players_min:
        return {}
    return {
        "@type": "QuantitativeValue",
        "minValue": title.players_min,
        "maxValue": title.players_max or title.players_min,
    }
