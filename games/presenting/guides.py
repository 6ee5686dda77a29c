"""The guides for developers: their subjects and addresses."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.core.contract import Json

TOPICS = {
    "bots": (
        _("Write a bot"),
        "bot",
        _("Thirty lines of code in any language are enough to play every game here."),
    ),
    "embeds": (_("Embed a table"), "external", _("Two lines put a playable table on any page.")),
    "data": (
        _("Mirror the catalogue, read rules"),
        "list",
        _("A copy that stays up to date, rule sections as text, and tokens for staff programs."),
    ),
    "records": (_("Records and fair dice"), "dice", _("Replay any match, and check its draws.")),
}
PROOF_NAME = _("What the positions prove")
PROOF_TEXT = _(
    "Each section of the rules, the functions that implement it, its tests, and what happens when the "
    "functions are broken."
)


def list_guides() -> list[Json]:
    guides = [
        {"url": reverse("games:guide", args=[topic]), "name": name, "icon": icon, "text": text}
        for topic, (name, icon, text) in TOPICS.items()
    ]
    proof = {"url": reverse("games:proof"), "name": PROOF_NAME, "icon": "check", "text": PROOF_TEXT}
    return [*guides, proof]
