"""The search index of this process, always as new as the database.

Before each search a small query checks whether anything has changed; only what changed is read again.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter

from escale.common import languages
from escale.common.replicas import allow_replica
from rules_docs.models import SearchEntry, SearchState, TermName
from rules_docs.search.glossary_phrases import PhrasesByLanguage, load_phrases
from rules_docs.search.index.section_index import IndexedText, SectionIndex
from rules_docs.search.index.token_weights import unpack_tokens


@dataclass
class LoadedIndex:
    """The index and the names of terms, as they were when the database had this `stamp` (see SearchState)."""

    sections: SectionIndex = field(default_factory=lambda: SectionIndex(len(languages.codes())))
    phrases_by_language: PhrasesByLanguage = field(default_factory=dict)
    stamp: int = 0


class LiveIndex:
    """Keeps a LoadedIndex up to date. One thread at a time may use it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded = LoadedIndex()

    @contextmanager
    def lock_and_update(self) -> Iterator[LoadedIndex]:
        """Gives the block the index as the database has it now. No other thread uses it during the block."""
        with self._lock:
            self._update()
            yield self._loaded

    def refresh(self) -> None:
        """Loads the index before the first search needs it."""
        with self.lock_and_update():
            pass

    def clear(self) -> None:
        """Empties the index. Only tests need this: they roll back the database, and with it the stamps."""
        self._loaded = LoadedIndex()

    # The index is always read from the replica, if there is one, as the catalogue's index is.
    @allow_replica()
    def _update(self) -> None:
        stamp = SearchState.objects.filter(pk=1).values_list("stamp", flat=True).first() or 0
        if stamp == self._loaded.stamp:
            return
        is_other_database = stamp < self._loaded.stamp
        sections = self._loaded.sections
        if is_other_database or sections.unused_section_count > len(sections):
            self._loaded = LoadedIndex()
        self._read_entries_after(self._loaded.stamp)
        self._loaded.phrases_by_language = load_phrases(TermName.objects.all())
        self._loaded.stamp = stamp

    def _read_entries_after(self, stamp: int) -> None:
        """Indexes again every section with a newer entry."""
        number_by_language = {code: number for number, code in enumerate(languages.codes())}
        entries = SearchEntry.objects.filter(stamp__gt=stamp).order_by("text__section_id")
        rows = entries.values_list("text__section_id", "pk", "text__language", "tokens")
        for section_id, section_rows in groupby(rows.iterator(chunk_size=2000), key=itemgetter(0)):
            texts_by_language = {}
            for _section_id, text_id, language, tokens in section_rows:
                if language in number_by_language:
                    text = IndexedText(text_id, unpack_tokens(tokens))
                    texts_by_language[number_by_language[language]] = text
            self._loaded.sections.put_section(section_id, texts_by_language)


rules_index = LiveIndex()
