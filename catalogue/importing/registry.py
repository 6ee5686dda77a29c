"""People, companies and tags by what identifies them, so that a cell is compared with links without asking twice."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from catalogue.importing.file.cells import Listing, Reader
from catalogue.importing.file.memo import Memo
from catalogue.importing.file.report import Wrong
from catalogue.importing.store import Store
from catalogue.models import Contributor, Tag
from catalogue.vocabulary import words
from escale.common.text.folding import tokens


class Keys(tuple[str, ...]):
    """Keys in the order in which they were told, each once. In another order they are the same."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keys) and (tuple.__eq__(self, other) or set(self) == set(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(frozenset(self))


def key_of(name: str) -> str:
    """What two spellings of a name have in common."""
    return "-".join(tokens(name)) or name


@dataclass(slots=True)
class Registry:
    """The contributors, or the tags of one kind."""

    store: Store
    kind: str = ""
    ids: dict[str, int] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    spellings: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    # Keys that were told and that nobody has entered yet.
    strangers: set[str] = field(default_factory=set)
    _newest: int = 0

    def __post_init__(self) -> None:
        for word in words(self.kind):
            self._alias(key_of(word["en"]), word.values())

    def refresh(self) -> None:
        """Take in what was added since the last look, here or by another process."""
        if self.kind:
            columns = ("pk", "slug", "name_fr", "name_en", "name_it", "name_de")
            rows = Tag.objects.filter(kind=self.kind, pk__gt=self._newest).values_list(*columns)
        else:
            rows = Contributor.objects.filter(pk__gt=self._newest).values_list("pk", "slug")
        for pk, slug, *names in rows.order_by("pk"):
            self.ids[slug], self.keys[str(pk)] = pk, slug
            self._newest = max(self._newest, pk)
            self._alias(slug, names)
        self.strangers = {key for key in self.strangers if key not in self.ids}

    def _alias(self, slug: str, names: Iterable[str]) -> None:
        for name in names:
            self.aliases.setdefault(key_of(name), slug)

    def reader(self, listing: Listing) -> Reader:
        """Reads a cell as the keys of what it lists. The same people and words stand in many cells."""
        known = Memo(lambda part: self.key(told) if (told := listing.one(part)) else None)

        def read(cell: str) -> Keys | None:
            if not cell:
                return None
            keys = [known[part] for part in listing.parts(cell)]
            if known.spoilt and (wrong := next((key for key in keys if isinstance(key, Wrong)), None)):
                raise wrong
            return Keys(dict.fromkeys(filter(None, keys))) or None

        return read

    def key(self, name: str) -> str:
        key = key_of(name)[:200]
        key = self.aliases.get(key, key)
        self.spellings.setdefault(key, name)
        if key not in self.ids:
            self.strangers.add(key)
        return key

    def keys_of(self, ids: str | None) -> Keys | None:
        """Keys of ids as the database lists them: "12,45". Ids of another kind are not ours to compare."""
        return Keys(filter(None, map(self.keys.get, ids.split(",")))) or None if ids else None

    def create(self, keys: Iterable[str]) -> None:
        """Enter those of the keys that the catalogue does not have yet."""
        missing = [key for key in dict.fromkeys(keys) if key in self.strangers]
        if not missing:
            return
        if self.kind:
            known = {key_of(word["en"]): word for word in words(self.kind)}
            Tag.objects.bulk_create(self._tag(key, known.get(key, {})) for key in missing)
        else:
            rows = [(key, self.spellings[key]) for key in missing]
            self.store.insert("catalogue_contributor", ("slug", "name"), rows)
        self.refresh()

    def _tag(self, key: str, word: dict[str, str]) -> Tag:
        names = {f"name_{code}": name for code, name in word.items()} or {"name_en": self.spellings[key]}
        return Tag(kind=self.kind, slug=key, **names)
