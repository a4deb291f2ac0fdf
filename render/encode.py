"""From pixels to PNG: one palette prepared once, no dithering, and small files.

A palette picture is a third of the bytes and a quarter of the time of a true-colour one
(docs/performance.md, R2). The palette holds the theme's colours and the steps between those that
meet at the edges of letters and shapes.

What a canvas shows is written in slices of some rows. Those of earlier pictures are kept, written
as they are, and found by the strokes that paint them: what did not change since the last picture of
a table is neither painted nor compressed again. A slice that two threads want is made by
one of them.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from itertools import chain
from struct import pack
from threading import Condition
from typing import NamedTuple, TypeAlias

from PIL import Image

from render.api import Picture
from render.canvas import ROWS, Canvas, digest_of, painted
from render.faces import TINT, tones
from render.shapes import Size
from render.theme import HAZE, NIGHT, PACK, Colour, Theme, dimmed, mix, sky_colour, snap

PALETTE_COLOURS = 256
"""Colours a palette can hold."""

KEPT = 9_000
"""Slices that are kept, some two kilobytes each: the last pictures of a hundred tables."""

_ADLER = 65521


class _Slice(NamedTuple):
    """Some rows as they stand in a PNG, and what tells them from others.

    `data` is compressed without the rows above; `check` and `size` are the checksum and the bytes
    of what it was.
    """

    data: bytes
    check: int
    size: int


class _Kept:
    """The slices that were wanted last, by their keys; for all threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._slices: OrderedDict[bytes, _Slice] = OrderedDict()
        # What a thread is making now: whoever wants it, too, waits for it.
        self._making: set[bytes] = set()
        self._changed = Condition()

    def claim(self, keys: Iterable[bytes]) -> set[bytes]:
        """Return the keys of what is neither kept nor being made: it is the caller's to make."""
        with self._changed:
            mine = {key for key in keys if key not in self._slices and key not in self._making}
            self._making |= mine
        return mine

    def release(self, keys: set[bytes]) -> None:
        """Give up what was claimed, made or not."""
        with self._changed:
            self._making -= keys
            self._changed.notify_all()

    def wait(self, keys: Sequence[bytes]) -> None:
        """Wait until nobody is making any of these; who still makes some must not wait."""
        with self._changed:
            self._changed.wait_for(lambda: self._making.isdisjoint(keys))

    def of(self, keys: Iterable[bytes]) -> list[_Slice | None]:
        """Return the slices of keys, as far as they are kept."""
        with self._changed:
            found = [self._slices.get(key) for key in keys]
            for key, part in zip(keys, found, strict=True):
                if part is not None:
                    self._slices.move_to_end(key)
        return found

    def keep(self, slices: Iterable[tuple[bytes, _Slice]]) -> None:
        """Keep slices, and let those go that were not wanted the longest."""
        with self._changed:
            self._slices.update(slices)
            while len(self._slices) > self._most:
                self._slices.popitem(last=False)


_KEPT = _Kept(KEPT)


def encode(image: Image.Image, theme: Theme = NIGHT) -> bytes:
    """Write an RGB picture as a palette PNG.

    >>> encode(Image.new("RGB", (1000, 600), NIGHT.panel))[1:4]
    b'PNG'
    """
    packer = _packer(zlib.MAX_WBITS)
    room = image.crop((-1, 0, image.width, image.height))
    data = packer.compress(_numbered(room, theme)) + packer.flush()
    return _png(image.width, image.height, data, theme)


def finished(canvas: Canvas, alt: str) -> Picture:
    """Encode a scene's own picture and put its alt text beside it."""
    return Picture(encode_canvas(canvas), *canvas.size, alt)


def encode_canvas(canvas: Canvas) -> bytes:
    """Write what `encode` writes of a canvas, with the rows that were written before as they were.

    >>> canvas = Canvas(Image.new("RGB", (1000, 600), NIGHT.panel))
    >>> encode_canvas(canvas) == encode_canvas(canvas)
    True
    """
    return png([rows_of(canvas)], canvas.size, canvas.theme)


Rows: TypeAlias = tuple[_Slice, ...]
"""Slices of a picture that follow each other."""


def rows_of(canvas: Canvas) -> Rows:
    """Return what a canvas shows as it stands in a PNG; other rows may come before and after."""
    keys = _keys(canvas)
    mine = _KEPT.claim(keys)
    try:
        made = _made(canvas, [n for n, key in enumerate(keys) if key in mine])
        _KEPT.keep((keys[number], part) for number, part in made.items())
    finally:
        _KEPT.release(mine)
    _KEPT.wait(keys)
    found = _KEPT.of(keys)
    # What nobody has after all: another thread could not make it, or it is gone already.
    made |= _made(canvas, [n for n, part in enumerate(found) if part is None and n not in made])
    return tuple(part or made[number] for number, part in enumerate(found))


def png(parts: Sequence[Rows], size: Size, theme: Theme) -> bytes:
    """Put rows that are encoded already together to a picture of that size in a theme."""
    return _png(*size, _stream([*chain.from_iterable(parts)]), theme)


def _keys(canvas: Canvas) -> list[bytes]:
    """Return the keys of the slices of a canvas, from the top; equal slices share one."""
    ground = digest_of(canvas.background) + pack("<Q", id(palette(canvas.theme)))
    # The last slice may have fewer rows.
    told = [
        [ground + pack("<II", top, min(ROWS, canvas.size.h - top))]
        for top in range(0, canvas.size.h, ROWS)
    ]
    for stroke in canvas.strokes:
        for marks in told[stroke.slices]:
            marks.append(stroke.mark)
    return [blake2b(b"".join(marks), digest_size=16).digest() for marks in told]


def _made(canvas: Canvas, missing: Sequence[int]) -> dict[int, _Slice]:
    """Paint and compress some slices of a canvas."""
    if not missing:
        return {}
    packer = _packer(-zlib.MAX_WBITS)
    length = ROWS * (canvas.size.w + 1)
    made = {}
    for first, last in _runs(missing):
        bottom = min((last + 1) * ROWS, canvas.size.h)
        sheet = painted(canvas.background, canvas.strokes, first * ROWS, bottom, left=-1)
        numbered = memoryview(_numbered(sheet, canvas.theme))
        for number in range(first, last + 1):
            rows = numbered[(number - first) * length :][:length]
            # A full flush: what follows does not refer to what stands before.
            data = packer.compress(rows) + packer.flush(zlib.Z_FULL_FLUSH)
            made[number] = _Slice(data, zlib.adler32(rows), len(rows))
    return made


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last of numbers that follow each other.

    >>> _runs([0, 1, 2, 5, 7, 8])
    [(0, 2), (5, 5), (7, 8)]
    """
    firsts = [n for n in numbers if n - 1 not in numbers]
    lasts = [n for n in numbers if n + 1 not in numbers]
    return list(zip(firsts, lasts, strict=True))


def _packer(bits: int) -> zlib._Compress:
    """Return a compressor for rows as they are: a level higher takes as long again."""
    return zlib.compressobj(3, zlib.DEFLATED, bits, zlib.DEF_MEM_LEVEL + 1)


def _numbered(image: Image.Image, theme: Theme) -> bytes:
    """Return the rows of a picture as a PNG has them: a filter, and a number for each pixel.

    The filter, none, comes in place of the first column, which shows nothing. Rows of a palette
    pack best as they are: what is painted twice, such as a card's rim, is found again.
    """
    numbers = image.quantize(palette=palette(theme), dither=Image.Dither.NONE)
    numbers.paste(0, (0, 0, 1, image.height))
    return numbers.tobytes()


def _stream(slices: Sequence[_Slice]) -> bytes:
    """Put slices together to what zlib would have written of all of them."""
    check = 1
    for part in slices:
        check = _together(check, part.check, part.size)
    body = b"".join(part.data for part in slices)
    return b"\x78\x5e" + body + b"\x03\x00" + pack(">I", check)


def _together(first: int, second: int, size: int) -> int:
    """Return the Adler-32 of two pieces from theirs; the second has this many bytes.

    >>> _together(zlib.adler32(b"Cloud "), zlib.adler32(b"Nine"), 4) == zlib.adler32(b"Cloud Nine")
    True
    """
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + size * ((first & 0xFFFF) - 1)
    return (high % _ADLER) << 16 | low % _ADLER


def _png(width: int, height: int, data: bytes, theme: Theme) -> bytes:
    """Return a palette PNG of compressed rows."""
    header = _chunk(b"IHDR", pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
    parts = (
        b"\x89PNG\r\n\x1a\n",
        header,
        _palette_chunk(theme),
        _chunk(b"IDAT", data),
        _chunk(b"IEND", b""),
    )
    return b"".join(parts)


@cache
def _palette_chunk(theme: Theme) -> bytes:
    """Return the chunk that tells the colours of a theme's palette."""
    return _chunk(b"PLTE", bytes(palette(theme).getpalette() or ()))


def _chunk(name: bytes, content: bytes) -> bytes:
    whole = name + content
    return pack(">I", len(content)) + whole + pack(">I", zlib.crc32(whole))


@cache
def palette(theme: Theme = NIGHT) -> Image.Image:
    """Return the palette picture that `quantize` wants; shared and only read."""
    colours = _colours(theme)
    sheet = Image.new("P", (1, 1))
    sheet.putpalette(list(chain.from_iterable(colours)))
    return sheet


def _colours(theme: Theme) -> list[Colour]:
    """List at most 256 colours: the sky's, then ramps from ground to letter."""
    depths = [i / 400 for i in range(401)]
    colours = [sky_colour(depth, haze, theme) for haze in (0, HAZE) for depth in depths]
    for ground, letter, steps in _meetings(theme):
        colours += [snap(mix(ground, letter, i / steps)) for i in range(steps + 1)]
    return list(dict.fromkeys(colours))[:PALETTE_COLOURS]


def _meetings(theme: Theme) -> list[tuple[Colour, Colour, int]]:
    """Say which colours meet at edges, and how many steps their blend gets."""
    sky = sky_colour(0.2, 0, theme)
    suits = (PACK.black, PACK.red, PACK.blue, PACK.green, PACK.joker)
    letters = (theme.flush, theme.run, theme.sets, theme.bonus)
    return [
        *((PACK.paper, suit, steps) for suit in suits for steps in (3, 4)),
        *((ground, theme.text, 3) for ground in (theme.panel, theme.panel_turn, theme.well, sky)),
        *((ground, theme.gold, 2) for ground in (theme.panel_turn, sky)),
        (theme.ink, theme.glow, 3),
        (PACK.paper, PACK.yellow, 3),
        *((PACK.dim, dimmed(tones(suit)[TINT]), 1) for suit in suits),
        *((dimmed(tones(suit)[TINT]), dimmed(suit), 1) for suit in suits),
        *((PACK.barred, dimmed(suit, PACK.barred), 2) for suit in suits),
        *((theme.panel, letter, 3) for letter in letters),
        *((theme.panel, seat, 2) for seat in theme.seats),
        *((seat, theme.ink, 3) for seat in theme.seats),
        (PACK.edge, PACK.paper, 3),
        (dimmed(PACK.edge), PACK.dim, 2),
        (PACK.edge, theme.panel, 3),
        (theme.panel, theme.muted, 2),
        (sky, theme.muted, 2),
        (theme.panel, theme.mark, 3),
        (PACK.back, PACK.back_line, 2),
        (PACK.back, PACK.paper, 2),
        (PACK.back_line, PACK.paper, 2),
        *((PACK.paper, ground, 2) for ground in (theme.panel, theme.panel_turn, sky)),
        (theme.panel_turn, theme.muted, 2),
        (theme.panel, theme.rim, 1),
        (theme.panel, theme.well, 2),
        (theme.well, theme.line, 2),
    ]
