"""The API of a running site, for tests that need a real network."""

import httpx
import pytest


@pytest.fixture
def http(site):
    limits = httpx.Limits(max_connections=60)
    with httpx.Client(base_url=f"{site.url}/api/v1", timeout=30, limits=limits) as client:
        yield client
