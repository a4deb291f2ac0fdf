"""The scene of Cloud 9: its table, hand, result and the examples of its rules."""

from __future__ import annotations

from engine.games.balloon.view import BalloonView
from render.painted import PaintedScene
from render.scenes.balloon.examples import paint_example
from render.scenes.balloon.hand import paint_hand
from render.scenes.balloon.result import paint_result
from render.scenes.balloon.sitting import Sitting
from render.scenes.balloon.table import paint_table

SCENE = PaintedScene(
    "balloon", "trips", BalloonView, Sitting, paint_table, paint_hand, paint_result, paint_example
)
