"""The search index of this process: built when first asked, then kept as fresh as the database.

Every answer begins with one short query for the catalogue's version. When it is higher than the index knows, the titles
changed since are read and put in. Whoever changes titles raises the version in the same transaction
(`catalogue.services.touch`), so no process answers from yesterday.
"""

from collections.abc import Sequence
from threading import Lock

from catalogue import services
from catalogue.entries import all_entries, some_entries
from catalogue.models import GameTitle, RemovedTitle
from catalogue.search import Filters, Index, Result

NEW_WHEN = 4  # When more than a quarter of the titles changed, building is quicker than changing.


class LiveIndex:
    """`catalogue.search.Search` over the database. One lock: an answer takes less time than a thread's turn."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._index: Index | None = None
        self._version = 0

    def search(
        self, text: str = "", filters: Filters | None = None, sort: str = "", page: int = 1, size: int = 24,
        facets: Sequence[str] = (),
    ) -> Result:  # fmt: skip
        with self._lock:
            return self._fresh().search(text, filters or {}, sort, page, size, facets)

    def suggest(self, text: str, n: int = 8) -> list[tuple[int, int]]:
        with self._lock:
            return self._fresh().suggest(text, n)

    def similar(self, id: int, n: int = 6) -> list[int]:
        with self._lock:
            return self._fresh().similar(id, n)

    def version(self) -> int:
        """The version of the catalogue that the next answer will be from, or a later one."""
        with self._lock:
            self._fresh()
            return self._version

    def forget(self) -> None:
        """Build anew when next asked: for tests, and when another pillar changed what titles are."""
        with self._lock:
            self._index = None

    def _fresh(self) -> Index:
        # The version first: what is changed while we read is read again next time, never missed.
        version = services.current_version()
        if self._index is None or version < self._version:
            self._index = Index(all_entries())
        elif version > self._version:
            self._take_in_changes(self._index)
        self._version = version
        return self._index

    def _take_in_changes(self, index: Index) -> None:
        newer = {"changed_in__gt": self._version}
        changed = list(GameTitle.objects.filter(**newer).values_list("pk", flat=True))
        if len(changed) > 100 + len(index) // NEW_WHEN:
            self._index = Index(all_entries())
            return
        for removed in RemovedTitle.objects.filter(**newer).values_list("title_id", flat=True):
            index.remove(removed)
        for entry in some_entries(changed):
            index.put(entry)


live = LiveIndex()
