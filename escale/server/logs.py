"""The format of the logs: one JSON object per line, with the id of the request.

No line contains a token, a cookie, a request body or an email address.
"""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

request_id: ContextVar[str] = ContextVar("request_id", default="-")

#: Mail servers and validating libraries repeat addresses in their errors.
EMAIL_ADDRESS = re.compile(r"[^\s\"'<>(){}\[\],;:=@]+@[\w-]+(\.[\w-]+)+")
HIDDEN_ADDRESS = "•@•"
#: The secret in the address of a private page: a long part of the path with capital letters. Names in
#: other addresses have none.
PATH_SECRET = re.compile(r"(?<=/)(?=[\w:-]*[A-Z])[\w:-]{20,}(?![\w:-])")
HIDDEN_SECRET = "•"


class RequestFilter(logging.Filter):
    """Adds the id of the current request to each record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request": getattr(record, "request_id", "-"),
            "message": PATH_SECRET.sub(HIDDEN_SECRET, record.getMessage()),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return EMAIL_ADDRESS.sub(HIDDEN_ADDRESS, json.dumps(line, ensure_ascii=False))
