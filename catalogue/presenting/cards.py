"""The facts of titles that lists show. Three queries load them for any number of titles."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db import connections, router

from catalogue.models import Copy, GameTitle
from catalogue.models.titles import choose_local_name, choose_main_name
from catalogue.ports import RuleLink
from catalogue.search.live_index import catalogue_index
from escale.common import languages

# In SQL, because the ORM takes eight times as long to build these queries as the database to answer them.
SELECT_TITLES = """
    SELECT id, slug, bgg_id, photo, changed_in, age, players_min, players_max, minutes_min, minutes_max
    FROM catalogue_gametitle WHERE id IN ({ids})
"""
SELECT_NAMES = """
    SELECT title_id, name, language, kind FROM catalogue_titlename WHERE title_id IN ({ids}) ORDER BY id
"""
SELECT_BOXES = """
    SELECT box.title_id, box.status, shelf.code, box.missing, loan.due
    FROM catalogue_copy box
    LEFT JOIN catalogue_shelf shelf ON shelf.id = box.shelf_id
    LEFT JOIN catalogue_loan loan ON loan.copy_id = box.id AND loan.back IS NULL
    WHERE box.title_id IN ({ids}) AND box.status NOT IN (%s, %s)
    ORDER BY box.id
"""


class TitleFacts(NamedTuple):
    """The columns of SELECT_TITLES."""

    pk: int
    slug: str
    bgg_id: int | None
    photo: str
    changed_in: int  # the version of the catalogue that changed the title last
    age: int | None
    players_min: int | None
    players_max: int | None
    minutes_min: int | None
    minutes_max: int | None


class Name(NamedTuple):
    name: str
    language: str
    kind: str


class Box(NamedTuple):
    """A copy of a title, as SELECT_BOXES reads it. In texts for people, a copy is called a box."""

    status: str
    shelf: str | None
    missing: str  # which pieces are missing, in words of staff
    due: date | None


@dataclass(frozen=True, slots=True)
class Place:
    """Where the boxes of a title are now."""

    state: str  # "in" (on these shelves), "out" (until this day, if known) or "none" (the house has no box)
    shelves: tuple[str, ...] = ()
    back: date | None = None

    @property
    def is_out(self) -> bool:
        return self.state == "out"


@dataclass(frozen=True, slots=True)
class TitleCard:
    """The facts of a title that lists show, in the language of the reader."""

    title: TitleFacts
    name: str
    other_name: str  # the main name, if it differs
    place: Place
    rule: RuleLink | None
    is_incomplete: bool


def load_cards(ids: Sequence[int]) -> list[TitleCard]:
    """The cards in the order of the ids. Ids without a title are left out."""
    if not ids:
        return []
    titles = [TitleFacts(*row) for row in select_rows(SELECT_TITLES, ids)]
    names_by_pk = load_names(ids)
    boxes_by_pk = _load_boxes(ids)
    rule_by_bgg_id = catalogue_index.load_rules()
    card_by_pk = {}
    for title in titles:
        rule = rule_by_bgg_id.get(title.bgg_id or 0)
        card_by_pk[title.pk] = _build_card(title, names_by_pk[title.pk], boxes_by_pk[title.pk], rule)
    return [card_by_pk[pk] for pk in ids if pk in card_by_pk]


def _build_card(title: TitleFacts, names: list[Name], boxes: list[Box], rule: RuleLink | None) -> TitleCard:
    main = choose_main_name(names) or title.slug
    name = choose_local_name(names, languages.current()) or main
    other_name = main if main.casefold() != name.casefold() else ""
    return TitleCard(title, name, other_name, find_place(boxes), rule, is_incomplete(boxes))


def select_rows(statement: str, ids: Sequence[int], *more: str) -> list[tuple[Any, ...]]:
    """The rows of a statement. Its `{ids}` are replaced by these ids; `more` are its other parameters."""
    placeholders = ", ".join(["%s"] * len(ids))
    with connections[router.db_for_read(GameTitle)].cursor() as cursor:
        cursor.execute(statement.format(ids=placeholders), [*ids, *more])
        return cursor.fetchall()


def load_names(ids: Sequence[int]) -> dict[int, list[Name]]:
    """By title, all its names. A title without a name has an empty list."""
    names_by_pk: dict[int, list[Name]] = defaultdict(list)
    for pk, *name in select_rows(SELECT_NAMES, ids):
        names_by_pk[pk].append(Name(*name))
    return names_by_pk


def _load_boxes(ids: Sequence[int]) -> dict[int, list[Box]]:
    boxes_by_pk: dict[int, list[Box]] = defaultdict(list)
    for pk, status, shelf, missing, due in select_rows(SELECT_BOXES, ids, *Copy.GONE):
        # SQLite returns days as text.
        due = date.fromisoformat(due) if isinstance(due, str) else due
        boxes_by_pk[pk].append(Box(status, shelf, missing, due))
    return boxes_by_pk


def place_of_title(title: GameTitle) -> Place:
    """The place of a title, which must be loaded with its copies, their shelves and their open loans."""
    boxes = []
    for copy in title.copies.all():
        shelf = copy.shelf.code if copy.shelf else None
        due = min((loan.due for loan in copy.loans.all()), default=None)
        boxes.append(Box(copy.status, shelf, copy.missing, due))
    return find_place(boxes)


def find_place(boxes: list[Box]) -> Place:
    present_boxes = [box for box in boxes if box.status == Copy.Status.IN]
    if present_boxes:
        shelves = {box.shelf for box in present_boxes if box.shelf}
        return Place("in", shelves=tuple(sorted(shelves)))
    if not boxes:
        return Place("none")
    due_dates = [box.due for box in boxes if box.due]
    return Place("out", back=min(due_dates, default=None))


def is_incomplete(boxes: list[Box]) -> bool:
    """Whether pieces are missing from every box that is in the house; if none is, from every box."""
    present_boxes = [box for box in boxes if box.status == Copy.Status.IN]
    candidates = present_boxes or boxes
    return bool(candidates) and all(box.missing for box in candidates)
