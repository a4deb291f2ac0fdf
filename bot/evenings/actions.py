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
    evenings = press.app.get(Evenings)
    evening = await EveningStore(press.app.store.database).get(match_id)
    if evening is None:
        raise Refused("refused.no_match")
    row = await evenings.own_table(evening, press.user_id)
    if evening.ended is None:
        raise Refused("refused.withheld")
    standing = await evenings.standing(evening)
    await press.answer(view=own_layout(standing, row, press.user_id, press.say))
