"""What a finished match reveals is enough to repeat every draw."""

import pytest

from games.core.fairness import make_chance
from games.matches import absence, replay, takebacks
from games.matches.errors import MatchError
from games.matches.luck import draws
from games.registry import ENGINES
from tests.games.table import Table

pytestmark = pytest.mark.django_db


def repeated(revealed: dict) -> list:
    """Every draw asked of a fresh stream, in the order of the list."""
    seats = [{"kind": "bot" if source == "bot" else "human"} for source in revealed["sources"]]
    stream = make_chance(revealed, seats)

    def shuffled(draw: dict) -> list:
        items = list(draw["items"])
        stream.shuffle(items)
        return items

    asks = {
        "below": lambda draw: stream.below(draw["n"]),
        "dice": lambda draw: stream.dice("", draw["count"]),
        "pick": lambda draw: stream.pick("", draw["items"]),
        "shuffle": shuffled,
    }
    return [asks[draw["draw"]](draw) for draw in revealed["draws"]]


@pytest.mark.slow
@pytest.mark.parametrize("game", ENGINES)
def test_every_draw_can_be_repeated(game):
    table = Table(game=game)
    for _ in range(40):  # the last of a menu is what costs most: payments stand in the log too
        if table.decision():
            table.act(table.menu()[-1])
    if table.decision():  # a short match may be over already
        absence.resign(match_id=table.id, proof=table.proof(0))
    revealed = draws.list_draws(table.match)
    assert revealed["commitment"] == table.match.commitment
    assert len(revealed["draws"]) >= 2
    assert repeated(revealed) == [draw["result"] for draw in revealed["draws"]]


def test_the_draws_are_those_of_the_record():
    table = Table()
    table.play(12)
    absence.resign(match_id=table.id, proof=table.proof(1))
    recorded = replay.record(table.match)
    drawn = draws.list_draws(table.match)["draws"]
    assert drawn[0]["result"] == recorded["setup"]["starter"]
    dice = [tuple(move["chance"]["dice"]) for move in recorded["moves"] if "chance" in move]
    assert [tuple(draw["result"]) for draw in drawn if draw["draw"] == "dice"] == dice


def test_nothing_is_revealed_before_the_end(client):
    table = Table()
    for path in ("fairness", "record"):
        answer = client.get(f"/api/v1/matches/{table.id}/{path}/")
        assert answer.status_code == 409
    with pytest.raises(MatchError):
        takebacks.resume(match_id=table.id, proof=table.proof(0))
