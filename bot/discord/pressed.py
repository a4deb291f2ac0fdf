"""Who pressed what, and where: all that an interaction tells by itself."""

from __future__ import annotations

from typing import Any

import discord

from bot.discord.app import App, Interaction
from bot.discord.controls import offered
from bot.discord.inbound import chosen
from bot.discord.names import clean_name
from bot.preferences.server import Group
from bot.store.members import Member
from bot.store.rows import Location


class Pressed:
    """An interaction, as it is asked about: nothing here waits for anything."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction

    @property
    def app(self) -> App:
        """The parts of the running bot."""
        app: App = self.interaction.client.app
        return app

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def location(self) -> Location:
        return Location(self.interaction.guild_id, self.interaction.channel_id or 0)

    @property
    def is_moderator(self) -> bool:
        """Whether this person may manage messages where they pressed."""
        return bool(self.interaction.guild_id and self.interaction.permissions.manage_messages)

    @property
    def is_manager(self) -> bool:
        """Whether this person may manage the server in which they pressed."""
        return bool(self.interaction.guild_id and self.interaction.permissions.manage_guild)

    @property
    def is_direct(self) -> bool:
        """Whether this is in the person's direct messages with the bot."""
        return bool(self.interaction.context.dm_channel)

    @property
    def is_by_token(self) -> bool:
        """Whether the bot cannot write here by itself, but only answer presses.

        So it is in group messages, and in servers that do not have the bot: there a person has
        brought it along, who has it installed for themselves.
        """
        press, guild_id = self.interaction, self.interaction.guild_id
        if press.user is discord.utils.MISSING:
            return False  # the press will be refused
        if guild_id is None:
            return bool(press.context.private_channel)
        brought = press.is_user_integration() and not press.is_guild_integration()
        return brought or not self.app.io.is_in(guild_id)

    @property
    def roles(self) -> tuple[int, ...]:
        """The roles this person has in the server in which they pressed, by id."""
        user = self.interaction.user
        return tuple(role.id for role in user.roles) if isinstance(user, discord.Member) else ()

    def belongs_to(self, group: Group) -> bool:
        """Return whether this person is of a group of the server in which they pressed."""
        return group.everyone or self.is_moderator or group.role in self.roles

    @property
    def is_in_private(self) -> bool:
        """Whether what was pressed stands in an answer that only this person sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def fields(self) -> dict[str, Any]:
        """The data that Discord sent with it: nothing in it can be trusted."""
        data: object = self.interaction.data
        return data if isinstance(data, dict) else {}

    @property
    def chosen(self) -> str:
        """The choices from a menu. Raises Refused if that is no text."""
        return chosen(self.fields.get("values"))

    @property
    def offered(self) -> frozenset[str]:
        """The offers of the menus on the message that this was pressed on."""
        return offered(self.interaction.message)

    def as_member(self) -> Member:
        """Return the person who pressed as a member of a lobby."""
        user, joined = self.interaction.user, str(self.interaction.id)
        return Member(key=str(user.id), name=clean_name(user.display_name), joined=joined)
