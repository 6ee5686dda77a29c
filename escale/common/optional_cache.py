"""A Redis cache that may fail: the site then works without it, and reports that in the log, /readyz and
/metrics.
"""

from __future__ import annotations

import logging
import pickle
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache import caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

#: Redis on the same network answers in a millisecond. A page must not wait longer for it than for the
#: database.
TIMEOUT = 0.5
#: How many seconds after a failure no request asks the cache, so that few requests wait for the timeout.
PAUSE = 5
ABSENT = "absent, pages are built without it"
#: The exceptions of unpickling a value that another release has stored.
UNREADABLE = (pickle.UnpicklingError, AttributeError, ImportError, EOFError)
log = logging.getLogger("escale.cache")
Result = TypeVar("Result")


class Availability:
    """Whether the cache answered last time. All threads share it, although Django makes a backend for each
    thread.
    """

    def __init__(self) -> None:
        self.is_absent = False
        self.ask_again_at = 0.0

    def may_ask(self) -> bool:
        if not self.is_absent:
            return True
        now = time.monotonic()
        if now < self.ask_again_at:
            return False
        self.ask_again_at = now + PAUSE
        return True

    def note_failure(self, error: Exception) -> None:
        self.ask_again_at = time.monotonic() + PAUSE
        if not self.is_absent:
            self.is_absent = True
            log.warning("the cache does not answer (%s): pages are built without it", type(error).__name__)

    def note_success(self) -> None:
        if self.is_absent:
            self.is_absent = False
            log.warning("the cache answers again")


availability = Availability()


class OptionalRedisCache(RedisCache):
    """Treats every failure as a cache miss: nothing is found, and nothing is stored."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        # One retry replaces a connection that was closed by a restart of Redis.
        waits = {"socket_timeout": TIMEOUT, "socket_connect_timeout": TIMEOUT, "retry": Retry(NoBackoff(), 1)}
        self._options = waits | self._options

    def ping(self) -> None:
        """Raises the error that the other methods hide."""
        self._cache.get_client(None, write=True).ping()

    def add(self, key, value, timeout=DEFAULT_TIMEOUT, version=None):
        return _attempt(lambda: super(OptionalRedisCache, self).add(key, value, timeout, version), False)

    def get(self, key, default=None, version=None):
        return _attempt(lambda: super(OptionalRedisCache, self).get(key, default, version), default)

    def set(self, key, value, timeout=DEFAULT_TIMEOUT, version=None):
        return _attempt(lambda: super(OptionalRedisCache, self).set(key, value, timeout, version), None)

    def touch(self, key, timeout=DEFAULT_TIMEOUT, version=None):
        return _attempt(lambda: super(OptionalRedisCache, self).touch(key, timeout, version), False)

    def delete(self, key, version=None):
        return _attempt(lambda: super(OptionalRedisCache, self).delete(key, version), False)

    def get_many(self, keys, version=None):
        return _attempt(lambda: super(OptionalRedisCache, self).get_many(keys, version), {})

    def has_key(self, key, version=None):
        return _attempt(lambda: super(OptionalRedisCache, self).has_key(key, version), False)

    def set_many(self, data, timeout=DEFAULT_TIMEOUT, version=None):
        return _attempt(lambda: super(OptionalRedisCache, self).set_many(data, timeout, version), list(data))

    def delete_many(self, keys, version=None):
        return _attempt(lambda: super(OptionalRedisCache, self).delete_many(keys, version), None)

    def clear(self):
        return _attempt(super().clear, False)

    def incr(self, key, delta=1, version=None):
        number = _attempt(lambda: super(OptionalRedisCache, self).incr(key, delta, version), None)
        if number is None:
            raise ValueError(f"Key '{key}' not found.")  # as Django's caches do for a missing key
        return number


def _attempt(ask: Callable[[], Result], otherwise: Result) -> Result:
    """Returns the answer of the cache, or `otherwise` if it does not answer."""
    if not availability.may_ask():
        return otherwise
    try:
        result = ask()
    except UNREADABLE:
        return otherwise
    except (RedisError, OSError) as error:
        availability.note_failure(error)
        return otherwise
    availability.note_success()
    return result


def ping() -> None:
    """Raises an error if the cache does not answer. The cache in memory always answers."""
    if isinstance(caches["default"], OptionalRedisCache):
        caches["default"].ping()


def is_present() -> bool:
    """Whether the cache answers now."""
    try:
        ping()
    except (RedisError, OSError):
        return False
    return True
