"""The contrasts of a picture: what each of its strokes is painted on, and how well it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from PIL import Image, ImageChops

from render.canvas import BARE, Canvas, Stroke, Written, digest_of
from render.shapes import Box
from render.theme import Colour, Theme

AA = 4.5
SIGN = 3.0

AROUND = 2
"""Pixels around a stroke that count as what it is painted on."""

ALL_BUT = 0.97
"""The share of what lies under a text and around it that it must stand out from."""

AN_EDGE = 0.4
"""The share of its surroundings that a sign must stand out from: a frame has a card within it."""

_NOTHING = (255, 0, 255)
_SOLID = 128

_WHERE = 16
"""The byte of a stroke's mark from which on it says where that lies, and not how it looks."""

_COMPARED: dict[tuple[object, ...], tuple[Colour, Colour, float] | None] = {}
"""What was found of a stroke on a ground, wherever these lay."""


@cache
def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours as WCAG counts it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [c / 255 for c in colour]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


class Poor(NamedTuple):
    """A stroke that is not told well enough: what it is, in which colour, on what, and where."""

    what: str
    colour: Colour
    ground: Colour
    ratio: float
    x: int
    y: int


def grounds(theme: Theme) -> set[Colour]:
    """Return the colours of plain areas on which things stand; they need not be told apart."""
    return {theme.panel, theme.panel_turn, theme.well, theme.haze, theme.rim}


def poor(canvas: Canvas) -> Iterator[Poor]:
    """Find what is told too badly from what it is painted on."""
    texts: dict[tuple[int, ...], Written] = {}
    laid: set[tuple[int, int]] = set()
    for part, x, y in _parts(canvas):
        if part is canvas or part.background.size == BARE.size:
            texts |= {tuple(text.ink.moved(x, y)): text for text in _own(part)}
        else:
            laid.add((x, y))
            yield from poor(part)
    sheet = canvas.background.crop((0, 0, *canvas.size))
    plain = grounds(canvas.theme)
    strokes = list(_whole(canvas.strokes, {*texts}, plain))
    for number, stroke in enumerate(strokes):
        text = texts.get(_box(stroke))
        if isinstance(stroke.source, Image.Image):
            found = _of_picture(stroke, sheet, laid)
        elif text is not None:
            found = _told(text.line.text, stroke, sheet, AA, ALL_BUT)
        else:
            found = _of_sign(stroke, sheet, strokes[number + 1 :], plain)
        if found is not None:
            yield found
        stroke.paste(sheet, 0, 0)


def _whole(
    strokes: list[Stroke], texts: set[tuple[int, ...]], plain: set[Colour]
) -> Iterator[Stroke]:
    """Put strokes of one colour together that touch, as those of a frame do; texts stay alone."""
    last: Stroke | None = None
    for stroke in strokes:
        if (
            last is not None
            and _are_one(last, stroke, plain)
            and not (_box(last) in texts or _box(stroke) in texts)
        ):
            last = _joined(last, stroke)
            continue
        if last is not None:
            yield last
        last = stroke
    if last is not None:
        yield last


def _are_one(one: Stroke, other: Stroke, plain: set[Colour]) -> bool:
    """Return whether two strokes of a colour touch, or are the upper and lower rim of a panel."""
    if isinstance(one.source, Image.Image) or one.source != other.source or one.source in plain:
        return False
    beside = max(one.x, other.x) <= min(one.right, other.right)
    rims = (one.x, one.right) == (other.x, other.right)
    return rims or (beside and max(one.y, other.y) <= min(one.bottom, other.bottom))


def _joined(one: Stroke, other: Stroke) -> Stroke:
    x, y = min(one.x, other.x), min(one.y, other.y)
    right, bottom = max(one.right, other.right), max(one.bottom, other.bottom)
    mask = Image.new("L", (right - x, bottom - y))
    for part in (one, other):
        at = (part.x - x, part.y - y, part.right - x, part.bottom - y)
        mask.paste(255, at, part.mask)
    return Stroke(one.source, mask, x, y, right, bottom)


def _of_sign(
    stroke: Stroke, sheet: Image.Image, later: list[Stroke], plain: set[Colour]
) -> Poor | None:
    """Look at a shape; a plain area needs no contrast, nor does one that something stands on."""
    if stroke.source in plain:
        return None
    found = _told("sign", stroke, sheet, SIGN, AN_EDGE)
    return None if found is None or _carries(stroke, later) else found


def _of_picture(stroke: Stroke, sheet: Image.Image, laid: set[tuple[int, int]]) -> Poor | None:
    """Look at a sprite's rim; what is laid on a picture is looked at by itself."""
    if (stroke.x, stroke.y) in laid or stroke.mask is None:
        return None
    return _told("picture", stroke, sheet, SIGN, AN_EDGE)


def _box(stroke: Stroke) -> tuple[int, int, int, int]:
    return stroke.x, stroke.y, stroke.right - stroke.x, stroke.bottom - stroke.y


def _parts(canvas: Canvas, x: int = 0, y: int = 0) -> Iterator[tuple[Canvas, int, int]]:
    """Return a canvas and those laid on it or added to it, and where they lie."""
    yield canvas, x, y
    for one in canvas._written:
        if not isinstance(one, Written):
            yield from _parts(one.part, x + one.x, y + one.y)


def _own(canvas: Canvas) -> list[Written]:
    return [one for one in canvas._written if isinstance(one, Written)]


def _carries(stroke: Stroke, later: list[Stroke]) -> bool:
    """Return whether something is painted on an area, which tells what the area would."""
    for one in later:
        aside = stroke.x < one.x and one.right < stroke.right and one.source != stroke.source
        if aside and stroke.y < one.y and one.bottom < stroke.bottom:
            middle = (one.x + one.right) // 2 - stroke.x, (one.y + one.bottom) // 2 - stroke.y
            if stroke.mask is None or stroke.mask.getpixel(middle):
                return True
    return False


def _told(what: str, stroke: Stroke, sheet: Image.Image, least: float, share: float) -> Poor | None:
    """Compare a stroke with what lies around it, and a text also with what lies under it.

    The same on the same ground is compared once: pictures of a game have most in common.
    """
    _, _, w, h = _box(stroke)
    at = Box(stroke.x, stroke.y, w, h).inset(-AROUND, -AROUND)
    ground = sheet.crop((at.x, at.y, at.right, at.bottom))
    right, bottom = min(at.w, sheet.width - at.x), min(at.h, sheet.height - at.y)
    shown = (max(0, -at.x), max(0, -at.y), right, bottom)
    alike = (stroke.mark[:_WHERE], digest_of(ground), ground.size, shown, least, share)
    if alike not in _COMPARED:
        _COMPARED[alike] = _compared(stroke, ground, shown, least, share)
    found = _COMPARED[alike]
    return found and Poor(what, *found, stroke.x, stroke.y)


def _compared(
    stroke: Stroke,
    ground: Image.Image,
    shown: tuple[int, int, int, int],
    least: float,
    share: float,
) -> tuple[Colour, Colour, float] | None:
    """Return a colour that is told too badly, from which, and by how much.

    What has the colour of a sign is taken for a part of it.
    """
    inks = [stroke.source] if isinstance(stroke.source, tuple) else _inks(stroke)
    is_text = share == ALL_BUT
    around = _colours(ground, _around(stroke, shown, is_text=is_text))
    for ink in () if is_text else inks:
        around.pop(ink, 0)
    best = {colour: max(contrast(colour, ink) for ink in inks) for colour in around}
    told = sum(count for colour, count in around.items() if best[colour] >= least)
    if told >= share * sum(around.values()):
        return None
    worst = max((c for c in around if best[c] < least), key=lambda c: around[c])
    return inks[0], worst, round(best[worst], 2)


def _around(stroke: Stroke, shown: tuple[int, int, int, int], *, is_text: bool) -> Image.Image:
    """Return what lies around a stroke, and of a text under it too, where the picture is shown."""
    _, _, w, h = _box(stroke)
    mask = Image.new("L", (w + 2 * AROUND, h + 2 * AROUND))
    mask.paste(255, (AROUND, AROUND, AROUND + w, AROUND + h))
    if stroke.mask is not None:
        mask.paste(_solid(stroke.mask), (AROUND, AROUND))
    around = _grown(mask)
    if not is_text:
        around = ImageChops.subtract(around, mask)
    within = Image.new("L", mask.size)
    within.paste(255, shown)
    return ImageChops.darker(around, within)


def _grown(mask: Image.Image) -> Image.Image:
    """Return what lies in a mask or as near as counts, which has room for that at its edges."""
    for dx, dy in AROUND * ((1, 0), (0, 1)):
        for step in (1, -1):
            mask = ImageChops.lighter(mask, ImageChops.offset(mask, dx * step, dy * step))
    return mask


def _solid(mask: Image.Image) -> Image.Image:
    return mask.point([255 * (level >= _SOLID) for level in range(256)])


def _inks(stroke: Stroke) -> list[Colour]:
    """Return the colours that a picture has most of."""
    assert isinstance(stroke.source, Image.Image)
    assert stroke.mask is not None
    found = _colours(stroke.source, _solid(stroke.mask))
    total = sum(found.values())
    return [colour for colour, count in found.items() if count * 20 >= total] or [(0, 0, 0)]


def _colours(picture: Image.Image, mask: Image.Image) -> Counter[Colour]:
    seen = Image.new("RGB", picture.size, _NOTHING)
    seen.paste(picture, mask=mask)
    counted = seen.getcolors(seen.width * seen.height) or []
    return Counter({colour: n for n, colour in counted if colour != _NOTHING})  # type: ignore[misc]
