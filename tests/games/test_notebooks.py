"""Notebooks of games: without a network the page asks for what the engine would ask for, in every recorded match."""

from __future__ import annotations

import dataclasses
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from games.core.contract import Action, Json
from games.core.json_form import decode, encode
from games.core.real_table.luck import EnteredChance, MissingLuck, TableSetup
from games.macao.rules.tables import SHIPPED_DECK
from games.registry import ENGINES, load_game
from tests.games.real_table import list_records, play_with_unseen_card
from tests.games.tapping import find_entry
from tests.needs import need
from tests.serving import ROOT

GAMES = [
    game
    for game in ENGINES
    if load_game(game).table_luck and load_game(game).table_luck.make_offline_notebook
]
FOLLOWER = Path(__file__).with_name("follow_notebooks.mjs")
NODE = Path(sys.executable).with_name("node")


class FollowedMatch:
    """A recorded match as the page asks for it: seats that choose at the same time do so in their order."""

    def __init__(self, record: Json) -> None:
        game = record["game"]
        self.engine, self.luck = ENGINES[game], load_game(game).table_luck
        self.seats, self.setup, self.left = len(record["seats"]), record["setup"], list(record["moves"])
        if game == "macao":
            self.setup = {"deck": SHIPPED_DECK.data} | self.setup
        self.state = self.engine.deal(self.seats, record["options"], self.setup)
        self.table = TableSetup(self.luck, self.seats, record["options"], self.setup, {})
        self.drawn: Counter[str] = Counter()
        self.moves = record["moves"]
        self.begun = self.describe_beginning()

    def describe_beginning(self) -> Json:
        notebook = self.luck.make_offline_notebook(self.seats, self.setup)
        places = {place: "" for stock in self.table.stocks for place in stock.list_places()}
        awaits = [{"among": place.partition("[")[0] if "[" in place else ""} for place in self.list_awaited()]
        view = {
            "state": self.engine.view(self.state, 0),
            "status": "active",
            "seats": [{}] * self.seats,
            "luck": {"awaits": awaits},
        }
        return {"pad": {"facts": notebook.facts, "places": places}, "view": view}

    def list_awaited(self) -> list[str]:
        has_moves, is_over = len(self.left) < len(self.moves), not self.left
        view = self.engine.view(self.state, None)
        return self.table.find_awaited(view, has_moves=has_moves, is_over=is_over)

    def describe(self) -> Json:
        steps = [self.take_step() for _ in self.moves]
        return self.begun | {"steps": steps, "places": self.list_awaited()}

    def take_step(self) -> Json:
        entries = {place: find_entry(self.setup, place) for place in self.list_awaited()}
        self.table = dataclasses.replace(self.table, known=self.table.known | entries)
        decision = self.engine.decisions(self.state)[0]
        move = next(move for move in self.left if move["seat"] == decision.seat)
        menu = [
            encode(self.engine.META.actions, action)
            for action in self.engine.legal(self.state, decision.seat)
        ]
        chance = self.advance(decision.seat, decode(self.engine.META.actions, move["action"]))
        self.left.remove(move)
        step = {"entries": entries, "seat": decision.seat, "kind": decision.kind, "menu": menu}
        return step | {"action": move["action"], "chance": chance}

    def advance(self, seat: int, action: Action) -> Json:
        """Plays the action; returns what it drew. The record may have it at another seat's choice."""
        chance: Json = {}
        while True:
            state = self.state.copy()
            try:
                self.engine.advance(state, seat, action, EnteredChance(chance))
            except MissingLuck as missing:
                chance = chance | {missing.label: self.draw(missing.label)}
            else:
                self.state = state
                return chance

    def draw(self, label: str) -> object:
        values = [move["chance"][label] for move in self.moves if label in move.get("chance", {})]
        self.drawn[label] += 1
        return values[self.drawn[label] - 1]


@pytest.fixture(scope="module")
def statics(tmp_path_factory) -> Path:
    """The scripts of all games in one folder, as the site serves them."""
    need(NODE.exists(), "Install requirements-dev.txt: it brings Node.js.")
    folder = tmp_path_factory.mktemp("static")
    (folder / "package.json").write_text('{"type": "module"}')
    shutil.copytree(ROOT / "games/static/games", folder / "games")
    for game in GAMES:
        shutil.copytree(ROOT / f"games/{game}/static/{game}", folder / game)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_notebook_asks_what_the_engine_asks_in_every_recorded_match(game, statics):
    records = [*list_records(game), *([play_with_unseen_card()] if game == "halunken" else [])]
    matches = [FollowedMatch(record).describe() for record in records]
    done = subprocess.run(
        [NODE, FOLLOWER, game],
        input=json.dumps(matches),
        cwd=statics,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert len(matches) > 10
    assert json.loads(done.stdout) == [""] * len(matches)
