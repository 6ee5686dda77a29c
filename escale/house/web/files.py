"""Files that browsers and search engines request, such as the manifest and the sitemaps."""

import hashlib

from django.conf import settings
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse, translate_url
from django.views.decorators.cache import cache_control

from escale.common import languages
from escale.house import sitemaps


@cache_control(public=True, max_age=86_400)
def manifest(request):
    icons = [{"src": static(f"escale/icon-{size}.png"), "sizes": f"{size}x{size}"} for size in (192, 512)]
    content = {
        "name": "Escale à jeux",
        "short_name": "Escale",
        "start_url": "/",
        "display": "minimal-ui",
        "background_color": "#faf6ee",
        "theme_color": "#14304a",
        "icons": [icon | {"type": "image/png", "purpose": "any"} for icon in icons],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@cache_control(public=True, max_age=86_400)
def favicon(request):
    """The icon for pages that name none, such as JSON."""
    return redirect(static("escale/favicon.svg"))


@cache_control(public=True, max_age=86_400)
def opensearch(request):
    return render(request, "escale/opensearch.xml", {"base_url": settings.BASE_URL}, "application/xml")


@cache_control(public=True, max_age=3600)
def robots(request):
    lines = [
        "User-agent: *",
        "Disallow: /admin/",
        "Disallow: /api/",
        f"Sitemap: {settings.BASE_URL}/sitemap.xml",
        "",
    ]
    return HttpResponse("\n".join(lines), content_type="text/plain")


def worker(request):
    """The service worker. The name of its cache changes with its code and the files that it stores."""
    values = {"offline": {code: translate_url(reverse("offline"), code) for code in languages.codes()}}
    version = hashlib.sha256(render_to_string("escale/worker.js", values).encode()).hexdigest()[:12]
    response = render(
        request, "escale/worker.js", values | {"version": f"escale-{version}"}, "text/javascript"
    )
    response["Cache-Control"] = "no-cache"
    return response


def shelf(request):
    """The service worker that stores the opened pages of one part of the site, such as `/fr/regles/`.

    A header allows it to serve them, although its own address is outside this part.
    """
    response = render(request, "escale/shelf.js", {"languages": languages.codes()}, "text/javascript")
    response["Service-Worker-Allowed"] = "/"
    response["Cache-Control"] = "no-cache"
    return response


@cache_control(public=True, max_age=3600)
def sitemap_index(request):
    return render(
        request,
        "escale/sitemap_index.xml",
        {"files": sitemaps.list_files(), "base_url": settings.BASE_URL},
        "application/xml",
    )


@cache_control(public=True, max_age=3600)
def sitemap(request, name: str, number: int):
    if f"{name}-{number}" not in sitemaps.list_files():
        raise Http404
    return render(
        request, "escale/sitemap.xml", {"entries": sitemaps.list_entries(name, number)}, "application/xml"
    )
