"""Answering questions about a table, privately."""

from __future__ import annotations

from bot.discord.press import Press
from bot.match.asking import answer_to, read_question, view_for
from bot.match.asking_layout import questions_layout, rules_now_layout
from bot.match.show.panels import Panels
from bot.match.show.publisher import Publisher
from bot.match.tables import Tables
from bot.store.rows import MatchId


async def look(press: Press, match_id: MatchId, question: str) -> None:
    """Answer a question about a table, or offer all of them if it is none. Raises Refused.

    Whose time had run out is back: they are there. The answer goes when its person has moved.
    """
    tables, say = press.app.get(Tables), press.say
    press.app.get(Publisher).seen(match_id, press.user_id)
    await tables.wake(match_id, press.user_id)
    table = await tables.load(match_id)
    view = view_for(table, press.user_id, press.interaction.channel_id)
    meant = read_question(table.row, view, question, say)
    if not meant:
        shown = await press.answer(view=questions_layout(table.row, view, say))
    elif meant == "rules":
        answer = answer_to(table, view, meant, say)
        shown = await press.answer(view=rules_now_layout(table.row, answer, say))
    else:
        shown = await press.answer(content=answer_to(table, view, meant, say))
    press.app.get(Panels).note_answer(press.interaction, shown.id, match_id)
