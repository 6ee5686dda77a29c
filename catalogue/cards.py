"""A title in a list, ready to be shown: rendered once for each language and kept until the title changes."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from threading import Lock

from django.db.models import Prefetch
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from catalogue.index import live
from catalogue.models import Copy, GameTitle, Loan
from catalogue.ports import ports

MOST_KEPT = 6_000
Key = tuple[int, str, str]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a title is now: in (on these shelves), out (until that day, if known), or none (no box at the house)."""

    state: str
    shelves: tuple[str, ...] = ()
    back: date | None = None


class Kept:
    """The last few thousand cards. What was read before a change is never kept after it."""

    def __init__(self) -> None:
        self._cards: OrderedDict[Key, SafeString] = OrderedDict()
        self._lock = Lock()
        self._changes = 0

    def drop(self, ids: Iterable[int] | None) -> None:
        """Forget the cards of these titles, or all."""
        with self._lock:
            self._changes += 1
            gone = None if ids is None else set(ids)
            for key in [key for key in self._cards if gone is None or key[0] in gone]:
                del self._cards[key]

    def get(self, keys: Sequence[Key]) -> tuple[dict[Key, SafeString], int]:
        with self._lock:
            found = {key: self._cards[key] for key in keys if key in self._cards}
            for key in found:
                self._cards.move_to_end(key)
            return found, self._changes

    def put(self, cards: dict[Key, SafeString], changes: int) -> None:
        with self._lock:
            if changes == self._changes:
                self._cards |= cards
            while len(self._cards) > MOST_KEPT:
                self._cards.popitem(last=False)


kept = Kept()
live.followers.append(kept.drop)


def titles_for_cards(ids: Iterable[int]) -> list[GameTitle]:
    """In the order of the ids, with what a card shows: four queries, however many there are."""
    copies = Copy.objects.kept().select_related("shelf").prefetch_related(Prefetch("loans", Loan.objects.open()))
    wanted = list(ids)
    found = GameTitle.objects.prefetch_related("names", Prefetch("copies", copies)).in_bulk(wanted)
    return [found[id] for id in wanted if id in found]


def place(title: GameTitle) -> Place:
    copies = list(title.copies.all())
    there = [copy for copy in copies if copy.status == Copy.Status.IN]
    if there:
        return Place("in", tuple(sorted({copy.shelf.code for copy in there if copy.shelf})))
    if not copies:
        return Place("none")
    return Place("out", back=min((loan.due for copy in copies for loan in copy.loans.all()), default=None))


def cards(ids: Sequence[int], kind: str = "card") -> list[SafeString]:
    """The cards of these titles in the reader's language; `kind` names the template."""
    language = get_language() or "fr"
    keys = [(id, language, kind) for id in ids]
    found, changes = kept.get(keys)
    missing = [key[0] for key in keys if key not in found]
    if missing:
        rules, engines = ports.rules(), ports.engines()
        drawn = {
            (title.pk, language, kind): _draw(title, kind, language, rules, engines)
            for title in titles_for_cards(missing)
        }
        kept.put(drawn, changes)
        found |= drawn
    return [found[key] for key in keys if key in found]


def _draw(title: GameTitle, kind: str, language: str, rules, engines) -> SafeString:
    name = title.name_in(language)
    facts = {
        "title": title,
        "name": name,
        "other": title.name if title.name != name else "",
        "place": place(title),
        "rule": rules.get(title.bgg_id),
        "playable": title.bgg_id in engines,
        "language": language,
        "missing": any(copy.missing for copy in title.copies.all()),
    }
    return mark_safe(render_to_string(f"catalogue/{kind}.html", facts).strip())
