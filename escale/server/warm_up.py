"""Prepares addresses, indexes and the garbage collector in the background, when a server starts.

Python's garbage collector traverses all objects again and again. Addresses, libraries and indexes are
hundreds of thousands of objects that are never freed. They are frozen, so that no request, nor those that
wait behind it, is delayed by traversing them.
"""

import gc
import logging
from collections.abc import Collection

from django.db import DatabaseError, close_old_connections
from django.urls import get_resolver
from django.utils.translation import override

from catalogue.search.live_index import catalogue_index
from escale.common import languages
from escale.common.api.parameters import load_known_parameters
from rules_docs.search.live_index import rules_index

log = logging.getLogger(__name__)


def prepare() -> None:
    """Loads the addresses of all languages, the parameters of the API and the indexes; then freezes them."""
    catalogue_index.change_listeners.append(_freeze_new_index)
    try:
        for language in languages.codes():
            with override(language):
                _ = get_resolver().reverse_dict
        load_known_parameters()
        catalogue_index.version()
        rules_index.refresh()
    except DatabaseError:
        log.warning(
            "the database does not answer yet: the first who ask will wait for the indexes", exc_info=True
        )
    finally:
        close_old_connections()
    _freeze_memory()


def _freeze_new_index(changed: Collection[int] | None) -> None:
    """Is called when the index of titles has changed. None means that the whole index was built again."""
    if changed is None:
        _freeze_memory()


def _freeze_memory() -> None:
    """Excludes all present objects from garbage collection. They are still freed when nothing refers to
    them.
    """
    gc.collect()
    gc.freeze()
