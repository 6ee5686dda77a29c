"""The picture that social networks show when a title is shared: 1200 × 630 pixels, as they ask for."""

from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from catalogue.covers import CREAM, Cover, choose_palette
from catalogue.covers.lettering import break_lines, split_name

SIZE = (1200, 630)
# Half a meeple, from head to foot; the other half is its mirror image.
HALF = (
    (16, 2),
    (20, 4),
    (21, 8),
    (22, 9.6),
    (28, 12),
    (30, 15),
    (28, 17.6),
    (22.6, 17.6),
    (24, 22),
    (28, 28),
    (27, 30),
)
HALF += ((20, 30), (16, 24))
MEEPLE = (*HALF, *((32 - x, y) for x, y in reversed(HALF[1:-1])))


def draw_share_picture(cover: Cover) -> bytes:
    """A PNG in the colours of the cover, with the name and the players."""
    ground, deep, light = choose_palette(cover)
    image = Image.new("RGB", SIZE, ground)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 430, *SIZE), fill=deep)
    pen.rectangle((18, 18, SIZE[0] - 19, SIZE[1] - 19), outline=light, width=4)
    title, rest = split_name(cover.name)
    lines, size = break_lines(title, 980, 3, 120, 44)
    y = 70.0
    for line in lines:
        pen.text((80, y), line, font=ImageFont.load_default(size * 0.86), fill=CREAM)
        y += size * 1.1
    if rest:
        words, small = break_lines(rest, 980, 1, 44, 26)
        pen.text((80, y + 14), words[0], font=ImageFont.load_default(small * 0.86), fill=light)
    fewest = cover.players_min or cover.players_max or 0
    for n in range(min(8, max(fewest, cover.players_max or 0))):
        figure = [(80 + n * 84 + x * 2.3, 470 + y * 2.3) for x, y in MEEPLE]
        pen.polygon(figure, fill=light if n < fewest else None, outline=light, width=3)
    pen.text(
        (80, 566),
        " · ".join(word for word in (cover.people, cover.year) if word)[:60],
        font=ImageFont.load_default(28),
        fill=CREAM,
    )
    pen.text((SIZE[0] - 80, 566), "Escale à jeux", font=ImageFont.load_default(28), fill=light, anchor="ra")
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()
