from __future__ import annotations

from io import BytesIO

from PIL import Image

from bench.plots import Bin, Plot, paint_plots
from render.theme import NIGHT, WIDTH


def gold(plot: Plot) -> set[tuple[int, int]]:
    """Return where a dot lies: the golden pixels of the lower half of the first panel."""
    painted = paint_plots("Both", [plot], ["How to read it"], "alt")
    image = Image.open(BytesIO(painted.data)).convert("RGB")
    size = range(140, image.height), range(WIDTH // 2)
    return {(x, y) for y in size[0] for x in size[1] if image.getpixel((x, y)) == NIGHT.gold}


def test_a_dot_lies_higher_the_more_came_of_it_and_further_right_the_more_was_expected() -> None:
    low, high = (gold(Plot("A", [Bin(20, *where, 0.0)])) for where in ((0.2, 0.3), (0.6, 0.8)))
    assert low
    assert high
    assert max(x for x, _ in low) < min(x for x, _ in high)
    assert max(y for _, y in high) < min(y for _, y in low)


def test_more_plots_make_a_higher_picture() -> None:
    plot = Plot("A", [Bin(20, 0.5, 0.5, 0.1)])
    one, three = (paint_plots("Both", [plot] * count, [], "alt").height for count in (1, 3))
    assert three > one
