"""The search index of this process, with the titles that guests see. It is built at the first search.

Every search begins with one short query for the version of the catalogue. If that is higher than the version
of the index, the titles that changed since are read and put into the index. Each change of titles raises the
version in the same transaction (`catalogue.services.mark_changed`), so no process gives outdated answers.

After a large import, a new index takes seconds. A thread builds it while the old index still answers.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from threading import Lock, Thread
from time import monotonic

from django.db import connection

from catalogue import ports, services
from catalogue.models import GameTitle, RemovedTitle
from catalogue.ports import RuleLink
from catalogue.search.entries import load_all_entries, load_entries, load_topics
from catalogue.search.index import NAME, Filters, Result, TitleIndex
from escale.common import languages
from escale.common.replicas import allow_replica

SECONDS_BETWEEN_RULE_CHECKS = 5.0
# If more than one in this number of titles changed, building the index again is faster than changing it.
REBUILD_DIVISOR = 4
ALWAYS_CHANGED_ONE_BY_ONE = 100  # changed titles for which the index is never built again
# Reading more titles than this takes longer than a request may wait, which is about half a second.
MAX_READ_IN_REQUEST = 3_000

# Is called with the ids of the titles that changed; None means all titles.
ChangeListener = Callable[[Collection[int] | None], None]


class LiveIndex:
    """A `TitleIndex` of the titles in the database.

    All threads share it. A lock lets one search use it at a time, because a search takes little time.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._index: TitleIndex | None = None
        self._builder: Thread | None = None  # builds the next index while this one answers
        self._version = 0
        self._topics_version = -1  # the version of the catalogue when the topics were read
        self._rules: Mapping[int, RuleLink] = {}
        self._rules_stamp = ""
        self._rules_checked_at = 0.0
        self.change_listeners: list[ChangeListener] = []

    def search(
        self, text: str = "", filters: Filters | None = None, sort: str = "", page: int = 1, size: int = 24,
        facets: Sequence[str] = (),
    ) -> Result:  # fmt: skip
        """One page of titles; see `TitleIndex.search`. They are sorted by name in the reader's language."""
        is_sorted_by_name = sort.removeprefix("-") == NAME
        if is_sorted_by_name and languages.current() in languages.codes():
            sort = f"{sort}_{languages.current()}"  # one of `name_orders`
        with self._lock:
            return self._refresh().search(text, filters or {}, sort, page, size, facets)

    def suggest(self, text: str, n: int = 8) -> list[tuple[int, int]]:
        """Pairs of the id of a title and the position of the name that answers; see `TitleIndex.suggest`."""
        with self._lock:
            return self._refresh().suggest(text, n)

    def similar(self, id: int, n: int = 6) -> list[int]:
        """The ids of the titles that have most in common with this one."""
        with self._lock:
            return self._refresh().similar(id, n)

    def version(self) -> int:
        """The version of the catalogue that the index has, after it was brought up to date."""
        with self._lock:
            self._refresh()
            return self._version

    def load_rules(self) -> Mapping[int, RuleLink]:
        """The rules that can be read, by BoardGameGeek id.

        A cache of pages that show rules must take the rules from here. The index calls the listeners, which
        clear the cache, whenever its rules change. So pages and rules change together.
        """
        with self._lock:
            self._refresh()
            return self._rules

    def clear(self) -> None:
        """Lets the next search build the index again. For tests, which change titles without raising the
        version.
        """
        with self._lock:
            self._index = None
            self._rules_stamp = ""
            self._rules_checked_at = 0.0
            self._call_listeners(None)

    def _call_listeners(self, changed_ids: Collection[int] | None) -> None:
        for listener in self.change_listeners:
            listener(changed_ids)

    # Staff read from the primary database, guests perhaps from a replica. Both share this index. It always
    # reads from the replica, if there is one, so that its version does not jump back and forth.
    @allow_replica()
    def _refresh(self) -> TitleIndex:
        """The index, after applying all changes of the database."""
        # The version is read before the titles. So a change between the two is read twice, but never missed.
        version = services.current_version()
        index = self._index
        if index is not None and self._builder is not None:
            return index
        was_database_restored = version < self._version
        if index is None or was_database_restored:
            index = self._rebuild()
        elif version > self._version:
            changed_ids = self._find_changed_ids()
            if not _takes_long(index, changed_ids):
                index = self._apply_changes(index, changed_ids)
            else:
                self._build_beside(version)
                return index
        if version != self._topics_version:
            index.set_topics(load_topics())
            self._topics_version = version
        self._version = version
        if monotonic() - self._rules_checked_at > SECONDS_BETWEEN_RULE_CHECKS:
            self._apply_rule_changes(index)
        return index

    def _rebuild(self) -> TitleIndex:
        self._index = TitleIndex(load_all_entries(), languages.codes())
        self._topics_version = -1
        self._call_listeners(None)
        return self._index

    def _build_beside(self, version: int) -> None:
        """Builds the next index in a thread. Until it is ready, searches use the old index."""
        self._builder = Thread(target=self._build_next, args=[version], name="search index", daemon=True)
        self._builder.start()

    @allow_replica()
    def _build_next(self, version: int) -> None:
        try:
            index = TitleIndex(load_all_entries(), languages.codes())
            index.set_topics(load_topics())
            with self._lock:
                # The next search applies what changed after the version was read.
                self._index, self._version, self._topics_version = index, version, version
                self._call_listeners(None)
        finally:
            self._builder = None
            connection.close()

    def _find_changed_ids(self) -> list[int]:
        """The titles that changed after the index was built: at most one more than a request may read."""
        # The column `changed_in` has the version of the catalogue that changed the title.
        changed = GameTitle.objects.filter(changed_in__gt=self._version)
        newest_last = changed.order_by("changed_in", "pk").values_list("pk", flat=True)
        return list(newest_last[: MAX_READ_IN_REQUEST + 1])

    def _apply_changes(self, index: TitleIndex, changed_ids: list[int]) -> TitleIndex:
        if _is_better_rebuilt(index, changed_ids):
            return self._rebuild()
        removed = RemovedTitle.objects.filter(changed_in__gt=self._version)
        removed_ids = list(removed.values_list("title_id", flat=True))
        for removed_id in removed_ids:
            index.remove(removed_id)
        unseen_ids = set(changed_ids)
        for entry in load_entries(changed_ids):
            index.put(entry)
            unseen_ids.discard(entry.id)
        for unseen_id in unseen_ids:  # Titles that have become titles for reference.
            index.remove(unseen_id)
        self._call_listeners([*changed_ids, *removed_ids])
        return index

    def _apply_rule_changes(self, index: TitleIndex) -> None:
        """Applies changes of rules. Rules belong to another app, and changing them does not raise the
        version.

        So the stamp of all rules is compared every few seconds.
        """
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


def _is_better_rebuilt(index: TitleIndex, changed_ids: Sequence[int]) -> bool:
    return len(changed_ids) > ALWAYS_CHANGED_ONE_BY_ONE + len(index) // REBUILD_DIVISOR


def _takes_long(index: TitleIndex, changed_ids: Sequence[int]) -> bool:
    """Whether applying the changes would take longer than a request may wait."""
    titles_to_read = len(changed_ids)
    if _is_better_rebuilt(index, changed_ids):
        titles_to_read += len(index)
    return titles_to_read > MAX_READ_IN_REQUEST


catalogue_index = LiveIndex()
