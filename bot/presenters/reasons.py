"""Why a house player likes a move, in words: what every presenter's reasons are made of."""

from __future__ import annotations

from engine.melds import Meld
from render.api import Words
from render.numbers import MINUS, decimal, number

TENTHS = 2
"""A number with a fraction takes the plural form of two."""

WHOLE = 10
"""From here on a number is told without its tenths."""


def amount(average: float, say: Words) -> str:
    """Write an average: with its tenths where they matter."""
    is_small = round(average, 1) and abs(average) < WHOLE
    return decimal(average, say) if is_small else number(round(average))


def shown(average: float) -> float:
    """Return an average as `amount` shows it, so that what looks alike is alike.

    >>> shown(9.26), shown(12.6)
    (9.3, 13.0)
    """
    tenths = round(average, 1)
    return tenths if abs(average) < WHOLE else float(round(average))


def counted(average: float, say: Words) -> tuple[int, str]:
    """Return the number by which the unit of an average is put in the plural, and `amount`."""
    is_whole = amount(average, say).lstrip(MINUS).isdecimal()
    return (abs(round(average)) if is_whole else TENTHS), amount(average, say)


def percent(share: float) -> int:
    """Return a chance in whole per cents; neither never nor always unless it is so."""
    whole = round(100 * share)
    return max(1, min(99, whole)) if 0 < share < 1 else whole


def made(meld: Meld, say: Words) -> str:
    """Spell what a nine makes: its factors, and its jokers apart."""
    suit, run, sets, jokers, score = meld
    if jokers:
        key = "reason.made_with_jokers"
        return say(key, suit=suit, run=run, sets=sets, score=score, n=jokers)
    return say("reason.made", suit=suit, run=run, sets=sets, score=score)
