"""A scene's canvas: a ready background, and sprites and masks pasted on it."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image

from render.glyphs import Style
from render.lettering import ELLIPSIS, Lettering, cap_height, lettering
from render.shapes import Box, Size, panel_mask, shape_mask
from render.theme import NIGHT, Colour, Theme

# The material of a picture: strokes on a background, in the order they were made.
#
# A stroke is one thing pasted: a picture, or a plain colour through a mask or in a box. Nothing is
# painted before pixels are wanted, and then only those rows that are: two pictures of one table
# have most rows in common, and which these are can be told from the strokes alone.

ROWS = 32
"""Rows of a slice of a picture: fewer are found more often, and more compress better."""

_SMALL_AREA = 16384
"""Pixels of the largest plain picture that is kept."""

_MARK = Struct("<8s8siiii")

_DIGEST = "digest"
"""The attribute of a picture under which its digest is kept."""


def digest_of(picture: Image.Image) -> bytes:
    """Return eight bytes that tell what a picture shows; it must not change any more.

    A picture that is made again has the same: what lies in memory may go and come back.
    """
    known: bytes | None = vars(picture).get(_DIGEST)
    if known is None:
        known = blake2b(picture.tobytes(), digest_size=8).digest()
        vars(picture)[_DIGEST] = known
    return known


class Stroke:
    """A picture or colour, the mask it goes through, and the box it fills, in pixels.

    `mark` is what no other stroke has that would paint something else, and `slices` are the slices
    of a picture in which it paints.
    """

    __slots__ = ("bottom", "mark", "mask", "right", "slices", "source", "x", "y")

    def __init__(
        self,
        source: Image.Image | Colour,
        mask: Image.Image | None,
        x: int,
        y: int,
        right: int,
        bottom: int,
    ) -> None:
        self.source = source
        self.mask = mask
        self.x = x
        self.y = y
        self.right = right
        self.bottom = bottom
        what = bytes(source) if isinstance(source, tuple) else digest_of(source)
        through = b"" if mask is None else digest_of(mask)
        self.mark = _MARK.pack(what, through, x, y, right, bottom)
        self.slices = slice(max(y // ROWS, 0), (bottom - 1) // ROWS + 1)

    def paste(self, sheet: Image.Image, left: int, top: int) -> None:
        """Paste what lies on a sheet that begins there."""
        source, mask = self.source, self.mask
        if mask is not None and not isinstance(source, Image.Image):
            # Pillow pastes a picture twice as fast as a colour.
            source = _filled(mask.size, source)
        what = source.im if isinstance(source, Image.Image) else source
        # What `Image.paste` does, which looks at all of them again and takes as long for it.
        box = self.x - left, self.y - top, self.right - left, self.bottom - top
        sheet.im.paste(what, box, *(() if mask is None else (mask.im,)))


def painted(
    background: Image.Image, strokes: list[Stroke], top: int, bottom: int, left: int = 0
) -> Image.Image:
    """Return some rows of a background, from `left` on, with what the strokes paint there."""
    sheet = background.crop((left, top, background.width, bottom))
    for stroke in strokes:
        if stroke.y < bottom and stroke.bottom > top:
            stroke.paste(sheet, left, top)
    return sheet


def _filled(size: tuple[int, int], colour: Colour) -> Image.Image:
    is_small = size[0] * size[1] <= _SMALL_AREA
    return _plain(size, colour) if is_small else Image.new("RGB", size, colour)


@lru_cache(maxsize=256)
def _plain(size: tuple[int, int], colour: Colour) -> Image.Image:
    """Return a picture of one colour; shared, so never changed."""
    return Image.new("RGB", size, colour)


Anchor: TypeAlias = Literal["left", "middle", "right"]

READABLE = 47
"""The least font size in pixels whose capitals are `theme.LEGIBLE`."""

BIG = Style(52, 700, 95)
"""Names and numbers that must be read: may shrink to READABLE."""

PLAIN = Style(READABLE, 600, 90)
"""Numbers and short words that must be read."""

SMALL = Style(36, 600, 95)
"""Words that only repeat what a number, a mark or the message says."""


NARROW = 62
"""The width of letters in lines that would be cut or too small to read else: the least there is."""

_BETWEEN = 8
"""Width and height between the corners of a panel from which on they are painted apart."""


class Piece(NamedTuple):
    """A part of a sprite: how far down and right it begins, and its mask unless it is opaque."""

    top: int
    picture: Image.Image
    mask: Image.Image | None
    left: int = 0


class Sprite(NamedTuple):
    """A ready picture in parts; shared between threads, so never changed.

    A card needs a mask only where its corners are round; without one the rest is pasted ten
    times as fast.
    """

    pieces: tuple[Piece, ...]


def cut_sprite(picture: Image.Image, mask: Image.Image, rim: int) -> Sprite:
    """Make a sprite of a picture that is opaque but for `rim` rows at the top and bottom."""
    w, h = picture.size
    rows = ((0, rim, True), (rim, h - rim, False), (h - rim, h, True))
    boxes = [((0, top, w, bottom), masked) for top, bottom, masked in rows]
    return Sprite(
        tuple(
            Piece(box[1], picture.crop(box), mask.crop(box) if masked else None)
            for box, masked in boxes
        )
    )


class Written(NamedTuple):
    """A line of text on a canvas: the box its ink fills and the room it was given."""

    line: Lettering
    ink: Box
    room: Box

    def moved(self, dx: int, dy: int) -> Written:
        """Return the line so far to the right and down."""
        return Written(self.line, self.ink.moved(dx, dy), self.room.moved(dx, dy))


class _Laid(NamedTuple):
    """A finished part of a picture and where its top left corner lies."""

    part: Canvas
    x: int
    y: int


class Lettered(NamedTuple):
    """The look of a line of text: style, colour, which side is fixed."""

    style: Style
    colour: Colour
    anchor: Anchor = "left"


BARE = Image.new("RGB", (1, 1))
"""The ground for strokes that are added to pictures; it does not show."""


class Canvas:
    """An RGB picture that only its own scene paints on, and the theme it is painted in.

    It is as high as its background, or shows this many rows of one that pictures share.

    >>> from render.theme import NIGHT
    >>> canvas = Canvas(Image.new("RGB", (300, 60)))
    >>> width = canvas.text("Annie", Box(0, 0, 300, 60), Lettered(PLAIN, NIGHT.text))
    >>> [line.text for line, ink, room in canvas.texts], 0 < width < 300
    (['Annie'], True)
    """

    def __init__(
        self, background: Image.Image, theme: Theme = NIGHT, height: int | None = None
    ) -> None:
        self.background = background
        self.theme = theme
        self.size = Size(background.width, height or background.height)
        """Width and height in pixels."""
        self.strokes: list[Stroke] = []
        self._written: list[Written | _Laid] = []
        # The picture as it was wanted last, and how many strokes were on it.
        self._painted: tuple[Image.Image, int] | None = None

    @property
    def image(self) -> Image.Image:
        """The picture with all that was painted so far; not to be changed where it is shared."""
        image, done = self._painted or (self.background, 0)
        if self._painted is None or done < len(self.strokes):
            # Never in place: another thread may look at the same part of a picture.
            image = painted(image, self.strokes[done:], 0, self.size.h)
            self._painted = image, done + len(self.strokes[done:])
        return image

    @property
    def texts(self) -> list[Written]:
        """Every line of text, in the order they were written."""
        lines: list[Written] = []
        for one in self._written:
            if isinstance(one, Written):
                lines.append(one)
            else:
                lines += [text.moved(one.x, one.y) for text in one.part.texts]
        return lines

    def sprite(self, sprite: Sprite, x: int, y: int) -> None:
        """Paste a sprite with its top left corner there."""
        self.strokes += pasted(sprite, x, y)

    def paste(self, picture: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
        """Paste a picture that nobody changes any more, through a mask where it has one."""
        self.strokes.append(_pasted(picture, x, y, mask))

    def shape(self, name: str, box: Box, colour: Colour) -> None:
        """Fill a shape of `render.shapes` that is as large as the box."""
        self.strokes.append(filled_shape(name, box, colour))

    def panel(self, box: Box, colour: Colour, *, radius: int = 20, outline: int = 0) -> None:
        """Fill a rounded rectangle, or draw its outline that many pixels wide."""
        self.strokes += _panel(box, colour, radius, outline)

    def bar(self, box: Box, colour: Colour) -> None:
        """Fill a plain rectangle."""
        self.strokes.append(_bar(box, colour))

    def add(self, part: Canvas) -> None:
        """Paint what was painted on another canvas, where it was; its background does not show."""
        self.strokes += part.strokes
        self._written.append(_Laid(part, 0, 0))

    def lay(self, part: Canvas, x: int, y: int) -> None:
        """Lay a finished part of the picture, opaque, with its top left corner there."""
        self.paste(part.image, x, y)
        self._written.append(_Laid(part, x, y))

    def text(self, text: str, box: Box, look: Lettered) -> int:
        """Write a line and return its width.

        Its capitals are centred in the box; deep or high letters move it, and nothing ever
        leaves the box.
        """
        return self._write(text, box, look, min(look.style.size, READABLE))

    def caption(self, text: str, box: Box, look: Lettered) -> int:
        """Write a line that may be made as small as it takes before it is cut."""
        return self._write(text, box, look, max(12, look.style.size // 2))

    def _write(self, text: str, box: Box, look: Lettered, least: int) -> int:
        stroke, written = written_line(text, box, look, least)
        line = written.line
        is_less = line.size < look.style.size or line.text.endswith(ELLIPSIS)
        if is_less and (self.theme.is_large or line.size < READABLE):
            narrow = look._replace(style=look.style._replace(width=NARROW))
            stroke, written = written_line(text, box, narrow, least)
        self.strokes.append(stroke)
        self._written.append(written)
        return written.line.width

    def tint(self, mask: Image.Image, colour: Colour, x: int, y: int) -> None:
        """Paint a colour through a mask that nobody changes any more."""
        self.strokes.append(_tint(mask, colour, x, y))


@lru_cache(maxsize=4096)
def written_line(text: str, box: Box, look: Lettered, least: int) -> tuple[Stroke, Written]:
    """Write a line as it stands in its room, at least this many pixels per em."""
    line = lettering(text, look.style, box.w, least)
    mask = line.mask
    w, h = mask.size
    if h > box.h:
        mask, h = mask.crop((0, 0, w, box.h)), box.h
    slack = box.w - line.width
    x = box.x + {"left": 0, "middle": slack // 2, "right": slack}[look.anchor] + line.left
    y = box.middle + round(cap_height(line.size) / 2) + line.top
    y = max(box.y, min(y, box.bottom - h))
    stroke = Stroke(look.colour, mask, x, y, x + w, y + h)
    return stroke, Written(line, Box(x, y, w, h), box)


def pasted(sprite: Sprite, x: int, y: int) -> list[Stroke]:
    """Return what pastes a sprite with its top left corner there."""
    return [_pasted(one.picture, x + one.left, y + one.top, one.mask) for one in sprite.pieces]


def _pasted(picture: Image.Image, x: int, y: int, mask: Image.Image | None) -> Stroke:
    w, h = picture.size
    return Stroke(picture, mask, x, y, x + w, y + h)


@lru_cache(maxsize=2048)
def filled_shape(name: str, box: Box, colour: Colour) -> Stroke:
    """Fill a shape that is as large as the box."""
    return _tint(shape_mask(name, Size(box.w, box.h)), colour, box.x, box.y)


@lru_cache(maxsize=1024)
def _panel(box: Box, colour: Colour, radius: int, outline: int) -> tuple[Stroke, ...]:
    """Return the painter of a panel: only the corners of a large one need masks."""
    if min(box.w, box.h) <= 2 * radius + _BETWEEN:
        mask = panel_mask(Size(box.w, box.h), radius, outline)
        return (_tint(mask, colour, box.x, box.y),)
    between = Box(box.x, box.y + radius, box.w, box.h - 2 * radius)
    sides = [between]
    if outline:
        sides = [between._replace(x=x, w=outline) for x in (box.x, box.right - outline)]
    high = outline or radius
    edge = Box(box.x + radius, box.y, box.w - 2 * radius, high)
    left, right, y = box.x, box.right - radius, box.bottom - radius
    masks = _corners(radius, outline)
    return (
        _tint(masks[0], colour, left, box.y),
        _bar(edge, colour),
        _tint(masks[1], colour, right, box.y),
        *(_bar(side, colour) for side in sides),
        _tint(masks[2], colour, left, y),
        _bar(edge._replace(y=box.bottom - high), colour),
        _tint(masks[3], colour, right, y),
    )


def _tint(mask: Image.Image, colour: Colour, x: int, y: int) -> Stroke:
    w, h = mask.size
    return Stroke(colour, mask, x, y, x + w, y + h)


def _bar(box: Box, colour: Colour) -> Stroke:
    x, y, w, h = box
    return Stroke(colour, None, x, y, x + w, y + h)


@lru_cache(maxsize=64)
def _corners(radius: int, outline: int) -> list[Image.Image]:
    """Return the masks of a panel's corners: above the left and the right one, then below."""
    side = 2 * radius + _BETWEEN
    mask, ends = panel_mask(Size(side, side), radius, outline), (0, side - radius)
    return [mask.crop((x, y, x + radius, y + radius)) for y in ends for x in ends]
