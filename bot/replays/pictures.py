"""The pictures of a moment of a finished game."""

from __future__ import annotations

from collections.abc import Callable

from bot.discord.parts import Pictures
from bot.match.names import people
from bot.painter import Painter
from bot.replays.moments import OPEN, Moment
from bot.replays.service import Replay
from render.api import Picture, Words
from render.scenes import SCENES
from render.theme import Theme


async def paint_moment(
    painter: Painter, replay: Replay, moment: Moment, say: Words, theme: Theme
) -> Pictures:
    """Paint a moment: the result of a deal that just ended, and what its eyes see of the table."""
    paints = _paints(replay, moment, say, theme)
    return [
        (f"replay-{moment.moves}-{name}.png", await painter.paint(paint))
        for name, paint in paints.items()
    ]


def _paints(
    replay: Replay, moment: Moment, say: Words, theme: Theme
) -> dict[str, Callable[[], Picture]]:
    """Return the painters of the pictures, by the names of the files."""
    moves, seats = moment.moves, people(replay.row)
    scene, view = SCENES[replay.row.game], replay.view(moves, None)
    result = {"result": lambda: scene.result(view, seats, say, theme)}
    if moves == replay.last and replay.is_over:
        deal = {"deal": lambda: scene.deal(view, seats, say, theme)}
        return {**result, **deal} if len(view.deal_scores) > 1 else result
    before = result if moves and moves in replay.starts else {}
    if moment.seat is not None:
        hand = replay.view(moves, moment.seat)
        # The picture of a hand has the table in it.
        return {**before, "hand": lambda: scene.hand(hand, seats, say, theme)}
    paints = {**before, "table": lambda: scene.table(view, seats, say, theme)}
    if moment.eyes == OPEN:
        hands = [replay.view(moves, seat) for seat in replay.seats]
        paints["hands"] = lambda: scene.open_hands(hands, seats, say, theme)
    return paints
