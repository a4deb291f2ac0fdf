"""What is kept about people: told to anybody, and given to whom it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.discord_io import files_of
from bot.ui.data import FILE, export_layout, privacy_layout

if TYPE_CHECKING:
    from bot.press import Press

MOST = 20 << 20
"""Bytes of a file that are sent at most, wherever more could be: a request may have 25 MiB."""

ROOM = 0.95
"""The part of Discord's limit for a file that is used."""


async def privacy(press: Press) -> None:
    """Say what is kept about people, why and how long, to whoever asks."""
    await press.answer(view=privacy_layout(press.say))


async def export(press: Press) -> None:
    """Give a person all that is kept about them as a file. Raises Refused while one is made."""
    most = int(min(press.interaction.filesize_limit, MOST) * ROOM)
    made = await press.app.exports.of(press.user_id, most, press.say)
    layout = export_layout(made, press.say)
    await press.answer(view=layout, attachments=files_of([(FILE, made.data)]))
