"""Renderers of sections as texts, among which REST framework chooses by the header Accept."""

from escale.common.api.renderers import MarkdownRenderer, TextRenderer


class PlainTextRenderer(TextRenderer):
    media_type, format = "text/plain", "txt"


class HtmlRenderer(TextRenderer):
    media_type, format = "text/html", "html"


RENDERERS = [PlainTextRenderer, MarkdownRenderer, HtmlRenderer]
