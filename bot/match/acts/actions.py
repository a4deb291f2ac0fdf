"""Moves, hints and what a table agrees on, by press and by word."""

from __future__ import annotations

from discord import ui

from bot.discord.names import escape
from bot.discord.parts import container, moment
from bot.discord.press import Press, sentence
from bot.errors import Refused, Stale
from bot.match.acts.cards import read_move
from bot.match.acts.departures import is_rated
from bot.match.clock.proposals import Proposals, require_can_propose, terms_text
from bot.match.house.hints import Coach, Hints
from bot.match.house.layouts import (
    confirm_layout,
    doubt_layout,
    hint_layout,
    praise_layout,
    unthought_layout,
    warning_layout,
)
from bot.match.lobby.options_layouts import terms_form, typed_options
from bot.match.show.discord_stage import DiscordStage
from bot.match.show.lanes import BOARD
from bot.match.show.panels import Panels, PrivateHands
from bot.match.show.publisher import Publisher
from bot.match.table.state import Table
from bot.match.table.tables import Tables
from bot.preferences.person import person_settings
from bot.store.errors import StoreError
from bot.store.rows import MatchId, MatchRow, Status
from engine.course import BACK

# Making a move: by its button, from a menu of moves, or by its name; and taking it back.


async def move(press: Press, match_id: MatchId, moves: int, code: str) -> None:
    """Make the move of a control shown after `moves` moves; a late press gets the fresh hand.

    That it was late is told until the next move.
    """
    if press.is_in_private:
        press.app.get(PrivateHands).remember(press.interaction, match_id)
    try:
        if code == BACK:
            await _take_back(press, match_id, moves)
        else:
            await _play(press, match_id, moves, code)
    except Refused as error:
        await _put_right(press, match_id, is_late=isinstance(error, Stale))
        if not isinstance(error, Stale):
            raise
        await _tell(press, match_id, sentence(error, "move", press.say))


async def _put_right(press: Press, match_id: MatchId, *, is_late: bool) -> None:
    """Show the hand again whose control was too late; a message that shows no hand any more goes.

    Such a one was sent but never noted as the bot was killed, or came to show a hand again by what
    a process sent that others took for dead.
    """
    publisher, message = press.app.get(Publisher), press.interaction.message
    if press.is_in_private:
        if is_late:
            publisher.renew_private(match_id, press.user_id)
        elif press.is_choice:
            _renew_menus(press, match_id)
        return
    if press.is_direct and message is not None:
        publication, hands = await press.app.store.messages(match_id)
        if message.id not in {publication.board_message, *(hand.message_id for hand in hands)}:
            await press.app.get(DiscordStage).remove(message.channel.id, message.id)
    status = (await press.app.get(Tables).load(match_id)).row.status
    if press.is_choice:
        _renew_menus(press, match_id)
    elif is_late or status is not Status.PLAYING:
        publisher.renew(match_id, press.user_id)


async def _play(press: Press, match_id: MatchId, moves: int, code: str) -> None:
    """Make a move, unless the coach or its person wants it asked back; a fine one is praised."""
    word = await press.app.get(Coach).word(match_id, press.user_id, moves, code)
    if word is not None and not word.is_praise:
        await _ask_back(press, match_id, doubt_layout(word, press.say))
        return
    if (await person_settings(press.app.store, press.user_id)).confirms:
        table = await press.app.get(Tables).load(match_id)
        if (view := confirm_layout(table, press.user_id, moves, code, press.say)) is not None:
            await _ask_back(press, match_id, view)
            return
    await press.app.get(Tables).play(match_id, press.user_id, moves, code)
    await press.app.get(Panels).close_hints(match_id, press.user_id)
    if word is not None:
        await _show(press, match_id, praise_layout(word, press.say))


async def _ask_back(press: Press, match_id: MatchId, view: ui.LayoutView) -> None:
    """Ask about a move before it is made; its menu offers it again."""
    await _show(press, match_id, view)
    if press.is_choice:
        _renew_menus(press, match_id)


async def _show(press: Press, match_id: MatchId, view: ui.LayoutView) -> None:
    """Show something beside the hand; it goes with the next move."""
    shown = await press.beside(view)
    await press.app.get(Panels).note_hint(press.interaction, shown.id, match_id)


async def _tell(press: Press, match_id: MatchId, text: str) -> None:
    """Tell something beside the hand; it goes with the next move."""
    await _show(press, match_id, container(ui.TextDisplay(text)))


async def play_all_the_same(press: Press, match_id: MatchId, moves: int, code: str) -> None:
    """Make the move that was asked back, or take the last one back; the question goes anyway."""
    if code == BACK:
        await _take_back(press, match_id, moves)
        return
    try:
        await press.app.get(Tables).play(match_id, press.user_id, moves, code)
    finally:
        await press.app.get(Panels).close_hints(match_id, press.user_id)


async def take_another(press: Press, match_id: MatchId) -> None:
    """Put the question of the coach away; the hand has all moves."""
    await press.app.get(Panels).close_hints(match_id, press.user_id)


async def _take_back(press: Press, match_id: MatchId, moves: int) -> None:
    await press.app.get(Panels).close_hints(match_id, press.user_id)
    row = await press.app.get(Proposals).take_back(match_id, press.user_id, moves)
    if row.proposal is not None:
        await _tell(press, match_id, press.say("move.back_asked", when=moment(row.proposal.until)))


async def choose_move(press: Press, match_id: MatchId, moves: int, **_: int) -> None:
    """Make the move chosen from a menu; what else its id holds tells it from those before it."""
    try:
        await move(press, match_id, moves, press.first_choice)
    except StoreError:
        _renew_menus(press, match_id)
        raise
    finally:
        press.note_answered()  # by what the publisher shows


def _renew_menus(press: Press, match_id: MatchId) -> None:
    """Have the moves offered in another menu: clients show what was chosen, and send it once."""
    publisher = press.app.get(Publisher)
    publisher.renew(match_id, press.user_id)
    publisher.request(match_id, BOARD)


async def type_move(press: Press, row: MatchRow, typed: str) -> None:
    """Make the move that was typed or picked."""
    tables = press.app.get(Tables)
    await tables.wake(row.id, press.user_id)
    meant = read_move(Table.load(row), press.user_id, typed, press.say)
    word = await press.app.get(Coach).word(row.id, press.user_id, row.moves, meant.code)
    if word is not None and not word.is_praise:
        shown = await press.answer(view=doubt_layout(word, press.say))
        await press.app.get(Panels).note_hint(press.interaction, shown.id, row.id)
        return
    await tables.play(row.id, press.user_id, row.moves, meant.code)
    await press.app.get(Panels).close_hints(row.id, press.user_id)
    await press.private(press.say("move.done", move=escape(meant.name)))


# Showing the best moves, after a warning where that costs something.


async def offer_hint(press: Press, match_id: MatchId) -> None:
    """Show a hint, after a warning if it would cost the win. Raises Refused."""
    app = press.app
    app.get(Publisher).seen(match_id, press.user_id)
    await app.get(Tables).wake(match_id, press.user_id)
    if await app.get(Hints).costs(match_id, press.user_id):
        row = (await app.get(Tables).load(match_id)).row
        rated = await is_rated(press, row)
        await _show_hint_view(press, match_id, warning_layout(row, press.say, rated=rated))
    else:
        await _show_hint(press, match_id)


async def take_hint(press: Press, match_id: MatchId) -> None:
    """Show a hint in place of the warning: the person has read what it costs. Raises Refused."""
    press.app.get(Publisher).seen(match_id, press.user_id)
    await press.app.get(Tables).wake(match_id, press.user_id)
    await _show_hint(press, match_id)


async def _show_hint(press: Press, match_id: MatchId) -> None:
    hint = await press.app.get(Hints).ask(match_id, press.user_id)
    say = press.say
    view = hint_layout(hint, say) if hint is not None else unthought_layout(say)
    await _show_hint_view(press, match_id, view)


async def _show_hint_view(press: Press, match_id: MatchId, view: ui.LayoutView) -> None:
    shown = await press.answer(view=view)
    await press.app.get(Panels).note_hint(press.interaction, shown.id, match_id)


# How long house players pause in a game with nobody else.


async def set_pace(press: Press, match_id: MatchId, pace: str) -> None:
    """Let house players play `faster` or `slower` for the one who plays; the button turns."""
    await press.app.get(Tables).wake(match_id, press.user_id)
    await press.app.get(Tables).set_fast(match_id, press.user_id, fast=pace == "faster")


# Changing the clock and hints of a game that goes on, if everybody agrees.


async def open_clock(press: Press, match_id: MatchId) -> None:
    """Open the form of the terms. Raises Refused if this person cannot change them."""
    row = await press.app.get(Tables).cache.glance(match_id)
    try:
        require_can_propose(row, press.user_id)
    except Refused:
        await press.app.get(Tables).wake(match_id, press.user_id)
        row = (await press.app.get(Tables).load(match_id)).row
        require_can_propose(row, press.user_id)
    await press.open(terms_form(row, press.say, is_played=True))


async def propose(press: Press, match_id: MatchId) -> None:
    """Take in the form: the others are asked at the table; alone, it is so at once."""
    typed = typed_options(press.fields.get("components"))
    await press.app.get(Tables).wake(match_id, press.user_id)
    row = await press.app.get(Proposals).propose(match_id, press.user_id, typed)
    if row.proposal is None:
        told = press.say("table.changed", terms=terms_text(row.terms, press.say))
    else:
        told = press.say("table.proposed", when=moment(row.proposal.until))
    await _tell(press, match_id, told)


async def answer(press: Press, match_id: MatchId, number: int, word: str) -> None:
    """Agree to a proposal, or say no to it."""
    await press.app.get(Tables).wake(match_id, press.user_id)
    await press.app.get(Proposals).answer(match_id, press.user_id, number, yes=word == "yes")
