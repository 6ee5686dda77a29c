"""Creates titles and boxes, changes many of them at once, and merges two titles that are the same game."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalogue import services
from catalogue.desk import DeskRefusal, photos
from catalogue.models import Copy, GameTitle, TitleName, TitleTag
from catalogue.search.live_index import catalogue_index
from catalogue.search.reference import find_reference_ids
from catalogue.slugs import SlugParts, choose_slugs, slug_of
from escale.common import audit
from escale.common.cursors import Order, count_up_to
from escale.common.text.folding import build_sort_key, tokenize

MIN_SIMILARITY = 0.8  # of the names of two titles that may be the same game
MAX_COMPARED = 12
# The facts that staff may copy to a new title from a similar one. None of them identifies a game.
SHARED_FACTS = (
    "players_min",
    "players_max",
    "players_best",
    "minutes_min",
    "minutes_max",
    "age",
    "weight",
    "language_dependence",
    "esar",
    "col",
    "components",
)
MERGED_FACTS = ("bgg_id", "year", "base_id", "photo", "score_categories", *SHARED_FACTS)
RANGES = (("players_min", "players_max"), ("minutes_min", "minutes_max"))

_TAGS = TitleTag.objects.filter(title=OuterRef("pk"))
_BOXES = Copy.objects.filter(title=OuterRef("pk"))
# The queues of titles that lack a fact. For each name of a queue: the label of the fact, and the condition.
QUEUES: dict[str, tuple[Any, Q | Exists]] = {
    "players": (gettext_lazy("number of players"), Q(players_min=None)),
    "minutes": (gettext_lazy("time"), Q(minutes_min=None, minutes_max=None)),
    "age": (gettext_lazy("age"), Q(age=None)),
    "description": (gettext_lazy("description"), Q(descriptions={})),
    "mechanism": (gettext_lazy("mechanism or theme"), ~Exists(_TAGS)),
    "contents": (gettext_lazy("contents of the box"), Q(components="")),
    "shelf": (gettext_lazy("shelf of a box"), Exists(_BOXES.filter(shelf=None, status="in"))),
    "number": (gettext_lazy("number of a box"), Exists(_BOXES.filter(inventory_number=None))),
}
MOST_POPULAR_FIRST = Order("titles by popularity", ("-popularity", "pk"))


# ── New entries ───────────────────────────────────────────────────────────────────────────────────


def find_duplicates(name: str) -> list[GameTitle]:
    """The titles that may already be the game with this name, the most similar first."""
    folded_name = " ".join(tokenize(name))
    if not folded_name:
        return []
    ids = [*catalogue_index.search(name, size=MAX_COMPARED).ids, *find_reference_ids(name)]
    titles = GameTitle.objects.with_names().in_bulk(ids)
    similarities = {title: _measure_similarity(folded_name, title) for title in titles.values()}
    duplicates = [title for title, similarity in similarities.items() if similarity >= MIN_SIMILARITY]
    return sorted(duplicates, key=lambda title: (-similarities[title], title.pk))


def _measure_similarity(folded_name: str, title: GameTitle) -> float:
    folded_names = (" ".join(tokenize(name.name)) for name in title.names.all())
    return max((SequenceMatcher(None, folded_name, other).ratio() for other in folded_names), default=0.0)


def next_number() -> str:
    """The inventory number after the last one of the usual form, for instance E0002 after E0001."""
    newest_first = Copy.objects.filter(inventory_number__regex=r"^[A-Z]*[0-9]+$").order_by("-pk")
    last_number = newest_first.values_list("inventory_number", flat=True).first() or "E0000"
    digits = last_number.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    letters = last_number.removesuffix(digits)
    value = int(digits)
    while True:
        value += 1
        number = f"{letters}{value:0{len(digits)}}"
        if not Copy.objects.filter(inventory_number=number).exists():
            return number


@services.catalogue_transaction()
def add_title(
    *, name: str, language: str = "", facts: dict[str, Any], like: GameTitle | None = None, who: Any = None
) -> GameTitle:
    """Creates a title. Its tags, and the facts that are not given, are copied from the title `like`."""
    all_facts = {field: getattr(like, field) for field in SHARED_FACTS} if like else {}
    all_facts |= {field: value for field, value in facts.items() if value not in (None, "")}
    slug_parts = SlugParts(slug_of(name), year=all_facts.get("year"), bgg_id=all_facts.get("bgg_id"))
    [slug] = choose_slugs([slug_parts])
    title = GameTitle.objects.create(slug=slug, sort_key=build_sort_key(name, language), **all_facts)
    TitleName.objects.create(title=title, name=name, language=language, kind=TitleName.Kind.MAIN)
    if like:
        title.tags.set(like.tags.all())
    services.mark_changed([title])
    audit.record_addition(who=who, thing=title)
    return title


@services.catalogue_transaction()
def add_box(*, title: GameTitle, facts: dict[str, Any], who: Any = None) -> Copy:
    number = facts.get("inventory_number") or None
    number_refusal = DeskRefusal(_("A box with the number %(number)s already exists.") % {"number": number})
    if number and Copy.objects.with_number(number).exists():
        raise number_refusal
    try:
        with transaction.atomic():
            copy = Copy.objects.create(title=title, **{**facts, "inventory_number": number})
    except IntegrityError as error:  # Another desk was offered the same number and has saved it first.
        raise number_refusal from error
    services.mark_changed([title])
    audit.record_addition(who=who, thing=copy)
    return copy


@services.catalogue_transaction()
def add_title_and_box(*, box: dict[str, Any], who: Any = None, **title_fields: Any) -> GameTitle:
    """Creates a title and its box. If the box is refused, the title is not added either."""
    title = add_title(who=who, **title_fields)
    add_box(title=title, facts=box, who=who)
    return title


# ── Many at once ──────────────────────────────────────────────────────────────────────────────────


@services.catalogue_transaction()
def change_many(*, things: QuerySet, values: dict[str, Any], tag: Any = None, who: Any = None) -> int:
    """Sets the same values of several titles or several boxes; returns how many of them were changed."""
    changed_things = []
    for thing in things:
        has_new_values = _change_values(thing, values, who)
        has_new_tag = _add_tag(thing, tag, who)
        if has_new_values or has_new_tag:
            changed_things.append(thing)
    if changed_things:
        # The ids of the titles: to load the title of each box would cost a query.
        title_ids = {thing.pk if isinstance(thing, GameTitle) else thing.title_id for thing in changed_things}
        services.mark_changed(title_ids)
    return len(changed_things)


def _change_values(thing: Any, values: dict[str, Any], who: Any) -> bool:
    before = audit.take_snapshot(thing)
    for field, value in values.items():
        setattr(thing, field, value)
    if audit.take_snapshot(thing) == before:
        return False
    # Staff do not change slugs here, and whether a slug is unique would cost a query for each title.
    thing.full_clean(exclude=["slug"])
    thing.save(update_fields=list(values))
    audit.record_change(who=who, thing=thing, before=before)
    return True


def _add_tag(thing: Any, tag: Any, who: Any) -> bool:
    if tag is None or thing.tags.filter(pk=tag.pk).exists():
        return False
    thing.tags.add(tag)
    audit.record(who=who, action=audit.CHANGE, thing=thing, before={}, after={"tag": str(tag)})
    return True


def titles_of_queue(queue: str) -> QuerySet[GameTitle]:
    """The titles with a box that lack the fact of the queue, the most popular first."""
    return MOST_POPULAR_FIRST.sort(filter_by_queue(GameTitle.objects.in_collection(), queue)).with_names()


def filter_by_queue(titles: QuerySet[GameTitle], queue: str) -> QuerySet[GameTitle]:
    """The titles among these that lack the fact of the queue."""
    _label, condition = QUEUES[queue]
    return titles.filter(condition)


def count_queues(queues: Iterable[str] = QUEUES) -> list[tuple[str, Any, int | None]]:
    """The name, the label and the number of titles of each queue. The number is None above a thousand."""
    return [(queue, QUEUES[queue][0], count_up_to(titles_of_queue(queue))) for queue in queues]


# ── Two entries of one game ───────────────────────────────────────────────────────────────────────


@services.catalogue_transaction()
def merge_titles(*, keep: GameTitle, gone: GameTitle, who: Any = None) -> GameTitle:
    """Moves everything that belongs to the title `gone` to the title `keep`, and removes `gone`.

    `keep` also takes the facts from `gone` that it lacks. The slugs of `gone` are redirected.
    """
    if keep.pk == gone.pk:
        raise DeskRefusal(_("Choose two different titles."))
    before, gone_before = audit.take_snapshot(keep), audit.take_snapshot(gone)
    _move_names(keep, gone)
    gone.copies.update(title=keep)
    gone.reservations.update(title=keep)
    gone.sheets.update(title=keep)
    gone.expansions.exclude(pk=keep.pk).update(base=keep)
    gone.former_slugs.update(title=keep)
    _move_credits_and_tags(keep, gone)
    new_facts = _find_new_facts(keep, gone)
    old_slug, popularity = gone.slug, max(keep.popularity, gone.popularity)
    audit.record(who=who, action=audit.DELETE, thing=gone, before=gone_before)
    services.remove_title(gone)
    GameTitle.objects.filter(pk=keep.pk).update(popularity=popularity, **new_facts)
    services.redirect_old_slug(old_slug, keep)
    photos.delete_unused_photo(gone.photo)
    services.mark_changed([keep])
    merged = GameTitle.objects.get(pk=keep.pk)
    audit.record_change(who=who, thing=merged, before=before)
    return merged


def _find_new_facts(keep: GameTitle, gone: GameTitle) -> dict[str, Any]:
    """The facts that `keep` lacks and `gone` has, without those that would contradict facts of `keep`."""
    new_facts = {name: getattr(gone, name) for name in MERGED_FACTS if getattr(keep, name) in (None, "")}
    new_facts["descriptions"] = gone.descriptions | keep.descriptions
    if new_facts.get("base_id") == keep.pk:
        del new_facts["base_id"]
    for low_name, high_name in RANGES:
        low = new_facts.get(low_name, getattr(keep, low_name))
        high = new_facts.get(high_name, getattr(keep, high_name))
        if low is not None and high is not None and low > high:
            new_facts.pop(low_name, None)
            new_facts.pop(high_name, None)
    return new_facts


def _move_names(keep: GameTitle, gone: GameTitle) -> None:
    names_of_keep = set(keep.names.values_list("name", "language"))
    for name in gone.names.all():
        if (name.name, name.language) not in names_of_keep:
            kind = TitleName.Kind.TRANSLATION if name.kind == TitleName.Kind.MAIN else name.kind
            TitleName.objects.create(title=keep, name=name.name, language=name.language, kind=kind)


def _move_credits_and_tags(keep: GameTitle, gone: GameTitle) -> None:
    credits_of_keep = set(keep.credits.values_list("contributor_id", "role"))
    for credit in gone.credits.all():
        if (credit.contributor_id, credit.role) not in credits_of_keep:
            keep.credits.create(contributor_id=credit.contributor_id, role=credit.role)
    keep.tags.add(*gone.tags.all())
