"""Renderers of sections as texts, for REST framework to choose from by the header Accept."""

from escale.common.api.renderers import MarkdownRenderer, TextRenderer


class PlainTextRenderer(TextRenderer):
    media_type, format = "text/plain", "txt"


class HtmlRenderer(TextRenderer):
    media_type, format = "text/html", "html"


RENDERERS = [PlainTextRenderer, MarkdownRenderer, HtmlRenderer]
