"""Commands about one game, and the question which game where several may be meant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from bot.discord.press import Press
from bot.errors import Refused
from bot.match.asking_actions import look
from bot.match.choosing import PLAYING, WhichMatch, match_for
from bot.match.hand_actions import hand
from bot.match.house.actions import offer_hint
from bot.match.leave_actions import ask_to_leave, end
from bot.match.lobby.invite_actions import invite_to, spelled
from bot.match.lobby.lobbies import Lobbies
from bot.match.move_actions import type_move
from bot.match.which_layout import which_layout
from bot.store.rows import LIVE, MatchRow, Status

Verb: TypeAlias = Literal["move", "hand", "hint", "leave", "end", "invite", "look"]
"""A deed that a command can do in a game."""

VERBS: tuple[Verb, ...] = get_args(Verb)

_STATUSES: Mapping[Verb, tuple[Status, ...]] = {
    "leave": LIVE,
    "invite": (Status.LOBBY,),
}
"""Where else than in games that are played something can be done."""

_ANYBODYS = ("leave", "end", "look")
"""What can be done, or is refused with its reason, in a game that one is not in."""

_BY_NUMBER = {"hand": hand, "hint": offer_hint, "end": end}


async def act(press: Press, verb: Verb, number: int | None, typed: str = "") -> None:
    """Do what `verb` says in the game of that number, or else in the only one that can be meant.

    Where there are several, ask which one. `typed` is the move, the question, or who is invited.
    """
    statuses = _STATUSES.get(verb, PLAYING)
    store, channel_id = press.app.store, press.interaction.channel_id
    try:
        row = await match_for(
            store, press.user_id, channel_id, number, statuses, anybody=verb in _ANYBODYS
        )
    except WhichMatch as several:
        layout = which_layout(several.rows, press.user_id, verb, typed, press.say)
        await press.answer(view=layout)
        return
    await _act_in(press, verb, row, typed)


async def invite(press: Press, who: object) -> None:
    """Invite a person or a role to the lobby one is in. Raises Refused."""
    await act(press, "invite", None, spelled(who))


async def choose_match(press: Press, verb: Verb) -> None:
    """Do in the game chosen what was asked for without naming one."""
    number, _, typed = press.chosen.partition(":")
    if not re.fullmatch("[0-9]{1,18}", number):
        raise Refused("refused.malformed")
    if verb == "invite" and press.chosen not in press.offered:
        # Who may be invited was looked at when this was offered.
        raise Refused("refused.malformed")
    await act(press, verb, int(number), typed)


async def _act_in(press: Press, verb: Verb, row: MatchRow, typed: str) -> None:
    if row.by_token and press.location == row.location:
        press.hear(row.id)
    match verb:
        case "move":
            await type_move(press, row, typed)
        case "leave":
            await _leave(press, row)
        case "look":
            await look(press, row.id, typed)
        case "invite":
            await invite_to(press, row, typed)
        case _:
            await _BY_NUMBER[verb](press, row.id)


async def _leave(press: Press, row: MatchRow) -> None:
    if row.status is Status.LOBBY:
        await press.app.get(Lobbies).leave(row.id, press.user_id)
        await press.private(press.say("lobby.left"))
    else:
        await ask_to_leave(press, row.id)
