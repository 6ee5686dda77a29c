"""What every template may use: the house of today, and `page`: sections, and this very page in each language."""

from django.conf import settings
from django.core.cache import cache
from django.urls import reverse, translate_url
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language, gettext_lazy

from escale.models import House

# (address, name, icon) of the navigation.
SECTIONS = [
    ("catalogue:list", gettext_lazy("Catalogue"), "shelf"),
    ("rules_docs:index", gettext_lazy("Rules"), "book"),
    ("games:lobby", gettext_lazy("Play"), "dice"),
    ("catalogue:pick", gettext_lazy("What shall we play?"), "hint"),
]
NAMES = {"fr": "Français", "en": "English", "it": "Italiano", "de": "Deutsch"}


def house_today() -> House | None:
    house = cache.get("house", "unknown")
    if house == "unknown":
        house = House.objects.prefetch_related("texts").today()
        cache.set("house", house, 60)
    return house


def sections(path: str) -> list[dict]:
    """The longest section that the path lies in is the current one."""
    found = [{"url": reverse(address), "name": name, "icon": icon, "current": ""} for address, name, icon in SECTIONS]
    inside = max((s for s in found if path.startswith(s["url"])), key=lambda s: len(s["url"]), default=None)
    if inside:
        inside["current"] = "page" if path == inside["url"] else "true"
    return found


def languages(request) -> list[dict]:
    """This page in each language; a view whose addresses differ sets `request.page_paths = {"de": "/de/…"}`.

    A language that such a view leaves out does not exist for search engines; its link leads to the home page there.
    """
    given = getattr(request, "page_paths", None)
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    entries = []
    for code in NAMES:
        path = given.get(code, "") if given is not None else translate_url(request.path, code)
        link = path + query if path else f"/{code}/"
        entries.append({"code": code, "name": NAMES[code], "exists": bool(path), "path": path, "link": link})
    return entries


def page(request) -> dict:
    shown = languages(request)
    paths = {entry["code"]: entry["path"] for entry in shown}
    localized = request.path.startswith(f"/{get_language()}/") and getattr(request, "resolver_match", None) is not None
    canonical = getattr(request, "canonical", request.path if localized else "")
    return {
        "canonical": settings.BASE_URL + canonical if canonical else "",
        "default_path": paths["fr"],
        "is_home": request.path == f"/{get_language()}/",
        "languages": shown,
        "sections": sections(request.path),
    }


def frame(request, house: House | None = None) -> dict:
    words = SimpleLazyObject(lambda: page(request) | {"house_text": house.text() if house else None})
    return {"house": house, "base_url": settings.BASE_URL, "page": words}


def site(request) -> dict:
    return frame(request, house_today())
