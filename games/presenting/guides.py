"""The guides for developers: what each is about and where it stands."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.core.contract import Json

TOPICS = {
    "bots": (_("Write a bot"), "bot", _("Thirty lines in any language play every game here.")),
    "embeds": (_("Embed a table"), "external", _("A playable table in any page with two lines.")),
    "records": (_("Records and fair dice"), "dice", _("Replay any match, and check its luck.")),
}


def list_guides() -> list[Json]:
    return [
        {"url": reverse("games:guide", args=[topic]), "name": name, "icon": icon, "text": text}
        for topic, (name, icon, text) in TOPICS.items()
    ]
