"""Prepares in the background, when a server starts: addresses, indexes and the garbage collector.

Python's garbage collector traverses all objects again and again. Addresses, libraries and indexes are
hundreds of thousands of objects that stay for good. They are frozen, because otherwise one request, and all
that wait behind it, would pay for each traversal.
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
    """Load the addresses of every language, the parameters of the API, and the indexes, then freeze them."""
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
    """Called when the index of titles has changed; None means that it was built again as a whole."""
    if changed is None:
        _freeze_memory()


def _freeze_memory() -> None:
    """Keep the garbage collector from traversing the present objects again.

    They are still freed when unused.
    """
    gc.collect()
    gc.freeze()
