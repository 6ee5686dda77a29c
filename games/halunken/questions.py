"""The questions of Halunken about a moment, which the probes in `positions.py` ask."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.contract import Event
from games.core.positions.probes import Moment, ProbeQuestion, add_wrong_counts
from games.halunken.rules.tables import SPACES

# --- what happens when the cards are revealed -----------------------------------------------------


def _split_at_reveal(moment: Moment) -> tuple[list[int | str], list[Event]] | None:
    """The cards of all seats and the events after the reveal.

    None if nothing was revealed, or if a card was rum.
    """
    for index, event in enumerate(moment.events):
        if event[0] == "revealed" and "rum" not in event[1]:
            return list(event[1]), list(moment.events[index + 1 :])
    return None


def find_cancelled(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks whether a captain walks although its card was cancelled."""
    revealed = _split_at_reveal(moment)
    if revealed is None:
        return
    cards, events = revealed
    for event in events:
        if event[0] == "cancelled":
            params = {"cards": cards, "seat": event[1]}
            yield ProbeQuestion(params=params, choices=(True, False), answer=False)


def find_first_taker(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks who takes first, if that seat's card was cancelled and another seat showed a lower one."""
    revealed = _split_at_reveal(moment)
    if revealed is None:
        return
    cards, events = revealed
    takers = [event[1] for event in events if event[0] == "took"]
    cancelled_seats = [event[1] for event in events if event[0] == "cancelled"]
    if not takers:
        return
    first_taker = takers[0]
    has_lower_rival = cards[first_taker] > min(cards)
    if first_taker in cancelled_seats and has_lower_rival:
        all_seats = tuple(range(moment.seats))
        yield ProbeQuestion(params={"cards": cards}, choices=all_seats, answer=first_taker)


def _starts_with_walk(events: list[Event]) -> bool:
    """Whether the first captain moves and takes a scoundrel."""
    return [event[0] for event in events[:2]] == ["moved", "took"]


def find_recruit(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks which scoundrel the first captain takes; the answers are those of dives nearby."""
    revealed = _split_at_reveal(moment)
    if revealed is None or not _starts_with_walk(revealed[1]):
        return
    cards, (moved, took, *_later_events) = revealed
    _kind, seat, start, end = moved
    _kind, _seat, _space, scoundrel, _next_scoundrel = took
    ring = moment.engine.view(moment.before, None)["ring"]
    tops = [ring[space % SPACES]["top"] for space in (start, end - 1, end, end + 1)]
    are_different = len(set(tops)) == len(tops)
    if None not in tops and are_different:
        yield ProbeQuestion(params={"cards": cards, "seat": seat}, choices=tops, answer=scoundrel)


def find_brawl(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks whether the first captain, who comes to another one, takes a scoundrel from that player."""
    revealed = _split_at_reveal(moment)
    if revealed is None or not _starts_with_walk(revealed[1]):
        return
    cards, (moved, _took, *later_events) = revealed
    params = {"cards": cards, "seat": moved[1]}
    if later_events:
        event_after_take = later_events[0]
        if event_after_take[0] == "spared":
            params["victim"] = event_after_take[2]
            yield ProbeQuestion(params=params, choices=(True, False), answer=False)
        return
    must_rob = [decision.kind for decision in moment.engine.decisions(moment.after)] == ["rob"]
    if must_rob:
        params["victim"] = moment.after.victim
        yield ProbeQuestion(params=params, choices=(True, False), answer=True)


# --- worked examples -------------------------------------------------------------------------------


def find_first_of_all(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks who takes a scoundrel first after the reveal."""
    revealed_cards = [event[1] for event in moment.events if event[0] == "revealed"]
    takers = [event[1] for event in moment.events if event[0] == "took"]
    if revealed_cards and takers:
        params = {"cards": list(revealed_cards[0])}
        yield ProbeQuestion(params=params, choices=tuple(range(moment.seats)), answer=takers[0])


def find_jack_stop(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks where Black Jack stops if the space that he would reach is occupied."""
    event_by_kind = {event[0]: event for event in moment.events}
    if "revealed" not in event_by_kind or "jack_moved" not in event_by_kind:
        return
    _kind, cards, _jack_card = event_by_kind["revealed"]
    _kind, _card, steps = event_by_kind["jack_turned"]
    _kind, start, end = event_by_kind["jack_moved"]
    # People count the dives from 1.
    target = (start + steps) % SPACES + 1
    yield ProbeQuestion(
        params={"cards": list(cards), "steps": steps},
        choices=tuple(range(target, target + 4)),
        answer=end + 1,
    )


# --- what a crew is worth -------------------------------------------------------------------------


def find_worth(moment: Moment) -> Iterable[ProbeQuestion]:
    """Asks what the crew of a seat is worth if two colours have equally many cards."""
    if moment.action[0] != "choose" or moment.refusal:
        return
    crew = moment.engine.view(moment.before, None)["crews"][moment.seat]
    colours = crew["colours"].values()
    most_cards = max(colour["count"] for colour in colours)
    tied_colours = [colour for colour in colours if colour["count"] == most_cards]
    if len(tied_colours) > 1 and most_cards > 1:
        sum_without_bonus = sum(colour["sum"] for colour in colours)
        # The best of the tied colours counts twice. Whoever doubles another of them is wrong.
        sums_with_one_bonus = [sum_without_bonus + colour["sum"] for colour in tied_colours]
        counts = add_wrong_counts(crew["total"], sum_without_bonus, *sums_with_one_bonus)
        yield ProbeQuestion(params={"seat": moment.seat}, choices=counts, answer=crew["total"])
