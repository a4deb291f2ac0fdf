"""People's data: explained to anybody, and given to its person."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import ui

from bot.discord.io import files_of
from bot.discord.parts import Button, button, container, rows
from bot.discord.press import Press
from bot.errors import StageError
from bot.match.calls.notices import Notices
from bot.match.show.publisher import Publisher
from bot.privacy.exports import Export, Exports
from bot.privacy.service import Erasing, Outlook
from render.api import Apart, Words

# People's data: the page that explains it, and their own as a file.

FILE = "nimbus-my-data.zip"
"""The file name of a person's own data."""


STAYS = ("play", "note", "mark", "posted", "backup")
"""Data that stays when a person has theirs deleted: kinds of columns, and facts no column shows."""


def privacy_layout(say: Words) -> ui.LayoutView:
    """Lay out what is kept, why, for how long and who sees it, with the way to one's own."""
    stays = Apart(say(f"privacy.stays.{what}") for what in STAYS)
    return container(
        ui.TextDisplay(say("privacy.text", stays=stays)),
        *rows([_export_button(say), button("data:delete", say("data.button.delete"))]),
    )


def _export_button(say: Words) -> Button:
    return button("data:export", say("data.button.export"))


def deleting_layout(outlook: Outlook, now: float, say: Words) -> ui.LayoutView:
    """Lay out what deleting will do, with the button that does it; `now` is when this is said."""
    effects = [
        say(f"data.effect.{what}", n=count)
        for what, count in (
            ("going_on", outlook.going_on),
            ("ending", outlook.ending),
            ("lobbies", outlook.lobbies),
            ("finished", outlook.finished),
        )
        if count
    ]
    going = button(f"data:delete:{int(now)}", say("data.button.erase"), discord.ButtonStyle.danger)
    text = say("data.asks", effects="\n".join([*effects, say("data.effect.always")]))
    return container(ui.TextDisplay(text), *rows([going, _export_button(say)]))


def deleted_layout(say: Words) -> ui.LayoutView:
    """Lay out that everything about a person was deleted."""
    return container(ui.TextDisplay(say("data.deleted")))


def export_layout(made: Export, say: Words) -> ui.LayoutView:
    """Lay out the file with all that is kept about a person."""
    lines = [say("data.exported", n=made.games)]
    if made.left_out:
        lines.append(say("data.cut", n=made.left_out))
    return container(ui.TextDisplay("\n".join(lines)), ui.File(f"attachment://{FILE}"))


# People's data: explained to anybody, and given to its person.

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
    await app.get(Erasing).erase(press.user_id, press.say("data.someone"), direct)
    app.get(Notices).budget.forget(press.user_id)
    app.get(Publisher).forget(press.user_id)
    app.get(Publisher).digests.request(press.user_id)  # no table waits for them: it goes
    await press.answer(view=deleted_layout(press.say))
