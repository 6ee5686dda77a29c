"""A title in a list, ready to be shown: rendered once for each language and kept until the title changes."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import FilteredRelation, Prefetch, Q
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from catalogue.kept import Kept
from catalogue.models import Copy, GameTitle, Loan, TitleName
from catalogue.ports import ports

FACTS = ("pk", "slug", "bgg_id", "photo", "changed_in", "age")
FACTS += ("players_min", "players_max", "minutes_min", "minutes_max")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a title is now: in (on these shelves), out (until that day, if known), or none (no box at the house)."""

    state: str
    shelves: tuple[str, ...] = ()
    back: date | None = None


kept: Kept[SafeString] = Kept()


def titles_for_cards(ids: Iterable[int]) -> list[GameTitle]:
    """In the order of the ids, with what a card shows: four queries, however many there are."""
    copies = Copy.objects.kept().select_related("shelf").prefetch_related(Prefetch("loans", Loan.objects.open()))
    wanted = list(ids)
    found = GameTitle.objects.prefetch_related("names", Prefetch("copies", copies)).in_bulk(wanted)
    return [found[id] for id in wanted if id in found]


class Box(NamedTuple):
    """What is said of a box where it stands in a list."""

    status: str
    shelf: str | None
    missing: str
    due: date | None


def place(title: GameTitle) -> Place:
    boxes = []
    for copy in title.copies.all():
        due = min((loan.due for loan in copy.loans.all()), default=None)
        boxes.append(Box(copy.status, copy.shelf.code if copy.shelf else None, copy.missing, due))
    return _where(boxes)


def _where(boxes: list[Box]) -> Place:
    there = [box for box in boxes if box.status == Copy.Status.IN]
    if there:
        return Place("in", tuple(sorted({box.shelf for box in there if box.shelf})))
    if not boxes:
        return Place("none")
    return Place("out", back=min((box.due for box in boxes if box.due), default=None))


def cards(ids: Sequence[int], kind: str = "card") -> list[SafeString]:
    """The cards of these titles in the reader's language; `kind` names the template."""
    language = get_language() or "fr"
    return kept.get(ids, f"{kind} {language}", lambda missing: _drawn(missing, kind, language))


def _drawn(ids: list[int], kind: str, language: str) -> dict[int, SafeString]:
    """Three queries for plain rows: the whole records would cost more than to draw them."""
    template, rules, engines = get_template(f"catalogue/{kind}.html"), ports.rules(), ports.engines()
    names, boxes = _names(ids), _boxes(ids)
    drawn = {}
    for title in GameTitle.objects.filter(pk__in=ids).values_list(*FACTS, named=True):
        main, name = _main_and_known(names[title.pk], language, title.slug)
        facts = {
            "title": title,
            "name": name,
            "other": main if main != name else "",
            "place": _where(boxes[title.pk]),
            "rule": rules.get(title.bgg_id),
            "playable": title.bgg_id in engines,
            "language": language,
            "missing": any(box.missing for box in boxes[title.pk]),
        }
        drawn[title.pk] = mark_safe(template.render(facts).strip())
    return drawn


def _names(ids: list[int]) -> dict[int, list[tuple[str, str, str]]]:
    names = defaultdict(list)
    rows = TitleName.objects.filter(title__in=ids).order_by("pk")
    for title, *name in rows.values_list("title", "name", "language", "kind"):
        names[title].append(tuple(name))
    return names


def _boxes(ids: list[int]) -> dict[int, list[Box]]:
    open_loan = FilteredRelation("loans", condition=Q(loans__back=None))
    rows = Copy.objects.kept().filter(title__in=ids).annotate(loan=open_loan)
    boxes = defaultdict(list)
    for title, *box in rows.values_list("title", "status", "shelf__code", "missing", "loan__due"):
        boxes[title].append(Box(*box))
    return boxes


def _main_and_known(names: list[tuple[str, str, str]], language: str, slug: str) -> tuple[str, str]:
    """The main name, and the one that readers of the language know: as `GameTitle.name_in` tells it."""
    main = next((name for name, _language, kind in names if kind == TitleName.Kind.MAIN), slug)
    current = (name for name, spoken, kind in names if spoken == language and kind != TitleName.Kind.FORMER)
    return main, next(current, main)
