"""What shall we play? A short form, three answers, others without repeats."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from catalogue.presenting.cards import place, titles_for_cards
from catalogue.presenting.picking import AGES, MOOD_NAMES, TIMES, describe_reason, read_seen, read_wish
from catalogue.search.index.pick import Wish
from catalogue.search.tonight import tonight
from escale.common import languages


def pick(request: HttpRequest) -> HttpResponse:
    wish, seen = read_wish(request.GET), read_seen(request.GET)
    asked = wish != Wish()
    picks = tonight(wish, seen) if asked else []
    titles = {title.pk: title for title in titles_for_cards(one.candidate.id for one in picks)}
    found = [
        (titles[one.candidate.id], [describe_reason(reason) for reason in one.reasons])
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
        "languages": languages.codes(),
    }
    if request.GET:
        request.canonical = request.path  # type: ignore[attr-defined]
    return render(request, "catalogue/pick.html", context)
