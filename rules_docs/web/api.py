"""The rules below /api/v1/rules/."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response, quote_etag
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema

from escale.common import languages, limits
from escale.common.api.http import api_view, etag_response, page_bounds, paginated, refuse_empty, whole_number
from escale.common.api.problems import Problem, enforce
from escale.common.api.schema import PAGE, PAGE_SIZE, several, whole
from rules_docs.models import RuleDocument, SectionKind
from rules_docs.printing import pdf
from rules_docs.printing.limits import PDF
from rules_docs.printing.source import PrintRequest
from rules_docs.reading import payloads
from rules_docs.reading.comparison import TODAY, compare_wordings, load_wordings
from rules_docs.reading.markdown_export import export_markdown
from rules_docs.reading.reader import Reading, read_rule
from rules_docs.reading.titles import select_published_rules
from rules_docs.search.index.query import MAX_QUERY_LENGTH
from rules_docs.search.section_search import SearchFilters, search_sections

BOOLEANS = {"true": True, "1": True, "false": False, "0": False}
MAX_EDITION = 10**9
LANG = OpenApiParameter("lang", str, enum=list(languages.codes()), description="Instead of Accept-Language.")
TEXT_LANGUAGE = OpenApiParameter(
    "language",
    str,
    enum=list(languages.codes()),
    description="Of the text; any when left out.",
)
QUERY = OpenApiParameter(
    "q", {"type": "string", "minLength": 1, "maxLength": MAX_QUERY_LENGTH, "pattern": r"\S"}, required=True
)


# --- what the views share -------------------------------------------------------------------------


def _get_language_parameter(request, name: str) -> str:
    """The language in this parameter of the query; empty when it is left out."""
    refuse_empty(request, (name,))
    language = request.GET.get(name, "")
    if language and language not in languages.codes():
        sentence = _("One of %(languages)s is expected.") % {"languages": ", ".join(languages.codes())}
        raise Problem(400, "invalid", errors={name: [sentence]})
    return language


def _activate_language(request) -> str:
    """The language of the answer: that of the query, else of Accept-Language. Messages are then in it too."""
    language = _get_language_parameter(request, "lang")
    if language:
        translation.activate(language)
    return language or translation.get_language()


def _get_rule(slug: str) -> RuleDocument:
    document = RuleDocument.objects.filter(slug=slug).first()
    if document is None:
        raise Problem(404, "not_found", _("There is no rule of this name."))
    if document.withheld:
        raise Problem(451, "withheld", _("This rule is withheld after a notice."), title=_("Withheld"))
    return document


def _read_rule(document: RuleDocument, language: str) -> Reading:
    if not document.is_readable:
        raise Problem(403, "link_only", _("We have no right to show this rule; its sources say where it is."))
    reading = read_rule(document, language)
    if reading is None:
        raise Problem(404, "not_found", _("This rule has not been published."))
    return reading


def _create_summary(document: RuleDocument, language: str) -> dict:
    url = reverse("rules_docs:rule", args=[document.slug])
    return payloads.create_summary(document, language, url)


# --- rules and sections ---------------------------------------------------------------------------


@extend_schema(
    operation_id="rules_list",
    parameters=[LANG],
    responses={200: several({"type": "object"})},
    summary="All rules",
)
@api_view(["GET"])
def list_rules(request):
    language = _activate_language(request)
    summaries = [_create_summary(document, language) for document in select_published_rules()]
    return etag_response(request, summaries)


@extend_schema(
    operation_id="rules_read",
    parameters=[LANG],
    responses=OpenApiTypes.OBJECT,
    summary="A rule with freshness, rulings and terms",
)
@api_view(["GET"])
def show_rule(request, slug: str):
    language = _activate_language(request)
    document = _get_rule(slug)
    summary = _create_summary(document, language)
    details = payloads.create_details(_read_rule(document, language))
    return etag_response(request, summary | details)


@extend_schema(
    operation_id="rules_section",
    parameters=[LANG],
    responses=OpenApiTypes.OBJECT,
    summary="One section",
)
@api_view(["GET"])
def show_section(request, slug: str, key: str):
    language = _activate_language(request)
    document = _get_rule(slug)
    rows = _read_rule(document, language).rows
    row = next((row for row in rows if row.key == key), None)
    if row is None:
        raise Problem(404, "not_found", _("This rule has no section of this name."))
    url = f"{reverse('rules_docs:rule', args=[slug])}#{key}"
    place = {"document": slug, "edition": document.edition, "url": url}
    return etag_response(request, place | payloads.create_section(row))


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
    responses=OpenApiTypes.OBJECT,
    summary="Search every rule; any language finds the others",
)
@api_view(["GET"])
def search_rules(request):
    language = _activate_language(request)
    query = request.GET.get("q", "").strip()
    if not query or len(query) > MAX_QUERY_LENGTH:
        sentence = _("From 1 to %(most)d characters are expected.") % {"most": MAX_QUERY_LENGTH}
        raise Problem(400, "invalid", errors={"q": [str(sentence)]})
    page, size = page_bounds(request)
    filters = SearchFilters(
        document=request.GET.get("document", ""),
        language=_get_language_parameter(request, "language"),
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
        raise Problem(400, "invalid", errors={"kind": [", ".join(SectionKind.values)]})
    return kind


# --- comparison -----------------------------------------------------------------------------------


@extend_schema(
    parameters=[
        LANG,
        OpenApiParameter("from", whole(0, MAX_EDITION), description="Edition"),
        OpenApiParameter("to", whole(0, MAX_EDITION)),
    ],
    responses=OpenApiTypes.OBJECT,
    summary="What changed between two editions, word by word (without `to`: until today)",
)
@api_view(["GET"])
def compare_editions(request, slug: str):
    language = _activate_language(request)
    document = _get_rule(slug)
    _read_rule(document, language)  # refuses a rule that may not be read
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


# --- files ----------------------------------------------------------------------------------------


@extend_schema(
    parameters=[
        LANG,
        OpenApiParameter("with", str, enum=list(languages.codes())),
        OpenApiParameter("aid", bool),
    ],
    responses={(200, "application/pdf"): OpenApiTypes.BINARY, (200, "text/markdown"): OpenApiTypes.STR},
    summary="The rule as a file: md or pdf",
)
@api_view(["GET"])
def download_rule(request, slug: str, kind: str):
    language = _activate_language(request)
    second_language = _get_language_parameter(request, "with")
    is_aid = _get_aid_parameter(request)
    document = _get_rule(slug)
    reading = _read_rule(document, language)
    etag = quote_etag(f"{document.pk}-{document.stamp}-{request.get_full_path()}-{reading.language}")
    not_modified = get_conditional_response(request, etag=etag)
    if not_modified:
        not_modified["ETag"] = etag
        return not_modified
    if kind == "pdf":
        response = _create_pdf_response(request, reading, second_language=second_language, is_aid=is_aid)
    else:
        markdown = export_markdown(document, reading.language)
        response = HttpResponse(markdown, content_type="text/markdown; charset=utf-8")
    response["ETag"] = etag
    response["Content-Disposition"] = f'inline; filename="{slug}.{reading.language}.{kind}"'
    return response


def _get_aid_parameter(request) -> bool:
    is_aid = BOOLEANS.get(request.GET.get("aid", "false"))
    if is_aid is None:
        raise Problem(400, "invalid", errors={"aid": ["true / false"]})
    return is_aid


def _create_pdf_response(request, reading: Reading, *, second_language: str, is_aid: bool) -> HttpResponse:
    if second_language:
        reading = read_rule(reading.document, reading.language, second_language)
    enforce(PDF, limits.client_key(request))
    content = pdf.print_rule(PrintRequest(reading, is_aid=is_aid))
    return HttpResponse(content, content_type="application/pdf")
