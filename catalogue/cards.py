"""A title in a list, ready to be shown: rendered once for each language and kept until the title changes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Prefetch
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from catalogue.kept import Kept
from catalogue.models import Copy, GameTitle, Loan
from catalogue.ports import ports


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

    def draw(missing: list[int]) -> dict[int, SafeString]:
        rules, engines = ports.rules(), ports.engines()
        return {title.pk: _draw(title, kind, language, rules, engines) for title in titles_for_cards(missing)}

    return kept.get(ids, f"{kind} {language}", draw)


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
