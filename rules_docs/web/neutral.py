"""Addresses without a language."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request, override

from escale.common import languages
from rules_docs.models import Drawing, RuleDocument


def redirect_to_section(request, document: str, key: str = ""):
    """Redirects from a QR code or a game table to a rule or a section.

    The language is that of `?lang=`, else of the browser.
    """
    rule = get_object_or_404(RuleDocument, slug=document)
    if key and not rule.sections.filter(key=key).exists():
        raise Http404
    language = request.GET.get("lang", "")
    if language not in languages.codes():
        language = get_language_from_request(request)
    with override(language):
        url = reverse("rules_docs:rule", args=[rule.slug])
    response = redirect(f"{url}#{key}" if key else url)
    response["Content-Language"] = language
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def serve_drawing(request, digest: str):
    """A drawing, which a browser may keep for ever because its address depends on its content."""
    drawing = get_object_or_404(Drawing, digest=digest)
    response = HttpResponse(drawing.svg, content_type="image/svg+xml")
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
