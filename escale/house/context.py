"""What every template may use: the house of today, and `page`: sections, and this very page in each language."""

from functools import lru_cache

from django.conf import settings
from django.core.cache import cache
from django.template.loader import render_to_string
from django.urls import translate_url
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, gettext_lazy

from escale.common import languages
from escale.common.templatetags.kit import address
from escale.house.models import House

# (address, name, icon) of the navigation.
SECTIONS = [
    ("catalogue:list", gettext_lazy("Catalogue"), "shelf"),
    ("rules_docs:index", gettext_lazy("Rules"), "book"),
    ("games:lobby", gettext_lazy("Play"), "dice"),
    ("catalogue:pick", gettext_lazy("What shall we play?"), "hint"),
]
# (address, name, icon, permission) of the navigation of staff.
STAFF = [
    ("desk:lending", gettext_lazy("Desk"), "out", "catalogue.add_loan"),
    ("desk:inventory", gettext_lazy("Inventory"), "list", "catalogue.add_inventorycheck"),
    ("desk:cataloguing", gettext_lazy("Cataloguing"), "plus", "catalogue.add_gametitle"),
    ("desk:imports", gettext_lazy("Import"), "upload", "catalogue.add_importjob"),
    ("desk:labels", gettext_lazy("Labels"), "qr", "catalogue.change_copy"),
    ("desk:exports", gettext_lazy("Exports"), "download", "catalogue.view_copy"),
    ("admin:rules_docs_ruledocument_changelist", gettext_lazy("Rule texts"), "book", "rules_docs.change_sectiontext"),
]
HOUSE_SECONDS = 60


def house_today() -> House | None:
    house = cache.get("house", "unknown")
    if house == "unknown":
        house = House.objects.prefetch_related("texts").today()
        cache.set("house", house, HOUSE_SECONDS)
    return house


def forget_house() -> None:
    """Somebody wrote other words: every page shows them at once."""
    cache.delete_many(["house", *(f"footer-{code}" for code in languages.codes())])


def footer(language: str, words: dict) -> str:
    """The same at the foot of every page, and so made once a minute, not once a page."""
    key = f"footer-{language}"
    made = cache.get(key)
    if made is None:
        made = render_to_string("escale/footer.html", words)
        cache.set(key, made, HOUSE_SECONDS)
    return mark_safe(made)


def sections(path: str, entries=SECTIONS) -> list[dict]:
    """The longest section that the path lies in is the current one."""
    found = [{"url": address(view), "name": name, "icon": icon, "current": ""} for view, name, icon in entries]
    inside = max((s for s in found if path.startswith(s["url"])), key=lambda s: len(s["url"]), default=None)
    if inside:
        inside["current"] = "page" if path == inside["url"] else "true"
    return found


def staff_sections(request) -> list[dict]:
    """What this member of staff may open."""
    return sections(request.path, [entry[:3] for entry in STAFF if request.user.has_perm(entry[3])])


@lru_cache(2000)
def _translated(path: str, spoken: str, code: str) -> str:
    """Addresses mean the same until the next start; to take one apart for each language costs a tenth of a page."""
    return translate_url(path, code)


def page_in_each_language(request) -> list[dict]:
    """This page in each language; a view whose addresses differ sets `request.page_paths = {"de": "/de/…"}`.

    A language that such a view leaves out does not exist for search engines; its link leads to the home page there.
    """
    given = getattr(request, "page_paths", None)
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    spoken, entries = get_language(), []
    for code in languages.codes():
        path = given.get(code, "") if given is not None else _translated(request.path, spoken, code)
        link = path + query if path else f"/{code}/"
        name = languages.own_name(code)
        entries.append({"code": code, "name": name, "exists": bool(path), "path": path, "link": link})
    return entries


def page(request) -> dict:
    shown = page_in_each_language(request)
    paths = {entry["code"]: entry["path"] for entry in shown}
    localized = request.path.startswith(f"/{get_language()}/") and getattr(request, "resolver_match", None) is not None
    canonical = getattr(request, "canonical", request.path if localized else "")
    return {
        "canonical": settings.BASE_URL + canonical if canonical else "",
        "default_path": paths[languages.default()],
        "is_home": request.path == f"/{get_language()}/",
        "languages": shown,
        "path": request.path,
        "paths": tuple(paths.values()),
        "sections": sections(request.path),
    }


def frame(request, house: House | None = None) -> dict:
    text = SimpleLazyObject(lambda: house.text() if house else None)
    words = SimpleLazyObject(lambda: page(request) | {"house_text": text})
    # Apart and lazy: a public page never asks who is there.
    staff = SimpleLazyObject(lambda: staff_sections(request))
    foot = SimpleLazyObject(lambda: render_to_string("escale/footer.html", {"house": house, "page": words}))
    return {"house": house, "base_url": settings.BASE_URL, "page": words, "staff": staff, "footer": foot}


def site(request) -> dict:
    house = SimpleLazyObject(house_today)  # most pages name it in their footer only
    shown = frame(request, house)
    words = {"house": house, "page": shown["page"]}
    return shown | {"footer": SimpleLazyObject(lambda: footer(languages.current(), words))}
