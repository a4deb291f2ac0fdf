"""How long a turn may still take, in words."""

from __future__ import annotations

from bot.discord.parts import moment
from bot.match.clock.turns import is_in_bank
from bot.store.rows import Member, Terms
from bot.texts import by_ear
from render.api import All, Words

HALF_A_DAY = 12 * 3600

OWN, BANK_TOO, BANK_RUNS = 0, 1, 2

_AT_THE_TABLE = ("board.turn_until", "board.turn_until.bank", "board.turn_until.bank_runs")
_IN_THE_HAND = ("hand.until", "hand.until.bank", "hand.until.bank_runs")
_IN_ANSWERS = ("look.clock.until", "look.clock.until_bank", "look.clock.bank_runs")
"""The words for the turn's own time, with a bank behind it, and while the bank runs."""


def turn_text(turn: str, member: Member, terms: Terms, say: Words) -> str:
    """Say whose turn it is, in the words of `turn`, and until when if it ends."""
    if member.clock.due is None:
        return say("board.turn", turn=turn)
    key = _AT_THE_TABLE[_which(member, terms)]
    return say(key, turn=turn, when=moment(member.clock.due), bank=minutes(member.clock.bank))


def until_text(member: Member, terms: Terms, say: Words) -> str:
    """Tell a person until when their turn lasts; "" if it does not end.

    In words, the time of the day: it is shorter, and stays true as it was read out.
    """
    if member.clock.due is None:
        return ""
    key = _IN_THE_HAND[_which(member, terms)]
    style = "t" if by_ear(say) and terms.clock <= HALF_A_DAY else "R"
    return say(key, when=moment(member.clock.due, style), bank=minutes(member.clock.bank))


def until_said(turn: str, member: Member, terms: Terms, say: Words) -> str:
    """Answer whose turn it is, in the words of `turn`, and until when, without any symbol."""
    if member.clock.due is None:
        return say("look.clock.endless", turn=turn)
    key, bank = _IN_ANSWERS[_which(member, terms)], divmod(int(member.clock.bank), 60)
    units = zip(("minutes", "seconds"), bank, strict=True)
    spare = All(say(f"look.{unit}", n=n) for unit, n in units if n)
    return say(key, turn=turn, when=moment(member.clock.due), bank=spare)


def minutes(seconds: float) -> str:
    """Write a short time.

    >>> minutes(180.0), minutes(59.9), minutes(4.2)
    ('3:00', '0:59', '0:04')
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _which(member: Member, terms: Terms) -> int:
    if is_in_bank(member, terms):
        return BANK_RUNS
    return BANK_TOO if int(member.clock.bank) else OWN
