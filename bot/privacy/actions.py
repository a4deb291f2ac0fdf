"""People's data: explained to anybody, and given to its person."""

from __future__ import annotations

from contextlib import suppress

from bot.discord.io import files_of
from bot.discord.press import Press
from bot.errors import StageError
from bot.match.calls.notices import Notices
from bot.match.show.publisher import Publisher
from bot.privacy.erasing import Erasing
from bot.privacy.exports import Exports
from bot.privacy.layouts import FILE, deleted_layout, deleting_layout, export_layout, privacy_layout

FILE_BYTES = 20 << 20
"""The most bytes of a file that are sent; Discord takes 25 MiB a request."""

ASKED = 900.0
"""Seconds for which a question whether to delete everything can be answered."""

ROOM = 0.95
"""The part of Discord's limit for a file that is used."""


async def privacy(press: Press) -> None:
    """Say what is kept about people, why and how long, to whoever asks."""
    await press.answer(view=privacy_layout(press.say))


async def export(press: Press) -> None:
    """Give a person all that is kept about them as a file. Raises Refused while one is made."""
    most = int(min(press.interaction.filesize_limit, FILE_BYTES) * ROOM)
    made = await press.app.get(Exports).of(press.user_id, most, press.say)
    layout = export_layout(made, press.say)
    await press.answer(view=layout, attachments=files_of([(FILE, made.data)]))


async def ask_to_delete(press: Press) -> None:
    """Say what it means to have everything deleted, with the button that does it."""
    app = press.app
    outlook = await app.get(Erasing).outlook(press.user_id)
    await press.answer(view=deleting_layout(outlook, app.clock.now(), press.say))


async def delete(press: Press, moment: int) -> None:
    """Delete everything about a person, who was asked at that moment; asked long ago, ask again.

    Raises Stale, and then nothing was done.
    """
    app = press.app
    if not 0 <= app.clock.now() - moment <= ASKED:
        await ask_to_delete(press)
        return
    direct = None
    with suppress(StageError):
        direct = await app.io.direct_channel(press.user_id)
    await app.get(Erasing).erase(press.user_id, direct)
    app.get(Notices).budget.forget(press.user_id)
    app.get(Publisher).forget(press.user_id)
    app.get(Publisher).digests.request(press.user_id)  # no table waits for them: it goes
    await press.answer(view=deleted_layout(press.say))
