"""Serves a rule as a file to download, in whole or in part."""

from django.http import HttpResponse
from django.utils.cache import get_conditional_response, quote_etag
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import renderer_classes

from escale.common import languages, limits
from escale.common.api.http import api_view
from escale.common.api.problems import Problem, enforce
from escale.common.api.renderers import MarkdownRenderer, PdfRenderer, offer
from rules_docs.models import SectionKind
from rules_docs.printing import pdf
from rules_docs.printing.limits import PDF
from rules_docs.printing.source import PrintRequest
from rules_docs.reading.markdown_export import export_markdown
from rules_docs.reading.opening import get_rule, read_published_rule
from rules_docs.reading.reader import Reading, read_rule
from rules_docs.web.api.common import (
    LANG,
    READING_PROBLEMS,
    activate_language,
    get_language_parameter,
)

BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


@extend_schema(
    operation_id="rules_download",
    parameters=[
        LANG,
        OpenApiParameter("with", str, enum=list(languages.codes())),
        OpenApiParameter("aid", bool, description="Only the player aid."),
        OpenApiParameter("short", bool, description="Only the short rule, on one page."),
    ],
    responses={
        (200, "application/pdf"): OpenApiTypes.BINARY,
        (200, "text/markdown"): OpenApiTypes.STR,
        **READING_PROBLEMS,
    },
    summary="The rule as a file: md or pdf",
)
@api_view(["GET"])
@renderer_classes(offer(MarkdownRenderer, PdfRenderer))
def download_rule(request, slug: str, kind: str):
    """The rule as Markdown or PDF.

    The Markdown is CommonMark with tables, terms as words and absolute addresses. The PDF may have a second
    language in a second column.
    """
    language = activate_language(request)
    second_language = get_language_parameter(request, "with")
    only_kind = _get_printed_kind(request)
    document = get_rule(slug)
    reading = read_published_rule(document, language)
    etag = quote_etag(f"{document.pk}-{document.stamp}-{request.get_full_path()}-{reading.language}")
    not_modified = get_conditional_response(request, etag=etag)
    if not_modified:
        not_modified["ETag"] = etag
        return not_modified
    if kind == "pdf":
        response = _create_pdf_response(
            request, reading, second_language=second_language, only_kind=only_kind
        )
    else:
        markdown = export_markdown(document, reading.language)
        response = HttpResponse(markdown, content_type="text/markdown; charset=utf-8")
    response["ETag"] = etag
    response["Content-Language"] = reading.language
    response["Content-Disposition"] = f'inline; filename="{slug}.{reading.language}.{kind}"'
    return response


def _get_printed_kind(request) -> str:
    """The kind of the sections that are printed alone; empty for the whole rule."""
    wanted = {}
    for name in ("aid", "short"):
        wanted[name] = BOOLEANS.get(request.GET.get(name, "false"))
        if wanted[name] is None:
            raise Problem(400, "invalid", errors={name: ["true / false"]})
    if wanted["aid"]:
        return SectionKind.AID
    return SectionKind.SHORT if wanted["short"] else ""


def _create_pdf_response(request, reading: Reading, *, second_language: str, only_kind: str) -> HttpResponse:
    if second_language:
        reading = read_rule(reading.document, reading.language, second_language)
    enforce(PDF, limits.client_key(request))
    content = pdf.print_rule(PrintRequest(reading, only_kind))
    return HttpResponse(content, content_type="application/pdf")
