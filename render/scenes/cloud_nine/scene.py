"""The scene of Cloud Nine: its table, hand, result and the examples of its rules."""

from __future__ import annotations

from engine.games.cloud_nine.view import CloudNineView
from render.painted import PaintedScene
from render.scenes.cloud_nine.examples import paint_example
from render.scenes.cloud_nine.hand import paint_hand
from render.scenes.cloud_nine.result import paint_result
from render.scenes.cloud_nine.sitting import Sitting
from render.scenes.cloud_nine.table import paint_table

SCENE = PaintedScene(
    "cloud_nine",
    "deals",
    CloudNineView,
    Sitting,
    paint_table,
    paint_hand,
    paint_result,
    paint_example,
)
