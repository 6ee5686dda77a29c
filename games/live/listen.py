"""Ticks from other processes: one LISTEN connection on PostgreSQL, a look at the watched matches on SQLite."""

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
LOOK_EVERY = 0.5  # seconds, on SQLite: moves of this process tick at once, those of others so late
AGAIN = 1.0


async def forever() -> None:
    """Runs beside the server until it is cancelled."""
    task = _listen if connection.vendor == "postgresql" else _look
    while True:
        try:
            await task()
        except Exception:
            log.exception("listening for ticks failed; again in a moment")
        await asyncio.sleep(AGAIN)


async def _listen() -> None:
    await sync_to_async(_agree, thread_sensitive=False)()
    parameters = connection.get_connection_params()
    wanted = {name: parameters[name] for name in ("dbname", "user", "password", "host", "port") if name in parameters}
    async with await psycopg.AsyncConnection.connect(**wanted, autocommit=True) as listener:
        await listener.execute("LISTEN escale_ticks")
        await _look_once()  # what was missed while nobody listened
        await _heard(listener)


async def _heard(listener: psycopg.AsyncConnection) -> None:
    """Until the connection breaks: what the database says is passed on as soon as it is there."""
    loop, file = asyncio.get_running_loop(), listener.fileno()
    broken = loop.create_future()
    loop.add_reader(file, _hear, listener.pgconn, broken)
    try:
        await broken
    finally:
        loop.remove_reader(file)


def _hear(connected: PGconn, broken: asyncio.Future) -> None:
    try:
        connected.consume_input()
        while told := connected.notifies():
            said = told.extra.decode().split()  # a match and a number, or several
            for match, number in zip(said[::2], said[1::2], strict=True):
                HUB.deliver(match, int(number))
    except Exception as error:  # Here nobody else would hear of it.
        if not broken.done():
            broken.set_exception(error)


def _agree() -> None:
    try:
        clock.sync_with_database()
    finally:
        close_old_connections()


async def _look() -> None:
    while True:
        await _look_once()
        await asyncio.sleep(LOOK_EVERY)


async def _look_once() -> None:
    watched = HUB.watched()
    for start in range(0, len(watched), 500):
        for match, number in await sync_to_async(_numbers, thread_sensitive=False)(watched[start : start + 500]):
            HUB.deliver(match, number)


def _numbers(matches: list[str]) -> list[tuple[str, int]]:
    try:
        return list(Match.objects.filter(pk__in=matches).values_list("pk", "number"))
    finally:
        close_old_connections()
