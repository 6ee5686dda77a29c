"""New titles and boxes, quickly and not twice; many at once; two entries of one game made one."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalogue import services
from catalogue.desk import DeskRefusal, photos
from catalogue.models import Copy, GameTitle, TitleName
from catalogue.search.live_index import catalogue_index
from catalogue.slugs import choose_slugs, slug_of
from escale.common import audit
from escale.common.text.folding import build_sort_key, tokenize

ALIKE = 0.8
LOOKED_AT = 12
# What "as that title" copies: what similar games share, never what names one of them.
SHARED = ("players_min", "players_max", "players_best", "minutes_min", "minutes_max", "age", "weight")
SHARED += ("language_dependence", "esar", "col", "components")
FILLED = ("bgg_id", "year", "base_id", "photo", *SHARED)
SPANS = (("players_min", "players_max"), ("minutes_min", "minutes_max"))

QUEUES: dict[str, tuple[Any, Q]] = {
    "players": (gettext_lazy("number of players"), Q(players_min=None)),
    "minutes": (gettext_lazy("time"), Q(minutes_min=None, minutes_max=None)),
    "age": (gettext_lazy("age"), Q(age=None)),
    "description": (
        gettext_lazy("description"),
        Q(descriptions={}),
    ),
    "mechanism": (gettext_lazy("mechanism or theme"), Q(tags=None)),
    "contents": (gettext_lazy("contents of the box"), Q(components="")),
    "shelf": (gettext_lazy("shelf of a box"), Q(copies__shelf=None, copies__status="in")),
    "number": (gettext_lazy("number of a box"), Q(copies__inventory_number=None)),
}

JOINED = ("mechanism", "shelf", "number")  # These look at other tables.


def duplicates(name: str) -> list[GameTitle]:
    """Titles that may well be the one about to be entered, the likeliest first."""
    words = " ".join(tokenize(name))
    if not words:
        return []
    titles = GameTitle.objects.with_names().in_bulk(catalogue_index.search(name, size=LOOKED_AT).ids)
    scored = sorted(((_likeness(words, title), -pk) for pk, title in titles.items()), reverse=True)
    return [titles[-pk] for likeness, pk in scored if likeness >= ALIKE]


def _likeness(words: str, title: GameTitle) -> float:
    named = (" ".join(tokenize(name.name)) for name in title.names.all())
    return max((SequenceMatcher(None, words, name).ratio() for name in named), default=0.0)


def next_number() -> str:
    """The number after the highest of the form that the house uses, E0001."""
    newest = Copy.objects.filter(inventory_number__regex=r"^[A-Z]*[0-9]+$").order_by("-pk")
    number = newest.values_list("inventory_number", flat=True).first() or "E0000"
    digits = number.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    letters, value = number[: len(number) - len(digits)], int(digits) + 1
    while Copy.objects.filter(inventory_number=f"{letters}{value:0{len(digits)}}").exists():
        value += 1
    return f"{letters}{value:0{len(digits)}}"


@services.catalogue_transaction()
def add_title(
    *, name: str, language: str = "", facts: dict[str, Any], like: GameTitle | None = None, who: Any = None
) -> GameTitle:
    shared = {field: getattr(like, field) for field in SHARED} if like else {}
    told = shared | {field: value for field, value in facts.items() if value not in (None, "")}
    slug = choose_slugs([(slug_of(name), told.get("year"), told.get("bgg_id"))])[0]
    title = GameTitle.objects.create(slug=slug, sort_key=build_sort_key(name, language), **told)
    TitleName.objects.create(title=title, name=name, language=language, kind=TitleName.Kind.MAIN)
    if like:
        title.tags.set(like.tags.all())
    services.mark_changed([title])
    audit.record_addition(who=who, thing=title)
    return title


@services.catalogue_transaction()
def add_box(*, title: GameTitle, facts: dict[str, Any], who: Any = None) -> Copy:
    number = facts.get("inventory_number") or None
    taken = DeskRefusal(_("A box with the number %(number)s exists already.") % {"number": number})
    if number and Copy.objects.with_number(number).exists():
        raise taken
    try:
        with transaction.atomic():
            copy = Copy.objects.create(title=title, **{**facts, "inventory_number": number})
    except IntegrityError as error:  # somebody else was offered the same number and was faster
        raise taken from error
    services.mark_changed([title])
    audit.record_addition(who=who, thing=copy)
    return copy


@services.catalogue_transaction()
def add_title_and_box(*, box: dict[str, Any], who: Any = None, **told: Any) -> GameTitle:
    """Both or neither."""
    title = add_title(who=who, **told)
    add_box(title=title, facts=box, who=who)
    return title


@services.catalogue_transaction()
def change_many(*, things: QuerySet, values: dict[str, Any], tag: Any = None, who: Any = None) -> int:
    """The same values for several titles or several boxes; how many differed before."""
    differed = []
    for thing in things:
        changed, tagged = _changed(thing, values, who), _tagged(thing, tag, who)
        if changed or tagged:
            differed.append(thing)
    if differed:
        services.mark_changed({thing.pk if isinstance(thing, GameTitle) else thing.title_id for thing in differed})
    return len(differed)


def _changed(thing: Any, values: dict[str, Any], who: Any) -> bool:
    before = audit.take_snapshot(thing)
    for field, value in values.items():
        setattr(thing, field, value)
    if audit.take_snapshot(thing) == before:
        return False
    thing.full_clean(exclude=["slug"])
    thing.save(update_fields=list(values))
    audit.record_change(who=who, thing=thing, before=before)
    return True


def _tagged(thing: Any, tag: Any, who: Any) -> bool:
    if tag is None or thing.tags.filter(pk=tag.pk).exists():
        return False
    thing.tags.add(tag)
    audit.record(who=who, action=audit.CHANGE, thing=thing, before={}, after={"tag": str(tag)})
    return True


@services.catalogue_transaction()
def merge(*, keep: GameTitle, gone: GameTitle, who: Any = None) -> GameTitle:
    """All that hangs on `gone` goes over to `keep`; what `keep` does not know it learns; old addresses lead on."""
    if keep.pk == gone.pk:
        raise DeskRefusal(_("Choose two different titles."))
    before, lost = audit.take_snapshot(keep), audit.take_snapshot(gone)
    _move_names(keep, gone)
    gone.copies.update(title=keep)
    gone.reservations.update(title=keep)
    gone.expansions.exclude(pk=keep.pk).update(base=keep)
    gone.former_slugs.update(title=keep)
    _move_links(keep, gone)
    learnt = _learnt(keep, gone)
    old_slug, popularity = gone.slug, max(keep.popularity, gone.popularity)
    audit.record(who=who, action=audit.DELETE, thing=gone, before=lost)
    services.remove_title(gone)
    GameTitle.objects.filter(pk=keep.pk).update(popularity=popularity, **learnt)
    services.redirect_old_slug(old_slug, keep)
    photos.let_go(gone.photo)
    services.mark_changed([keep])
    kept = GameTitle.objects.get(pk=keep.pk)
    audit.record_change(who=who, thing=kept, before=before)
    return kept


def _learnt(keep: GameTitle, gone: GameTitle) -> dict[str, Any]:
    """What only `gone` knows and `keep` can take: no base of itself, no span that ends before it begins."""
    learnt = {name: getattr(gone, name) for name in FILLED if getattr(keep, name) in (None, "")}
    learnt["descriptions"] = gone.descriptions | keep.descriptions
    if learnt.get("base_id") == keep.pk:
        del learnt["base_id"]
    for names in SPANS:
        low, high = (learnt.get(name, getattr(keep, name)) for name in names)
        if low is not None and high is not None and low > high:
            learnt = {name: value for name, value in learnt.items() if name not in names}
    return learnt


def _move_names(keep: GameTitle, gone: GameTitle) -> None:
    known = set(keep.names.values_list("name", "language"))
    for name in gone.names.all():
        if (name.name, name.language) not in known:
            kind = TitleName.Kind.TRANSLATION if name.kind == TitleName.Kind.MAIN else name.kind
            TitleName.objects.create(title=keep, name=name.name, language=name.language, kind=kind)


def _move_links(keep: GameTitle, gone: GameTitle) -> None:
    known = set(keep.credits.values_list("contributor_id", "role"))
    for credit in gone.credits.all():
        if (credit.contributor_id, credit.role) not in known:
            keep.credits.create(contributor_id=credit.contributor_id, role=credit.role)
    keep.tags.add(*gone.tags.all())


def missing(what: str) -> QuerySet[GameTitle]:
    """Titles of the house that lack this; those that are asked for most come first."""
    return GameTitle.objects.in_collection().filter(QUEUES[what][1]).with_names().order_by("-popularity", "pk")


def counts(names: Iterable[str] = QUEUES) -> list[tuple[str, Any, int]]:
    return [(name, QUEUES[name][0], missing(name).values("pk").count()) for name in names]
