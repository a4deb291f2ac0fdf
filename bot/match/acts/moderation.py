"""What moderators do with tables that are not theirs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

import discord
from discord import ui

from bot.discord.names import escape
from bot.discord.parts import MENU, Button, button, container, menu, rows
from bot.discord.press import Press
from bot.errors import Refused, StageError
from bot.match.calls.notices import Notice, Notices
from bot.match.lobby.invitations import Invitations
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.discord_stage import DiscordStage
from bot.match.show.hand_layouts import place_text
from bot.match.show.looks import match_name
from bot.match.table.state import present, require_neutral, seat_of
from bot.match.table.tables import Tables
from bot.match.table.times import MODERATOR, is_paused_for
from bot.preferences.person import language_for
from bot.store.rows import LIVE, MatchId, MatchRow, Pause, Presence, Status, is_number
from render.api import Words

# A table's panel for moderators, questions to them, and the line that tells their deeds.


def tables_layout(
    rows: Sequence[MatchRow], deed: str, whom: int | None, say: Words
) -> ui.LayoutView:
    """Lay out the menu that asks which table is meant; a value is `<match>:<whom>`."""
    named = {f"{row.id}:{whom or ''}": match_name(row, say) for row in rows[:MENU]}
    choices = menu(f"table:{deed}", say("moderate.choose"), named)
    return container(ui.TextDisplay(say("moderate.which", count=len(rows))), ui.ActionRow(choices))


def panel_layout(row: MatchRow, say: Words, done: str = "") -> ui.LayoutView:
    """Lay out a table with what moderators can do there; `done` says what was done just now."""
    lines = [say("title.name", name=escape(match_name(row, say))), done]
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(filter(None, lines)))]
    if row.status in LIVE:
        here = (one for one in row.members if one.presence is not Presence.REMOVED)
        known = (one for one in here if one.user_id is not None and not one.is_anonymous)
        if people := {f"{row.id}:{one.user_id}": one.name for one in known}:
            parts.append(ui.ActionRow(menu("table:kick", say("moderate.kick.choose"), people)))
        deeds = ["ask"]
        if row.status is Status.PLAYING:
            deeds.insert(0, "resume" if is_paused_for(row, MODERATOR) else "pause")
        parts += rows(_deed_button(row, deed, say) for deed in deeds)
    return container(*parts)


def ask_layout(row: MatchRow, say: Words) -> ui.LayoutView:
    """Ask a moderator whether to end a table, with the way back to its panel."""
    text = say("moderate.asks", name=escape(match_name(row, say)))
    return container(
        ui.TextDisplay(text), *rows(_deed_button(row, deed, say) for deed in ("end", "show"))
    )


def _deed_button(row: MatchRow, deed: str, say: Words) -> Button:
    style = discord.ButtonStyle.danger if deed == "end" else discord.ButtonStyle.secondary
    return button(f"table:{row.id}:{deed}", say(f"moderate.button.{deed}"), style)


# Moderators' deeds at tables of their server: end, pause and resume them, take people out.
#
# Each is done first and then written down, in one line, in the channel that the server has chosen.

Deed: TypeAlias = Literal["end", "kick", "pause", "resume", "show", "ask"]
"""A moderator's deed at a table; to `show` its panel or `ask` whether to end it changes nothing."""

DEEDS: tuple[Deed, ...] = get_args(Deed)


async def moderate(press: Press, deed: Deed, number: int | None, whom: int | None = None) -> None:
    """Do what `deed` says to the table of that number, or else to the only one here.

    Where there are several, ask which one. `whom` is the person to take out.
    """
    rows = await _meant(press, press.guild.id, number)
    if len(rows) > 1:
        await press.answer(view=tables_layout(rows, deed, whom, press.say))
        return
    await _do(press, deed, rows[0], whom)


async def do_to(press: Press, match_id: MatchId, deed: Deed) -> None:
    """Do what a button of a table's panel says."""
    await moderate(press, deed, match_id)


async def choose_table(press: Press, deed: Deed) -> None:
    """Do it to the table chosen from the menu that asked."""
    found = re.fullmatch("([0-9]{1,18}):([0-9]{0,19})", press.first_choice)
    if found is None:
        raise Refused("refused.malformed")
    await moderate(press, deed, int(found[1]), int(found[2]) if found[2] else None)


async def _meant(press: Press, guild_id: int, number: int | None) -> list[MatchRow]:
    """Return the tables that may be meant, at least one and all of this server. Raises Refused."""
    store = press.app.store
    if number is None:
        here = await store.matches_in(press.location.channel_id, LIVE)
        rows = [row for row in here if row.guild_id == guild_id]
        if not rows:
            raise Refused("refused.no_table_here")
        return rows
    row = await store.match(MatchId(number)) if is_number(number) else None
    if row is None or row.guild_id != guild_id:
        raise Refused("refused.no_table_in_server")
    return [row]


async def _do(press: Press, deed: Deed, row: MatchRow, whom: int | None) -> None:
    match deed:
        case "show":
            await press.answer(view=panel_layout(row, press.say))
            return
        case "ask":
            await press.answer(view=ask_layout(row, press.say))
            return
        case "end":
            await _end(press, row)
        case "kick":
            await _kick(press, row, whom)
        case "pause":
            await _pause(press, row)
        case "resume":
            await _resume(press, row)
    person, number = "" if whom is None else f"<@{whom}>", row.number
    written = await write_deed(
        press, f"audit.{deed}", row.home_id,
        lambda say: {"person": person, "game": say(f"game.{row.game}"), "number": number},
    )  # fmt: skip
    done = press.say(f"moderate.{deed}.done", person=person)
    after = await press.app.store.match(row.id)
    told = "\n".join(filter(None, (done, written)))
    await press.answer(view=panel_layout(after or row, press.say, told))
    await _tell(press, deed, row, whom)


async def _end(press: Press, row: MatchRow) -> None:
    if row.status is Status.LOBBY:
        await press.app.get(Lobbies).close(row.id, press.user_id, moderator=True)
    else:
        require_neutral(row, press.user_id)
        await press.app.get(Tables).close(row.id)


async def _kick(press: Press, row: MatchRow, whom: int | None) -> None:
    seat = None if whom is None else seat_of(row, whom)
    if whom is None or seat is None:
        raise Refused("refused.not_at_table")
    if row.members[seat - 1].presence is Presence.REMOVED:
        raise Refused("refused.kicked_already")
    if row.status is Status.LOBBY:
        await press.app.get(Invitations).kick(
            row.id, press.user_id, whom, moderator=True, at=row.location
        )
    else:
        require_neutral(row, press.user_id)
        await press.app.get(Tables).kick(row.id, whom)


async def _pause(press: Press, row: MatchRow) -> None:
    if is_paused_for(row, MODERATOR):
        raise Refused("refused.paused_already")
    await press.app.get(Tables).pause(row.id, Pause(MODERATOR, by=press.user_id))


async def _resume(press: Press, row: MatchRow) -> None:
    if not is_paused_for(row, MODERATOR):
        raise Refused("refused.paused_otherwise" if row.pauses else "refused.not_paused")
    await press.app.get(Tables).resume(row.id, MODERATOR)


async def _tell(press: Press, deed: Deed, row: MatchRow, whom: int | None) -> None:
    """Tell the people whose table was ended, or whoever was taken out of it."""
    if deed not in ("end", "kick"):
        return  # the board and the hands say so
    app = press.app
    publication = await app.store.publication(row.id)
    server = await app.get(DiscordStage).server_name(row.guild_id)
    users = [member.user_id for member in present(row)] if deed == "end" else [whom]
    for user_id in users:
        if user_id is not None and user_id != press.user_id:
            say = app.texts.words(await language_for(app.store, user_id, row.locale))
            place = place_text(row, server, publication.board_message, say)
            text = say(f"moderate.{deed}.notice", game=say(f"game.{row.game}"), place=place)
            await app.get(Notices).tell(
                user_id, Notice(text, f"{deed}{row.id}-{press.interaction.id}")
            )


async def write_deed(
    press: Press, key: str, channel_id: int, about: Callable[[Words], Mapping[str, object]]
) -> str:
    """Write an audit line where the server wants it; say if that cannot be done, else "".

    It says who did something in a channel now, and what it is about.
    """
    app = press.app
    audit_id = (await press.server_settings(press.location.guild_id)).audit
    if audit_id is None:
        return ""
    say = app.texts.words(await press.locale_of_all())
    told = {
        "moderator": f"<@{press.user_id}>", "channel": f"<#{channel_id}>",
        "when": f"<t:{int(app.clock.now())}:f>",
    }  # fmt: skip
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(say(key, **{**told, **about(say)})))
    try:
        await app.io.post(audit_id, view, nonce=f"a{press.interaction.id}"[-25:])
    except StageError:
        return press.say("audit.lost", channel=f"<#{audit_id}>")
    return ""
