"""Renderers of responses that are not JSON, for clients that request other types by Accept."""

import json

from rest_framework.renderers import BaseRenderer, JSONRenderer


class TextRenderer(BaseRenderer):
    """Writes a text unchanged. A problem is always JSON."""

    charset = "utf-8"

    def render(self, data, accepted_media_type=None, renderer_context=None) -> bytes:
        if data is None:
            return b""
        return (data if isinstance(data, str) else json.dumps(data, default=str)).encode()


class CsvRenderer(TextRenderer):
    media_type, format = "text/csv", "csv"


class NdjsonRenderer(TextRenderer):
    media_type, format = "application/x-ndjson", "ndjson"


class EventStreamRenderer(TextRenderer):
    media_type, format = "text/event-stream", "events"


class MarkdownRenderer(TextRenderer):
    media_type, format = "text/markdown", "md"


class PdfRenderer(TextRenderer):
    media_type, format = "application/pdf", "pdf"


def offer(*renderers: type[TextRenderer]) -> list[type[BaseRenderer]]:
    """For `renderer_classes`: these types, and JSON, which clients accept out of habit."""
    return [*renderers, JSONRenderer]
