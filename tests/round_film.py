"""Films the end of a round of Shanghaien for the README, as Anna sees it; a part of `make pictures`."""

from __future__ import annotations

import base64
import io
from itertools import pairwise
from pathlib import Path

import httpx
from PIL import Image

from tests.games.http import Seat, begin, posted, to_move
from tests.games.screens import come_to, set_speed

WIDTH, HEIGHT = 1280, 800
SHOWN = (640, 400)
QUALITY = 70
FRAME_MILLISECONDS = 100
#: so long the last picture stands still before the film begins again
LAST_MILLISECONDS = 2500
MAX_BYTES = 1_500_000
HAS_SHOWN = """(number) => {
  const table = document.querySelector('escale-match')
  return table.view?.number >= number && !table.director.isRunning
}"""


class Camera:
    """Keeps what the browser sends of a page, with the moment of each picture."""

    def __init__(self, page) -> None:
        self.frames: list[tuple[float, str]] = []
        self.session = page.context.new_cdp_session(page)
        self.session.on("Page.screencastFrame", self._keep)
        options = {"format": "jpeg", "quality": 92, "maxWidth": SHOWN[0], "maxHeight": SHOWN[1]}
        self.session.send("Page.startScreencast", options)

    def _keep(self, frame: dict) -> None:
        self.frames.append((1000 * frame["metadata"]["timestamp"], frame["data"]))
        self.session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def save(self, path: Path) -> None:
        chosen = [self.frames[0]]
        for frame in self.frames:
            if frame[0] - chosen[-1][0] >= FRAME_MILLISECONDS:
                chosen.append(frame)
        times = [at for at, _ in chosen]
        durations = [round(later - at) for at, later in pairwise(times)]
        pictures = [Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB") for _, data in chosen]
        timing = {"duration": [*durations, LAST_MILLISECONDS], "loop": 0}
        # The light of a scene changes every point of the picture: a GIF of it is twice as large, with few colours.
        pictures[0].save(path, "WEBP", save_all=True, append_images=pictures[1:], quality=QUALITY, **timing)


def _open_table(http: httpx.Client) -> list[Seat]:
    seats = [{"kind": "human"}] * 2
    made = posted(http, "/matches/", {"game": "shanghaien", "seats": seats, "name": "Anna"})
    joined = posted(http, f"/matches/{made['id']}/seats/", {"name": "Bernd"})
    return begin([Seat(http, made["id"], token) for token in (made["seat_token"], joined["seat_token"])])


def _can_shout(view: dict) -> bool:
    return view["menu"][-1]["type"] == "shanghai"


def _act(seats: list[Seat], *, shouts: bool = False) -> int:
    """Whoever must decide shouts, or does anything else that is possible; the number of the table then."""
    view = to_move(seats)
    quiet = [action for action in view["menu"] if action["type"] != "shanghai"]
    action = view["menu"][-1] if shouts or not quiet else quiet[0]
    return seats[view["seat"]].act(view["decisions"][0]["id"], action).json()["number"]


def _play_until_dice_lie(seats: list[Seat], count: int) -> None:
    while sum(map(sum, (card["dice"] for card in seats[0].view()["state"]["tavern"]))) < count:
        _act(seats)


def film_round(browser, url: str, path: Path) -> None:
    screen = {"locale": "en-GB", "viewport": {"width": WIDTH, "height": HEIGHT}, "color_scheme": "dark"}
    context = browser.new_context(base_url=url, **screen)
    context.add_init_script(set_speed("normal"))
    page = context.new_page()
    with httpx.Client(base_url=f"{url}/api/v1", timeout=30) as http:
        seats = _open_table(http)
        _play_until_dice_lie(seats, 7)
        come_to(page, seats[0])
        page.locator(".shanghaien-row").wait_for()
        page.wait_for_load_state("networkidle")
        camera = Camera(page)
        for _ in range(4):
            page.wait_for_function(HAS_SHOWN, arg=_act(seats))
        while not _can_shout(to_move(seats)):
            page.wait_for_function(HAS_SHOWN, arg=_act(seats))
        page.wait_for_function(HAS_SHOWN, arg=_act(seats, shouts=True))
    context.close()
    camera.save(path)
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise SystemExit(f"{path} has {size} bytes; at most {MAX_BYTES} are wanted.")
