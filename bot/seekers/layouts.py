"""What is said to seekers: the page on which they choose games, their calls, and what follows."""

from __future__ import annotations

from collections.abc import Collection

from discord import ui

from bot.discord.names import bold
from bot.discord.parts import button, container, menu, rows
from bot.match.calls.notices import Notice
from bot.match.table.names import bold_names
from bot.store.rows import MatchRow
from engine.games import GAMES
from render.api import All, Words


def seeking_layout(games: Collection[str], say: Words) -> ui.LayoutView:
    """Lay out to which games of a server somebody is called, and the menu that changes it."""
    names = {key: say(f"game.{key}") for key in GAMES}
    choices = menu("seek:games", say("seek.choose"), names, games, any_number=True)
    named = [bold(name) for key, name in names.items() if key in games]
    return container(
        ui.TextDisplay(say("seek.title")),
        ui.TextDisplay(say("seek.on", games=All(named)) if named else say("seek.off")),
        ui.ActionRow(choices),
        *rows([button("me:open:pings", say("page.button.back"))]),
    )


def call_notice(row: MatchRow, user_id: int, lacking: int, link: str, say: Words) -> Notice:
    """Make the call of a person to a lobby that lacks so many."""
    named = zip(row.members, bold_names(row, say), strict=True)
    people = {one.user_id: name for one, name in named if one.user_id is not None}
    opener = people.get(row.opener_id, next(iter(people.values())))
    text = say(
        "seek.call", n=lacking, game=say(f"game.{row.game}"), channel=f"<#{row.channel_id}>",
        opener=opener, link=link,
    )  # fmt: skip
    join = (f"seek:{row.id}:join", say("lobby.button.join"))
    return Notice(text, f"seek{row.id}-{user_id}", join, _stop(row, say))


def over_notice(row: MatchRow, say: Words, *, ends: bool = False) -> Notice:
    """Make what takes the place of a call: nobody is lacking; `ends` is that it was the last."""
    text = say("seek.over", game=say(f"game.{row.game}"))
    if ends:
        return Notice(f"{text}\n{say('seek.ended')}", "")
    return Notice(text, "", None, _stop(row, say))


def _stop(row: MatchRow, say: Words) -> tuple[str, str]:
    return f"seek:stop:{row.guild_id}", say("seek.button.stop")
