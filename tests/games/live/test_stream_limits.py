"""How many streams one address and one match may have open."""

import asyncio

import pytest

from games.live import stream
from games.live.hub import HUB

MATCH, OTHER = "0123456789abcdef", "fedcba9876543210"


@pytest.fixture(autouse=True)
def no_streams(monkeypatch):
    monkeypatch.setattr(stream, "open_by_address", type(stream.open_by_address)())
    monkeypatch.setattr(stream, "_open_by_address_and_match", type(stream._open_by_address_and_match)())


def open_streams(address: str, match: str, count: int) -> int:
    """Opens so many, or as many as there is room for."""
    for opened in range(count):
        if not stream._has_room(address, match):
            return opened
        stream.count_stream(address, match, 1)
    return count


def test_one_address_opens_twelve_streams_of_a_match_and_sixty_of_all():
    assert open_streams("192.0.2.1", MATCH, 500) == stream.MAX_STREAMS_PER_ADDRESS_AND_MATCH == 12
    more = sum(open_streams("192.0.2.1", f"{number:016}", 12) for number in range(10))
    assert 12 + more == stream.MAX_STREAMS_PER_ADDRESS == 60
    assert open_streams("192.0.2.2", MATCH, 1) == 1, "another address is not shut out"
    for _ in range(12):
        stream.count_stream("192.0.2.1", MATCH, -1)
    assert open_streams("192.0.2.1", OTHER, 20) == 12


def test_a_match_has_room_for_so_many_streams(monkeypatch):
    monkeypatch.setattr(stream, "MAX_STREAMS_PER_MATCH", 2)

    async def watch() -> None:
        watchers = [HUB.watch(MATCH) for _ in range(2)]
        assert not stream._has_room("192.0.2.9", MATCH)
        assert stream._has_room("192.0.2.9", OTHER)
        for watcher in watchers:
            HUB.leave(watcher)
        assert stream._has_room("192.0.2.9", MATCH)

    asyncio.run(watch())
