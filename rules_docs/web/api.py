"""The rules below /api/v1/rules/."""

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response, quote_etag
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema

from escale.common import limits
from escale.common.api.http import api_view, etag_response, page_bounds, paginated, refuse_empty, whole_number
from escale.common.api.problems import Problem, enforce
from escale.common.api.schema import PAGE, PAGE_SIZE, several, whole
from rules_docs.models import RuleDocument, SectionKind
from rules_docs.printing import pdf
from rules_docs.printing.limits import PDF
from rules_docs.reading import plain_data
from rules_docs.reading import reader as reading
from rules_docs.search import live_index
from rules_docs.search.index import analysis
from rules_docs.text.rule_folder import LANGUAGES

AID = {"true": True, "1": True, "false": False, "0": False}
LANG = OpenApiParameter("lang", str, enum=list(LANGUAGES), description="Instead of Accept-Language.")


def asked_language(request, name: str) -> str:
    refuse_empty(request, (name,))
    asked = request.GET.get(name, "")
    if asked and asked not in LANGUAGES:
        raise Problem(400, "invalid", errors={name: [str(_("One of fr, en, it, de is expected."))]})
    return asked


def language_of(request) -> str:
    """The language asked for in the query or by Accept-Language; the whole answer speaks it."""
    asked = asked_language(request, "lang")
    if asked:
        translation.activate(asked)
    return asked or translation.get_language()


def readable() -> QuerySet[RuleDocument]:
    shown = RuleDocument.objects.filter(translations__published=True, withheld=False).distinct()
    return shown.prefetch_related("translations")


def find(slug: str) -> RuleDocument:
    """404 says which part of the address is wrong."""
    document = RuleDocument.objects.filter(slug=slug).first()
    if document is None:
        raise Problem(404, "not_found", _("There is no rule of this name."))
    if document.withheld:
        raise Problem(451, "withheld", _("This rule is withheld after a notice."), title=_("Withheld"))
    return document


def read(document: RuleDocument, language: str) -> reading.Reading:
    if not document.readable:
        raise Problem(403, "link_only", _("We have no right to show this rule; its sources say where it is."))
    found = reading.read(document, language)
    if found is None:
        raise Problem(404, "not_found", _("This rule has not been published."))
    return found


def _summary(document: RuleDocument, language: str) -> dict:
    return plain_data.summary(document, language, reverse("rules_docs:rule", args=[document.slug]))


@extend_schema(
    operation_id="rules_list",
    parameters=[LANG],
    responses={200: several({"type": "object"})},
    summary="All rules",
)
@api_view(["GET"])
def documents(request):
    language = language_of(request)
    return etag_response(request, [_summary(document, language) for document in readable()])


@extend_schema(
    operation_id="rules_read",
    parameters=[LANG],
    responses=OpenApiTypes.OBJECT,
    summary="A rule with freshness, rulings and terms",
)
@api_view(["GET"])
def document(request, slug: str):
    language = language_of(request)
    found = find(slug)
    return etag_response(request, _summary(found, language) | plain_data.whole(read(found, language)))


@extend_schema(operation_id="rules_section", parameters=[LANG], responses=OpenApiTypes.OBJECT, summary="One section")
@api_view(["GET"])
def section(request, slug: str, key: str):
    language = language_of(request)
    found = find(slug)
    row = next((row for row in read(found, language).rows if row.key == key), None)
    if row is None:
        raise Problem(404, "not_found", _("This rule has no section of this name."))
    url = f"{reverse('rules_docs:rule', args=[slug])}#{key}"
    answer = {"document": slug, "edition": found.edition, "url": url}
    return etag_response(request, answer | plain_data.section(row))


@extend_schema(
    parameters=[
        LANG,
        OpenApiParameter("q", {"type": "string", "minLength": 1, "maxLength": 200, "pattern": r"\S"}, required=True),
        OpenApiParameter("document", str),
        OpenApiParameter("language", str, enum=list(LANGUAGES), description="Of the text; any when left out."),
        OpenApiParameter("kind", str, enum=SectionKind.values),
        PAGE,
        PAGE_SIZE,
    ],
    responses=OpenApiTypes.OBJECT,
    summary="Search every rule; any language finds the others",
)
@api_view(["GET"])
def find_sections(request):
    language = language_of(request)
    query = request.GET.get("q", "").strip()
    if not query or len(query) > analysis.LONGEST:
        sentence = _("From 1 to %(most)d characters are expected.") % {"most": analysis.LONGEST}
        raise Problem(400, "invalid", errors={"q": [str(sentence)]})
    page, size = page_bounds(request)
    filters = live_index.Filters(request.GET.get("document", ""), asked_language(request, "language"), _kind(request))
    found = live_index.search(query, language=language, filters=filters, start=(page - 1) * size, size=size)
    results = [plain_data.result(result) for result in found.results]
    return etag_response(request, paginated(request, results, found.count, page, size))


def _kind(request) -> str:
    refuse_empty(request, ("kind",))
    kind = request.GET.get("kind", "")
    if kind and kind not in SectionKind.values:
        raise Problem(400, "invalid", errors={"kind": [", ".join(SectionKind.values)]})
    return kind


@extend_schema(
    parameters=[
        LANG,
        OpenApiParameter("from", whole(0, 10**9), description="Edition"),
        OpenApiParameter("to", whole(0, 10**9)),
    ],
    responses=OpenApiTypes.OBJECT,
    summary="What changed between two editions, word by word (without `to`: until today)",
)
@api_view(["GET"])
def diff(request, slug: str):
    language = language_of(request)
    found = find(slug)
    read(found, language)
    ends = {name: whole_number(request, name, default) for name, default in (("from", found.edition), ("to", 0))}
    words = {name: plain_data.wording(found, number, language) for name, number in ends.items()}
    missing = [name for name, wording in words.items() if wording is None]
    if missing:
        sentence = str(_("There is no such edition in this language."))
        raise Problem(404, "not_found", errors={name: [sentence] for name in missing})
    changes = plain_data.differences(words["from"], words["to"])
    for change in changes:
        change["pieces"] = [{"kind": piece.kind, "text": piece.text} for piece in change["pieces"]]
    return etag_response(request, {"document": slug, "language": language, **ends, "sections": changes})


@extend_schema(
    parameters=[LANG, OpenApiParameter("with", str, enum=list(LANGUAGES)), OpenApiParameter("aid", bool)],
    responses={(200, "application/pdf"): OpenApiTypes.BINARY, (200, "text/markdown"): OpenApiTypes.STR},
    summary="The rule as a file: md or pdf",
)
@api_view(["GET"])
def download(request, slug: str, kind: str):
    language, beside = language_of(request), asked_language(request, "with")
    aid = AID.get(request.GET.get("aid", "false"))
    if aid is None:
        raise Problem(400, "invalid", errors={"aid": ["true / false"]})
    found = find(slug)
    reader = read(found, language)
    etag = quote_etag(f"{found.pk}-{found.stamp}-{request.get_full_path()}-{reader.language}")
    not_modified = get_conditional_response(request, etag=etag)
    if not_modified:
        not_modified["ETag"] = etag
        return not_modified
    response = _pdf(request, found, reader, beside, aid) if kind == "pdf" else _markdown(found, reader)
    response["ETag"] = etag
    response["Content-Disposition"] = f'inline; filename="{slug}.{reader.language}.{kind}"'
    return response


def _markdown(found: RuleDocument, reader: reading.Reading) -> HttpResponse:
    return HttpResponse(plain_data.markdown(found, reader.language), content_type="text/markdown; charset=utf-8")


def _pdf(request, found: RuleDocument, reader: reading.Reading, beside: str, aid: bool) -> HttpResponse:
    both = reading.read(found, reader.language, beside) if beside else reader
    enforce(PDF, limits.address(request))
    content = pdf.make(pdf.Wanted(both, is_aid=aid))
    return HttpResponse(content, content_type="application/pdf")
