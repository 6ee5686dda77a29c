"""All words about a match. Engines give facts and codes; here they become sentences.

The words of each game are in its folder, as `games.game_folder.GameWords`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from escale.common import languages
from escale.common.text.elision import apply_elisions
from escale.common.text.names import BREAKING, has_visible_sign
from games.core.coaching import Reason
from games.core.contract import Action, Json, Refusal
from games.core.json_form import encode
from games.core.seat_masks import has_seat
from games.models import Status
from games.presenting.screen_words import SCREEN
from games.registry import ENGINES, load_game

LEVEL_NAMES = {
    "random": gettext_lazy("Random bot"),
    "easy": gettext_lazy("Easy bot"),
    "steady": gettext_lazy("Medium bot"),
    "strong": gettext_lazy("Strong bot"),
    "master": gettext_lazy("Master bot"),
}
#: the players of the ladder: the levels, and search without any knowledge of the game
PLAYER_NAMES = LEVEL_NAMES | {"plain-1000": gettext_lazy("Plain search, 1,000 trial matches")}
PACES = {
    "none": gettext_lazy("without a clock"),
    "live": gettext_lazy("live: three minutes per decision"),
    "calm": gettext_lazy("calm: one day per decision"),
    "correspondence": gettext_lazy("over several days: three days per decision"),
}
COMMON = {
    "join": gettext_lazy("%(who)s sat down."),
    "leave": gettext_lazy("A seat is free again."),
    "hashes": gettext_lazy("Everybody has fixed a random number for the draws."),
    "no_nonce": gettext_lazy("%(who)s adds no random number to the draws."),
    "start": gettext_lazy("The match begins."),
    "undo": gettext_lazy("%(who)s took the last move back."),
    "resign": gettext_lazy("%(who)s gave up."),
    "relief": gettext_lazy("Time is up: a bot sits in for %(who)s."),
    "return": gettext_lazy("%(who)s is back."),
    "abandon": gettext_lazy("Nobody has played for 30 days: the match has ended."),
    "pause": gettext_lazy("The match is paused."),
    "resume": gettext_lazy("The match goes on."),
    "rematch": gettext_lazy("%(who)s would like to play again."),
    "reveal": "",
    "erase": gettext_lazy("The last entry has been taken back."),
    "erased": "",
    "rename": gettext_lazy("Staff have given %(who)s this name."),
    "removal": gettext_lazy("Staff have removed a message."),
}
#: reason of staff to close a table -> sentence
CLOSED = {
    "words": gettext_lazy("Staff have closed this table because of what was said there."),
    "names": gettext_lazy("Staff have closed this table because of a player’s name."),
    "abuse": gettext_lazy("Staff have closed this table because it kept the site from serving others."),
    "request": gettext_lazy("Staff have closed this table because somebody playing at it asked them to."),
    "other": gettext_lazy("Staff have closed this table because it broke the rules of the house."),
}
OFFERS = {
    "takeback": gettext_lazy("%(who)s asks to take a move back."),
    "pause": gettext_lazy("%(who)s asks for a pause."),
}
ANSWERS = {True: gettext_lazy("%(who)s agrees."), False: gettext_lazy("%(who)s does not agree.")}
MESSAGES = {
    "hello": gettext_lazy("Hello!"),
    "good_luck": gettext_lazy("Good luck!"),
    "well_played": gettext_lazy("Well played!"),
    "thanks": gettext_lazy("Thank you!"),
    "oops": gettext_lazy("Oops!"),
    "one_moment": gettext_lazy("One moment, please."),
    "your_turn": gettext_lazy("Your turn!"),
    "good_game": gettext_lazy("Good game!"),
}


def seat_name(seat: Any) -> str:
    if seat.level and seat.name in ("", seat.level):
        return str(LEVEL_NAMES.get(seat.level, seat.level))
    name = BREAKING.sub("", seat.name)  # an imported name, or one from before names were checked
    return name if has_visible_sign(name) else _place(seat.index)


def _place(index: int) -> str:
    return _("Player %(number)d") % {"number": index + 1}


def placeholder_names() -> list[str]:
    """Names for a table of at most four whose players are not known."""
    return [_place(index) for index in range(4)]


def names(table: Iterable[Any]) -> list[str]:
    """The names at one table, numbered if they would be equal."""
    plain = [seat_name(seat) for seat in table]
    return [
        f"{name} {plain[: index + 1].count(name)}" if plain.count(name) > 1 else name
        for index, name in enumerate(plain)
    ]


def say_over() -> str:
    return _("The match is over.")


def prompt(match: Any, names: list[str], decisions: list[Json] | None) -> str:
    """The status line: what must be done, or whom the match waits for."""
    if match.status == Status.OPEN:
        if match.due:
            return _("All seats are taken; the draws are being prepared.")
        return _("Waiting for players to sit down.")
    if match.status == Status.FINISHED:
        reason = (match.result or {}).get("why", "")
        return str(CLOSED[reason]) if reason in CLOSED else say_over()
    if match.paused:
        return _("The match is paused.")
    if decisions:
        return _("Your turn: %(what)s") % {"what": decisions[0]["text"]}
    awaited_names = [name for index, name in enumerate(names) if has_seat(match.awaited_seats, index)]
    if not awaited_names:  # At a real table, a card that counts must still be entered.
        return say_over()
    return _("Waiting for %(who)s.") % {"who": ", ".join(awaited_names)}


class Words:
    """The sentences of one match, in the active language."""

    def __init__(self, game: str, names: list[str]) -> None:
        self.game = load_game(game)
        self.tables = self.game.words
        self.names = names

    def decision(self, kind: str, menu: Iterable[Json] = ()) -> str:
        """The sentence for a decision, for the kinds of action in the menu."""
        return self._say(self.tables.decisions, kind, {"kinds": sorted({action["type"] for action in menu})})

    def action(self, action: Json) -> str:
        return self._say(self.tables.actions, action["type"], action)

    def choice(self, action: Action, seat: int, state: Any) -> str:
        """Returns the words for an action of this seat, which name what the seat sees of the things that it takes.

        Without a state (None) they name only what the action itself names.
        """
        fields = encode(self.game.engine.META.actions, action)
        if state is not None:
            fields |= self.game.find_visible_facts(state, seat, action)
        return self.action(fields)

    def refusal(self, refusal: Refusal) -> str:
        return self._say(self.tables.refusals, refusal.code, refusal.params)

    def reason(self, reason: Reason) -> str:
        """The reason of a bot's hint."""
        return self._say(self.tables.reasons, reason.code, reason.params)

    def reason_about(self, reason: Reason, seat: int) -> str:
        """Returns the same reason about whoever decides, for somebody who watches."""
        table = self.tables.reasons | self.tables.reasons_about
        return self._say(table, reason.code, {**reason.params, "who": self.names[seat]})

    def sentences(self, events: list[Json]) -> list[str]:
        """A sentence for each event, so that a board can show a move step by step."""
        return [self._say(self.tables.events, event["type"], event) for event in events]

    def board(self, view: Json) -> list[Json]:
        """The position as headings with lines, for people who cannot see it."""
        parts = self.tables.board(view, self.names)
        language = languages.current()
        elided_parts = []
        for part in parts:
            lines = [apply_elisions(line, language) for line in part["lines"]]
            elided_parts.append(part | {"lines": lines})
        return elided_parts

    def event(self, kind: str, seat: int | None, data: Json) -> str:
        fields = {"who": self.names[seat] if seat is not None else ""}
        if kind == "message":
            return _("%(who)s: %(said)s") % {**fields, "said": self.say_message(data)}
        if kind == "close":
            return explain_closing(data["why"])
        if kind == "offer":
            message = OFFERS[data["kind"]]
        elif kind == "answer":
            message = ANSWERS[data["accept"]]
        else:
            message = COMMON[kind]
        return apply_elisions(str(message) % fields, languages.current())

    def say_message(self, message: Json) -> str:
        """The words of a message, without the name of the seat."""
        if "removed" in message:
            return _("(removed by staff)")
        return str(MESSAGES[message["phrase"]]) if "phrase" in message else message["text"]

    def _say(self, table: Mapping[str, Any], name: str, fields: Mapping[str, Any]) -> str:
        message = table[name]
        if callable(message):
            return apply_elisions(message(fields, self.names), languages.current())
        return apply_elisions(str(message) % self._with_names(fields), languages.current())

    def _with_names(self, fields: Mapping[str, Any]) -> Json:
        """The fields with the names of seats."""
        seats = {
            name: self.names[value] for name, value in fields.items() if name == "seat" and value is not None
        }
        return {**fields, **seats}


def explain_closing(reason: str) -> str:
    """The reason why staff have closed a table; for a reason of a later release a general sentence."""
    return str(CLOSED.get(reason, CLOSED["other"]))


def list_screen_words(game: str) -> Json:
    """All words that the table's scripts need, in the active language."""
    loaded_game = load_game(game)
    return _translate_all({**SCREEN, **loaded_game.words.screen, "phrases": MESSAGES}) | {
        "secrets": loaded_game.facts.has_secrets
    }


def _translate_all(words: Mapping[str, Any]) -> Json:
    return {
        name: _translate_all(word) if isinstance(word, Mapping) else str(word) for name, word in words.items()
    }


def game_name(game: str) -> str:
    """The name in the active language; the slug if the game no longer exists."""
    return str(load_game(game).facts.name) if game in ENGINES else game


def join_names(games: Iterable[str]) -> str:
    return ", ".join(map(game_name, games))


def lesson_names(seats: int) -> list[str]:
    """The names at the table of a first game, which are the same in every language."""
    return ["Anna", "Bernd", "Carla", "Dario"][:seats]
