"""Asking which game is meant: a private menu of a person's games, whose turn it is in each.

A value is `<match>:<typed>`, so that choosing does just what the command would have done with its
option `table`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from discord import ui

from bot.discord.names import marked
from bot.discord.parts import MENU, container, menu
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.acts.actions import offer_hint, type_move
from bot.match.acts.choosing import PLAYING, TYPED_LENGTH, WhichMatch, match_for
from bot.match.acts.leaving import ask_to_leave, end
from bot.match.lobby.actions import invite_to, spelled
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.actions import hand
from bot.match.show.looks import match_name
from bot.match.table.state import Table, someone_at
from bot.match.talk.asking import look
from bot.store.rows import LIVE, MatchRow, Status
from render.api import Words


def which_layout(
    rows: Sequence[MatchRow], user_id: int, verb: str, typed: str, say: Words
) -> ui.LayoutView:
    """Lay out the menu; the games that wait for this person come first."""
    described = [(row, *_described(row, user_id, say)) for row in rows]
    described.sort(key=lambda line: not line[1])
    choices = menu(f"w:{verb}", say("which.choose"))
    for row, _, description in described[:MENU]:
        choices.add_option(
            label=match_name(row, say),
            value=f"{row.id}:{typed[:TYPED_LENGTH]}",
            description=description,
        )
    ask = say("refused.which_match", count=len(rows))
    return container(ui.TextDisplay(ask), ui.ActionRow(choices))


def _described(row: MatchRow, user_id: int, say: Words) -> tuple[bool, str]:
    """Return whether a game waits for a person, and say whose turn it is."""
    if row.status is Status.LOBBY:
        return False, say("which.lobby")
    table = Table.load(row)
    to_act = table.to_act()
    if table.seat_of(user_id) in to_act:
        return True, say("which.your_turn")
    return False, say("which.turn", name=marked(someone_at(row, to_act[0]), say))


# Commands about one game, and the question which game where several may be meant.

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
