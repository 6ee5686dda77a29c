"""A title in a list, ready to be shown: rendered once for each language and kept until the title changes."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db import connections, router
from django.db.models import Prefetch
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from catalogue.models import Copy, GameTitle, Loan
from catalogue.models.titles import known_name, main_name
from catalogue.presenting import drawn
from catalogue.presenting.kept import Kept
from catalogue.search.live_index import catalogue_index
from escale.common import languages

FACTS = """SELECT id, slug, bgg_id, photo, changed_in, age, players_min, players_max, minutes_min, minutes_max
FROM catalogue_gametitle WHERE id IN ({})"""
NAMES = "SELECT title_id, name, language, kind FROM catalogue_titlename WHERE title_id IN ({}) ORDER BY id"
BOXES = """SELECT box.title_id, box.status, shelf.code, box.missing, loan.due FROM catalogue_copy box
LEFT JOIN catalogue_shelf shelf ON shelf.id = box.shelf_id
LEFT JOIN catalogue_loan loan ON loan.copy_id = box.id AND loan.back IS NULL
WHERE box.title_id IN ({}) AND box.status NOT IN (%s, %s) ORDER BY box.id"""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a title is now: in (on these shelves), out (until that day, if known), or none (no box at the house)."""

    state: str
    shelves: tuple[str, ...] = ()
    back: date | None = None

    @property
    def is_out(self) -> bool:
        return self.state == "out"


kept: Kept[SafeString] = Kept()


def titles_for_cards(ids: Iterable[int]) -> list[GameTitle]:
    """In the order of the ids, with what a card shows: four queries, however many there are."""
    copies = Copy.objects.not_gone().select_related("shelf").prefetch_related(Prefetch("loans", Loan.objects.open()))
    wanted = list(ids)
    found = GameTitle.objects.prefetch_related("names", Prefetch("copies", copies)).in_bulk(wanted)
    return [found[id] for id in wanted if id in found]


class Facts(NamedTuple):
    """What is said of a title where it stands in a list; the columns of its row."""

    pk: int
    slug: str
    bgg_id: int | None
    photo: str
    changed_in: int
    age: int | None
    players_min: int | None
    players_max: int | None
    minutes_min: int | None
    minutes_max: int | None


class Name(NamedTuple):
    """What is said of a name where its title stands in a list."""

    name: str
    language: str
    kind: str


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


def _incomplete(boxes: list[Box]) -> bool:
    """Whether pieces are missing from every box one could take now; of those that are out where none is there."""
    there = [box for box in boxes if box.status == Copy.Status.IN] or boxes
    return bool(there) and all(box.missing for box in there)


def cards(ids: Sequence[int], kind: str = "card") -> list[SafeString]:
    """These titles in the reader's language, as cards or as what the template of that name draws."""
    language = languages.current()
    return kept.get(ids, f"{kind} {language}", lambda missing: _drawn(missing, kind, language))


def _drawn(ids: list[int], kind: str, language: str) -> dict[int, SafeString]:
    """Three queries for plain rows: the whole records would cost more than to draw them."""
    draw = drawn.card if kind == "card" else _by_template(kind)
    rules, names, boxes, found = catalogue_index.rules(), _names(ids), _boxes(ids), {}
    for title in map(Facts._make, _rows(FACTS, ids)):
        main = main_name(names[title.pk]) or title.slug
        name = known_name(names[title.pk], language) or main
        facts = {
            "title": title,
            "name": name,
            "other": main if main.casefold() != name.casefold() else "",
            "place": _where(boxes[title.pk]),
            "rule": rules.get(title.bgg_id),
            "language": language,
            "missing": _incomplete(boxes[title.pk]),
        }
        found[title.pk] = mark_safe(draw(**facts))
    return found


def _by_template(kind: str) -> Callable[..., str]:
    template = get_template(f"catalogue/{kind}.html")
    return lambda **facts: template.render(facts).strip()


def _rows(sql: str, ids: list[int], *more: str) -> list[tuple[Any, ...]]:
    """Written by hand: to put such a question together costs the ORM eight times what the database takes."""
    with connections[router.db_for_read(GameTitle)].cursor() as cursor:
        cursor.execute(sql.format(", ".join(["%s"] * len(ids))), [*ids, *more])
        return cursor.fetchall()


def _names(ids: list[int]) -> dict[int, list[Name]]:
    names = defaultdict(list)
    for title, *name in _rows(NAMES, ids):
        names[title].append(Name(*name))
    return names


def _boxes(ids: list[int]) -> dict[int, list[Box]]:
    boxes = defaultdict(list)
    for title, status, shelf, missing, due in _rows(BOXES, ids, *Copy.GONE):
        boxes[title].append(Box(status, shelf, missing, date.fromisoformat(due) if isinstance(due, str) else due))
    return boxes
