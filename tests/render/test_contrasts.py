"""Every scene in every theme: 4.5:1 for texts, 3:1 for signs, whatever lies under them."""

from __future__ import annotations

import pytest
from PIL import Image

from render.canvas import PLAIN, Canvas, Lettered
from render.shapes import Box
from render.theme import NIGHT, THEMES
from tests.render.contrasts import poor
from tests.render.gallery import pictures
from tests.soak.amounts import some

BOX = Box(20, 20, 200, 60)


@pytest.mark.parametrize("look", some(THEMES, 1))
def test_all_that_is_painted_is_told_from_what_it_lies_on(look: str) -> None:
    drawn = pictures(THEMES[look]).items()
    assert not [(name, *each) for name, canvas in drawn for each in poor(canvas)]


def test_what_is_told_badly_is_found_on_whatever_it_lies() -> None:
    def plain() -> Canvas:
        return Canvas(Image.new("RGB", (300, 100), NIGHT.panel), NIGHT)

    dim, part = plain(), plain()
    dim.text("dim", BOX, Lettered(PLAIN, NIGHT.line))
    part.text("dim", BOX, Lettered(PLAIN, NIGHT.cloud))
    laid, covered, framed = plain(), plain(), plain()
    laid.lay(part, 0, 0)
    covered.panel(BOX, NIGHT.text)
    covered.text("white", BOX, Lettered(PLAIN, NIGHT.text))
    framed.panel(BOX, NIGHT.cloud, outline=4)
    assert [[each.what for each in poor(canvas)] for canvas in (dim, laid, covered, framed)] == [
        ["dim"], ["dim"], ["white"], ["sign"],
    ]  # fmt: skip
