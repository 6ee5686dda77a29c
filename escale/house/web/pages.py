"""The pages of the site that do not belong to one of the apps."""

import json
from datetime import datetime
from functools import lru_cache

from django.conf import settings
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _

from catalogue.desk.changing import CHANGES
from catalogue.members import accounts, opening
from escale.common import languages
from escale.common.templatetags.kit import drawings
from escale.house import structured_data
from escale.house.context import house_today
from escale.house.home import home_context, search_all_parts
from escale.house.models import House
from escale.house.web.documents import render_document
from escale.house.web.problem_list import ProblemType, list_problem_types
from games.live import stream
from games.matches import limits as game_limits
from games.presenting.guides import list_guides
from rules_docs.printing import limits as printing_limits
from rules_docs.search import limits as asking_limits

COLOURS = ["paper", "surface", "sunken", "ink", "muted", "line", "edge", "link", "harbour", "amber"]
COLOURS += ["amber-tint", "burgundy", "good", "warn", "bad"]


def home(request):
    return render(request, "escale/home.html", home_context() | {"house_data": _house_data()})


def _house_data() -> dict:
    """The facts about the house in the vocabulary of schema.org; empty if no house is entered."""
    house = house_today()
    return structured_data.describe_house(house) if house else {}


def search(request):
    query = " ".join(request.GET.get("q", "").split())[:200]
    parts = search_all_parts(query) if query else []
    is_empty = bool(query) and not any(part["count"] for part in parts)
    return render(request, "escale/search.html", {"query": query, "parts": parts, "nothing": is_empty})


def about(request):
    plan = opening.load_plan(timezone.localdate())
    context = {"periods": House.objects.all(), "house_data": _house_data(), "opening": plan}
    return render(request, "escale/about.html", context)


def privacy(request):
    members = accounts.load_settings()
    context = {"guest_days": settings.GUEST_DAYS, "members": members if members.is_on else None}
    return render(request, "escale/privacy.html", context)


LIMITS_BY_ADDRESS = (
    (_("Open a table, or ask for a rematch"), game_limits.CREATE),
    (_("Take a seat at a table"), game_limits.JOIN),
    (_("Import a record"), game_limits.IMPORT),
    (_("Ask for a hint"), game_limits.HINTS_BY_ADDRESS),
    (_("Set up an email or webhook notification"), game_limits.NOTIFY),
    (_("Send an email that asks for confirmation"), game_limits.EMAIL_SENDER),
    (_("Ask for the analysis of a match"), game_limits.ANALYSES),
    (_("Try actions in a position from the rules"), game_limits.TRIALS),
    (_("Ask a question about the rules"), asking_limits.ASK),
    (_("Make a PDF of the rules"), printing_limits.PDF),
)
LIMITS_BY_SEAT = (
    (_("Play a move"), game_limits.MOVES),
    (_("Ask whether an action is legal"), game_limits.CHECKS),
    (_("Take a move back"), game_limits.UNDO),
    (_("Enter what lies face up at a real table"), game_limits.REVEALS),
    (_("Ask for a take-back or a pause, or answer"), game_limits.OFFERS),
    (_("End a pause"), game_limits.PAUSES),
    (_("Ask for a hint"), game_limits.HINTS),
    (_("Say something at the table"), game_limits.MESSAGES),
    (_("Add a random number to the draws"), game_limits.NONCES),
    (_("Hide or show what somebody says"), game_limits.BLOCKS),
)
LIMITS_BY_RECEIVER = (
    (_("Emails that ask for confirmation"), game_limits.EMAIL_RECEIVER),
    (_("Emails that say whose turn it is"), game_limits.EMAIL_TURNS),
)
LIMITS_BY_ACCOUNT = ((_("Enter or change a title or a box"), CHANGES),)


def developers(request):
    context = {
        "guides": list_guides(),
        "limits_by_address": _describe_limits(LIMITS_BY_ADDRESS),
        "limits_by_seat": _describe_limits(LIMITS_BY_SEAT),
        "limits_by_receiver": _describe_limits(LIMITS_BY_RECEIVER),
        "limits_by_account": _describe_limits(LIMITS_BY_ACCOUNT),
        "bot_tables": game_limits.MAX_BOT_TABLES,
        "streams": stream.MAX_STREAMS_PER_ADDRESS,
    }
    return render(request, "escale/developers.html", context)


def find_developers(request, page: str = "developers"):
    """Redirects the address that the schema names to the page in the language of `?lang=` or the browser."""
    _choose_language(request)
    response = redirect(page)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def promises(request):
    """The rules for all operations of the API, its policy and its changelog, in English as in docs/."""
    return render(request, "escale/promises.html", {"document": _render_promises()})


@lru_cache(1)
def _render_promises() -> str:
    return render_document((settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8"))


def _describe_limits(limits) -> list[dict]:
    return [
        {
            "what": what,
            "times": limit.times,
            "hours": limit.seconds // 3600,
            "minutes": limit.seconds // 60,
        }
        for what, limit in limits
    ]


def problem(request, code: str):
    """The meaning of a problem code of the API. The `type` of a problem is this address."""
    problem_type = next((kind for kind in list_problem_types() if kind.slug == code), None)
    if problem_type is None:
        raise Http404
    return _show_problems(request, problem_type)


def problems(request):
    return _show_problems(request, None)


def _show_problems(request, problem_type: ProblemType | None):
    """Renders a page with one address for all languages: `?lang=` overrides the browser, as in the API."""
    request.page_paths = {}
    _choose_language(request)
    return render(request, "escale/problems.html", {"shown": problem_type, "kinds": list_problem_types()})


def _choose_language(request) -> None:
    if request.GET.get("lang") in languages.codes():
        translation.activate(request.GET["lang"])
        request.LANGUAGE_CODE = request.GET["lang"]


def measures(request):
    """The last report of `make bench`, if there is one."""
    try:
        report = json.loads((settings.DATA_DIR / "bench" / "report.json").read_text(encoding="utf-8"))
        report["made"] = datetime.fromisoformat(report["made"])
    except (OSError, ValueError, KeyError, TypeError):
        report = None
    return render(request, "escale/measures.html", {"report": report})


def offline(request):
    """The page that the service worker stores, and shows if there is no network."""
    return render(request, "escale/offline.html")


def styleguide(request):
    """Every component in every state, for developers."""
    if not (settings.DEBUG or request.user.is_staff):
        raise Http404
    return render(
        request, "escale/styleguide.html", {"page_number": 3, "colours": COLOURS, "icons": sorted(drawings())}
    )
