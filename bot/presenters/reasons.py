"""Why a house player likes a move, in words: what every presenter's reasons are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render import numbers

if TYPE_CHECKING:
    from engine.melds import Meld
    from engine.players.robot import RankedMove
    from render.api import Words

WHOLE = 10
"""From here on a number is told without its tenths."""


def facts_of(move: RankedMove) -> dict[str, float]:
    """Return the numbers of the game that a robot gave with a move, by name."""
    return dict(move.facts)


def amount(number: float, say: Words) -> str:
    """Write an average: with its tenths where they matter."""
    is_small = round(number, 1) and abs(number) < WHOLE
    return numbers.decimal(number, say) if is_small else numbers.number(round(number))


def percent(share: float) -> int:
    """Return a chance in whole per cents; neither never nor always unless it is so."""
    whole = round(100 * share)
    return max(1, min(99, whole)) if 0 < share < 1 else whole


def made(meld: Meld, say: Words) -> str:
    """Spell what a nine makes: its factors, and its jokers apart."""
    suit, run, sets, jokers, score = meld
    if jokers:
        return say(
            "reason.made_with_jokers", suit=suit, run=run, sets=sets, score=score, n=jokers
        )  # fmt: skip
    return say("reason.made", suit=suit, run=run, sets=sets, score=score)
