"""Ticks from other processes: one LISTEN connection on PostgreSQL, a look at the watched matches on SQLite."""

from __future__ import annotations

import asyncio
import logging

import psycopg
from asgiref.sync import sync_to_async
from django.db import close_old_connections, connection

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
        async for notify in listener.notifies():
            match, number = notify.payload.split()
            HUB.publish(match, int(number))


def _agree() -> None:
    try:
        clock.agree()
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
            HUB.publish(match, number)


def _numbers(matches: list[str]) -> list[tuple[str, int]]:
    try:
        return list(Match.objects.filter(pk__in=matches).values_list("pk", "number"))
    finally:
        close_old_connections()
