"""The settings of a lobby, in a private answer: options, terms, house players, closing."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from discord import ui

from bot.discord.parts import PersonMenu, button, container, lobby_button, menu, rows
from bot.match.kind import kind_of, most_seats
from bot.match.lobby.layouts import (
    easy_text,
    free_level,
    lobby_layout,
    seat_text,
    seats_needed,
    settings_text,
)
from bot.match.names import bold_names
from bot.match.table import names_of
from bot.preferences.terms import OFFERED, offered
from bot.store.rows import MatchRow, Status
from engine.games import GAMES
from render.api import All, Words


def settings_layout(
    row: MatchRow, say: Words, *, manages: bool, carried: Collection[str] = OFFERED,
    speaks: bool = False, code: str = "",
) -> ui.LayoutView:  # fmt: skip
    """Lay out what can be set; `manages` is whether this person may set more than house players.

    `carried` are the levels for which there is time to think just now, `speaks` is that the table
    may speak this person's language instead of its own. By the `code` another server accepts.
    """
    if row.status is not Status.LOBBY:
        return lobby_layout(row, say)
    game = say(f"game.{row.game}")
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(say("settings.title", game=game, agreed=settings_text(row, say)))
    ]
    if code:
        parts.append(ui.TextDisplay(say("evening.challenge", code=code)))
    is_fixed = kind_of(row).seats is not None
    if is_fixed:
        parts.append(ui.TextDisplay(say("league.fixed")))
    elif manages:
        parts += rows(_forms(row, say))
    else:
        parts.append(ui.TextDisplay(say("settings.opener_only", opener=f"<@{row.opener_id}>")))
    if row.terms.rounds:
        parts += [ui.Separator(), ui.TextDisplay(say("refused.evening_house"))]
    elif not is_fixed:
        parts += [
            ui.Separator(),
            ui.TextDisplay("\n".join(_house(row, say, carried))),
            *rows(lobby_button(row, action, say) for action in _house_actions(row, carried)),
        ]
    if manages:
        door = "public" if row.door.private else "private"
        doors = () if row.terms.rounds else (door,)
        actions = (*doors, *(["speak"] if speaks else ()), "close")
        closing = rows(lobby_button(row, action, say) for action in actions)
        parts += [ui.Separator(), *_inviting(row, say), *_kicking(row, say), *closing]
    return container(*parts)


def _inviting(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    """Offer to invite somebody, where the bot can ping people."""
    if row.by_token or row.guild_id is None:
        return []
    people = PersonMenu(custom_id=f"invite:{row.id}", placeholder=say("invite.choose"))
    return [ui.ActionRow(people)]


def _kicking(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    """Offer to remove somebody, if there is anybody but the opener."""
    choices = menu(f"kick:{row.id}", say("kick.choose"))
    for member, name in zip(row.members, names_of(row), strict=True):
        if member.user_id not in (None, row.opener_id):
            choices.add_option(label=name, value=member.key)
    return [ui.ActionRow(choices)] if choices.options else []


def _forms(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    """Offer the forms of what is agreed on; a game without options has no form of them."""
    terms = button(f"o:{row.id}:terms", say("lobby.button.terms"))
    if not GAMES[row.game].info.options:
        return [terms]
    return [button(f"o:{row.id}", say("lobby.button.options")), terms]


def _house_actions(row: MatchRow, carried: Collection[str]) -> list[str]:
    """Name what can be done about house players: there may be no free seat for one, or none."""
    levels = [] if len(row.members) >= most_seats(row) else offered(row.game)
    has_any = any(member.user_id is None for member in row.members)
    return [*filter(carried.__contains__, levels), *(["remove"] if has_any else [])]


def _house(row: MatchRow, say: Words, carried: Collection[str]) -> list[str]:
    """Say which house players are in, and what adding one means."""
    named = zip(row.members, bold_names(row, say), strict=True)
    lines = [
        seat_text(row, number, member, name, say)
        for number, (member, name) in enumerate(named, 1)
        if member.user_id is None
    ]
    lines += filter(None, (easy_text(row, say),))
    if len(row.members) >= most_seats(row):
        lines.append(say("refused.full"))
    else:
        key = "settings.add" if len(row.members) < seats_needed(row) else "settings.more"
        lines.append(say(key, level=free_level(row, say)))
        withheld = [say(f"level.{one}") for one in offered(row.game) if one not in carried]
        if withheld:
            lines.append(say("settings.withheld", levels=All(withheld)))
    return [say("settings.house"), *lines]
