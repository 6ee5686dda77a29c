"""The page "What shall we play?": a short form and three titles, then always three others."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from catalogue.models import GameTitle
from catalogue.presenting.cards import load_cards
from catalogue.presenting.picking import (
    AGES,
    MOOD_NAMES,
    PLAYING_TIMES,
    describe_reason,
    parse_seen_ids,
    parse_wish,
)
from catalogue.search.index.pick import Pick, Wish
from catalogue.search.tonight import pick_for_tonight
from escale.common import languages


def pick(request: HttpRequest) -> HttpResponse:
    wish, seen_ids = parse_wish(request.GET), parse_seen_ids(request.GET)
    is_asked = wish != Wish()
    answers = _describe_picks(pick_for_tonight(wish, seen_ids)) if is_asked else []
    others = request.GET.copy()
    others["seen"] = ",".join(
        map(str, [*sorted(seen_ids), *(title.pk for title, _place, _reasons in answers)])
    )
    from_beginning = request.GET.copy()
    from_beginning.pop("seen", None)
    context = {
        "wish": wish,
        "has_answer": is_asked,
        "proposals": answers,
        "next_query": others.urlencode(),
        "restart_query": from_beginning.urlencode() if seen_ids else "",
        "numbers": range(1, 9),
        "times": PLAYING_TIMES,
        "ages": AGES,
        "moods": MOOD_NAMES.items(),
        "languages": languages.codes(),
    }
    if request.GET:
        request.canonical = request.path  # type: ignore[attr-defined]
    return render(request, "catalogue/pick.html", context)


def _describe_picks(picks: list[Pick]) -> list[tuple]:
    """The title, place and reasons of each pick, unless the title was removed since the index answered."""
    ids = [pick.candidate.id for pick in picks]
    titles = GameTitle.objects.with_names().in_bulk(ids)
    cards = {card.title.pk: card for card in load_cards(ids)}
    answers = []
    for pick in picks:
        title, card = titles.get(pick.candidate.id), cards.get(pick.candidate.id)
        if title is not None and card is not None:
            answers.append((title, card.place, [describe_reason(reason) for reason in pick.reasons]))
    return answers
