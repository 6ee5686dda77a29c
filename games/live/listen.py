"""Receives ticks from other processes: with LISTEN on PostgreSQL; on SQLite it polls the watched matches."""

from __future__ import annotations

import asyncio
import logging

import psycopg
from asgiref.sync import sync_to_async
from django.db import close_old_connections, connection
from psycopg.pq.abc import PGconn

from escale.common import clock
from games.live.hub import HUB
from games.models import Match

log = logging.getLogger(__name__)
#: On SQLite moves of this process send their ticks at once; moves of other processes are noticed after this
#: time.
POLL_SECONDS = 0.5
RETRY_SECONDS = 1.0
MATCHES_PER_QUERY = 500
CONNECTION_PARAMETERS = ("dbname", "user", "password", "host", "port")


async def listen_forever() -> None:
    """Runs beside the server until it is cancelled."""
    receive_ticks = _listen if connection.vendor == "postgresql" else _poll
    while True:
        try:
            await receive_ticks()
        except Exception:
            log.exception("listening for ticks failed; again in a moment")
        await asyncio.sleep(RETRY_SECONDS)


async def _listen() -> None:
    await sync_to_async(_synchronise_clock, thread_sensitive=False)()
    parameters = connection.get_connection_params()
    address = {name: parameters[name] for name in CONNECTION_PARAMETERS if name in parameters}
    async with await psycopg.AsyncConnection.connect(**address, autocommit=True) as listener:
        await listener.execute("LISTEN escale_ticks")
        await _deliver_newest()  # Ticks before LISTEN were missed.
        await _deliver_until_broken(listener)


async def _deliver_until_broken(listener: psycopg.AsyncConnection) -> None:
    """Delivers each notification of the database as soon as it arrives, until the connection breaks."""
    loop, file = asyncio.get_running_loop(), listener.fileno()
    broken = loop.create_future()
    loop.add_reader(file, _deliver_notifications, listener.pgconn, broken)
    try:
        await broken
    finally:
        loop.remove_reader(file)


def _deliver_notifications(pg_connection: PGconn, broken: asyncio.Future) -> None:
    try:
        pg_connection.consume_input()
        while notification := pg_connection.notifies():
            # The text of a notification is "match number match number …".
            words = notification.extra.decode().split()
            for match, number in zip(words[::2], words[1::2], strict=True):
                HUB.deliver(match, int(number))
    except Exception as error:  # The event loop would only log the error, and nothing would connect again.
        if not broken.done():
            broken.set_exception(error)


def _synchronise_clock() -> None:
    try:
        clock.sync_with_database()
    finally:
        close_old_connections()


async def _poll() -> None:
    while True:
        await _deliver_newest()
        await asyncio.sleep(POLL_SECONDS)


async def _deliver_newest() -> None:
    """Delivers the last number of every watched match."""
    watched = HUB.watched_matches()
    for start in range(0, len(watched), MATCHES_PER_QUERY):
        load_numbers = sync_to_async(_load_numbers, thread_sensitive=False)
        for match, number in await load_numbers(watched[start : start + MATCHES_PER_QUERY]):
            HUB.deliver(match, number)


def _load_numbers(matches: list[str]) -> list[tuple[str, int]]:
    try:
        return list(Match.objects.filter(pk__in=matches).values_list("pk", "number"))
    finally:
        close_old_connections()
