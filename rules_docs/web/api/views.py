"""The API views of rules, below /api/v1/rules/."""

from django.conf import settings
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import renderer_classes
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from escale.common import languages
from escale.common.api.http import api_view, etag_response, page_bounds, paginated, refuse_empty, whole_number
from escale.common.api.problems import Problem, not_one_of
from escale.common.api.schema import PAGE, PAGE_SIZE, whole
from rules_docs import ports
from rules_docs.models import RuleDocument, SectionKind
from rules_docs.reading import payloads
from rules_docs.reading.comparison import TODAY, compare_wordings, load_wordings
from rules_docs.reading.opening import get_rule, read_published_rule, read_published_section
from rules_docs.reading.reader import SectionRow
from rules_docs.reading.section_formats import write_section
from rules_docs.reading.titles import select_published_rules
from rules_docs.search.index.query import MAX_QUERY_LENGTH
from rules_docs.search.section_search import SearchFilters, search_sections
from rules_docs.web.api import schemas, text_formats
from rules_docs.web.api.common import (
    LANG,
    QUERY,
    READING_PROBLEMS,
    activate_language,
    get_language_parameter,
    get_query,
)

MAX_EDITION = 10**9
TEXT_LANGUAGE = OpenApiParameter(
    "language",
    str,
    enum=list(languages.codes()),
    description="Of the text; any when left out.",
)


def _create_summary(document: RuleDocument, language: str) -> dict:
    url = reverse("rules_docs:rule", args=[document.slug])
    return payloads.create_summary(document, language, url)


# --- rules and sections ---------------------------------------------------------------------------


@extend_schema(
    operation_id="rules_list",
    parameters=[LANG],
    responses={200: schemas.RuleSummaryOut(many=True)},
    summary="All rules",
)
@api_view(["GET"])
def list_rules(request):
    """Titles and summaries, and the languages in which each rule is published."""
    language = activate_language(request)
    summaries = [_create_summary(document, language) for document in select_published_rules()]
    return etag_response(request, summaries)


@extend_schema(
    operation_id="rules_read",
    parameters=[LANG],
    responses={200: schemas.RuleDocumentOut, **READING_PROBLEMS},
    summary="A rule with freshness, rulings and terms",
)
@api_view(["GET"])
def show_rule(request, slug: str):
    """All sections in order.

    A section without a text in this language is in the pivot language, and its field `language` says so.
    """
    language = activate_language(request)
    document = get_rule(slug)
    summary = _create_summary(document, language)
    details = payloads.create_details(read_published_rule(document, language))
    return etag_response(request, summary | details)


@extend_schema(
    operation_id="rules_section",
    parameters=[LANG],
    responses={
        200: schemas.SectionOut,
        (200, "text/plain"): str,
        (200, "text/markdown"): str,
        (200, "text/html"): str,
        **READING_PROBLEMS,
    },
    summary="One section, as JSON or as a text",
)
@api_view(["GET"])
@renderer_classes([JSONRenderer, *text_formats.RENDERERS])
def show_section(request, slug: str, key: str):
    """The header Accept chooses the format: JSON, `text/plain`, `text/markdown` (CommonMark) or `text/html`.
    Texts have terms as words, absolute addresses and no widgets.
    """
    language = activate_language(request)
    document = get_rule(slug)
    row = read_published_section(document, language, key)
    if request.accepted_renderer.format != "json":
        return _show_text(request, document, row)
    url = f"{settings.BASE_URL}{reverse('rules_docs:rule', args=[slug])}#{key}"
    place = {"document": slug, "edition": document.edition, "url": url}
    positions = {"positions": ports.positions_as_data(slug, key)}
    return _with_vary(etag_response(request, place | payloads.create_section(document, row) | positions))


def _show_text(request, document: RuleDocument, row: SectionRow) -> Response:
    """The section in the format of the header Accept: terms as words, absolute addresses, no widgets."""
    media_type = request.accepted_renderer.media_type
    text = write_section(document, row, media_type)
    response = etag_response(request, text, tag=f"{media_type} {text}")
    response["Content-Language"] = row.language
    return _with_vary(response)


def _with_vary(response: Response) -> Response:
    patch_vary_headers(response, ["Accept"])
    return response


# --- search ---------------------------------------------------------------------------------------


@extend_schema(
    parameters=[
        LANG,
        QUERY,
        OpenApiParameter("document", str),
        TEXT_LANGUAGE,
        OpenApiParameter("kind", str, enum=SectionKind.values),
        PAGE,
        PAGE_SIZE,
    ],
    operation_id="rules_search",
    responses=schemas.RuleSearchPage,
    summary="Search every rule; any language finds the others",
)
@api_view(["GET"])
def search_rules(request):
    """Sections in all languages, the best first.

    Words are found in any form; terms of the glossary also find their translations.
    """
    language = activate_language(request)
    query = get_query(request, MAX_QUERY_LENGTH)
    page, size = page_bounds(request)
    filters = SearchFilters(
        document=request.GET.get("document", ""),
        language=get_language_parameter(request, "language"),
        kind=_get_kind_parameter(request),
    )
    start = (page - 1) * size
    result_page = search_sections(query, language=language, filters=filters, start=start, size=size)
    results = [payloads.create_search_result(result) for result in result_page.results]
    return etag_response(request, paginated(request, results, result_page.count, page, size))


def _get_kind_parameter(request) -> str:
    refuse_empty(request, ("kind",))
    kind = request.GET.get("kind", "")
    if kind and kind not in SectionKind.values:
        raise not_one_of("kind", SectionKind.values)
    return kind


# --- comparison -----------------------------------------------------------------------------------


@extend_schema(
    parameters=[
        LANG,
        OpenApiParameter("from", whole(0, MAX_EDITION), description="Edition"),
        OpenApiParameter("to", whole(0, MAX_EDITION)),
    ],
    operation_id="rules_compare",
    responses={200: schemas.ComparisonOut, **READING_PROBLEMS},
    summary="What changed between two editions, word by word (without `to`: until today)",
)
@api_view(["GET"])
def compare_editions(request, slug: str):
    """Only the sections that differ. Without `from`: since the edition that is in force."""
    language = activate_language(request)
    document = get_rule(slug)
    read_published_rule(document, language)  # refuses a rule that may not be read
    numbers = {
        "from": whole_number(request, "from", document.edition),
        "to": whole_number(request, "to", TODAY),
    }
    wordings = {name: load_wordings(document, number, language) for name, number in numbers.items()}
    missing_names = [name for name, wording in wordings.items() if wording is None]
    if missing_names:
        sentence = str(_("There is no such edition in this language."))
        raise Problem(404, "not_found", errors={name: [sentence] for name in missing_names})
    changes = compare_wordings(wordings["from"], wordings["to"])
    sections = [payloads.create_change(change) for change in changes]
    return etag_response(request, {"document": slug, "language": language, **numbers, "sections": sections})
