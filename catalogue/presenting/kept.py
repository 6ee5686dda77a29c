"""Things made from titles that are kept until their title changes: cards for pages, records for the API."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence, Set
from threading import Lock
from typing import Generic, TypeVar

from catalogue.search.live_index import catalogue_index

T = TypeVar("T")
MOST = 6_000


class Kept(Generic[T]):
    """The last few thousand. What was read before a change is never kept after it."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[int, str], T] = OrderedDict()
        self._lock = Lock()
        self._changes = 0
        catalogue_index.change_listeners.append(self.drop)

    def drop(self, ids: Iterable[int] | None) -> None:
        """Forget what was made of these titles, or all."""
        with self._lock:
            self._changes += 1
            gone = None if ids is None else set(ids)
            for key in [
                key for key, thing in self._held.items() if gone is None or self._tells_of(key[0], thing, gone)
            ]:
                del self._held[key]

    def _tells_of(self, id: int, thing: T, gone: Set[int]) -> bool:
        """Whether what is held says anything of one of these titles."""
        return id in gone

    def get(self, ids: Sequence[int], variant: str, make: Callable[[list[int]], dict[int, T]]) -> list[T]:
        """In the order of the ids; `make` is asked once for all that is not held. Ids without a title are left out."""
        with self._lock:
            found = {id: self._held[id, variant] for id in ids if (id, variant) in self._held}
            for id in found:
                self._held.move_to_end((id, variant))
            changes = self._changes
        missing = [id for id in ids if id not in found]
        if missing:
            made = make(missing)
            self._put(made, variant, changes)
            found |= made
        return [found[id] for id in ids if id in found]

    def _put(self, made: dict[int, T], variant: str, changes: int) -> None:
        with self._lock:
            if changes == self._changes:
                self._held |= {(id, variant): thing for id, thing in made.items()}
            while len(self._held) > MOST:
                self._held.popitem(last=False)
