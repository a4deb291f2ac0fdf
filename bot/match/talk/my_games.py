"""All games of a person, and asking which of them is meant."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

import discord
from discord import ui

from bot.discord.names import bold, escape, marked
from bot.discord.parts import MENU, Button, button, container, menu, moment, page_row, table_button
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.acts.actions import offer_hint, type_move
from bot.match.acts.cards import PLAYING, TYPED_LENGTH, WhichMatch, match_for
from bot.match.acts.departures import ask_to_leave, end
from bot.match.lobby.actions import invite_to, spelled
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.actions import hand
from bot.match.show.discord_stage import DiscordStage
from bot.match.show.hand_layouts import place_text
from bot.match.show.lanes import BOARD
from bot.match.show.looks import Line, match_name, title_of
from bot.match.show.publisher import Publisher
from bot.match.table.state import At, MyGame, Table, games_of, in_order, seat_of, someone_at
from bot.match.talk.questions import look
from bot.store.rows import LIVE, MatchRow, Status
from render.api import All, Words

# Asking which game is meant: a private menu of a person's games, whose turn it is in each.
#
# A value is `<match>:<typed>`, so that choosing does just what the command would have done with
# its option `table`.


def which_layout(
    rows: Sequence[MatchRow], user_id: int, verb: str, typed: str, say: Words
) -> ui.LayoutView:
    """Lay out the menu; the games that wait for this person come first."""
    described = [(row, *_described(row, user_id, say)) for row in rows]
    described.sort(key=lambda line: not line[1])
    choices = menu(f"w:{verb}", say("which.choose"))
    for row, _, description in described[:MENU]:
        choices.add_option(
            label=match_name(row, say),
            value=f"{row.id}:{typed[:TYPED_LENGTH]}",
            description=description,
        )
    ask = say("refused.which_match", count=len(rows))
    return container(ui.TextDisplay(ask), ui.ActionRow(choices))


def _described(row: MatchRow, user_id: int, say: Words) -> tuple[bool, str]:
    """Return whether a game waits for a person, and say whose turn it is."""
    if row.status is Status.LOBBY:
        return False, say("which.lobby")
    table = Table.load(row)
    to_act = table.to_act()
    if table.seat_of(user_id) in to_act:
        return True, say("which.your_turn")
    return False, say("which.turn", name=marked(someone_at(row, to_act[0]), say))


# Commands about one game, and the question which game where several may be meant.

Verb: TypeAlias = Literal["move", "hand", "hint", "leave", "end", "invite", "look"]
"""A deed that a command can do in a game."""

VERBS: tuple[Verb, ...] = get_args(Verb)

_STATUSES: Mapping[Verb, tuple[Status, ...]] = {"leave": LIVE, "invite": (Status.LOBBY,)}
"""Where else than in games that are played something can be done."""

_ANYBODYS = ("leave", "end", "look")
"""What can be done, or is refused with its reason, in a game that one is not in."""

_BY_NUMBER = {"hand": hand, "hint": offer_hint, "end": end}


async def act(press: Press, verb: Verb, number: int | None, typed: str = "") -> None:
    """Do what `verb` says in the game of that number, or else in the only one that can be meant.

    Where there are several, ask which one. `typed` is the move, the question, or who is invited.
    """
    statuses = _STATUSES.get(verb, PLAYING)
    store, channel_id = press.app.store, press.interaction.channel_id
    try:
        row = await match_for(
            store, press.user_id, channel_id, number, statuses, anybody=verb in _ANYBODYS
        )
    except WhichMatch as several:
        layout = which_layout(several.rows, press.user_id, verb, typed, press.say)
        await press.answer(view=layout)
        return
    await _act_in(press, verb, row, typed)


async def invite(press: Press, who: object) -> None:
    """Invite a person or a role to the lobby one is in. Raises Refused."""
    await act(press, "invite", None, spelled(who))


async def choose_match(press: Press, verb: Verb) -> None:
    """Do in the game chosen what was asked for without naming one."""
    number, _, typed = press.first_choice.partition(":")
    if not re.fullmatch("[0-9]{1,18}", number):
        raise Refused("refused.malformed")
    if verb == "invite" and press.first_choice not in press.offered:
        # Who may be invited was looked at when this was offered.
        raise Refused("refused.malformed")
    await act(press, verb, int(number), typed)


async def _act_in(press: Press, verb: Verb, row: MatchRow, typed: str) -> None:
    if row.by_token and press.location == row.location:
        press.lend(row.id)
    match verb:
        case "move":
            await type_move(press, row, typed)
        case "leave":
            await _leave(press, row)
        case "look":
            await look(press, row.id, typed)
        case "invite":
            await invite_to(press, row, typed)
        case _:
            await _BY_NUMBER[verb](press, row.id)


async def _leave(press: Press, row: MatchRow) -> None:
    if row.status is Status.LOBBY:
        await press.app.get(Lobbies).leave(row.id, press.user_id)
        await press.private(press.say("lobby.left"))
    else:
        await ask_to_leave(press, row.id)


# All games of a person, in a private answer: whose turn it is, until when, and how to go on.

PAGE = 5
"""How many games stand on a page: their names may be long."""

MOST_WAITING = 2
"""How many games that wait have a line of their own on a person's card."""

MOST_PLAYING = 3
"""How many tables of others it names."""

_STANDING = {
    At.WAITS: "hand.late_waiting",
    At.LATE: "hand.late",
    At.PAUSED: "games.paused",
    At.LEFT: "hand.away",
    At.LOBBY: "which.lobby",
}
"""The words for games in which it is no person's turn, or not for this one to know."""


def games_layout(
    games: Sequence[MyGame], places: Sequence[str], page: int, say: Words
) -> ui.LayoutView:
    """Lay out a page, counted from 1, of all `games`; `places` says where those on it are."""
    waiting = sum(game.waits for game in games)
    title = say("games.waiting", n=waiting) if waiting else say("games.none_waiting")
    shown = games[(page - 1) * PAGE : page * PAGE]
    return container(
        ui.TextDisplay(title),
        *(_line(game, place, say) for game, place in zip(shown, places, strict=True)),
        *page_row(lambda to: f"games:{to}", page, more=len(games) > page * PAGE, say=say),
    )


def waiting_lines(games: Sequence[MyGame], say: Words) -> list[Line]:
    """Return a line for each of the first `games` that wait, or for the only one."""
    is_only = len(games) == 1 and games[0].at not in CLOSED
    told = [game for game in games if is_only or game.waits][:MOST_WAITING]
    return [Line(_waiting(game, say), _hand_button(game, say)) for game in told]


def other_lines(games: Sequence[MyGame], say: Words) -> list[Line]:
    """Return the line of the `games` that have none of their own, if there are any."""
    others = len(games) - len(waiting_lines(games, say))
    told = say("home.games.more", n=others)
    return [Line(told, button("games:1", say("home.button.games")))] if others else []


def playing_lines(rows: Sequence[MatchRow], user_id: int, say: Words) -> list[Line]:
    """Return who plays at those of the tables where a person does not sit; [] if nobody."""
    others = [row for row in rows if seat_of(row, user_id) is None]
    people = (All(bold(one.name) for one in row.members if one.user_id) for row in others)
    told = [
        say("home.playing", n=len(names), names=names, game=say(f"game.{row.game}"))
        for row, names in zip(others, people, strict=True)
        if names
    ]
    return [Line("\n".join(told[:MOST_PLAYING]), of_friends=True)] if told else []


def no_games_layout(say: Words, play: str) -> ui.LayoutView:
    """Lay out that somebody is in no game, and how to begin; `play` is the command for it."""
    return container(ui.TextDisplay(say("games.none", play=play)))


def _line(game: MyGame, place: str, say: Words) -> ui.Item[Any]:
    name = escape(match_name(game.row, say))
    text: ui.TextDisplay[Any] = ui.TextDisplay(
        say("games.line", name=name, standing=_standing(game, say), place=place)
    )
    if game.at is At.LOBBY:
        return text
    return ui.Section(text, accessory=_hand_button(game, say))


def _waiting(game: MyGame, say: Words) -> str:
    row = game.row
    name = escape(title_of(row.game, row.number, row.series, say))
    return say("home.games.waits", name=name, standing=_standing(game, say))


def _hand_button(game: MyGame, say: Words) -> Button:
    style = discord.ButtonStyle.success if game.waits else discord.ButtonStyle.secondary
    if game.at in (At.WAITS, At.LATE):
        return table_button(game.row, "back", say("hand.button.back"), style)
    return table_button(game.row, "hand", say("board.button.hand"), style)


def _standing(game: MyGame, say: Words) -> str:
    """Say whose turn it is and until when."""
    if game.at in _STANDING:
        return say(_STANDING[game.at])
    turn = say("games.yours")
    if game.at is At.OTHERS and game.mover is not None:
        turn = say("which.turn", name=escape(marked(game.mover, say)))
    return turn if game.due is None else say("games.until", turn=turn, when=moment(game.due))


# All tables of a person, wherever they are, and the hand of the one that is meant.

CLOSED = (At.LOBBY, At.LEFT)
"""Games whose hand is not opened unasked: there is none, or it would bring the person back."""


async def open_games(press: Press) -> None:
    """Show a person the hand of their only game, or of the one in this thread; else all games."""
    found = await games_of(press.app.store, press.user_id)
    here = [game for game in found if press.location.channel_id == game.row.thread_id]
    meant = here or found
    if len(meant) == 1 and meant[0].at not in CLOSED:
        await act(press, "hand", meant[0].row.id)
    else:
        await games(press)


async def games(press: Press, page: int = 1) -> None:
    """Show a person a page of their games, counted from 1; the nearest one if there is none."""
    found = in_order(await games_of(press.app.store, press.user_id))
    if not found:
        mentions = await press.app.io.mentions(press.interaction.client.tree)
        await press.answer(view=no_games_layout(press.say, mentions["play"]))
        return
    page = min(max(1, page), -(-len(found) // PAGE))
    shown = found[(page - 1) * PAGE : page * PAGE]
    for game in shown:
        if game.at is At.LOBBY and not game.row.by_token:
            # It may have been deleted: nobody has a button left then that would show it again.
            press.app.get(Publisher).request(game.row.id, BOARD)
    places = [await _place(press, game.row) for game in shown]
    await press.answer(view=games_layout(found, places, page, press.say))


async def _place(press: Press, row: MatchRow) -> str:
    publication = await press.app.store.publication(row.id)
    server = await press.app.get(DiscordStage).server_name(row.guild_id)
    return place_text(row, server, publication.board_message, press.say)
