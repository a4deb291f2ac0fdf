"""What sentences of reasons and results are made of: averages, chances, nines, values in words."""

from __future__ import annotations

from bot.presenters.cards import card_said
from bot.presenters.naming import Names, name_of
from engine.melds import Meld
from engine.players.reasons import Reason
from engine.seats import Seat
from render.api import MINUS, Words, decimal, number

TENTHS, FEW_TENTHS = 2, 0
"""A number with a fraction takes the plural form of two; one below two that of none: French says
`1,5 point`, English `1.5 points`."""

WHOLE = 10
"""From here on a number is told without its tenths."""


def amount(average: float, say: Words) -> str:
    """Write an average: with its tenths where they matter."""
    is_small = round(average, 1) and abs(average) < WHOLE
    return decimal(average, say) if is_small else number(round(average))


def counted(average: float, say: Words) -> tuple[int, str]:
    """Return the number by which the unit of an average is put in the plural, and `amount`."""
    written, tenths = amount(average, say), TENTHS if abs(average) >= TENTHS else FEW_TENTHS
    is_whole = written.lstrip(MINUS).isdecimal()
    return (abs(round(average)) if is_whole else tenths), written


def percent(share: float) -> int:
    """Return a chance in whole per cents; neither never nor always unless it is so.

    An estimate may be less than 0 or more than 1.
    """
    return round(100 * share) if share in (0, 1) else max(1, min(99, round(100 * share)))


def made(meld: Meld, say: Words) -> str:
    """Spell what a nine makes: its factors, and its jokers apart."""
    suit, run, sets, jokers, score = meld
    if jokers:
        key = "reason.made_with_jokers"
        return say(key, suit=suit, run=run, sets=sets, score=score, n=jokers)
    return say("reason.made", suit=suit, run=run, sets=sets, score=score)


def worded(reason: Reason, say: Words, names: Names) -> dict[str, object]:
    """Return the values of a reason in words: cards, names of seats, and what cards make."""
    values = dict(reason.values)
    found: dict[str, object] = {**values}
    if "card" in values:
        found["card"] = card_said(str(values["card"]), say)
    if "beside" in values:
        found["beside"] = card_said(str(values["beside"]), say)
    if "seat" in values:
        found["name"] = name_of(names, Seat(int(values["seat"])))
    if "often" in values:
        found["often"] = say(f"reason.often.{values['often']}")
    if "fit" in values:
        fit = values["fit"] if values["fit"] != "suit" else f"suit_{values['suit']}"
        found["fit"] = say(f"reason.fit.{fit}", n=values.get("n", 0), beside=found.get("beside"))
    return found
