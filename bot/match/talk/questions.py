"""Questions about a table in place of repetition: who may ask what, and the answers in words.

An answer is made of the view of whoever asks, and of what the row tells everybody: never of more.
"""

from __future__ import annotations

from discord import ui

from bot.discord.names import escape
from bot.discord.parts import container, rows, rules_button
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.acts.cards import words_of
from bot.match.show.hand_layouts import ALL, look_buttons
from bot.match.show.panels import Panels
from bot.match.show.publisher import Publisher
from bot.match.table.kind import kind_of
from bot.match.table.state import Table, is_played_by_house, is_waiting, names_of
from bot.match.table.tables import Tables
from bot.match.table.times import until_said
from bot.presenters import PRESENTERS
from bot.store.rows import MatchId, MatchRow, Presence, Status
from engine.game import View
from engine.seats import Seat
from render.api import Words, capital

STATE = "state"
"""What is answered first, and to who asks for nothing in particular: how a game stands."""

OF_EVERY_TABLE = ("seats", "clock")
"""What else may be asked of a table of any game, beside the questions of its game."""


def questions_of(row: MatchRow, view: View) -> tuple[str, ...]:
    """Return what whoever has the view may ask of a table."""
    return (STATE, *PRESENTERS[row.game].questions(view), *OF_EVERY_TABLE)


def is_open(row: MatchRow) -> bool:
    """Return whether everybody where a table is may ask about it, as they see its board."""
    kind = kind_of(row)
    return not (kind.is_solo or kind.is_veiled)


def view_for(table: Table, user_id: int, channel_id: int | None, question: str = "") -> View:
    """Return what a person who asks may see: what their seat does, or where the board is, that.

    When a game is over only the `question` how its result came about is answered. Raises Refused.
    """
    row, seat = table.row, table.seat_of(user_id)
    if table.course is None:
        raise Refused("refused.not_started")
    explains = row.status is Status.OVER and PRESENTERS[row.game].explains
    if row.status is not Status.PLAYING and not (explains and question == explains):
        raise Refused("refused.over")
    if seat is not None and table.member(seat).presence is not Presence.REMOVED:
        return table.view(seat)
    if not (row.is_in(channel_id) and is_open(row)):
        raise Refused("refused.not_seated" if seat is None else "refused.kicked")
    return table.view(None)


def read_question(row: MatchRow, view: View, typed: str, say: Words) -> str:
    """Understand a question, by its key or its words, or how these begin; "" if it is not plain.

    Who types none asks how the game stands.
    """
    if typed == ALL:
        return ""
    if not typed:
        return STATE
    labels = {each: words_of(say(f"look.button.{each}")) for each in questions_of(row, view)}
    words = words_of(typed)
    if typed in labels:
        return typed
    found = [each for each, label in labels.items() if label == words]
    found = found or [each for each, label in labels.items() if words and set(words) <= set(label)]
    return found[0] if len(found) == 1 else ""


def answer_to(table: Table, view: View, question: str, say: Words) -> str:
    """Answer one of the questions of a table, in words without symbols or emoji."""
    row = table.row
    names = tuple(escape(name) for name in names_of(row))
    if question == STATE:
        return _state_said(row, view, names, say)
    if question == "seats":
        seats = [_seat_said(row, view, Seat(seat), names[seat - 1], say) for seat in _seats(row)]
        return say("look.seats", seats=seats)
    if question == "clock":
        return _clock_said(row, view, names, say)
    return PRESENTERS[row.game].answer(question, view, say, names)


def _state_said(row: MatchRow, view: View, names: tuple[str, ...], say: Words) -> str:
    """Say all that everybody may know of a table, in the order of its picture, a line each."""
    speech = PRESENTERS[row.game].says(view, say, names)
    turn, told = speech.turn(), [*speech.table(), speech.progress()]
    until = _clock_said(row, view, names, say)
    return "\n".join(until if one == turn else one for one in dict.fromkeys(told) if one)


def _seats(row: MatchRow) -> range:
    return range(1, len(row.members) + 1)


def _seat_said(row: MatchRow, view: View, seat: Seat, name: str, say: Words) -> str:
    member = row.members[seat - 1]
    if seat == view.seat:
        return say("look.seat.own", name=name)
    if not is_played_by_house(row, member):
        return name
    return say("look.seat.house" if member.user_id is None else "look.seat.stand_in", name=name)


def _clock_said(row: MatchRow, view: View, names: tuple[str, ...], say: Words) -> str:
    """Say who is to act, and until when."""
    if row.pauses:
        return say("look.clock.paused")
    if is_waiting(row):
        return say("look.clock.waits")
    turn = capital(PRESENTERS[row.game].waiting(view, say, names))
    return until_said(turn, row.members[view.to_act[0] - 1], row.terms, say)


# All questions at once, and the answers that have a button.


def questions_layout(row: MatchRow, view: View, say: Words) -> ui.LayoutView:
    """Lay out all questions, to choose from."""
    buttons = look_buttons(row, questions_of(row, view), say)
    return container(ui.TextDisplay(say("look.choose")), *rows(buttons))


def state_layout(row: MatchRow, answer: str, say: Words) -> ui.LayoutView:
    """Lay out how a game stands, with the way to all questions."""
    return container(ui.TextDisplay(answer), *rows(look_buttons(row, [ALL], say)))


def rules_now_layout(row: MatchRow, answer: str, say: Words) -> ui.LayoutView:
    """Lay out what the present phase asks, with the way to the whole rules."""
    return container(ui.TextDisplay(answer), *rows([rules_button(row.game, say)]))


LED_ON = {STATE: state_layout, "rules": rules_now_layout}
"""The answers that lead on to more."""


# Answering questions about a table, privately.


async def look(press: Press, match_id: MatchId, question: str) -> None:
    """Answer a question about a table, or offer all of them if it is none. Raises Refused.

    Whose time had run out is back: they are there. The answer goes when its person has moved.
    """
    tables, say = press.app.get(Tables), press.say
    press.app.get(Publisher).seen(match_id, press.user_id)
    await tables.wake(match_id, press.user_id)
    table = await tables.load(match_id)
    view = view_for(table, press.user_id, press.interaction.channel_id, question)
    meant = read_question(table.row, view, question, say)
    if not meant:
        shown = await press.answer(view=questions_layout(table.row, view, say))
    elif meant in LED_ON:
        answer = answer_to(table, view, meant, say)
        shown = await press.answer(view=LED_ON[meant](table.row, answer, say))
    else:
        shown = await press.answer(content=answer_to(table, view, meant, say))
    press.app.get(Panels).note_answer(press.interaction, shown.id, match_id)
