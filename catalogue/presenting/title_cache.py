"""A cache for what is made from titles: cards for pages, records for the API."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence, Set
from threading import Lock
from typing import Generic, TypeVar

from catalogue.search.live_index import catalogue_index

T = TypeVar("T")
MAX_ENTRIES = 6_000


class TitleCache(Generic[T]):
    """Keeps the entries that were used last, until their titles change.

    A title may change after it was read and before its entry is stored here. Such an entry would be outdated.
    So the cache counts the changes, and does not store an entry if the count has changed meanwhile.
    """

    def __init__(self) -> None:
        self._entries: OrderedDict[tuple[int, str], T] = OrderedDict()  # (primary key, variant) -> entry
        self._lock = Lock()
        self._changes = 0
        catalogue_index.change_listeners.append(self.drop)

    def drop(self, ids: Iterable[int] | None) -> None:
        """Removes the entries that depend on these titles. None removes all entries."""
        with self._lock:
            self._changes += 1
            if ids is None:
                self._entries.clear()
                return
            changed = set(ids)
            for key, entry in list(self._entries.items()):
                if self._depends_on(key[0], entry, changed):
                    del self._entries[key]

    def _depends_on(self, id: int, entry: T, changed: Set[int]) -> bool:
        return id in changed

    def get(self, ids: Sequence[int], variant: str, make: Callable[[list[int]], dict[int, T]]) -> list[T]:
        """The entries in the order of the ids. Ids without a title are left out.

        `make` is called once, with all ids that have no entry yet.
        """
        with self._lock:
            entries = {id: self._entries[id, variant] for id in ids if (id, variant) in self._entries}
            for id in entries:
                self._entries.move_to_end((id, variant))
            changes = self._changes
        missing_ids = [id for id in ids if id not in entries]
        if missing_ids:
            new_entries = make(missing_ids)
            self._put(new_entries, variant, changes)
            entries |= new_entries
        return [entries[id] for id in ids if id in entries]

    def _put(self, new_entries: dict[int, T], variant: str, changes: int) -> None:
        with self._lock:
            if changes == self._changes:
                self._entries |= {(id, variant): entry for id, entry in new_entries.items()}
            while len(self._entries) > MAX_ENTRIES:
                self._entries.popitem(last=False)
