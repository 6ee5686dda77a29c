"""Builds the record of a title in one language from its rows."""

import json
from datetime import date
from typing import Any

from django.conf import settings
from django.urls import reverse

from catalogue import ports  # what other apps tell the catalogue
from catalogue.models import Copy, Credit, Tag
from catalogue.models.tags import choose_tag_name
from catalogue.models.titles import choose_local_name, choose_main_name, parse_player_counts
from catalogue.ports import RuleLink
from catalogue.presenting.cards import Name
from catalogue.presenting.cover_urls import drawn_cover_url
from catalogue.presenting.records.full_rows import BoxRow, FullTitle, RelatedTitle
from escale.common import languages

Json = dict[str, Any]
FIELD_BY_TAG_KIND = {Tag.Kind.MECHANISM: "mechanisms", Tag.Kind.THEME: "themes", Tag.Kind.FAMILY: "families"}


def build_record(title: FullTitle, language: str, rule: RuleLink | None) -> Json:
    row = title.row
    engine = rule.engine if rule else ""  # the name of the game that can be played on this site
    return {
        "slug": row.slug,
        "name": _choose_name(title.names, row.slug, language),
        "names": [{"name": name.name, "language": name.language, "kind": name.kind} for name in title.names],
        **_build_facts(title, language),
        **_build_links(title, language),
        "base": _name_title(title.base, language) if title.base else None,
        "expansions": [_name_title(expansion, language) for expansion in title.expansions],
        "external_ids": {"bgg": row.bgg_id} if row.bgg_id else {},
        "copies": [_build_copy_record(box) for box in title.boxes],
        "available": any(box.status == Copy.Status.IN for box in title.boxes),
        "rules": _build_rule_links(rule),
        "playable": engine != "",
        "play_url": settings.BASE_URL + ports.table_url(engine) if engine else "",
        "cover": settings.BASE_URL + drawn_cover_url(row.slug, language, row.changed_in),
        "url": settings.BASE_URL + reverse("catalogue:title", args=[row.slug]),
        "changed_in": row.changed_in,  # the version of the catalogue
    }


def _build_rule_links(rule: RuleLink | None) -> list[Json]:
    """The rule in each of its languages; empty if the title has no rule on this site."""
    if rule is None:
        return []
    links = []
    for language in rule.languages:
        url = settings.BASE_URL + ports.rule_url(rule.document, language)
        links.append({"document": rule.document, "language": language, "url": url})
    return links


def _choose_name(names: list[Name], slug: str, language: str) -> str:
    return choose_local_name(names, language) or choose_main_name(names) or slug


def _build_facts(title: FullTitle, language: str) -> Json:
    row = title.row
    recommendations = {
        "best": list(parse_player_counts(row.players_best)),
        "recommended": list(parse_player_counts(row.players_recommended)),
    }
    return {
        "kind": row.kind,
        "year": row.year,
        "players": {"min": row.players_min, "max": row.players_max} | recommendations,
        "minutes": {"min": row.minutes_min, "max": row.minutes_max},
        "age": row.age,
        "weight": row.weight,
        "language_dependence": row.language_dependence,
        # classes of two systems of toy libraries
        "esar": row.esar,
        "col": row.col,
        "description": languages.in_language(title.descriptions, language),
    }


def _build_links(title: FullTitle, language: str) -> Json:
    """People by role and tags by kind, each with the slug that filters a search."""
    links: Json = {f"{role}s": [] for role in Credit.Role.values}
    for credit in title.credits:
        links[f"{credit.role}s"].append({"slug": credit.slug, "name": credit.name})
    links |= {field: [] for field in FIELD_BY_TAG_KIND.values()}
    for tag in title.tags:
        name = choose_tag_name(json.loads(tag.names_json), tag.slug, language)
        links[FIELD_BY_TAG_KIND[tag.kind]].append({"slug": tag.slug, "name": name})
    return links


def _name_title(title: RelatedTitle, language: str) -> Json:
    return {"slug": title.slug, "name": _choose_name(title.names, title.slug, language)}


def _build_copy_record(box: BoxRow) -> Json:
    return {
        "inventory_number": box.inventory_number,
        "shelf": box.shelf,
        "room": box.room or "",
        "status": box.status,
        "back": _format_day(box.due),
        "condition": box.condition,
        "missing": box.missing,
        "languages": [code.strip() for code in box.languages.split(",") if code.strip()],
        "edition": box.edition,
        "acquired": _format_day(box.acquired),
    }


def _format_day(day: date | str | None) -> str | None:
    """The day as ISO 8601. SQLite already returns days as such a text."""
    return day.isoformat() if isinstance(day, date) else day
