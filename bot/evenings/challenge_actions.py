"""Challenging another server to an evening, and accepting that there."""

from __future__ import annotations

from dataclasses import replace

from bot.discord.names import clean_name, escape
from bot.discord.press import Press
from bot.errors import Refused
from bot.evenings.challenge import read_code
from bot.evenings.challenge_layout import offer_layout
from bot.evenings.meetings import Meetings
from bot.evenings.open_actions import Wanted, gather, hosting, opened_evening
from bot.match.lobby.play_actions import Opening
from bot.match.show.panels import Panels
from bot.match.table import seat_of


async def challenge(press: Press, wanted: Wanted, begins: float | None = None) -> None:
    """Open the lobby of an evening, and give its host the code for another server.

    Raises Refused.
    """
    row = await opened_evening(press, wanted, begins)
    code = await press.app.get(Meetings).offer(row, await _server_name(press))
    await press.private(press.say("evening.challenge", code=code))


async def show_offer(press: Press, typed: str) -> None:
    """Show a host what another server offers. Raises Refused."""
    at = (await hosting(press)).at
    offer = await press.app.get(Meetings).offered(read_code(typed), at.guild_id or 0)
    shown = await press.answer(view=offer_layout(offer, press.say))
    press.app.get(Panels).note_answer(press.interaction, shown.id, offer.home.id)


async def accept(press: Press, code: str) -> None:
    """Open a lobby with what was offered, against that of the other server. Raises Refused."""
    meetings, (at, _) = press.app.get(Meetings), await hosting(press)
    offer = await meetings.offered(read_code(code), at.guild_id or 0)
    home = offer.home
    if seat_of(home, press.user_id) is not None:
        raise Refused("refused.challenge_seat", club=escape(offer.name))
    terms = replace(home.terms, against=None)
    row = await gather(press, home.game, Opening(at, terms), home.options)
    await meetings.accept(offer, row, await _server_name(press))
    if press.interaction.message is not None:
        await press.app.get(Panels).put_away(press.interaction.message.id)


async def _server_name(press: Press) -> str:
    """Return how the server that is pressed in is called. Raises Refused in none."""
    guild_id = press.location.guild_id
    if guild_id is None:
        raise Refused("refused.not_in_server")
    name = await press.app.io.server_name(guild_id)
    return clean_name(name or press.say("hand.somewhere"))
