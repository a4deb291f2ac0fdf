"""What the buttons do: each asks the table or the lobby, then answers the one who pressed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.errors import Refused, Stale
from bot.play.lobbies import Lobbies, Place, is_here
from bot.play.robots import OFFERED
from bot.play.stage import Shut, StageError
from bot.play.table import seat_of
from bot.report import answer, private
from bot.store.rows import MatchId, MatchRow, Member, Status
from bot.ui.hints import offer_hint
from bot.ui.leaving import leave
from bot.ui.lobby_settings import settings_layout
from bot.ui.names import clean_name
from bot.ui.opening import is_in_private
from bot.ui.options import options_form, terms_form, typed_options

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.play.publish import Publisher
    from bot.play.tables import Tables
    from bot.report import Pressing
    from bot.texts import Texts
    from bot.ui.front import Front
    from render.api import Words


class Presses:
    """Handles the clicks of `bot.ui.items`; raises Refused for what cannot be."""

    def __init__(
        self, tables: Tables, lobbies: Lobbies, publisher: Publisher, front: Front, texts: Texts
    ) -> None:
        self._tables = tables
        self._lobbies = lobbies
        self._publisher = publisher
        self._front = front
        self._texts = texts

    async def click_move(
        self, interaction: Pressing, match_id: MatchId, moves: int, code: str
    ) -> None:
        """Make a move from a button or select; a late one gets the fresh hand."""
        if own := is_in_private(interaction):
            self._front.remember(interaction, match_id)
        try:
            await self._tables.play(match_id, interaction.user.id, moves, code)
        except Stale as error:
            if own:
                await self.show_hand(interaction, match_id)
            else:
                self._publisher.renew(match_id, interaction.user.id)
            await private(interaction, self._say(interaction)(error.key, **error.values))

    async def click_table(self, interaction: Pressing, match_id: MatchId, action: str) -> None:
        """Show the private hand or a hint, hurry the house, leave, come back or vote to end."""
        say, user_id = self._say(interaction), interaction.user.id
        if action in ("hand", "back"):
            await self._tables.come_back(match_id, user_id)
            if action == "back" and not is_in_private(interaction):
                self._publisher.renew(match_id, user_id)
                return
            await self.show_hand(interaction, match_id)
            return
        await self._publisher.reach(match_id, user_id)
        if action == "hint":
            await offer_hint(interaction, match_id)
            return
        if action in ("faster", "slower"):
            await self._tables.wake(match_id, user_id)
            await self._tables.set_fast(match_id, user_id, fast=action == "faster")
            await private(interaction, say(f"table.{action}"))
            return
        if action == "leave":
            await leave(interaction, match_id)
            return
        row = await self.end(interaction, match_id)
        ended = row.status is Status.CLOSED
        await private(interaction, say("table.ended" if ended else "table.voted"))

    async def end(self, interaction: Pressing, match_id: MatchId) -> MatchRow:
        """End a match: a moderator of its server who does not play at once, a player by vote."""
        await self._tables.wake(match_id, interaction.user.id)
        row = (await self._tables.load(match_id)).row
        seat = seat_of(row, interaction.user.id)
        plays = seat is not None and not row.members[seat - 1].away
        if not plays and is_moderator(interaction) and interaction.guild_id == row.guild_id:
            return await self._tables.close(match_id)
        return await self._tables.vote_end(match_id, interaction.user.id)

    async def click_lobby(self, interaction: Pressing, match_id: MatchId, action: str) -> None:
        """Join, leave, add or remove a house player, start or close."""
        user_id, moderator = interaction.user.id, is_moderator(interaction)
        lobbies, at = self._lobbies, place_of(interaction)
        doing: dict[str, Callable[[], Awaitable[MatchRow]]] = {
            "leave": lambda: lobbies.leave(match_id, user_id, at=at),
            "remove": lambda: lobbies.remove_house(match_id, user_id, at=at),
            "close": lambda: lobbies.close(match_id, user_id, moderator=moderator, at=at),
            "start": lambda: lobbies.start(
                match_id, user_id, interaction.id, moderator=moderator, at=at
            ),
        }
        for level in OFFERED:
            doing[level] = partial(lobbies.add_house, match_id, user_id, level, at=at)
        doing["add"] = partial(lobbies.add_house, match_id, user_id, at=at)
        if action == "join":
            await self._join(interaction, match_id)
            return
        await self._renew_settings(interaction, await doing[action]())

    async def _join(self, interaction: Pressing, match_id: MatchId) -> None:
        """Take a person in and greet them; who is in already is told so."""
        _, before = await self._lobbies.join(
            match_id, member_of(interaction), at=place_of(interaction)
        )
        if before is not None and before.dm:
            await private(interaction, self._say(interaction)("lobby.already_in"))
            return
        await self.greet(interaction, match_id)

    async def greet(self, interaction: Pressing, match_id: MatchId) -> None:
        """Prove that direct messages arrive; tell the person kindly if they do not."""
        table = await self._tables.load(match_id)
        user_id = interaction.user.id
        try:
            await self._front.greet(table, user_id)
        except Shut:
            await self._tables.mark_dm(match_id, user_id, dm=False)
            await private(interaction, self._say(interaction)("lobby.closed_dms"))
        except StageError:
            # Not their doing and no proof either way: the hand itself will be tried.
            return

    async def open_options(self, interaction: Pressing, match_id: MatchId, *, terms: bool) -> None:
        """Open the form of the game's options, or of the table's terms."""
        table = await self._tables.load(match_id)
        is_here(table.row, place_of(interaction))
        if table.row.status is not Status.LOBBY:
            raise Refused("refused.started")
        if interaction.user.id != table.row.opener_id and not is_moderator(interaction):
            raise Refused("refused.opener_only", opener=f"<@{table.row.opener_id}>")
        form = (terms_form if terms else options_form)(table.row, self._say(interaction))
        # Nobody waits for it: what comes back names its match, and discord.py is not to read it.
        form.stop()
        await interaction.response.send_modal(form)

    async def open_settings(self, interaction: Pressing, match_id: MatchId) -> None:
        """Show the settings of a lobby privately. Raises Refused if it is none any more."""
        row = (await self._tables.load(match_id)).row
        is_here(row, place_of(interaction))
        if row.status is Status.PLAYING:
            raise Refused("refused.started")
        if row.status is not Status.LOBBY:
            raise Refused("refused.lobby_closed")
        await self._show_settings(interaction, row)

    async def _renew_settings(self, interaction: Pressing, row: MatchRow) -> None:
        """Show the settings as they are now where they were changed from."""
        if is_in_private(interaction):
            await self._show_settings(interaction, row)

    async def _show_settings(self, interaction: Pressing, row: MatchRow) -> None:
        manages = interaction.user.id == row.opener_id or is_moderator(interaction)
        layout = settings_layout(row, self._say(interaction), manages=manages)
        await answer(interaction, view=layout)

    async def submit_options(self, interaction: Pressing, match_id: MatchId) -> None:
        """Take in the form of the options."""
        row = await self._lobbies.set_options(
            match_id,
            interaction.user.id,
            typed_options(interaction),
            moderator=is_moderator(interaction),
            at=place_of(interaction),
        )
        await self._renew_settings(interaction, row)

    async def show_hand(self, interaction: Pressing, match_id: MatchId) -> None:
        """Show a person their hand privately. Raises Refused if they have none there."""
        shown = 0
        # What changes while the hand is painted is shown too: the publisher did not know yet
        # that it is open. Twice is enough, as it knows after the first time.
        for _ in range(2):
            table = await self._tables.replayed(match_id)
            seat = seat_of(table.row, interaction.user.id)
            if table.state is None:
                raise Refused("refused.not_started")
            if seat is None:
                raise Refused("refused.not_seated")
            if table.row.status is Status.PLAYING:
                await self._publisher.reach(match_id, interaction.user.id)
            if table.row.version != shown:
                shown = table.row.version
                await self._front.show_private(interaction, table, seat)

    def _say(self, interaction: Pressing) -> Words:
        return self._texts.words(str(interaction.locale))


def place_of(interaction: Pressing) -> Place:
    """Return where somebody pressed."""
    return interaction.guild_id, interaction.channel_id or 0


def is_moderator(interaction: Pressing) -> bool:
    """Return whether this person may manage messages where they pressed."""
    return bool(interaction.guild_id and interaction.permissions.manage_messages)


def member_of(interaction: Pressing) -> Member:
    """Return the person of an interaction as a member of a lobby."""
    user: discord.User | discord.Member = interaction.user
    return Member(key=str(user.id), name=clean_name(user.display_name), joined=str(interaction.id))
