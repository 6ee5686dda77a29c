"""The queue of the bots: who is next, who may think about it, and what happens when a worker dies."""

import pytest

from escale.common.clock import now_ms
from games.automation import queue, thinking, worker
from games.automation.queue import Speed, Turns, WaitingMatch
from games.matches import messages
from games.matches.moves import MoveRequest, play_move
from games.matches.storage.rows import proof_by_index
from games.matches.writes import public_decision_id
from games.models import Match, MatchEvent
from tests.games.table import HUMAN, Table, attend_bots

pytestmark = pytest.mark.django_db

EASY, STRONG = ({"kind": "bot", "level": level} for level in ("easy", "strong"))


def table_with(bot: dict, *, origin: str = "", due: int = 0) -> Table:
    """A table at which the bot must decide; due at a time that orders the tables."""
    table = Table(seats=[HUMAN, bot], origin=origin)
    while not table.match.awaited_seats & table.match.bot_seats:
        table.act(seat=0)
    Match.objects.filter(pk=table.id).update(due=1000 + due)
    return table


def act_for(table: Table, seat: int) -> None:
    """Plays the first action of the menu for a bot, as the worker does."""
    decision = public_decision_id(table.match, table.decision(seat).id)
    action = table.engine.legal(table.state, seat)[0]
    play_move(MoveRequest(table.id, proof_by_index(seat), decision, action))


def table_where_all_choose_at_once(*bots: dict) -> Table:
    table = Table(game="halunken", seats=[HUMAN, *bots], options={"black_jack": False})
    while table.match.awaited_seats != 0b111:
        act_for(table, table.decision().seat)
    return table


def waiting(speed: Speed) -> list[str]:
    return [match.id for match in queue.list_waiting_matches(speed)]


def test_strong_bots_wait_apart_from_all_others_and_clocks():
    strong, easy, clock = table_with(STRONG), table_with(EASY), Table(pace="live")
    relieved = Table(pace="live")
    Match.objects.filter(pk__in=[clock.id, relieved.id]).update(due=5000)
    worker.handle_match(relieved.id, Speed.QUICK, thinking.think_inline)
    assert waiting(Speed.SLOW) == [strong.id]
    assert waiting(Speed.QUICK) == [easy.id, clock.id, relieved.id]


def test_where_both_must_decide_the_quick_bot_is_first():
    both = table_where_all_choose_at_once(STRONG, EASY)
    assert (waiting(Speed.QUICK), waiting(Speed.SLOW)) == ([both.id], [])
    worker.handle_due_matches(Speed.QUICK, Turns(), thinking.think_inline)
    assert both.match.awaited_seats == 0b011
    assert (waiting(Speed.QUICK), waiting(Speed.SLOW)) == ([], [both.id])


def test_matches_that_are_not_due_do_not_wait():
    Match.objects.filter(pk=table_with(EASY).id).update(due=now_ms() + 60_000)
    Match.objects.filter(pk=table_with(EASY).id).update(due=None)
    assert waiting(Speed.QUICK) == []


def test_the_second_match_of_an_owner_comes_after_the_first_ones_of_all():
    many = [table_with(EASY, origin="many", due=number) for number in range(3)]
    one = table_with(EASY, origin="one", due=10)
    unknown = [table_with(EASY, due=20 + number) for number in range(2)]
    first = [many[0].id, one.id, unknown[0].id, unknown[1].id]
    assert waiting(Speed.QUICK) == [*first, many[1].id, many[2].id]


def test_owners_take_turns_however_many_matches_they_have(monkeypatch):
    times = iter(range(2000, 3000))
    monkeypatch.setattr(queue, "now_ms", lambda: next(times))
    turns, served = Turns(), []
    many = WaitingMatch("many", "many", 1000, 1)  # This owner has so many matches that one is always due.
    one = WaitingMatch("one", "one", 1990, 1)
    for _ in range(6):
        first = turns.sort([one, many])[0]
        served.append(first.owner)
        turns.mark_served(first.owner)
        if first == one:
            one = one._replace(due=next(times))
    assert served == ["many", "one"] * 3


def test_new_owners_do_not_pass_those_who_wait():
    turns = Turns()
    turns.mark_served("regular")
    now = now_ms()
    regular = WaitingMatch("a", "regular", now + 10, 1)
    newcomers = [WaitingMatch(f"b{number}", f"new {number}", now + 20 + number, 1) for number in range(3)]
    assert turns.sort([*newcomers, regular])[0] == regular


def test_turns_do_not_remember_owners_for_ever(monkeypatch):
    monkeypatch.setattr(queue, "MAX_REMEMBERED_OWNERS", 3)
    turns = Turns()
    for number in range(10):
        turns.mark_served(f"owner {number}")
    assert len(turns._served_at) == 3


def test_a_match_is_leased_to_one_worker_until_its_bot_has_moved():
    table = table_with(EASY)
    assert queue.take_lease(table.id)
    assert queue.take_lease(table.id) is None
    assert waiting(Speed.QUICK) == []
    worker.handle_match(table.id, Speed.QUICK, thinking.think_inline)
    assert table.match.leased_until is None


def test_what_people_do_meanwhile_does_not_end_the_lease():
    table = table_where_all_choose_at_once(EASY, EASY)
    assert queue.take_lease(table.id)
    messages.send_message(match_id=table.id, proof=table.proof(0), phrase="hello")
    table.act(seat=0)
    assert queue.take_lease(table.id) is None


def test_the_lease_of_a_dead_worker_runs_out(monkeypatch):
    table = table_with(EASY)
    first = queue.take_lease(table.id)
    later = now_ms() + queue.LEASE_MS
    monkeypatch.setattr(queue, "now_ms", lambda: later)
    second = queue.take_lease(table.id)
    assert second.until > first.until
    queue.release(first)  # The first worker was not dead: it may not take the match from the second one.
    assert table.match.leased_until == second.until


def test_a_match_in_which_no_bot_could_move_is_free_again():
    table = Table(pace="live")
    Match.objects.filter(pk=table.id).update(due=1)
    attend_bots()
    assert table.kinds()[-1] == "relief"
    assert table.match.leased_until is None


def test_a_match_that_fails_waits_for_a_minute_and_stops_no_other(caplog):
    broken, whole = table_with(EASY), table_with(EASY, due=10)
    broken_moves, whole_moves = broken.match.moves, whole.match.moves

    def think(game, level, state, seat, seed):
        if waiting(Speed.QUICK) == [whole.id]:
            raise ValueError("a fault of the bot")
        return thinking.think_inline(game, level, state, seat, seed)

    assert worker.handle_due_matches(Speed.QUICK, Turns(), think) == 2
    assert "a fault of the bot" in caplog.text
    assert (broken.match.moves, whole.match.moves) == (broken_moves, whole_moves + 1)
    assert broken.match.due > now_ms() + 50_000
    assert broken.match.leased_until is None


def test_an_undo_while_a_bot_thinks_wastes_its_thought_and_nothing_else():
    table = table_with(EASY)
    moves = table.match.moves

    def think(game, level, state, seat, seed):
        Match.objects.filter(pk=table.id).update(undos=1)
        return thinking.think_inline(game, level, state, seat, seed)

    worker.handle_due_matches(Speed.QUICK, Turns(), think)
    assert (table.match.moves, table.match.leased_until) == (moves, None)


def test_two_workers_never_think_about_one_match():
    table_with(STRONG), table_with(STRONG, due=10)
    thoughts = []

    def think_as_second_worker(game, level, state, seat, seed):
        thoughts.append("second")
        return thinking.think_inline(game, "easy", state, seat, seed)

    def think_as_first_worker(game, level, state, seat, seed):
        thoughts.append("first")
        for _ in range(3):
            worker.handle_due_matches(Speed.SLOW, Turns(), think_as_second_worker)
        return thinking.think_inline(game, "easy", state, seat, seed)

    worker.handle_due_matches(Speed.SLOW, Turns(), think_as_first_worker)
    assert thoughts[:2] == ["first", "second"]
    assert sum(Match.objects.values_list("moves", flat=True)) - _moves_of_people() == len(thoughts)


def _moves_of_people() -> int:
    return MatchEvent.objects.filter(kind="move", seat=0).count()
