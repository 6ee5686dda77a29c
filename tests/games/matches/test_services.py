"""The match service: seats, moves, taking back, clocks, giving up. Guards write nothing."""

import pytest

from escale.common.clock import now_ms
from games.matches import absence, replay, seating, takebacks
from games.matches.errors import MatchError, Refused
from games.matches.luck.contributions import Sent, contribute
from games.matches.moves import MoveRequest, play_move
from games.matches.storage.rows import proof_by_index, proof_by_user
from games.models import Match, MatchEvent, MatchSecret
from games.presenting import match_view
from tests.games.table import BOT, HUMAN, Table, attend_bots

pytestmark = pytest.mark.django_db


def refused(code, call, **arguments):
    """The call fails with this code and leaves the log as it was."""
    before = MatchEvent.objects.count()
    with pytest.raises(MatchError) as caught:
        call(**arguments)
    assert caught.value.code == code
    assert MatchEvent.objects.count() == before


def test_a_match_begins_when_all_seats_are_taken_and_have_added_their_numbers():
    table = Table(join=False)
    table.add_nonce(0, "nonce")
    assert table.match.status == "open"
    seating.join(match_id=table.id, sent=Sent(nonce="12" * 16))
    assert table.match.status == "active"
    assert table.kinds() == ["join", "join", "start"]


@pytest.mark.slow
def test_the_commitment_is_shown_before_anyone_sits_down_and_the_record_verifies():
    from games.core import records
    from games.registry import ENGINES

    table = Table(seats=[HUMAN, BOT])
    committed = table.match.commitment
    while table.match.status == "active":
        table.play(1) if not table.match.awaited_seats & table.match.bot_seats else attend_bots()
    record = replay.record(table.match)
    assert record["fairness"]["commitment"] == committed
    records.verify_record(records.read_document(record, ENGINES))


def test_a_seat_is_taken_once():
    table = Table()
    refused("seat_taken", seating.join, match_id=table.id)


def test_who_leaves_frees_the_seat_and_the_last_one_takes_the_match_along():
    table = Table(seats=[HUMAN, HUMAN], join=False)
    second = Table(seats=[HUMAN, HUMAN], join=False)
    seating.leave(match_id=second.id, proof=second.proof(0))
    assert not Match.objects.filter(pk=second.id).exists()
    assert not MatchSecret.objects.filter(match_id=second.id).exists()
    assert table.match.status == "open"


def test_a_foreign_token_moves_nothing():
    table, other = Table(), Table()
    decision = table.decision()
    refused(
        "not_your_seat",
        play_move,
        request=MoveRequest(table.id, other.proof(0), decision.id, ("roll",)),
    )


def test_what_the_rules_forbid_writes_nothing():
    table = Table()
    before = table.match.number
    with pytest.raises(Refused) as caught:
        table.act(("shanghai",))
    assert caught.value.refusal.rule == "shanghai"
    assert table.match.number == before


def test_the_same_key_counts_once():
    table = Table()
    seat = table.decision().seat
    first = play_move(MoveRequest(table.id, table.proof(seat), "r1.t1", ("roll",), "k"))
    again = play_move(MoveRequest(table.id, table.proof(seat), "r1.t1", ("roll",), "k"))
    assert again == first._replace(repeated=True, table=None)


def test_a_late_decision_is_a_conflict():
    table = Table()
    seat = table.decision().seat
    table.act()
    refused("stale_decision", play_move, request=MoveRequest(table.id, table.proof(seat), "r1.t1", ("roll",)))


def test_undo_takes_back_a_choice_but_never_a_roll():
    table = Table()
    seat = table.decision().seat
    table.act(("roll",))
    refused("nothing_to_undo", takebacks.undo, match_id=table.id, proof=table.proof(seat))
    before = table.engine.dump(table.state)
    table.act(("direction", "left"))
    takebacks.undo(match_id=table.id, proof=table.proof(seat))
    assert table.engine.dump(table.state) == before
    assert table.kinds()[-1] == "undo"
    assert replay.find_difference(table.match) == ""


def test_a_decision_id_does_not_come_back_after_an_undo():
    table = Table()
    seat = table.decision().seat
    table.act(("roll",))
    spent = table.decision().id
    table.act(("direction", "left"))
    takebacks.undo(match_id=table.id, proof=table.proof(seat))
    refused(
        "stale_decision",
        play_move,
        request=MoveRequest(table.id, table.proof(seat), spent, ("direction", "left")),
    )


def test_a_take_back_needs_the_consent_of_the_others():
    table = Table()
    seat = table.decision().seat
    table.act(("roll",))
    table.act(("direction", "left"))
    takebacks.make_offer(match_id=table.id, proof=table.proof(seat), kind="takeback")
    assert table.match.offer["seat"] == seat
    moves = table.match.moves
    takebacks.answer_offer(match_id=table.id, proof=table.proof(1 - seat), accept=True)
    assert table.match.moves == moves - 1
    assert table.match.offer is None
    assert replay.find_difference(table.match) == ""


def test_an_offer_lapses_with_the_next_move():
    table = Table()
    seat = table.decision().seat
    takebacks.make_offer(match_id=table.id, proof=table.proof(1 - seat), kind="pause")
    table.act()
    refused("no_offer", takebacks.answer_offer, match_id=table.id, proof=table.proof(seat), accept=True)


def test_a_pause_stops_moves_and_clock_until_somebody_goes_on():
    table = Table(pace="live")
    assert table.match.due is not None
    takebacks.make_offer(match_id=table.id, proof=table.proof(0), kind="pause")
    takebacks.answer_offer(match_id=table.id, proof=table.proof(1), accept=True)
    assert table.match.due is None
    with pytest.raises(MatchError, match="paused"):
        table.act()
    takebacks.resume(match_id=table.id, proof=table.proof(1))
    assert table.match.due is not None
    table.act()


def test_the_clock_hands_the_seat_to_a_bot_that_the_person_can_relieve():
    table = Table(pace="live")
    seat = table.decision().seat
    assert not absence.relieve_absent(match_id=table.id), "the clock has not run out"
    Match.objects.filter(pk=table.id).update(due=now_ms() - 1)
    assert absence.relieve_absent(match_id=table.id)
    assert table.match.bot_seats == 1 << seat
    absence.reclaim_seat(match_id=table.id, proof=table.proof(seat))
    assert table.match.bot_seats == 0
    assert table.kinds()[-2:] == ["relief", "return"]


def test_an_action_of_the_person_relieves_the_bot():
    table = Table(pace="live")
    seat = table.decision().seat
    Match.objects.filter(pk=table.id).update(due=now_ms() - 1)
    absence.relieve_absent(match_id=table.id)
    table.act()
    assert table.match.bot_seats == 0
    assert table.kinds()[-2:] == ["return", "move"]
    assert table.match.seats.get(index=seat).relief_level == ""


def test_giving_up_ends_a_match_of_two():
    table = Table()
    absence.resign(match_id=table.id, proof=table.proof(0))
    match = table.match
    assert (match.status, match.result["winners"], match.result["end"]) == ("finished", [1], "resigned")
    refused("match_over", absence.resign, match_id=table.id, proof=table.proof(1))
    assert replay.record(match)["result"]["reason"] == "resigned"


@pytest.mark.parametrize("first", [0, 1])
def test_a_rematch_is_made_once_and_joined_by_the_other_with_the_seats_moved_up(first):
    table = Table()
    absence.resign(match_id=table.id, proof=table.proof(0))
    made = seating.rematch(match_id=table.id, proof=table.proof(first))
    joined = seating.rematch(match_id=table.id, proof=table.proof(1 - first))
    assert made.match == joined.match
    assert (made.index, joined.index) == (1 - first, first)
    for seat in (made, joined):
        contribute(match_id=made.match, proof=proof_by_index(seat.index), sent=Sent(nonce="12" * 16))
    assert Match.objects.get(pk=made.match).status == "active"


def test_whoever_asks_for_a_rematch_twice_takes_nobody_elses_seat():
    table = Table(game="halunken", seats=[HUMAN] * 3)
    for seat in range(3):
        absence.resign(match_id=table.id, proof=table.proof(seat))
    made = seating.rematch(match_id=table.id, proof=table.proof(0))
    refused("seat_taken", seating.rematch, match_id=table.id, proof=table.proof(0))
    joined = seating.rematch(match_id=table.id, proof=table.proof(2))
    refused("seat_taken", seating.rematch, match_id=table.id, proof=table.proof(2))
    last = seating.rematch(match_id=table.id, proof=table.proof(1))
    assert [seated.index for seated in (made, joined, last)] == [2, 1, 0]
    assert table.kinds()[-3:] == ["rematch"] * 3


def test_a_claimed_seat_belongs_to_the_account(django_user_model):
    table = Table()
    user = django_user_model.objects.create_user("reader")
    seat = table.decision().seat
    seating.claim(match_id=table.id, token=table.tokens[seat], user=user)
    play_move(MoveRequest(table.id, proof_by_user(user.pk), "r1.t1", ("roll",)))
    refused("not_your_seat", seating.claim, match_id=table.id, token=table.tokens[seat], user=user)


def test_a_tampered_state_is_found():
    table = Table()
    table.play(3)
    assert replay.find_difference(table.match) == ""
    other = Table()
    Match.objects.filter(pk=table.id).update(state=other.match.state)
    assert replay.find_difference(table.match) != ""


@pytest.mark.slow
def test_bots_play_a_whole_match_by_themselves():
    table = Table(seats=[HUMAN, BOT])
    for _ in range(1000):
        if table.match.status == "finished":
            break
        if table.match.awaited_seats & table.match.bot_seats:
            attend_bots()
        else:
            table.act()
    assert table.match.status == "finished"
    assert replay.find_difference(table.match) == ""


def test_the_log_of_a_view_ends_where_its_state_stands():
    """A move that comes after the match was read is in the next view: else a page would tell it before its scene,
    and then play the scene.
    """
    table = Table()
    table.play(2)
    read_before = table.match
    table.play(1)
    for options in (match_view.DEFAULT_OPTIONS, match_view.ViewOptions(after=1)):
        view = match_view.build_view(read_before, 0, options)
        assert view["number"] == view["log"][-1]["number"] == table.match.number - 1
