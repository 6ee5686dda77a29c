"""Addresses that carry no language."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request, override

from rules_docs.models import Drawing, RuleDocument


def short(request, document: str, key: str = ""):
    """From a QR code or a game table to the section, in the language that the browser asks for.

    A key that no longer exists leads to the top of its rule: printed codes live longer than sections.
    """
    found = get_object_or_404(RuleDocument, slug=document)
    with override(get_language_from_request(request)):
        url = reverse("rules_docs:rule", args=[found.slug])
    known = key and found.sections.filter(key=key).exists()
    response = redirect(f"{url}#{key}" if known else url)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def worker(request):
    """The service worker of the readers, allowed to serve `/fr/regles/` although it lies elsewhere."""
    response = render(request, "rules_docs/worker.js", content_type="text/javascript")
    response["Service-Worker-Allowed"] = "/"
    response["Cache-Control"] = "no-cache"
    return response


def drawing(request, digest: str):
    found = get_object_or_404(Drawing, digest=digest)
    response = HttpResponse(found.svg, content_type="image/svg+xml")
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
