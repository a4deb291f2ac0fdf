"""What another server offers, before anybody says yes."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import ui

from bot.discord.controls import button
from bot.discord.names import escape
from bot.discord.parts import container, rows
from bot.evenings.meetings import Offer
from bot.match.lobby.crowd import terms_of_crowd
from bot.match.lobby.layouts import settings_text
from render.api import Words


def offer_layout(offer: Offer, say: Words) -> ui.LayoutView:
    """Lay out who plays what, how, and the button that accepts it."""
    row, begins = offer.home, offer.home.terms.begins
    played = replace(row, terms=terms_of_crowd(row.terms))
    when = "" if begins is None else say("evening.offer.begins", when=f"<t:{int(begins)}:f>")
    lines = [
        say("evening.offer", club=escape(offer.name), game=say(f"game.{row.game}")),
        settings_text(played, say), say("lobby.challenge.apart"), when, say("evening.offer.means"),
    ]  # fmt: skip
    accept = button(
        f"evening:accept:{offer.challenge.code}", say("evening.button.accept"),
        discord.ButtonStyle.success,
    )  # fmt: skip
    return container(ui.TextDisplay("\n".join(filter(None, lines))), *rows([accept]))
