"""What shall we play? A short form, three answers, others without repeats."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from catalogue.presenting.cards import place, titles_for_cards
from catalogue.search.index.pick import MOODS, Reason, Wish
from catalogue.search.tonight import tonight

MOOD_NAMES = {
    "": gettext_lazy("anything"),
    "light": gettext_lazy("light"),
    "medium": gettext_lazy("medium"),
    "deep": gettext_lazy("deep"),
    "cooperative": gettext_lazy("together"),
    "text_free": gettext_lazy("without text"),
}
TIMES, AGES, LANGUAGES, MOST_SEEN = (15, 30, 45, 60, 90, 120), (4, 6, 8, 10, 12, 14), ("fr", "en", "it", "de"), 300


def read_wish(query: QueryDict) -> Wish:
    """What can be read of an address; the rest is left out."""

    def number(name: str, high: int) -> int | None:
        text = query.get(name, "")
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 and 0 < int(text) <= high else None

    mood = query.get("mood", "")
    languages = frozenset(code for code in query.getlist("language") if code in LANGUAGES)
    return Wish(
        number("players", 99), number("age", 99), number("minutes", 1440), mood if mood in MOODS else "", languages
    )


def read_seen(query: QueryDict) -> set[int]:
    words = query.get("seen", "").split(",")[:MOST_SEEN]
    return {int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 19}


def pick(request: HttpRequest) -> HttpResponse:
    wish, seen = read_wish(request.GET), read_seen(request.GET)
    asked = wish != Wish()
    picks = tonight(wish, seen) if asked else []
    titles = {title.pk: title for title in titles_for_cards(one.candidate.id for one in picks)}
    found = [
        (titles[one.candidate.id], [say(reason) for reason in one.reasons])
        for one in picks
        if one.candidate.id in titles
    ]
    others = request.GET.copy()
    others["seen"] = ",".join(map(str, [*sorted(seen), *titles]))
    again = request.GET.copy()
    again.pop("seen", None)
    context = {
        "wish": wish,
        "asked": asked,
        "found": [(title, place(title), reasons) for title, reasons in found],
        "others": others.urlencode(),
        "again": again.urlencode() if seen else "",
        "numbers": range(1, 9),
        "times": TIMES,
        "ages": AGES,
        "moods": MOOD_NAMES.items(),
        "languages": LANGUAGES,
    }
    if request.GET:
        request.canonical = request.path  # type: ignore[attr-defined]
    return render(request, "catalogue/pick.html", context)


def say(reason: Reason) -> str:
    n = {"n": reason.number}
    match reason.code:
        case "best_with":
            return ngettext("best with %(n)s", "best with %(n)s", reason.number) % n
        case "recommended_with":
            return _("good with %(n)s") % n
        case "plays":
            return _("can be played with %(n)s") % n
        case "minutes":
            return _("done in %(n)s minutes") % n
        case "may_last":
            return _("may last %(n)s minutes") % n
        case "age":
            return _("from %(n)s years") % n
        case "cooperative":
            return _("you play together")
        case "no_text":
            return _("no text needed to play")
        case "language":
            return _("in a language of your table")
        case code:
            return str(MOOD_NAMES[code.removeprefix("mood_")])
