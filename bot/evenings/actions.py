"""What people press below the standing of an evening: each is led to their own table."""

from __future__ import annotations

from bot.discord.press import Press
from bot.errors import Refused
from bot.evenings.layouts import own_layout
from bot.evenings.service import Evenings
from bot.evenings.store import EveningStore
from bot.match.hand_actions import hand
from bot.store.rows import MatchId


async def own_hand(press: Press, match_id: MatchId) -> None:
    """Show a person their hand at their table. Raises Refused for who sits at none."""
    row = await press.app.get(Evenings).own_table(match_id, press.user_id)
    await hand(press, row.id)


async def own_result(press: Press, match_id: MatchId) -> None:
    """Show a person what they made beside the others who held the same cards. Raises Refused."""
    evenings = press.app.get(Evenings)
    row = await evenings.own_table(match_id, press.user_id)
    evening = await EveningStore(press.app.store.database).get(match_id)
    if evening is None or evening.ended is None:
        raise Refused("refused.withheld")
    standing = await evenings.standing(evening)
    await press.answer(view=own_layout(standing, row, press.user_id, press.say))
