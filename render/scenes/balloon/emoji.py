"""The emoji of the balloon game: its cards, and a throw of its dice."""

from __future__ import annotations

from functools import partial

from PIL import Image

from engine.games.balloon.view import FACES
from render.emoji import SQUARE, Paint, tiled
from render.scenes.balloon.parts import MARKS, draw_mark
from render.shapes import OVERSAMPLING, Box

DICE = (("R", Box(0, 0, 76, 76)), ("G", Box(52, 52, 76, 76)))
"""Two dice of a throw, and where they lie."""

_RIM = 17
"""How far a die's figure stays from its edge."""


def _card(face: str) -> Image.Image:
    image, draw = tiled(SQUARE)
    draw_mark(draw, MARKS[face], face, image.size)
    return image


def _dice() -> Image.Image:
    image, draw = tiled(*(box for _, box in DICE))
    for face, box in DICE:
        x, y, w, h = (part * OVERSAMPLING for part in box.inset(_RIM, _RIM))
        mark = MARKS[face]
        draw.polygon([(x + dx * w, y + dy * h) for dx, dy in mark.figure], mark.colour)
    return image


BALLOON_EMOJI: dict[str, Paint] = {
    **{f"cloud9_{face}": partial(_card, face) for face in FACES},
    "cloud9_dice": _dice,
}
"""Their painters, by key."""
