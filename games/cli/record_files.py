"""Writes records to files."""

from __future__ import annotations

import json
from pathlib import Path

from games.core import records
from games.core.contract import Json


def compact(document: Json) -> str:
    """JSON without spaces."""
    return json.dumps(document, separators=(",", ":"))


def write_record(file: Path, record: records.Record) -> None:
    file.write_text(compact(records.write_document(record)), encoding="utf-8")


def summarise(record: records.Record) -> str:
    """The result in one line."""
    if record.result is None:
        return "not finished"
    scores = zip(record.seats, record.result["scores"], strict=True)
    return ", ".join(f"{seat['name']} {score}" for seat, score in scores) + f" ({record.result['reason']})"
