"""The search index of this process: built when it is first asked, then kept as fresh as the database.

Every answer begins with one short query for the version of the catalogue. When it is higher than the version of the
index, the titles that changed since are read and put in. Whoever changes titles raises the version in the same
transaction (`catalogue.services.mark_changed`), so no process gives outdated answers.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from threading import Lock
from time import monotonic

from catalogue import ports, services
from catalogue.models import GameTitle, RemovedTitle
from catalogue.ports import RuleLink
from catalogue.search.entries import load_all_entries, load_entries
from catalogue.search.index import Filters, Result, TitleIndex
from escale.common import languages
from escale.common.replicas import allow_replica

SECONDS_BETWEEN_RULE_CHECKS = 5.0
REBUILD_SHARE = 4  # When more than one title in four changed, building the index again is faster than changing it.
ALWAYS_CHANGED_ONE_BY_ONE = 100

ChangeListener = Callable[[Collection[int] | None], None]


class LiveIndex:
    """`catalogue.search.index.Search` over the database. One lock is enough, because an answer takes so little time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._index: TitleIndex | None = None
        self._version = 0
        self._rules: Mapping[int, RuleLink] = {}
        self._rules_stamp = ""
        self._rules_checked_at = 0.0
        # Each is called with the ids of the titles that changed; None stands for all titles.
        self.change_listeners: list[ChangeListener] = []

    def search(
        self, text: str = "", filters: Filters | None = None, sort: str = "", page: int = 1, size: int = 24,
        facets: Sequence[str] = (),
    ) -> Result:  # fmt: skip
        """One page of titles; see `TitleIndex.search`. Titles are sorted by the name that the reader sees."""
        if sort.removeprefix("-") == "name" and languages.current() in languages.codes():
            sort = f"{sort}_{languages.current()}"
        with self._lock:
            return self._refresh().search(text, filters or {}, sort, page, size, facets)

    def suggest(self, text: str, n: int = 8) -> list[tuple[int, int]]:
        with self._lock:
            return self._refresh().suggest(text, n)

    def similar(self, id: int, n: int = 6) -> list[int]:
        with self._lock:
            return self._refresh().similar(id, n)

    def version(self) -> int:
        """The version of the catalogue that the index has after looking for changes."""
        with self._lock:
            self._refresh()
            return self._version

    def rules(self) -> Mapping[int, RuleLink]:
        """The rules that can be read, by BoardGameGeek id.

        Whoever caches what is made with them takes them from here, because the listeners are called when they change.
        """
        with self._lock:
            self._refresh()
            return self._rules

    def clear(self) -> None:
        """Build the index again when it is next asked: for tests, and when another pillar changed the titles."""
        with self._lock:
            self._index = None
            self._rules_stamp = ""
            self._rules_checked_at = 0.0
            self._call_listeners(None)

    def _call_listeners(self, changed_ids: Collection[int] | None) -> None:
        for listener in self.change_listeners:
            listener(changed_ids)

    @allow_replica()  # one index for guests and staff: it must not waver between two databases
    def _refresh(self) -> TitleIndex:
        # The version is read first: a change made while the titles are read is read again next time and never missed.
        version = services.current_version()
        index = self._index
        if index is None or version < self._version:
            index = self._rebuild()
        elif version > self._version:
            index = self._apply_changes(index)
        self._version = version
        if monotonic() - self._rules_checked_at > SECONDS_BETWEEN_RULE_CHECKS:
            self._apply_rule_changes(index)
        return index

    def _rebuild(self) -> TitleIndex:
        self._index = TitleIndex(load_all_entries(), languages.codes())
        self._call_listeners(None)
        return self._index

    def _apply_changes(self, index: TitleIndex) -> TitleIndex:
        changed_later = {"changed_in__gt": self._version}
        changed_ids = list(GameTitle.objects.filter(**changed_later).values_list("pk", flat=True))
        if len(changed_ids) > ALWAYS_CHANGED_ONE_BY_ONE + len(index) // REBUILD_SHARE:
            return self._rebuild()
        removed_ids = list(RemovedTitle.objects.filter(**changed_later).values_list("title_id", flat=True))
        for removed_id in removed_ids:
            index.remove(removed_id)
        for entry in load_entries(changed_ids):
            index.put(entry)
        self._call_listeners([*changed_ids, *removed_ids])
        return index

    def _apply_rule_changes(self, index: TitleIndex) -> None:
        """Rules belong to another pillar and do not raise the version, so their stamp is compared every few seconds."""
        self._rules_checked_at = monotonic()
        stamp = ports.rules_stamp()
        if stamp == self._rules_stamp:
            return
        rules = ports.rules()
        bgg_ids = {*self._rules, *rules}
        self._rules_stamp, self._rules = stamp, rules
        changed_ids = list(GameTitle.objects.filter(bgg_id__in=bgg_ids).values_list("pk", flat=True))
        for entry in load_entries(changed_ids):
            index.put(entry)
        self._call_listeners(changed_ids)


catalogue_index = LiveIndex()
