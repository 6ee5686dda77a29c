"""People, companies and tags by their keys: all spellings of a name have the same key."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from catalogue.importing.file.cells import Listing, Reader
from catalogue.importing.store import Store
from catalogue.models import Contributor, Tag
from catalogue.vocabulary import load_words
from escale.common import languages
from escale.common.text.folding import tokenize

LONGEST_KEY = 200


@lru_cache(20_000)
def key_of(name: str) -> str:
    """What all spellings of a name have in common."""
    return "-".join(tokenize(name)) or name


@dataclass(slots=True)
class Registry:
    """The tags of one kind; without a kind, the contributors."""

    store: Store
    kind: str = ""
    pk_by_key: dict[str, int] = field(default_factory=dict)
    name_by_key: dict[str, str] = field(default_factory=dict)  # as the file spells it for the first time
    key_by_alias: dict[str, str] = field(default_factory=dict)  # tags have names in several languages
    _newest_pk: int = 0

    def __post_init__(self) -> None:
        for word in load_words(self.kind):
            self._add_aliases(key_of(word[languages.SOURCE]), word)

    def refresh(self) -> None:
        """Load what was added since the last call, here or by another process."""
        columns = ["pk", "slug"]
        rows = Contributor.objects.filter(pk__gt=self._newest_pk)
        if self.kind:
            columns.append("names")
            rows = Tag.objects.filter(kind=self.kind, pk__gt=self._newest_pk)
        for pk, key, *names in rows.order_by("pk").values_list(*columns):
            self.pk_by_key[key] = pk
            self._newest_pk = pk
            self._add_aliases(key, *names)

    def _add_aliases(self, key: str, names: Mapping[str, str] = {}) -> None:
        for name in names.values():
            self.key_by_alias.setdefault(key_of(name), key)

    def reader(self, listing: Listing) -> Reader:
        """A reader of cells that list names; it gives their keys, each once and in their order."""

        def read_keys(cell: str) -> tuple[str, ...] | None:
            names = listing(cell) or ()
            return tuple(dict.fromkeys(map(self.register, names))) or None

        return read_keys

    def register(self, name: str) -> str:
        """The key of the name, whose spelling is kept in case it has to be created."""
        key = key_of(name)[:LONGEST_KEY]
        key = self.key_by_alias.get(key, key)
        self.name_by_key.setdefault(key, name)
        return key

    def create_missing(self, keys: Iterable[str]) -> None:
        """Create those of the keys that the catalogue does not have yet."""
        missing = [key for key in dict.fromkeys(keys) if key not in self.pk_by_key]
        if not missing:
            return
        if self.kind:
            word_by_key = {key_of(word[languages.SOURCE]): word for word in load_words(self.kind)}
            Tag.objects.bulk_create([self._tag(key, word_by_key.get(key, {})) for key in missing])
        else:
            rows = [(key, self.name_by_key[key]) for key in missing]
            self.store.insert("catalogue_contributor", ("slug", "name"), rows)
        self.refresh()

    def _tag(self, key: str, word: dict[str, str]) -> Tag:
        return Tag(kind=self.kind, slug=key, names=word or {languages.SOURCE: self.name_by_key[key]})
