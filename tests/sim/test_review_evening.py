"""Reviews as people press for them: private, for players only, and not where they are off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.match.house.workshop import Workshop
from bot.preferences.server import Feature, change_of
from bot.reviews.service import Reviews
from bot.store.settings import server_scope
from tests.commands.past import custom_ids, played
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
            assert said.count("cost you about 8% chance to win") == 3
            assert len(answer.attachments) == 1
        assert texts(ben.message) != texts(ada.message)
        see, watch = custom_ids(ben.message)[2:4]
        alone = (await held["Ben"].click(ben.message, custom_id=see)).response
        assert alone.ephemeral
        assert len(alone.attachments) == 1
        assert texts(alone.message).count("cost you about") == 1
        again = (await held["Ben"].click(alone.message, label="Back to the review")).response
        assert texts(again.message).count("cost you about") == 3
        shown = (await held["Ben"].click(again.message, custom_id=watch)).response
        assert shown.ephemeral
        assert "As Ben saw it" in texts(shown.message)
        off = change_of("off", (Feature.REVIEW,))
        await app.store.set_settings(server_scope(held.guild.id), off)
        refused = await review(held["Ada"], held.board())
        assert "switched this off: reviews of finished games" in texts(refused.message)
