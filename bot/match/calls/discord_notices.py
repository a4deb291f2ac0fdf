"""Notices and invitations on Discord: direct messages, and messages in a lobby's channel."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import discord
from discord import ui

from bot.discord.io import DiscordIO
from bot.discord.parts import button, container, rows
from bot.match.calls.notices import Notice


class DiscordNotices:
    """Lays out and sends; decides nothing."""

    def __init__(self, io: DiscordIO) -> None:
        self._io = io

    async def post_notice(
        self, user_id: int, notice: Notice, *, silent: bool = False
    ) -> tuple[int, int]:
        channel_id = await self._io.direct_channel(user_id)
        view = notice_layout(notice)
        message_id = await self._io.post(
            channel_id, view, nonce=_nonce(user_id, notice), silent=silent
        )
        return channel_id, message_id

    async def post_invitation(
        self, channel_id: int, text: str, people: Sequence[int], roles: Sequence[int], *, nonce: str
    ) -> int:
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(text))
        return await self._io.post(channel_id, view, nonce=nonce, mentions=people, roles=roles)

    async def edit_notice(self, channel_id: int, message_id: int, notice: Notice) -> None:
        await self._io.edit(channel_id, message_id, notice_layout(notice), [])

    async def remove(self, channel_id: int, message_id: int) -> None:
        await self._io.delete(channel_id, message_id)


def _nonce(user_id: int, notice: Notice) -> str:
    """Return the nonce of a notice to one person: Discord tells nonces apart by nothing else."""
    return f"{user_id}-{zlib.crc32(notice.nonce.encode()):08x}"[-25:]


def notice_layout(notice: Notice) -> ui.LayoutView:
    """Lay out a notice."""
    buttons = [] if notice.press is None else [button(*notice.press, discord.ButtonStyle.success)]
    return container(ui.TextDisplay(notice.text), *rows(buttons))
