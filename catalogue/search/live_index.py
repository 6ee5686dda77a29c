"""The search index of this process: built when first asked, then kept as fresh as the database.

Every answer begins with one short query for the catalogue's version. When it is higher than the index knows, the titles
changed since are read and put in. Whoever changes titles raises the version in the same transaction
(`catalogue.services.mark_changed`), so no process answers from yesterday.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from threading import Lock
from time import monotonic

from django.utils.translation import get_language

from catalogue import ports, services
from catalogue.models import GameTitle, RemovedTitle
from catalogue.ports import RuleLink
from catalogue.search.entries import all_entries, some_entries
from catalogue.search.index import NAMES, Filters, Result, TitleIndex
from escale.common.replicas import moment_behind

LOOK_AT_RULES = 5.0  # seconds
NEW_WHEN = 4  # When more than a quarter of the titles changed, building is quicker than changing.


class LiveIndex:
    """`catalogue.search.index.Search` over the database. One lock: an answer takes less time than a thread's turn."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._index: TitleIndex | None = None
        self._version = 0
        self._stamp = ""
        self._rules: Mapping[int, RuleLink] = {}
        self._looked = 0.0
        # Each is called with the ids of the titles that changed; None stands for all titles.
        self.change_listeners: list[Callable[[Collection[int] | None], None]] = []

    def search(
        self, text: str = "", filters: Filters | None = None, sort: str = "", page: int = 1, size: int = 24,
        facets: Sequence[str] = (),
    ) -> Result:  # fmt: skip
        if sort.removeprefix("-") == "name" and f"name_{get_language()}" in NAMES:
            sort = f"{sort}_{get_language()}"
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

    def rules(self) -> Mapping[int, RuleLink]:
        """The rules that can be read, as the index knows them: what is made with them is kept as long as they are."""
        with self._lock:
            self._fresh()
            return self._rules

    def clear(self) -> None:
        """Build anew when next asked: for tests, and when another pillar changed what titles are."""
        with self._lock:
            self._index = None
            self._stamp, self._looked = "", 0.0
            self._tell(None)

    def _tell(self, changed: Collection[int] | None) -> None:
        for listener in self.change_listeners:
            listener(changed)

    @moment_behind()  # one index for guests and staff: it must not waver between two databases
    def _fresh(self) -> TitleIndex:
        # The version first: what is changed while we read is read again next time, never missed.
        version = services.current_version()
        if self._index is None or version < self._version:
            self._index = TitleIndex(all_entries())
            self._tell(None)
        elif version > self._version:
            self._take_in_changes(self._index)
        self._version = version
        if monotonic() - self._looked > LOOK_AT_RULES:
            self._take_in_rules(self._index)
        return self._index

    def _take_in_changes(self, index: TitleIndex) -> None:
        newer = {"changed_in__gt": self._version}
        changed = list(GameTitle.objects.filter(**newer).values_list("pk", flat=True))
        if len(changed) > 100 + len(index) // NEW_WHEN:
            self._index = TitleIndex(all_entries())
            self._tell(None)
            return
        gone = list(RemovedTitle.objects.filter(**newer).values_list("title_id", flat=True))
        for removed in gone:
            index.remove(removed)
        for entry in some_entries(changed):
            index.put(entry)
        self._tell([*changed, *gone])

    def _take_in_rules(self, index: TitleIndex) -> None:
        """Rules are another pillar's and raise no version here: their stamp is looked at every few seconds."""
        self._looked, stamp = monotonic(), ports.rules_stamp()
        if stamp == self._stamp:
            return
        rules = ports.rules()
        touched = {*self._rules, *rules}
        self._stamp, self._rules = stamp, rules
        ids = list(GameTitle.objects.filter(bgg_id__in=touched).values_list("pk", flat=True))
        for entry in some_entries(ids):
            index.put(entry)
        self._tell(ids)


catalogue_index = LiveIndex()
