"""The values that every template can use: house, page and addresses, navigation, footer."""

from functools import lru_cache

from django.conf import settings
from django.core.cache import cache
from django.template.loader import render_to_string
from django.urls import translate_url
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, gettext_lazy

from catalogue.members.accounts import members_are_shown
from escale.common import languages
from escale.common.templatetags.kit import address
from escale.house.models import House

#: The navigation: view, name, icon.
SECTIONS = [
    ("catalogue:list", gettext_lazy("Catalogue"), "shelf"),
    ("rules_docs:index", gettext_lazy("Rules"), "book"),
    ("games:lobby", gettext_lazy("Play"), "dice"),
    ("catalogue:pick", gettext_lazy("What shall we play?"), "hint"),
]
#: The navigation of staff: view, name, icon, permission.
STAFF_SECTIONS = [
    ("desk:lending", gettext_lazy("Desk"), "out", "catalogue.add_loan"),
    ("desk:members", gettext_lazy("Members"), "people", "catalogue.view_member"),
    ("desk:inventory", gettext_lazy("Inventory"), "list", "catalogue.add_inventorycheck"),
    ("desk:cataloguing", gettext_lazy("Cataloguing"), "plus", "catalogue.add_gametitle"),
    ("desk:imports", gettext_lazy("Import"), "upload", "catalogue.add_importjob"),
    ("desk:labels", gettext_lazy("Labels"), "qr", "catalogue.change_copy"),
    ("desk:exports", gettext_lazy("Exports"), "download", "catalogue.view_copy"),
    (
        "admin:rules_docs_ruledocument_changelist",
        gettext_lazy("Rule texts"),
        "book",
        "rules_docs.change_sectiontext",
    ),
    ("tables:list", gettext_lazy("Tables"), "dice", "games.change_match"),
]
CACHE_SECONDS = 60


def house_today() -> House | None:
    """The identity of the house today, cached if possible; None if none is entered."""
    house = cache.get("house", "unknown")
    if house == "unknown":
        house = House.objects.prefetch_related("texts").today()
        cache.set("house", house, CACHE_SECONDS)
    return house


def clear_house_cache() -> None:
    """Removes the cached house and footers when staff change the house, so that pages show it at once."""
    cache.delete_many(["house", *(f"footer-{code}" for code in languages.codes())])


def render_footer(language: str, values: dict) -> str:
    """The footer of a page. It is the same on every page of a language, so it is rendered once a minute."""
    key = f"footer-{language}"
    html = cache.get(key)
    if html is None:
        html = render_to_string("escale/footer.html", values)
        cache.set(key, html, CACHE_SECONDS)
    return mark_safe(html)


def list_sections(path: str, entries=SECTIONS) -> list[dict]:
    """The links of a navigation. Marked as current is the longest one with which the path begins."""
    sections = [
        {"url": address(view), "name": name, "icon": icon, "current": ""} for view, name, icon in entries
    ]
    above = [section for section in sections if path.startswith(section["url"])]
    if above:
        current = max(above, key=lambda section: len(section["url"]))
        current["current"] = "page" if path == current["url"] else "true"
    return sections


def list_staff_sections(request) -> list[dict]:
    """The links of the staff navigation that this user may open."""
    allowed = [
        (view, name, icon)
        for view, name, icon, permission in STAFF_SECTIONS
        if request.user.has_perm(permission) and (view != "desk:members" or members_are_shown())
    ]
    return list_sections(request.path, allowed)


@lru_cache(2000)
def _translate_path(path: str, _current_language: str, language: str) -> str:
    """The address of the same page in another language.

    It never changes while the process runs. It is cached, because resolving the path for each language takes
    a tenth of the time of a page. The current language is an argument, because the path is resolved in it.
    """
    return translate_url(path, language)


def page_in_each_language(request) -> list[dict]:
    """This page in each language. A view whose addresses differ sets `request.page_paths = {"de": "/de/…"}`.

    If such a view leaves a language out, search engines are not told about it, and its link leads to the home
    page.
    """
    paths_of_view = getattr(request, "page_paths", None)
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    entries = []
    for code in languages.codes():
        if paths_of_view is None:
            path = _translate_path(request.path, get_language(), code)
        else:
            path = paths_of_view.get(code, "")
        entries.append(
            {
                "code": code,
                "name": languages.own_name(code),
                "exists": bool(path),
                "path": path,
                "link": path + query if path else f"/{code}/",
            }
        )
    return entries


def describe_page(request) -> dict:
    """The values of `page` in templates. A view may set `request.canonical` to another path than its own."""
    entries = page_in_each_language(request)
    paths_by_language = {entry["code"]: entry["path"] for entry in entries}
    home = f"/{get_language()}/"
    is_localized = request.path.startswith(home) and getattr(request, "resolver_match", None) is not None
    canonical = getattr(request, "canonical", request.path if is_localized else "")
    return {
        "canonical": settings.BASE_URL + canonical if canonical else "",
        "default_path": paths_by_language[languages.default()],
        "is_home": request.path == home,
        "languages": entries,
        "path": request.path,
        "paths": tuple(paths_by_language.values()),
        "sections": list_sections(request.path),
    }


def frame_context(request, house: House | None = None) -> dict:
    """The values of the frame around each page. All are lazy: a public page does not ask who is logged in."""
    text = SimpleLazyObject(lambda: house.text() if house else None)
    page = SimpleLazyObject(lambda: describe_page(request) | {"house_text": text})
    return {
        "house": house,
        "base_url": settings.BASE_URL,
        "page": page,
        "staff": SimpleLazyObject(lambda: list_staff_sections(request)),
        "footer": SimpleLazyObject(
            lambda: render_to_string(
                "escale/footer.html",
                {"house": house, "page": page, "members_on": house is not None and members_are_shown()},
            )
        ),
    }


def site(request) -> dict:
    """The context processor of all templates: the frame, with a cached footer."""
    house = SimpleLazyObject(house_today)
    frame = frame_context(request, house)
    members_on = SimpleLazyObject(members_are_shown)
    footer_values = {"house": house, "page": frame["page"], "members_on": members_on}
    return frame | {"footer": SimpleLazyObject(lambda: render_footer(languages.current(), footer_values))}
