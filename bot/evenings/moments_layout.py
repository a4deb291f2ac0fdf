"""The moments of an evening as its result tells them: a sentence and a replay each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord.controls import button
from bot.discord.names import bold
from bot.evenings.moments import Moment, Swing
from bot.presenters import PRESENTERS
from bot.presenters.reasons import amount
from bot.texts import by_ear
from render.api import Words, number, spoken
from render.scenes import SCENES


def moment_lines(moments: Sequence[Moment], say: Words) -> list[str]:
    """Tell each moment in a line, below a heading; [] where there are none."""
    told = [_told(one, say) for one in moments]
    return [say("evening.moments"), *told] if told else []


def moment_buttons(moments: Sequence[Moment], say: Words) -> list[ui.Item[Any]]:
    """Return the button of each moment, with which its replay begins there.

    Of two in one deal of somebody the first has one: nothing would tell the other's apart.
    """
    first = dict[str, Moment]()
    for one in moments:
        label = say("evening.button.moment", name=one.member.name, deal=_deal(one, say))
        first.setdefault(label, one)
    return [button(f"replay:{one.row.id}:{one.moves}", label) for label, one in first.items()]


def _told(moment: Moment, say: Words) -> str:
    where = say("evening.moment.where", deal=_deal(moment, say), table=moment.row.number)
    name, what = bold(moment.member.name), moment.what
    if not isinstance(what, Swing):
        return PRESENTERS[moment.row.game].praise(what, where, name, say)
    is_whole = what.average.is_integer()
    others = number(int(what.average)) if is_whole else amount(what.average, say)
    return say(
        "evening.moment.swing", n=what.others, where=where, name=name,
        made=_number(number(what.made), say), others=_number(others, say),
    )  # fmt: skip


def _deal(moment: Moment, say: Words) -> str:
    """Name a deal, and its round if there were more."""
    deal = say(f"picture.evening.{SCENES[moment.row.game].unit}", deal=moment.deal)
    if moment.round is None:
        return deal
    return say("evening.moment.round", deal=deal, round=moment.round)


def _number(written: str, say: Words) -> str:
    return spoken(written, say) if by_ear(say) else written
