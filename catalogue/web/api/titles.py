"""GET /api/v1/titles/ and what hangs on it."""

from collections.abc import Mapping

from django.utils.translation import gettext

from catalogue.models import GameTitle
from catalogue.presenting.choice_names import known_names
from catalogue.presenting.picking import describe_reason, read_seen, read_wish
from catalogue.presenting.records import records, told
from catalogue.presenting.suggestions import suggest_titles
from catalogue.search import question as choices
from catalogue.search.index import Value
from catalogue.search.index.pick import Pick
from catalogue.search.live_index import catalogue_index
from catalogue.search.tonight import tonight
from catalogue.web.api import parameters, schemas
from escale.common import languages
from escale.common.api.http import api_view, etag_response, page_bounds, paginated, refuse_empty, whole_number
from escale.common.api.problems import Problem
from escale.common.api.schema import LANGUAGE, extend_schema, problems

MOST_SIMILAR, MOST_SUGGESTED = 12, 20


def asked(request) -> choices.Question:
    """The question in the address; what cannot be read is an error here, not left out."""
    refuse_empty(request, (*choices.STRICT, "ordering"))
    question = choices.read(request.GET, "search")
    if question.errors:
        raise Problem(400, "invalid", errors=question.errors)
    return question


@extend_schema(
    operation_id="titles_list",
    summary="Search and filter the catalogue",
    parameters=parameters.TITLES,
    responses={200: schemas.TitlesOut, **problems(400)},
    examples=[parameters.EXAMPLE],
)
@api_view(["GET"])
def titles(request):
    question = asked(request)
    page, size = page_bounds(request)
    with_facets = "facets" in request.GET
    if with_facets and request.GET["facets"] not in choices.YES:
        raise Problem(400, "invalid", errors={"facets": [gettext("Only “yes” can be asked.")]})
    fields = choices.FIELDS if with_facets else ()
    found = catalogue_index.search(question.text, question.filters, question.sort, page, size, fields)
    answer = paginated(request, records(found.ids), found.total, page, size)
    if with_facets:
        answer["facets"] = _facets(found.facets)
    return etag_response(request, answer)


def _facets(counts: Mapping[str, Mapping[Value, int]]) -> dict[str, list[dict]]:
    offered = {facet.name: choices.offered(facet, counts[facet.field]) for facet in choices.FACETS}
    names = known_names((name, value) for name, values in offered.items() for value in values)
    return {
        name: [{"value": value, "label": choices.label(name, value, names), "count": n} for value, n in values.items()]
        for name, values in offered.items()
    }


def _record(slug: str) -> dict:
    """The title of this slug, or of one that it bore before."""
    catalogue_index.version()  # what is held is dropped when the database is ahead
    ids = GameTitle.objects.filter(slug=slug).values_list("pk", flat=True)
    former = GameTitle.objects.filter(former_slugs__slug=slug).values_list("pk", flat=True)
    found = records([*ids] or [*former])
    if not found:
        raise Problem(404, "not_found")
    return found[0]


@extend_schema(
    operation_id="titles_read",
    summary="One title",
    parameters=[LANGUAGE],
    responses={200: schemas.TitleOut, **problems(404)},
)
@api_view(["GET"])
def title(request, slug: str):
    """A former slug answers too: `slug` in the answer is the one to keep."""
    return etag_response(request, _record(slug))


@extend_schema(
    operation_id="titles_copies",
    summary="The boxes of a title",
    parameters=[LANGUAGE],
    responses={200: schemas.CopiesOut, **problems(404)},
)
@api_view(["GET"])
def copies(request, slug: str):
    found = _record(slug)["copies"]
    return etag_response(request, {"count": len(found), "results": found})


@extend_schema(
    operation_id="titles_similar",
    summary="Titles that share most with this one",
    parameters=[LANGUAGE],
    responses={200: schemas.ListedOut, **problems(404)},
)
@api_view(["GET"])
def similar(request, slug: str):
    id = GameTitle.objects.get(slug=_record(slug)["slug"]).pk
    return etag_response(request, {"results": records(catalogue_index.similar(id, MOST_SIMILAR))})


@extend_schema(
    operation_id="titles_suggest",
    summary="Titles meant by what has been typed so far",
    parameters=parameters.SUGGEST,
    responses={200: schemas.SuggestionsOut, **problems(400)},
)
@api_view(["GET"])
def suggest(request):
    n = whole_number(request, "n", 8, 1, MOST_SUGGESTED) or 8
    return etag_response(request, {"results": suggest_titles(request.GET.get("q", "")[:300], n)}, max_age=60)


@extend_schema(
    operation_id="titles_pick",
    summary="What shall we play? Three boxes that are in",
    parameters=parameters.PICK,
    responses={200: schemas.PicksOut, **problems(400)},
)
@api_view(["GET"])
def pick(request):
    refuse_empty(request, ("players", "age", "minutes", "mood", "language"))
    for name, high in (("players", 99), ("age", 99), ("minutes", 1440)):
        whole_number(request, name, None, 1, high)
    if not set(request.GET.getlist("language")) <= set(languages.codes()):
        raise Problem(400, "invalid", errors={"language": [", ".join(languages.codes())]})
    wish, seen = read_wish(request.GET), read_seen(request.GET)
    if request.GET.get("mood", "") != wish.mood:
        raise Problem(400, "invalid", errors={"mood": ["light, medium, deep, cooperative, text_free"]})
    picks = tonight(wish, seen)
    ids = [one.candidate.id for one in picks]
    there = {one.id: one.record for one in told(ids)}  # a title may just have gone
    results = [_pick(one, there[one.candidate.id]) for one in picks if one.candidate.id in there]
    again = request.GET.copy()
    again["seen"] = ",".join(map(str, [*sorted(seen), *ids]))
    others = request.build_absolute_uri(f"{request.path}?{again.urlencode()}") if ids else None
    return etag_response(request, {"results": results, "others": others})


def _pick(one: Pick, title: dict) -> dict:
    there = {copy["shelf"] for copy in title["copies"] if copy["status"] == "in" and copy["shelf"]}
    reasons = [
        {"code": reason.code, "number": reason.number, "text": describe_reason(reason)} for reason in one.reasons
    ]
    return {"title": title, "shelves": sorted(there), "reasons": reasons}
