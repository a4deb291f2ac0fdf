"""What a puzzle of Nimbly is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import CARD_OF_FACE
from engine.games.nimbly.imagine import known_hands
from engine.games.nimbly.state import LARGE_TABLE
from engine.games.nimbly.view import NimblyView
from engine.melds import meld, outgrown, score
from engine.players.nimbly.position import DONE, Layout, Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Heard
    from engine.game import View

NAMES = ("run", "suit", "sets", "leave", "how_many", "last_cards", "ahead")

LAST = 9
"""So few cards left in the rows are the last ones."""


def theme(view: View, heard: Sequence[Heard], best: str, other: str) -> str:
    """Return what decides between the best draw and another: one of NAMES."""
    shown = cast("NimblyView", view)
    ace_low = shown.seats == LARGE_TABLE
    layout = Layout([[CARD_OF_FACE[card] for card in row] for row in shown.rows])
    position = Position(layout.whole, known_hands(shown, heard), shown.to_act[0] - 1)
    held = position.hands[position.turn]
    takes = {f"draw {take.rows}": take for take in layout.takes(position.left, held.bit_count())}

    def left(code: str) -> int:
        """Return the most that the next player can make at once after a draw."""
        after = position.after(takes[code])
        if after.turn in (DONE, position.turn):
            return 0
        theirs = after.hands[after.turn]
        drawn = layout.takes(after.left, theirs.bit_count())
        return max(score(theirs | take.cards, ace_low=ace_low) for take in drawn)

    mine, less = (meld(held | takes[code].cards, ace_low=ace_low) for code in (best, other))
    if mine.score > less.score and (name := outgrown(mine, less)):
        return name
    if left(best) < left(other):
        return "leave"
    if len(best) != len(other):
        return "how_many"
    return "last_cards" if sum(map(len, shown.rows)) <= LAST else "ahead"
