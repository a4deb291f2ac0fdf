"""The scene of Nimbly: its table, hand, result and the examples of its rules."""

from __future__ import annotations

from engine.games.nimbly.view import NimblyView
from render.painted import PaintedScene
from render.scenes.nimbly.examples import paint_example
from render.scenes.nimbly.hand import paint_hand
from render.scenes.nimbly.result import paint_result
from render.scenes.nimbly.sitting import Sitting
from render.scenes.nimbly.table import paint_table

SCENE = PaintedScene(
    "nimbly", "deals", NimblyView, Sitting, paint_table, paint_hand, paint_result, paint_example
)
