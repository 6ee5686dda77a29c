"""The words of the page for a real table. Its script contains no sentences; it gets them from here."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.core.contract import Json

PAGE = {
    "undo": _("Undo the last entry"),
    "undone": _("Undone: enter it again."),
    "turn_of": _("{who} is next to act"),
    "roll": _("What do the two dice show?"),
    "cancel": _("Choose another action"),
    "done": _("That is all"),
    "impossible": _("Not possible ({count})"),
    "rule": pgettext_lazy("of a game", "Rules"),
    "table": _("The table in words"),
    "log": _("What happened"),
    "over": _("The match is over."),
    "won": _("{who} wins!"),
    "shared_win": _("Shared win: {who}"),
    "nobody_won": _("The match ended early, so nothing is counted."),
    "points": _("{who}: {points}"),
    "replay": _("Replay"),
    "record": _("Record"),
    "sending_again": _("No network: this entry will be sent again automatically."),
    "watching": _("You are watching: the entries are made on another phone."),
    "share": _("Link for another phone at this table"),
    "shared": _("The link has been copied. Anyone who has it can make entries, as you can."),
    "claim": _(
        "Dice and cards are entered by the people at the table; the site draws nothing and proves nothing."
    ),
    "screen": _("Table screen"),
    "others": _("Other phones and screens"),
    "noting": _(
        "No network: what you enter is noted on this phone. When the network is back, the site "
        "checks and counts it."
    ),
    "noted": _("Notes waiting: {count}"),
    "notes_full": _("The match is over. It will be counted when the network is back."),
    "kept": _("Works without a network from now on."),
    "needs_network": _("This needs the network. Try again when it is back."),
    "sent_already": _("This entry may have arrived already: take it back when the network is back."),
    "notes_stopped": _("This note cannot be applied; it is waiting, and so are those after it: {note}"),
    "notes_overtaken": _(
        "Somebody has entered something else in the meantime, so the notes on this phone are waiting."
    ),
    "notes_retry": _("Send the notes now"),
    "notes_skip": _("Skip this note"),
    "notes_forget": _("Delete all notes"),
    "notes_forget_sure": _("Really delete all notes? They cannot be brought back."),
    "end": _("End this match"),
    "end_sure": _("Really end the match? It will not be counted."),
}


def list_words() -> Json:
    """All words in the active language."""
    return {name: str(word) for name, word in PAGE.items()}
