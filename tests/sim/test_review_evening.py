"""Reviews as people press for them: private, for players only, and not where they are off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.match.house.workshop import Workshop
from bot.preferences.server import Feature, change_of
from bot.reviews.service import Reviews
from bot.store.settings import server_scope
from tests.commands.past import played
from tests.match import analysing
from tests.sim.evening import evening, texts


async def review(person: Any, message: Any) -> Any:
    """Press Review below a message; gives the answer."""
    return (await person.click(message, label="Review")).response


async def test_a_review_is_private_and_for_who_played_and_not_where_it_is_switched_off(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, ("Ada", "Ben", "Cleo", "Dora")) as held:
        await played(held, "Ada", "Ben", "Cleo")
        app = held.bot.app
        app.put(Reviews(app.store, app.get(Workshop), analysing.blaming))
        dora = await review(held["Dora"], held.board())
        assert "You did not play in that game" in texts(dora.message)
        assert app.get(Workshop).pid is None
        ben = await review(held["Ben"], held.board())
        ada = await review(held["Ada"].user, held.hand("Ada"))
        for answer in (ben, ada):
            said = texts(answer.message)
            assert answer.ephemeral
            assert "## Review: Cloud Nine (cards), table 1" in said
            assert said.count("This cost you about **8% chance to win and 6.4 points**") == 3
            assert len(answer.attachments) == 3
        assert texts(ben.message) != texts(ada.message)
        shown = (await held["Ben"].click(ben.message, label="▶ 2 in the replay")).response
        assert shown.ephemeral
        assert "As Ben saw it" in texts(shown.message)
        off = change_of("off", (Feature.REVIEW,))
        await app.store.set_settings(server_scope(held.guild.id), off)
        refused = await review(held["Ada"], held.board())
        assert "switched this off: reviews of finished games" in texts(refused.message)
