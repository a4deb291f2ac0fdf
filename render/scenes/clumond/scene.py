"""The scene of Clumond: its table, hand, result and the examples of its rules."""

from __future__ import annotations

from engine.games.clumond.view import ClumondView
from render.painted import PaintedScene
from render.scenes.clumond.examples import paint_example
from render.scenes.clumond.hand import paint_hand
from render.scenes.clumond.result import paint_result
from render.scenes.clumond.sitting import Sitting
from render.scenes.clumond.table import paint_table

SCENE = PaintedScene(
    "clumond", "hands", ClumondView, Sitting, paint_table, paint_hand, paint_result, paint_example
)
