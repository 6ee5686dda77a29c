"""What a server prepares while its first guests are on their way, and what its memory keeps for good.

Python looks through everything it holds again and again for cycles of garbage. Addresses, libraries and indexes are
hundreds of thousands of things that stay: each time one request, and all who wait behind it, paid for looking at them.
"""

import gc
import logging
from collections.abc import Collection

from django.db import DatabaseError, close_old_connections
from django.urls import get_resolver
from django.utils.translation import override

from catalogue.search.live_index import catalogue_index
from escale.common import languages
from rules_docs.search.live_index import rules_index

log = logging.getLogger(__name__)


def prepare() -> None:
    """Every address in every language, and the indexes of titles and rules."""
    catalogue_index.change_listeners.append(_settle_if_all)
    try:
        for language in languages.codes():
            with override(language):
                _ = get_resolver().reverse_dict
        catalogue_index.version()
        rules_index.refresh()
    except DatabaseError:
        log.warning("the database does not answer yet: the first who ask will wait for the indexes", exc_info=True)
    finally:
        close_old_connections()
    _settle()


def _settle_if_all(changed: Collection[int] | None) -> None:
    """An index that was built anew stays as the one before did."""
    if changed is None:
        _settle()


def _settle() -> None:
    """What is there now, less what is garbage, is never looked through again; it still goes when nobody holds it."""
    gc.collect()
    gc.freeze()
