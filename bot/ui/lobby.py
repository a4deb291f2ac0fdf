"""The lobby's message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.play.lobbies import commitment_of
from bot.play.robots import OFFERED, STAND_IN
from bot.play.table import row_options
from bot.store.rows import Status
from bot.ui.items import LobbyButton, OptionsButton
from bot.ui.names import bold_names
from bot.ui.parts import container, rows
from engine.games import GAMES

if TYPE_CHECKING:
    from bot.store.rows import MatchRow, Member
    from engine.game import Option, OptionValue
    from render.api import Words

STYLES = {
    "join": discord.ButtonStyle.success,
    "start": discord.ButtonStyle.primary,
    "close": discord.ButtonStyle.danger,
}


def lobby_layout(row: MatchRow, say: Words) -> ui.LayoutView:
    """Lay out an open lobby, or what became of a closed one."""
    game = say(f"game.{row.game}")
    if row.status is not Status.LOBBY:
        return container(ui.TextDisplay(say("lobby.closed", game=game)))
    return container(
        ui.TextDisplay(say("lobby.title", game=game, hint=say(f"game.{row.game}.hint"))),
        ui.TextDisplay("\n".join(_seats(row, say))),
        *rows(_button(row, action, say) for action in ("join", "leave", "start", "close")),
        ui.TextDisplay("\n".join([
            say("lobby.options", options=options_text(row, say)), terms_text(row, say),
        ])),
        *rows([
            OptionsButton(row.id, ui.Button(label=say("lobby.button.options"))),
            OptionsButton(row.id, ui.Button(label=say("lobby.button.terms")), terms=True),
        ]),
        ui.TextDisplay(say("lobby.house")),
        *rows(_button(row, action, say) for action in (*OFFERED, "remove")),
        ui.Separator(),
        ui.TextDisplay(say("lobby.fair", commitment=commitment_of(row), number=row.id)),
    )  # fmt: skip


def options_text(row: MatchRow, say: Words) -> str:
    """Spell the options of a match in words."""
    shown = [
        option_text(row.game, option, row.options.get(option.key, option.default), say)
        for option in GAMES[row.game].info.options
    ]
    return " · ".join(text for text in shown if text)


def terms_text(row: MatchRow, say: Words) -> str:
    """Spell what the table agreed on beside the game's options, and what counts."""
    clock, hints = row.terms.clock, str(row.terms.hints).lower()
    return "\n".join([
        say("lobby.clock", time=say(f"terms.clock.{clock}")), say(f"lobby.hints.{hints}"),
    ])  # fmt: skip


def option_text(game: str, option: Option, value: object, say: Words) -> str:
    """Spell one option; one that is off and may be off is not mentioned."""
    if value is None:
        return ""
    name = say(f"option.{game}.{option.key}")
    return say("option.shown", name=name, value=value_text(game, option, value, say))


def value_text(game: str, option: Option, value: OptionValue | object, say: Words) -> str:
    """Spell the value of an option."""
    if isinstance(value, bool):
        return say("option.yes" if value else "option.no")
    if option.choices:
        return say(f"option.{game}.{option.key}.{value}")
    return str(value)


def _seats(row: MatchRow, say: Words) -> list[str]:
    named = zip(row.members, bold_names(row, say), strict=True)
    lines = [_seat(number, member, name, say) for number, (member, name) in enumerate(named, 1)]
    seats = GAMES[row.game].info.seats_with(row_options(row))
    needed = next((n for n in seats if n >= len(row.members)), max(seats))
    lines += [
        say("lobby.free", number=number) for number in range(len(row.members) + 1, needed + 1)
    ]
    if max(seats) > needed:
        lines.append(say("lobby.more", most=max(seats)))
    return lines


def _seat(number: int, member: Member, name: str, say: Words) -> str:
    if member.user_id is not None:
        return say("lobby.seat", number=number, name=name)
    level = say(f"level.{member.level or STAND_IN}")
    return say("lobby.seat_house", number=number, name=name, level=level)


def _button(row: MatchRow, action: str, say: Words) -> LobbyButton:
    button: ui.Button[Any] = ui.Button(
        label=say(f"lobby.button.{action}"),
        style=STYLES.get(action, discord.ButtonStyle.secondary),
    )
    return LobbyButton(row.id, action, button)
