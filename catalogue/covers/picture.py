"""The picture that social networks show when a title is shared. They ask for 1200 × 630 pixels."""

from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from catalogue.covers import CREAM, Cover, choose_palette, count_meeples
from catalogue.covers.lettering import break_lines, split_name

WIDTH, HEIGHT = 1200, 630
MARGIN = 80
# The right half of a meeple, from head to foot. The other half is its mirror image.
HALF_MEEPLE = (
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
    (20, 30),
    (16, 24),
)
MEEPLE = (*HALF_MEEPLE, *((32 - x, y) for x, y in reversed(HALF_MEEPLE[1:-1])))


def draw_share_picture(cover: Cover) -> bytes:
    """A PNG in the colours of the cover, with the name and the players."""
    ground, deep, light = choose_palette(cover)
    image = Image.new("RGB", (WIDTH, HEIGHT), ground)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 430, WIDTH, HEIGHT), fill=deep)
    pen.rectangle((18, 18, WIDTH - 19, HEIGHT - 19), outline=light, width=4)
    _write_name(pen, cover.name, light)
    _draw_meeples(pen, cover, light)
    font = ImageFont.load_default(28)
    facts = " · ".join(word for word in (cover.people, cover.year) if word)
    pen.text((MARGIN, 566), facts[:60], font=font, fill=CREAM)
    pen.text((WIDTH - MARGIN, 566), "Escale à jeux", font=font, fill=light, anchor="ra")  # ends at the right
    png = BytesIO()
    image.save(png, "PNG", optimize=True)
    return png.getvalue()


def _write_name(pen: ImageDraw.ImageDraw, name: str, subtitle_colour: str) -> None:
    title, subtitle = split_name(name)
    lines, size = break_lines(title, max_width=980, max_lines=3, largest_size=120, smallest_size=44)
    y = 70.0
    for line in lines:
        pen.text((MARGIN, y), line, font=_load_font(size), fill=CREAM)
        y += size * 1.1
    if subtitle:
        lines, size = break_lines(subtitle, max_width=980, max_lines=1, largest_size=44, smallest_size=26)
        pen.text((MARGIN, y + 14), lines[0], font=_load_font(size), fill=subtitle_colour)


def _load_font(size: float) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    """The font of the picture. It is narrower than the serif that `break_lines` measures."""
    return ImageFont.load_default(size * 0.86)


def _draw_meeples(pen: ImageDraw.ImageDraw, cover: Cover, colour: str) -> None:
    fewest, most = count_meeples(cover)
    for index in range(most):
        outline = [(MARGIN + index * 84 + x * 2.3, 470 + y * 2.3) for x, y in MEEPLE]
        pen.polygon(outline, fill=colour if index < fewest else None, outline=colour, width=3)
