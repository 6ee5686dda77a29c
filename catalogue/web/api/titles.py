"""The API of titles, below /api/v1/titles/."""

import json
from collections.abc import Mapping
from typing import NoReturn

from django.utils.translation import gettext

from catalogue.models import GameTitle, RemovedTitle
from catalogue.presenting.choice_names import describe_choice, load_choice_names
from catalogue.presenting.facet_panels import FACET_FIELDS, Counts, count_options
from catalogue.presenting.picking import describe_reason, parse_seen_ids, parse_wish
from catalogue.presenting.records import load_cached_records, load_records, load_records_json
from catalogue.presenting.suggestions import suggest_titles
from catalogue.search.index.pick import MOODS, Pick
from catalogue.search.live_index import catalogue_index
from catalogue.search.question import NEVER_EMPTY, YES_VALUES, Question, parse_question
from catalogue.search.tonight import pick_for_tonight
from catalogue.web.api import parameters, schemas
from catalogue.web.api.desk import changes
from escale.common import languages
from escale.common.api.http import (
    api_view,
    etag_json_response,
    etag_response,
    page_bounds,
    paginated,
    refuse_empty,
    whole_number,
)
from escale.common.api.problems import Problem, not_one_of
from escale.common.api.schema import LANGUAGE, extend_schema, problems

MAX_SIMILAR, MAX_SUGGESTED = 12, 20


def require_question(request) -> Question:
    """The question in the address. Invalid values are an error here, although the page ignores them."""
    refuse_empty(request, (*NEVER_EMPTY, "ordering"))
    question = parse_question(request.GET, "search")
    if question.errors:
        raise Problem(400, "invalid", errors=question.errors)
    return question


@extend_schema(
    methods=["GET"],
    operation_id="titles_list",
    summary="Search and filter the catalogue",
    parameters=parameters.TITLES,
    responses={200: schemas.TitlesOut, **problems(400)},
    description="Without `search` and filters: the whole catalogue. `facets` counts what each further "
    "filter would "
    "leave.",
)
@extend_schema(
    methods=["POST"],
    **changes.CREATE_TITLE,
    responses={201: schemas.TitleOut, **problems(400, 401, 403, 409)},
    description="For programs of staff: needs a token with `catalogue:write`, of an account that may "
    "enter titles. "
    "Titles with a similar name are named first, by 409.",
)
@api_view(["GET", "POST"])
def titles(request):
    if request.method == "POST":
        return changes.create_title(request, _load_record)
    question = require_question(request)
    page, size = page_bounds(request)
    with_facets = "facets" in request.GET
    if with_facets and request.GET["facets"] not in YES_VALUES:
        raise Problem(400, "invalid", errors={"facets": [gettext("The only possible value is “yes”.")]})
    result = catalogue_index.search(
        question.text,
        question.filters,
        question.sort,
        page=page,
        size=size,
        facets=FACET_FIELDS if with_facets else (),
    )
    members = paginated(request, [], result.total, page, size)
    if with_facets:
        members["facets"] = _describe_facets(result.facets)
    json_by_name = {name: json.dumps(value, ensure_ascii=False) for name, value in members.items()}
    json_by_name["results"] = load_records_json(result.ids)
    return etag_json_response(request, json_by_name)


def _describe_facets(counts_by_field: Mapping[str, Counts]) -> dict[str, list[dict]]:
    option_counts = count_options(counts_by_field)
    names = load_choice_names((name, value) for name, counts in option_counts.items() for value in counts)
    facets: dict[str, list[dict]] = {}
    for name, counts in option_counts.items():
        facets[name] = [
            {"value": value, "label": describe_choice(name, value, names), "count": count}
            for value, count in counts.items()
        ]
    return facets


def _load_record(slug: str) -> dict:
    """The record of the title that has this slug now, or had it before."""
    catalogue_index.version()  # This lets the index drop the cached records of changed titles.
    ids = list(GameTitle.objects.filter(slug=slug).values_list("pk", flat=True))
    if not ids:
        ids = list(GameTitle.objects.filter(former_slugs__slug=slug).values_list("pk", flat=True))
    records = load_records(ids)
    if not records:
        _refuse_missing(slug)
    return records[0]


def _refuse_missing(slug: str) -> NoReturn:
    """Raises 410 for the slug of a removed title, and 404 for a slug that never existed."""
    removed = RemovedTitle.objects.filter(slug=slug).order_by("-changed_in").first()
    if removed is None:
        raise Problem(404, "not_found")
    sentence = gettext("This title was removed from the catalogue.")
    raise Problem(410, "removed", sentence, removed_at=removed.removed_at.isoformat())


@extend_schema(
    methods=["GET"],
    operation_id="titles_read",
    summary="One title",
    parameters=[LANGUAGE],
    responses={200: schemas.TitleOut, **problems(404, 410)},
    description="A former slug answers too: `slug` in the answer is the one to keep.",
)
@extend_schema(
    methods=["PATCH"],
    **changes.CHANGE_TITLE,
    responses={200: schemas.TitleOut, **problems(400, 401, 403, 404, 409)},
    description="For programs of staff: needs a token with `catalogue:write`, of an account that may "
    "change titles.",
)
@api_view(["GET", "PATCH"])
def title(request, slug: str):
    if request.method == "PATCH":
        return changes.change_title(request, slug, _load_record)
    return etag_response(request, _load_record(slug))


@extend_schema(
    methods=["GET"],
    operation_id="titles_copies",
    summary="The boxes of a title",
    parameters=[LANGUAGE],
    responses={200: schemas.CopiesOut, **problems(404, 410)},
    description="Where each box stands, or when it is expected back.",
)
@extend_schema(methods=["POST"], **changes.ADD_BOX)
@api_view(["GET", "POST"])
def copies(request, slug: str):
    if request.method == "POST":
        return changes.add_box(request, slug)
    copy_records = _load_record(slug)["copies"]
    return etag_response(request, {"count": len(copy_records), "results": copy_records})


@extend_schema(
    operation_id="titles_similar",
    summary="Titles that share most with this one",
    parameters=[LANGUAGE],
    responses={200: schemas.ListedOut, **problems(404, 410)},
)
@api_view(["GET"])
def similar(request, slug: str):
    """Titles with similar mechanisms, themes, families, people and weight; the most similar first."""
    id = GameTitle.objects.get(slug=_load_record(slug)["slug"]).pk
    return etag_response(request, {"results": load_records(catalogue_index.similar(id, MAX_SIMILAR))})


@extend_schema(
    operation_id="titles_suggest",
    summary="Titles meant by what has been typed so far",
    parameters=parameters.SUGGEST,
    responses={200: schemas.SuggestionsOut, **problems(400)},
)
@api_view(["GET"])
def suggest(request):
    """`matched` is the name that fits the text, in any language."""
    n = whole_number(request, "n", 8, 1, MAX_SUGGESTED) or 8
    return etag_response(request, {"results": suggest_titles(request.GET.get("q", "")[:300], n)}, max_age=60)


@extend_schema(
    operation_id="titles_pick",
    summary="What shall we play? Three boxes that are in",
    parameters=parameters.PICK,
    responses={200: schemas.PicksOut, **problems(400)},
)
@api_view(["GET"])
def pick(request):
    """Each title has the reasons why it was picked. `others` is the address of three other titles."""
    refuse_empty(request, ("players", "age", "minutes", "mood", "language"))
    for name, high in (("players", 99), ("age", 99), ("minutes", 1440)):
        whole_number(request, name, None, 1, high)
    if not set(request.GET.getlist("language")) <= set(languages.codes()):
        raise not_one_of("language", languages.codes())
    wish, seen_ids = parse_wish(request.GET), parse_seen_ids(request.GET)
    if request.GET.get("mood", "") != wish.mood:
        raise not_one_of("mood", MOODS)
    picks = pick_for_tonight(wish, seen_ids)
    ids = [pick.candidate.id for pick in picks]
    records_by_id = {cached.id: cached.record for cached in load_cached_records(ids)}
    # A title may have been removed since the index answered.
    results = [
        _describe_pick(pick, records_by_id[pick.candidate.id])
        for pick in picks
        if pick.candidate.id in records_by_id
    ]
    query = request.GET.copy()
    query["seen"] = ",".join(map(str, [*sorted(seen_ids), *ids]))
    others = request.build_absolute_uri(f"{request.path}?{query.urlencode()}") if ids else None
    return etag_response(request, {"results": results, "others": others})


def _describe_pick(pick: Pick, record: dict) -> dict:
    shelves = {copy["shelf"] for copy in record["copies"] if copy["status"] == "in" and copy["shelf"]}
    reasons = [
        {"code": reason.code, "number": reason.number, "text": describe_reason(reason)}
        for reason in pick.reasons
    ]
    return {"title": record, "shelves": sorted(shelves), "reasons": reasons}
