"""Waiting for promises: Playwright's `wait_for_function` takes a promise for an answer, whatever it resolves to."""

import time
from typing import Any

WAIT_SECONDS = 30
PAUSE_MILLISECONDS = 50


def wait_for_promise(page: Any, expression: str) -> Any:
    """What the expression resolves to, as soon as that is true."""
    ends = time.monotonic() + WAIT_SECONDS
    while not (value := page.evaluate(expression)):
        assert time.monotonic() < ends, f"still {value!r} after {WAIT_SECONDS} s: {expression}"
        page.wait_for_timeout(PAUSE_MILLISECONDS)
    return value
