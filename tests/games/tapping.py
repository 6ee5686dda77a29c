"""Somebody who enters a recorded match into the page for a real table, by taps alone."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from random import Random
from typing import Any, NamedTuple

from games.core.contract import Json

STATE = """() => {
    const { view, busy, entry, problem } = document.querySelector('escale-real-table')
    return busy || !view ? null : { view, told: entry.dice.length + entry.cards.length, asked: entry.asked, problem }
}"""
#: what the next tap must change: short, as a whole view takes longer to fetch than the tap
SIGNS = """() => {
    const { view, busy, entry, problem } = document.querySelector('escale-real-table')
    const told = entry.dice.length + entry.cards.length
    return busy || !view ? null : JSON.stringify([view.number, told, entry.asked, !!problem])
}"""
CHANGED = f"(before) => {{ const signs = ({SIGNS})(); return signs && signs !== before }}"
#: without a network the menu has one card for all that look the same, and no payments
LOOKS_LIKE = """(action) => {
    const { view, notes } = document.querySelector('escale-real-table')
    return view.menu.findIndex((offered) => notes.isLike(offered, action))
}"""
MAX_UNDONE = 3


class Turn(NamedTuple):
    """What it took to enter what one seat did in a row, without the cards that came to light."""

    taps: int
    seconds: float


class Tapper:
    """Somebody who reads a record from the table and taps it into the page."""

    def __init__(self, page, record: Json, language: str = "en") -> None:
        self.page, self.record, self.taps = page, record, 0
        self.left = list(record["moves"])
        #: cards that look the same are one button: card of the record -> card that was entered
        self.entered: dict[str, Any] = {}
        #: how often each label of chance was entered
        self.drawn: Counter[str] = Counter()
        #: what was left, entered and drawn before each entry, for taking entries back
        self.history: list[tuple[list[Json], dict[str, Any], Counter[str]]] = []
        page.goto(f"/{language}/play/{record['game']}/with-your-box/")
        for place, seat in enumerate(record["seats"], start=1):
            page.locator(f"#name{place}").fill(f"{seat['name']} {place}")
        for name, value in record["options"].items():
            if page.locator(f"#o-{name}").count():
                page.locator(f"#o-{name}").select_option(str(value))
        page.locator("form.panel button").click()
        page.locator("escale-real-table[data-drawn]").wait_for()
        self.match = re.search(r"real-table/(\w+)", page.url)[1]

    def read(self) -> Json:
        return self.page.wait_for_function(STATE).json_value()

    def tap(self, selector: str) -> None:
        before = self.page.wait_for_function(SIGNS).json_value()
        self.page.locator(f"escale-real-table {selector}").first.click()
        self.taps += 1
        self.page.wait_for_function(CHANGED, arg=before)

    def enter_next(self, view: Json) -> None:
        """The next card that lies open, or the next move."""
        self.history.append((list(self.left), dict(self.entered), Counter(self.drawn)))
        if view["luck"]["awaits"]:
            self._enter_open_card(view)
        else:
            self._enter_move(view)

    def take_back(self) -> None:
        """The newest entry."""
        self.tap("[data-do=undo]")
        self.left, self.entered, self.drawn = self.history.pop()

    def _enter_open_card(self, view: Json) -> None:
        awaited = view["luck"]["awaits"][0]
        value = find_entry(self.record["setup"], awaited["place"])
        if not awaited["among"]:
            self.tap(f"[data-key='lay-{value}']")
            return
        texts = {card["card"]: card["text"] for card in view["luck"]["left"][awaited["among"]]}
        label = json.dumps(texts[self.entered.get(value, value)], ensure_ascii=False)
        button = f"[data-do=lay][aria-label={label}]"
        chosen = json.loads(self.page.locator(button).first.get_attribute("data-value"))
        # The two change places: whatever was to be entered as this card is entered as the other one from now on.
        twin = next((card for card, entered in self.entered.items() if entered == chosen), chosen)
        self.entered |= {twin: self.entered.get(value, value), value: chosen}
        self.tap(button)

    def _enter_move(self, view: Json) -> None:
        """The next move of the seat that the page asks: secret choices come in the order of the seats."""
        move = next(move for move in self.left if move["seat"] == view["seat"])
        self.left.remove(move)
        action = json.loads(json.dumps(move["action"]), object_hook=self._rename)
        offers = [sort_lists(offered) for offered in view["menu"]]
        if sort_lists(action) in offers:
            index = offers.index(sort_lists(action))
        else:
            index = self.page.evaluate(LOOKS_LIKE, action)
        orders = {order["index"]: order for order in view["luck"]["orders"]}
        draw = orders.get(index, view["luck"]["draws"][index])
        is_roll = draw and draw.get("dice") and len(action) == 1
        if joined := view["luck"]["follow_ups"][index]:
            self._enter_joined(index, [followed["action"] for followed in joined])
        elif not is_roll:
            self.tap(f"[data-key='act-{index}']")
        while draw:
            self._enter_draw(draw, action)
            draw = self.read()["asked"]

    def _enter_joined(self, index: int, following: list[Json]) -> None:
        """The move and the next one of its seat are one tap, but two entries that can be taken back."""
        move = self.left.pop(0)
        self.history.append(([move, *self.left], dict(self.entered), Counter(self.drawn)))
        self.tap(f"[data-key='join-{index}-{following.index(move['action'])}']")

    def _rename(self, action: Json) -> Json:
        def rename(value: Any) -> Any:
            if isinstance(value, list):
                return [rename(item) for item in value]
            return self.entered.get(value, value) if isinstance(value, str) else value

        return {name: rename(value) for name, value in action.items()}

    def list_actions(self, moves: list[Json]) -> list[list[Json]]:
        """What each seat did in these moves; choices that are made at the same time come in any order."""
        return [
            [sort_lists(move["action"]) for move in moves if move["seat"] == seat]
            for seat in range(len(self.record["seats"]))
        ]

    def list_recorded(self) -> list[list[Json]]:
        """The recorded actions of each seat, with the cards under the names under which they were entered."""
        return self.list_actions(
            [move | {"action": self._rename(move["action"])} for move in self.record["moves"]]
        )

    def _enter_draw(self, draw: Json, action: Json) -> None:
        if draw.get("isOpen"):
            for card in action.get(draw["field"], []):
                self.tap(f"[data-key='next-{card}']")
            self.tap("[data-do=done]")
            return
        if draw.get("field"):
            self._enter_order([card for card in action[draw["field"]] if card in _list_cards(draw)])
            return
        label = draw["label"]
        # The record has the luck of choices made at the same time in the last of them, which may be another one here.
        values = [move["chance"][label] for move in self.record["moves"] if label in move.get("chance", {})]
        value = values[self.drawn[label]]
        self.drawn[label] += 1
        if isinstance(value, list):
            for die in value:
                self.tap(f"[data-key='die-{die}']")
        else:
            self.tap(f"[data-key='turn-{value}']")

    def _enter_order(self, cards: list[Any]) -> None:
        """The last card follows by itself."""
        for card in cards[:-1]:
            self.tap(f"[data-key='next-{card}']")

    def play(self, is_enough=lambda view: False, wavers: Random | None = None) -> list[Turn]:
        """Enters until the end and returns the turns. With `wavers` entries are taken back at random."""
        turns, seat = [], None
        while (view := self.read()["view"])["status"] == "active" and not is_enough(view):
            if wavers and wavers.random() < 0.1:
                for _ in range(min(wavers.randint(1, MAX_UNDONE), len(self.history))):
                    self.take_back()
                seat = None
                continue
            before, began, is_card = self.taps, time.monotonic(), bool(view["luck"]["awaits"])
            self.enter_next(view)
            if is_card:
                seat = None
                continue
            earlier = turns.pop() if seat == view["seat"] else Turn(0, 0)
            seat = view["seat"]
            taps, seconds = self.taps - before, time.monotonic() - began
            turns.append(Turn(earlier.taps + taps, earlier.seconds + seconds))
        return turns


def find_entry(setup: Json, place: str) -> Any:
    """What lies at a place of a setup, such as `dives[3][0]`."""
    name, *indices = re.findall(r"\w+", place)
    value = setup[name]
    for index in indices:
        value = value[int(index)]
    return value


def _list_cards(draw: Json) -> list[Any]:
    return [card["card"] for card in draw["among"]]


def sort_lists(action: Json) -> Json:
    """The menu offers each payment in one order of its cards; an empty list may be left out."""
    return {
        name: sorted(value) if isinstance(value, list) else value
        for name, value in action.items()
        if value != []
    }
