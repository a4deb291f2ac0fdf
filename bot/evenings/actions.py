"""What people press on the boards of evenings: results, coming, going, looking back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bot.discord.io import named
from bot.discord.parts import lines_alone
from bot.discord.press import Press
from bot.errors import Refused
from bot.evenings.layouts import leave_layout
from bot.evenings.news import EveningNews
from bot.evenings.result_layouts import (
    Looking,
    RoundResult,
    painting,
    past_layout,
    past_result_layout,
    result_layout,
)
from bot.evenings.rows import EveningRow
from bot.evenings.service import Evenings, not_playing, person_of
from bot.evenings.standings import NOBODY, names_seen
from bot.evenings.standings import named as named_there
from bot.evenings.store import BoardRow, EveningStore
from bot.match.show.actions import hand as hand_at
from bot.match.show.stage import theme_for
from bot.match.table.state import seated_at, tables_of
from bot.store.rows import MatchId, MatchRow

# What people press on the boards of evenings: their results, coming and going.


async def own_round(press: Press, match_id: MatchId, number: int) -> None:
    """Show a person what they made in a round, beside those who held the same cards.

    Raises Refused.
    """
    evening = await _evening(press, match_id)
    names = await _names(press, evening)
    standing = await press.app.get(Evenings).standing(evening, names)
    played = next((one for one in standing.played if one.number == number), None)
    rows = [one.row for one in standing.tables] if played is None else played.rows
    row = seated_at(rows, press.user_id)
    if row is None:
        raise not_playing(evening, standing.people, press.user_id, number)
    if played is None:
        raise Refused("refused.withheld")
    result = RoundResult(played, standing.totals, standing.evening.rounds)
    await press.answer(view=result_layout(result, row, press.user_id, press.say))


async def hand(press: Press, match_id: MatchId) -> None:
    """Show a person their hand at the table where they sit in this round. Raises Refused."""
    evening, store = await _evening(press, match_id), press.app.store
    row = seated_at(await tables_of(store, evening.key), press.user_id)
    if row is None:
        people = await EveningStore(store.database).people(evening.id)
        raise not_playing(evening, people, press.user_id, evening.round)
    await hand_at(press, row.id)


async def join(press: Press, match_id: MatchId) -> None:
    """Take a person in from the next round on. Raises Refused."""
    evening, board = await here(press, match_id)
    person = await press.app.get(Evenings).join(
        evening, press.as_member(), press.location.guild_id or 0, press.roles
    )
    key = "evening.back" if person.since == evening.round else "evening.joined"
    await press.private(press.say(key, round=person.since))
    news, lobby = press.app.get(EveningNews), await lobby_of(press, board)
    news.request(evening.id)
    if lobby is not None:
        await news.let_in(lobby, press.user_id)


async def leave(press: Press, match_id: MatchId) -> None:
    """Say what it means to leave an evening, with the button that does it. Raises Refused."""
    evening, _ = await here(press, match_id)
    own = person_of(await EveningStore(press.app.store.database).people(evening.id), press.user_id)
    if own is None or own.gone is not None:
        raise Refused("refused.evening_out")
    await press.answer(view=leave_layout(evening, press.say))


async def leave_as_asked(press: Press, match_id: MatchId) -> None:
    """Let a person out of an evening. Raises Refused."""
    evening, _ = await here(press, match_id)
    await press.app.get(Evenings).leave(evening, press.user_id)
    await press.answer(view=lines_alone(press.say("evening.left")))
    press.app.get(EveningNews).request(evening.id)


async def guess(press: Press, match_id: MatchId, number: int) -> None:  # noqa: ARG001 - of old menus
    """Refuse what is chosen in a menu that boards had once. Raises Refused."""
    raise Refused("refused.guess_gone")


async def _evening(press: Press, match_id: MatchId) -> EveningRow:
    evening = await EveningStore(press.app.store.database).get(match_id)
    if evening is None:
        raise Refused("refused.no_match")
    return evening


async def _names(press: Press, evening: EveningRow) -> Mapping[int, str]:
    """Return how people of other servers are named to who presses: as in their own server."""
    people = await EveningStore(press.app.store.database).people(evening.id)
    own = (one.guild_id for one in people if one.user_id == press.user_id)
    guild_id = next(own, press.location.guild_id or 0)
    return await names_seen(press.app.store, evening.id, guild_id, press.say)


async def here(press: Press, match_id: MatchId) -> tuple[EveningRow, BoardRow]:
    """Return an evening of the server that is pressed in, and its board there. Raises Refused."""
    evening = await _evening(press, match_id)
    for board in await EveningStore(press.app.store.database).boards(evening.id):
        if board.guild_id == press.location.guild_id:
            return evening, board
    raise Refused("refused.elsewhere")


async def lobby_of(press: Press, board: BoardRow) -> MatchRow | None:
    """Return the table that was the lobby of an evening in a server."""
    return await press.app.store.match(MatchId(board.match_id))


# The evenings that a server has played, and the one that goes on.

MOST = 25
"""How many evenings are told: as many as a menu of Discord's has choices."""


async def show_evenings(press: Press) -> None:
    """Show the evenings of a server, the newest first."""
    looking = await _looking(press)
    await press.answer(view=past_layout(looking, press.say), attachments=[])


async def see_evening(press: Press) -> None:
    """Show the result of an evening again that somebody chose. Raises Refused."""
    looking, app, say = await _looking(press), press.app, press.say
    chosen = next((one for one in looking.past if str(one.evening.id) == press.first_choice), None)
    if chosen is None or chosen.evening.ended is None:
        raise Refused("refused.no_match")
    guild_id, lobby = chosen.board.guild_id, MatchId(chosen.board.match_id)
    names = await names_seen(app.store, chosen.evening.id, guild_id, say)
    standing = await app.get(Evenings).standing(chosen.evening, names)
    last = standing.last
    if last is None or not standing.tables:
        raise Refused("refused.no_match")  # all who played it had their data deleted
    home = await app.store.match(lobby)
    standing = standing if home is None else standing.of_board(home)
    pictures = []
    theme = await theme_for(app.store, guild_id, press.user_id)
    if (paint := painting(standing, last)) is not None:
        picture = await app.painter.paint(partial(paint, say, theme))
        pictures.append((f"evening-{chosen.evening.id}.png", picture))
    moments = await app.get(Evenings).moments(standing)
    view = past_result_layout(looking, standing, moments, pictures, say)
    await press.answer(view=view, attachments=named(pictures))


async def _looking(press: Press) -> Looking:
    """Return the evenings of a server, with people named as they are known there."""
    guild_id, store = press.location.guild_id or 0, press.app.store
    past = []
    for one in await EveningStore(store.database).of_server(guild_id, MOST):
        is_met = any(each.guild_id != guild_id for each in one.people)
        names = await names_seen(store, one.evening.id, guild_id, press.say) if is_met else NOBODY
        past.append(one._replace(people=named_there(one.people, names)))
    return Looking(past, press.user_id, partial(press.app.texts.day, press.locale))
