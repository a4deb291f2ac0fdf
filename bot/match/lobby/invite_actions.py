"""Inviting to a lobby, private tables, and removing somebody."""

from __future__ import annotations

import re

import discord

from bot.discord.inbound import resolved
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.lobby.actions import renew
from bot.match.lobby.invitations import Invitations, Target
from bot.match.lobby.inviting import Inviting
from bot.match.tables import Tables
from bot.store.rows import MatchId, MatchRow


def spelled(who: object) -> str:
    """Spell whom an invitation is for, such as `user 5`. Raises Refused for who cannot come."""
    match who:
        case discord.Role() if who.is_default():
            raise Refused("refused.invite_everyone")
        case discord.Role():
            return f"role {who.id}"
        case discord.Member() | discord.User():
            return _person(who.id, is_bot=who.bot, is_here=isinstance(who, discord.Member))
        case _:
            raise Refused("refused.malformed")


def _person(user_id: object, *, is_bot: bool, is_here: bool) -> str:
    if is_bot:
        raise Refused("refused.invite_bot")
    if not is_here:
        raise Refused("refused.invite_absent")
    return f"user {user_id}"


async def invite_to(press: Press, row: MatchRow, meant: str) -> None:
    """Invite to a lobby whom a choice spells, such as `user 5`. Raises Refused."""
    found = re.fullmatch("(user|role) ([1-9][0-9]{0,18})", meant)
    if found is None:
        raise Refused("refused.malformed")
    kind, target_id = found[1], int(found[2])
    target = Target(target_id, kind == "role", kind == "role" and _may_call(press, row, target_id))
    guild_id = press.location.guild_id
    await press.app.get(Invitations).invite(row.id, press.user_id, target, guild_id=guild_id)
    sign = "@&" if target.is_role else "@"
    await press.private(press.say("invite.done", name=f"<{sign}{target_id}>"))
    # The answer does not wait for it: it is stored, and told as soon as Discord takes it.
    await press.app.get(Inviting).catch_up()


async def invite_chosen(press: Press, match_id: MatchId) -> None:
    """Invite the person chosen in a lobby's settings. Raises Refused."""
    row = (await press.app.get(Tables).load(match_id)).row
    person, member = (resolved(press.fields, kind, press.chosen) for kind in ("users", "members"))
    if person is None:
        raise Refused("refused.malformed")
    is_bot, is_here = bool(person.get("bot")), member is not None
    await invite_to(press, row, _person(press.chosen, is_bot=is_bot, is_here=is_here))


async def set_door(press: Press, match_id: MatchId, door: str) -> None:
    """Let only invited people in (`private`), or anybody (`public`)."""
    row = await press.app.get(Invitations).set_private(
        match_id, press.user_id, private=door == "private", moderator=press.is_moderator,
        at=press.location,
    )  # fmt: skip
    await renew(press, row)


async def kick(press: Press, match_id: MatchId) -> None:
    """Remove from a lobby whoever was chosen. Raises Refused."""
    if not re.fullmatch("[1-9][0-9]{0,18}", press.chosen):
        raise Refused("refused.malformed")
    row = await press.app.get(Invitations).kick(
        match_id, press.user_id, int(press.chosen), moderator=press.is_moderator, at=press.location
    )
    await renew(press, row)


def _may_call(press: Press, row: MatchRow, role_id: int) -> bool:
    """Return whether this person can ping a role where a lobby is. Raises Refused for none."""
    guild = press.interaction.guild
    role = None if guild is None else guild.get_role(role_id)
    if role is None:
        raise Refused("refused.malformed")
    if role.is_default():
        raise Refused("refused.invite_everyone")
    is_here = press.location == row.location
    return role.mentionable or (is_here and press.interaction.permissions.mention_everyone)
