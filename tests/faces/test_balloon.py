"""What Cloud 9's face says, and to whom."""

from __future__ import annotations

from bot.faces import FACES
from bot.texts import Texts
from tests.engine.balloon.positions import played, seen, table

SAY = Texts.load().words("en")
FACE = FACES["balloon"]


def test_b3_a_pilot_who_cannot_pay_is_told_so_and_nobody_else_is() -> None:
    asked = played(table("RRRYYY", "GGGPPP", "GGGPPP", rolls=("G-",)), "2 stay", "3 stay")
    assert seen(asked, 1).legal == ("fall",)
    assert "all you can do is fall" in FACE.prompt(seen(asked, 1), SAY)
    for other in (None, 2, 3):
        assert "fall" not in FACE.prompt(seen(asked, other), SAY)


def test_b3_a_pilot_with_a_choice_is_asked() -> None:
    for hand in ("GRRYYY", "WRRYYY"):
        asked = played(table(hand, "GGGPPP", "GGGPPP", rolls=("G-",)), "2 stay", "3 stay")
        assert "What do you do?" in FACE.prompt(seen(asked, 1), SAY)
