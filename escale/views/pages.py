"""Pages of the house itself."""

from django.conf import settings
from django.http import Http404
from django.shortcuts import render

from escale.common.templatetags.kit import drawings

COLOURS = ["paper", "surface", "sunken", "ink", "muted", "line", "edge", "link", "harbour", "amber"]
COLOURS += ["amber-tint", "burgundy", "good", "warn", "bad"]


def home(request):
    return render(request, "escale/home.html")


def search(request):
    return render(request, "escale/search.html", {"query": request.GET.get("q", "").strip()[:200]})


def about(request):
    return render(request, "escale/about.html")


def privacy(request):
    return render(request, "escale/privacy.html")


def developers(request):
    return render(request, "escale/developers.html")


def offline(request):
    """Kept by the service worker for the moment when the network is away."""
    return render(request, "escale/offline.html")


def styleguide(request):
    """Every component in every state; for those who build the site."""
    if not (settings.DEBUG or request.user.is_staff):
        raise Http404
    return render(
        request, "escale/styleguide.html", {"page_number": 3, "colours": COLOURS, "icons": sorted(drawings())}
    )
