"""Films a table in the browser, and finds what was on screen too early.

A film has twenty frames a second of what is on screen, and the scenes that the director has played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

#: JavaScript that begins to film the table of this page
START = """() => {
  const table = document.querySelector('escale-match')
  const film = (window.film = { scenes: [], frames: [] })
  const begin = performance.now()
  const at = () => performance.now() - begin
  const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent.trim())
  const readLines = () => Object.fromEntries([...document.querySelectorAll('.match-log li')]
    .map((line) => [line.dataset.key.slice('log-'.length), line.textContent]))
  const readPieces = () => Object.fromEntries([...document.querySelectorAll('[data-piece]')]
    .map((piece) => [piece.dataset.piece, Number(piece.dataset.spaceOf)]))
  const shoot = () => film.frames.push({
    at: at(),
    prompt: texts('.match-prompt').join(),
    isYours: Boolean(document.querySelector('.match-prompt.yours')),
    buttons: document.querySelectorAll('.match-actions [data-menu]').length,
    decision: table.view.decisions[0]?.id ?? null,
    lines: readLines(),
    hasResult: Boolean(document.querySelector('.match-ending')),
    scores: texts('.seat-score b, [data-key=score] summary b').join(),
    keys: [...document.querySelectorAll('.match-board [data-key]')].map((element) => element.dataset.key),
    inPiles: [...document.querySelectorAll('.macao-piles [data-key^=card-]')].map(({ dataset }) => dataset.key),
    pieces: readPieces(),
    marks: document.querySelectorAll('[data-changed]').length,
    spoken: texts('[data-part=spoken] span'),
  })
  table.addEventListener('escale-scene', ({ detail }) => film.scenes.push({ ...detail, at: at() }))
  shoot()
  film.timer = setInterval(shoot, 50)
}"""
STOP = """() => {
  clearInterval(window.film.timer)
  const { scenes, frames } = window.film
  return { scenes, frames }
}"""


class Scene(NamedTuple):
    """A scene as it was played: that of the event with this index in the entry with this number of the log.

    Times are in milliseconds since the film began.
    """

    number: int
    index: int
    type: str
    begin: float
    end: float
    planned: float  # how long the director wanted it to take


class Film(NamedTuple):
    scenes: list[Scene]
    frames: list[dict[str, Any]]

    def frames_between(self, begin: float, end: float) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if begin < frame["at"] < end]

    def find_first_time(self, shows: Callable[[dict[str, Any]], bool]) -> float | None:
        """When the first frame of this kind was on screen; None if there is none."""
        return next((frame["at"] for frame in self.frames if shows(frame)), None)


def start_film(page) -> None:
    page.evaluate(START)


def stop_film(page) -> Film:
    filmed = page.evaluate(STOP)
    begin_by_event, scenes = {}, []
    for report in filmed["scenes"]:
        key = (report["number"], report["index"])
        if report["moment"] == "begin":
            begin_by_event[key] = report
        elif key in begin_by_event:
            begin = begin_by_event.pop(key)
            scenes.append(Scene(*key, report["type"], begin["at"], report["at"], begin["planned"]))
    return Film(scenes, filmed["frames"])


def find_early_things(film: Film, log: list[dict]) -> list[str]:
    """What was on screen before the scene from which it follows; `log` is the log of the view after the
    match.
    """
    scenes_by_number: dict[int, list[Scene]] = {}
    for scene in film.scenes:
        scenes_by_number.setdefault(scene.number, []).append(scene)
    early_things = []
    for entry in log:
        for scene in scenes_by_number.get(entry["number"], []):
            early_things += _find_early_sentence(film, entry, scene)
    early_things += _find_choices_during_scenes(film)
    early_things += _find_early_decisions(film, log, scenes_by_number)
    return early_things


def _find_early_sentence(film: Film, entry: dict, scene: Scene) -> list[str]:
    sentence, number = entry["sentences"][scene.index], str(entry["number"])
    if not sentence:
        return []
    # An entry may have the same sentence several times: the scene belongs to one of them.
    occurrence = entry["sentences"][: scene.index + 1].count(sentence)
    first_time = film.find_first_time(
        lambda frame: frame["lines"].get(number, "").count(sentence) >= occurrence
    )
    return [f"log: {sentence}"] if first_time is not None and first_time < scene.end else []


def _find_choices_during_scenes(film: Film) -> list[str]:
    """Prompts, buttons and results while a scene is played."""
    found = []
    for scene in film.scenes:
        for frame in film.frames_between(scene.begin, scene.end):
            if frame["isYours"] or frame["buttons"] or frame["hasResult"] or frame["decision"]:
                found.append(f"{frame['prompt']} during {scene.type}")
    return found


def _find_early_decisions(film: Film, log: list[dict], scenes_by_number: dict[int, list[Scene]]) -> list[str]:
    """A decision is on screen after the scenes of all that happened before it was taken."""
    number_by_decision = {entry["decision"]: entry["number"] for entry in log if "decision" in entry}
    early_decisions = []
    for decision, number in number_by_decision.items():
        shown_at = film.find_first_time(lambda frame, decision=decision: frame["decision"] == decision)
        earlier = [scene for other, scenes in scenes_by_number.items() if other < number for scene in scenes]
        # A scene that begins after the decision is shown is not early: several players may decide at the same
        # time.
        for scene in earlier:
            if shown_at is not None and scene.begin < shown_at < scene.end:
                early_decisions.append(f"{decision} before the end of {scene.type}")
    return early_decisions


def planned_seconds(scenes: list[Scene]) -> float:
    return sum(scene.planned for scene in scenes) / 1000
