"""Films of tables: nothing on screen runs ahead of the board, and scenes take the time that they should."""

import itertools

import pytest
from playwright.sync_api import expect

from tests.games.films import Film, Scene, find_early_things, planned_seconds, start_film, stop_film
from tests.games.http import Seat, table, to_move
from tests.games.screens import TOKEN, come_to, open_table
from tests.games.shanghaien.screen_steps import play_by_shanghai

pytestmark = pytest.mark.browser

#: it is one's turn, or the match is over
ASKED = """() => {
  const table = document.querySelector('escale-match')
  return !table.sender.pendingDecision && (table.view.decisions.length || table.view.outcome)
}"""
QUIET = "() => !document.querySelector('escale-match').director.isRunning"
PLAY_LAST = """() => {
  const table = document.querySelector('escale-match')
  table.play(table.view.menu.at(-1))
}"""
SHOWN = "(number) => document.querySelector('escale-match').view?.number >= number"
BOARD = "escale-match .match-board"


def play_last_actions(page, until: str, most: int = 30) -> None:
    """Always the last action of the menu, until a scene of this type was played."""
    played = f"() => window.film.scenes.some(({{ type, moment }}) => type === '{until}' && moment === 'end')"
    for _ in range(most):
        page.wait_for_function(ASKED)
        if page.evaluate(played):
            return
        page.evaluate(PLAY_LAST)
    raise AssertionError(f"no scene of {until}")


def film_against_bots(
    visitor, http, game: str, bots: int, until: str, **options
) -> tuple[Film, list[dict], int]:
    page = visitor(speed="normal", reduced_motion="no-preference")
    match = open_table(page, game, ["easy"] * bots, **options)
    page.wait_for_function(ASKED)
    start_film(page)
    play_last_actions(page, until)
    film = stop_film(page)
    view = Seat(http, match, page.evaluate(TOKEN, match)).view()
    return film, view["log"], view["seat"]


def turns_of_others(film: Film, log: list[dict], own_seat: int) -> list[list[Scene]]:
    """The scenes of each turn of somebody else."""
    seat_by_number = {entry["number"]: entry["seat"] for entry in log}
    turns = itertools.groupby(film.scenes, key=lambda scene: seat_by_number[scene.number])
    return [list(scenes) for seat, scenes in turns if seat != own_seat]


def act(seats: list[Seat], index: int = -1) -> dict:
    view = to_move(seats)
    return seats[view["seat"]].act(view["decisions"][0]["id"], view["menu"][index]).json()


def film_two_people(visitor, seats: list[Seat], moves: int, **screen) -> Film:
    """A spectator films what two people play."""
    page = visitor(reduced_motion="no-preference", **{"speed": "fast"} | screen)
    page.goto(f"/m/{seats[0].match}")
    page.locator(f"{BOARD} *").first.wait_for()
    start_film(page)
    for _ in range(moves):
        number = act(seats)["number"]
    page.wait_for_function(SHOWN, arg=number)
    page.wait_for_function(QUIET)
    return stop_film(page)


def scenes_in_log(film: Film, log: list[dict]) -> list[tuple[int, int]]:
    """The events of the log of which the film has a scene, in the order of the log."""
    filmed = {(scene.number, scene.index) for scene in film.scenes}
    events = [
        (entry["number"], index)
        for entry in log
        if entry["kind"] == "move"
        for index in range(len(entry["events"]))
    ]
    return [event for event in events if event in filmed]


def order_of(film: Film) -> list[tuple[int, int]]:
    return [(scene.number, scene.index) for scene in film.scenes]


# --- against bots


def test_shanghaien_against_a_bot(visitor, http):
    film, log, own_seat = film_against_bots(visitor, http, "shanghaien", 1, until="opened")
    assert find_early_things(film, log) == []
    assert order_of(film) == scenes_in_log(film, log)
    turns = [
        [scene for scene in scenes if scene.type in ("rolled", "directed", "placed")]
        for scenes in turns_of_others(film, log, own_seat)
    ]
    whole_turns = [scenes for scenes in turns if len({scene.number for scene in scenes}) > 1]
    assert whole_turns
    assert all(1.2 <= planned_seconds(scenes) <= 2 for scenes in whole_turns)
    given = [scene for scene in film.scenes if scene.type == "given"]
    assert len(given) == 6 and planned_seconds(given) <= 6
    for scene in film.scenes:
        assert scene.end - scene.begin >= scene.planned - 20
        assert scene.end - scene.begin <= scene.planned + 1500, (
            "a busy machine may be late, but not that late"
        )
    dice_before_and_after_placing(film, log)
    the_score_follows_each_card(film)


def dice_before_and_after_placing(film: Film, log: list[dict]) -> None:
    """A die lies on its card from its scene on, not before."""
    events = {(entry["number"], i): event for entry in log for i, event in enumerate(entry.get("events", []))}
    for scene in film.scenes:
        if scene.type != "placed":
            continue
        event = events[scene.number, scene.index]
        prefix = f"die-{event['card']}-{event['seat']}-"
        counts = [
            sum(key.startswith(prefix) for key in frame["keys"])
            for frame in film.frames_between(scene.begin, scene.end)
        ]
        before = [frame for frame in film.frames if frame["at"] < scene.begin][-1:]
        assert len(set(counts)) == 1
        assert all(sum(key.startswith(prefix) for key in frame["keys"]) == counts[0] - 1 for frame in before)


def the_score_follows_each_card(film: Film) -> None:
    """It changes when a card has arrived, and has the figures that the engine gives before the next scene."""
    given = [scene for scene in film.scenes if scene.type == "given"]
    before = [frame for frame in film.frames if frame["at"] < given[0].begin][-1]
    during = [{frame["scores"] for frame in film.frames_between(scene.begin, scene.end)} for scene in given]
    assert during[0] <= {before["scores"]}
    assert all(len(scores) <= 1 for scores in during)
    next_scene = film.scenes[film.scenes.index(given[-1]) + 1]
    after = next(frame for frame in film.frames if frame["at"] > next_scene.begin)
    assert after["scores"] == film.frames[-1]["scores"]


def test_halunken_with_four_seats(visitor, http):
    film, log, _ = film_against_bots(visitor, http, "halunken", 3, until="moved")
    assert find_early_things(film, log) == []
    assert order_of(film) == scenes_in_log(film, log)
    by_number = itertools.groupby(film.scenes, key=lambda scene: scene.number)
    rounds = [list(scenes) for _, scenes in by_number]
    assert all(planned_seconds(scenes) <= 8 for scenes in rounds)
    captains_walk_in_their_scenes(film, log)


def captains_walk_in_their_scenes(film: Film, log: list[dict]) -> None:
    events = {(entry["number"], i): event for entry in log for i, event in enumerate(entry.get("events", []))}
    walks = [scene for scene in film.scenes if scene.type == "moved"]
    assert walks
    for scene in walks:
        event = events[scene.number, scene.index]
        seat = str(event["seat"])
        before = [frame for frame in film.frames if frame["at"] < scene.begin][-1]
        assert before["pieces"][seat] == event["start"]
        during = film.frames_between(scene.begin, scene.end)
        assert {frame["pieces"][seat] for frame in during} <= {event["end"]}


def test_macao_with_four_seats(visitor, http):
    page = visitor(speed="normal", reduced_motion="no-preference")
    match = open_table(page, "macao", ["easy"] * 3)
    page.wait_for_function(ASKED)
    start_film(page)
    for _ in range(2):
        page.evaluate(PLAY_LAST)
        page.wait_for_function(ASKED)
    film = stop_film(page)
    log = Seat(http, match, page.evaluate(TOKEN, match)).view()["log"]
    assert find_early_things(film, log) == []
    assert order_of(film) == scenes_in_log(film, log)
    events = {(entry["number"], i): event for entry in log for i, event in enumerate(entry.get("events", []))}
    contacts = [scene for scene in film.scenes if scene.type == "contacted"]
    assert len(contacts) >= 4
    for scene in contacts:
        key = f"card-{events[scene.number, scene.index]['card']}"
        before = [frame for frame in film.frames if frame["at"] < scene.begin][-1]
        assert key in before["inPiles"]
        assert all(key not in frame["inPiles"] for frame in film.frames_between(scene.begin, scene.end))
    assert film.frames[-1]["marks"], "the last move stays outlined"


# --- two people


@pytest.mark.parametrize(("game", "moves"), [("shanghaien", 9), ("halunken", 8), ("macao", 5)])
def test_two_people_are_filmed_by_a_spectator(game, moves, visitor, http):
    options = {"black_jack": False} if game == "halunken" else {}
    seats = table(http, game, options=options)
    film = film_two_people(visitor, seats, moves)
    log = seats[0].view()["log"]
    assert film.scenes
    assert find_early_things(film, log) == []
    assert order_of(film) == scenes_in_log(film, log)


def test_without_motion_the_order_is_the_same(visitor, http):
    seats = table(http)
    watchers = [visitor(speed="fast", reduced_motion=motion) for motion in ("reduce", "no-preference")]
    for page in watchers:
        page.goto(f"/m/{seats[0].match}")
        page.locator(f"{BOARD} *").first.wait_for()
        start_film(page)
    for _ in range(6):
        number = act(seats)["number"]
    for page in watchers:
        page.wait_for_function(SHOWN, arg=number)
        page.wait_for_function(QUIET)
        assert page.evaluate("() => document.querySelectorAll('[data-changed]').length")
    still, moving = (stop_film(page) for page in watchers)
    assert order_of(still) == order_of(moving) == scenes_in_log(still, seats[0].view()["log"])
    spoken = " ".join(still.frames[-1]["spoken"])
    assert seats[0].view()["log"][-1]["text"] in spoken


def test_the_result_waits_for_the_last_scene(visitor, http):
    seats = table(http)
    last = play_by_shanghai(
        seats, lambda view: view["state"]["round"] == 8 and {"type": "shanghai"} in view["menu"]
    )
    film = film_two_people(visitor, seats, moves=1)
    assert seats[0].view()["status"] == "finished" and last["state"]["round"] == 8
    result = film.find_first_time(lambda frame: frame["hasResult"])
    assert result is None or result > max(scene.end for scene in film.scenes)


# --- speeds and skipping


#: a point of the board that nothing lies on
FIND_FREE_PLACE = """(selector) => {
  const board = document.querySelector(selector)
  const { left, top, width, height } = board.getBoundingClientRect()
  for (let y = top + 5; y < top + height; y += 10)
    for (let x = left + 5; x < left + width; x += 10) {
      const there = document.elementFromPoint(x, y)
      if (there && board.contains(there) && !there.closest('button')) return [x, y]
    }
}"""


def test_a_tap_skips_the_scene_and_a_second_one_all_of_them(visitor, http):
    seats = table(http)
    play_by_shanghai(seats, lambda view: {"type": "shanghai"} in view["menu"])
    page = visitor(speed="calm")
    page.goto(f"/m/{seats[0].match}")
    page.locator(f"{BOARD} *").first.wait_for()
    start_film(page)
    number = act(seats)["number"]
    page.locator("[data-do=skip]").wait_for()
    page.mouse.click(*page.evaluate(FIND_FREE_PLACE, BOARD))
    first = "() => window.film.scenes.some(({ moment, type }) => moment === 'end' && type === 'shanghaied')"
    page.wait_for_function(first)
    assert page.evaluate("() => document.querySelector('escale-match').director.isRunning")
    page.keyboard.press("Escape")
    page.wait_for_function(SHOWN, arg=number)
    page.wait_for_function(QUIET)
    film = stop_film(page)
    assert len(film.scenes) < 4, "nothing was played after that"
    assert film.scenes[0].end - film.scenes[0].begin < film.scenes[0].planned


def test_the_speed_is_chosen_at_the_table_and_kept(visitor, http):
    seats = table(http)
    page = visitor(speed="normal")
    come_to(page, seats[0])
    page.locator("[data-part=more]").evaluate("(part) => part.querySelector('[data-speed=off]').click()")
    page.reload()
    page.locator(f"{BOARD} *").first.wait_for()
    expect(page.locator("[data-speed=off]")).to_have_attribute("aria-pressed", "true")
    start_film(page)
    number = [act(seats) for _ in range(2)][-1]["number"]
    page.wait_for_function(SHOWN, arg=number)
    assert stop_film(page).scenes == []
    assert page.evaluate("() => document.querySelectorAll('[data-changed]').length"), "still outlined"


def test_who_comes_back_sees_a_recap_of_what_happened(visitor, http):
    seats = table(http)
    first = act(seats)["seat"]
    page = visitor(speed="normal")
    come_to(page, seats[1 - first])
    page.goto("about:blank")
    for _ in range(2):
        number = act(seats)["number"]
    page.add_init_script(
        "addEventListener('escale-scene', () => (window.scenes = (window.scenes ?? 0) + 1), true)"
    )
    page.goto(f"/m/{seats[0].match}")
    page.wait_for_function(SHOWN, arg=number)
    page.wait_for_function(QUIET)
    assert page.evaluate("() => window.scenes") >= 4, "a scene begins and ends"
    page.locator(".match-alert .note", has_text="Pendant votre absence").wait_for()


#: what the lesson says and offers at each moment that a scene begins or ends
RIGHT = """() => { const { scene } = document.querySelector('escale-tutorial')
  return scene.menu.findIndex((action) => JSON.stringify(action) === JSON.stringify(scene.move.action)) }"""
LESSON = """() => {
  const lesson = document.querySelector('escale-tutorial')
  window.seen = []
  lesson.addEventListener('escale-scene', ({ detail }) => window.seen.push([
    detail.moment, lesson.querySelector('[data-part=say]').textContent, lesson.querySelectorAll('[data-menu]').length]))
}"""


def test_a_lesson_goes_on_after_the_scene(visitor):
    page = visitor(speed="fast")
    page.goto("/fr/jouer/shanghaien/premiere-partie/")
    page.locator("[data-menu]").first.wait_for()
    page.evaluate(LESSON)
    before = page.locator("[data-part=say]").text_content()
    page.locator(f'[data-menu="{page.evaluate(RIGHT)}"]').click()
    page.wait_for_function("() => window.seen.length >= 2 && document.querySelector('[data-menu]')")
    assert page.evaluate("() => window.seen")[:2] == [["begin", before, 0], ["end", before, 0]]
    assert page.locator("[data-part=say]").text_content() != before


def test_the_replay_plays_the_next_position(visitor, http):
    seats = table(http)
    for _ in range(3):
        act(seats)
    seats[0].call("POST", "resignation/", {})
    page = visitor(speed="fast")
    page.goto(f"/fr/jouer/revoir/{seats[0].match}/")
    page.locator("[data-part=position]", has_text="0").wait_for()
    page.evaluate("""() => document.querySelector('escale-replay')
      .addEventListener('escale-scene', ({ detail }) => (window.seen ??= []).push(detail.type))""")
    page.locator("[data-do=on]").click()
    page.wait_for_function("() => window.seen?.length === 2")
    page.locator(".match-caption", has_text="lance").wait_for()
    page.locator("[data-do=back]").click()
    page.wait_for_function(QUIET.replace("escale-match", "escale-replay"))
    assert page.evaluate("() => window.seen.length") == 2, "backwards there is no scene"
