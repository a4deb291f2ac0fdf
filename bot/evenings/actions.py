"""What people press below the result of an evening."""

from __future__ import annotations

from bot.discord.press import Press
from bot.errors import Refused
from bot.evenings.layouts import own_layout
from bot.evenings.service import Evenings
from bot.evenings.store import EveningStore
from bot.store.rows import MatchId


async def own_result(press: Press, match_id: MatchId) -> None:
    """Show a person what they made beside the others who held the same cards. Raises Refused."""
    evening = await EveningStore(press.app.store.database).get(match_id)
    if evening is None:
        raise Refused("refused.no_match")
    standing = await press.app.get(Evenings).standing(evening)
    row = standing.table_of(press.user_id)
    if evening.ended is None:
        raise Refused("refused.withheld")
    await press.answer(view=own_layout(standing, row, press.user_id, press.say))
