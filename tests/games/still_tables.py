"""A table in the browser that shows whatever position it is given, at once; nothing else changes it."""

from __future__ import annotations

from games.core.contract import Json
from tests.games.http import table
from tests.games.played_views import Position
from tests.games.screens import come_to

#: the coach of the first match would lie over the prompt
WITHOUT_COACH = """try { localStorage['escale-coach-%s'] = '{"wish": "off"}' } catch {}"""
STOP = """() => {
  const table = document.querySelector('escale-match')
  table.stopListening()
  table.loader.load = () => {}
  table.loader.request = () => Promise.reject(new Error('this table stands still'))
}"""
SHOW = """(view) => {
  const table = document.querySelector('escale-match')
  table.latest = view
  table.selected = null
  table.showAtOnce(view)
}"""


SELECT_LAST = "() => { const t = document.querySelector('escale-match'); t.selected = t.view.menu.at(-1) }"
SHOW_REMARK = "(remark) => document.querySelector('escale-match').coach.show(remark)"


class StillTable:
    """The page of a table, in which positions of any match of its game are shown."""

    def __init__(self, page, http, game: str, language: str = "fr") -> None:
        self.page, self.game, self.language = page, game, language
        self.position: Position | None = None
        self.seat: int | None = None
        page.add_init_script(WITHOUT_COACH % game)
        come_to(page, table(http, game)[0])
        page.evaluate(STOP)
        page.route("**/check/", self._answer_dry_run)

    def show(self, position: Position, seat: int | None, *, against_bots: bool = False) -> None:
        """As this seat sees it; None is somebody who watches."""
        self.position, self.seat = position, seat
        view = position.view(seat, self.language)
        for other in view["seats"] if against_bots else ():
            other["kind"] = "human" if other["index"] == seat else "bot"
        self.page.evaluate(SHOW, view)

    def select_last_action(self) -> None:
        """Of the menu on screen; it is drawn with the next remark."""
        self.page.evaluate(SELECT_LAST)

    def show_longest_remark(self) -> None:
        """Of all that the coach can say about the decision on screen."""
        remark = max(
            self.position.remarks(self.seat, self.language), key=lambda remark: len(remark.text), default=None
        )
        if remark:
            rule = {"key": remark.rule, "url": "#"}
            shown = {"text": remark.text, "rule": rule, "things": list(remark.things)}
            self.page.evaluate(SHOW_REMARK, shown)

    def _answer_dry_run(self, route) -> None:
        """The engine judges the position on screen, as the API would."""
        action: Json = route.request.post_data_json["action"]
        refusal = self.position.refuse(self.seat, action)
        if refusal is None:
            route.fulfill(json={"legal": True})
        else:
            route.fulfill(status=422, content_type="application/problem+json", json=refusal)
