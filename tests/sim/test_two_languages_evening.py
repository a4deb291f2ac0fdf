"""People of two languages: who opens a table may turn it to theirs, once asked and unseen."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord.press import Press
from bot.errors import Refused
from bot.match.lobby.actions import speak
from bot.match.show.publisher import Publisher
from bot.preferences.server import change_of
from bot.store.rows import MatchId
from bot.store.settings import server_scope
from tests.sim.evening import Evening, evening, texts
from tests.sim.test_language_evening import now
from tests.texts.pseudo import OPEN, with_pseudo

SPEAK = "l:{}:speak"


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have German be the pseudo-language."""
    languages = with_pseudo("de")
    monkeypatch.setattr("bot.texts._load", lambda: languages)


async def played(held: Evening, name: str) -> tuple[Any, list[Any]]:
    """Let a person open a table; gives its lobby and what they alone are told."""
    done = await held[name].slash(held.channel, "play", game="nimbly")
    return done.response.message, [one.message for one in done.followups]


async def refusal(held: Evening, name: str) -> str:
    """Forge a press of the first offer; gives the key of what it is answered."""
    pressed = SimpleNamespace(app=held.bot.app, user_id=held[name].id, locale="de")
    with pytest.raises(Refused) as error:
        await speak(cast("Press", pressed), MatchId(1))
    return error.value.key


async def test_who_opens_a_table_may_turn_it_to_their_language_once_and_hands_follow_their_people(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        ada, ben = held["Ada"], held["Ben"]
        held.env.speak(ada, "de")
        lobby, (offer,) = await played(held, "Ada")
        assert OPEN not in texts(lobby)
        assert offer.flags.ephemeral
        assert OPEN in texts(offer)
        assert "English" in texts(offer)
        # Nobody else turns it, and who had the offer has no second one.
        await ben.click(lobby, custom_id="l:1:join")
        assert await refusal(held, "Ben") == "refused.opener_only"
        assert (await played(held, "Ada"))[1] == []
        await ada.click(offer, custom_id=SPEAK.format(1))
        assert await refusal(held, "Ada") == "refused.speak"  # it is done
        await held.bot.app.get(Publisher).idle()
        assert OPEN in texts(now(held, lobby))
        assert held.labels(now(held, offer)) == []
        await ada.click(lobby, custom_id="l:1:start")
        await held.bot.app.get(Publisher).idle()
        assert [OPEN in texts(held.hand(name)) for name in ("Ada", "Ben")] == [True, False]
        assert OPEN in texts(now(held, lobby))
        assert await refusal(held, "Ada") == "refused.started"
        # The next table speaks as the last one, and who has another language has the offer.
        lobby, (offer,) = await played(held, "Ben")
        assert OPEN in texts(lobby)
        assert OPEN not in texts(offer)
        assert held.labels(offer) == ["This table in English"]
        # Later it is found in the settings of a lobby.
        panel = (await ben.click(lobby, custom_id="settings:3")).response.message
        await ben.click(panel, custom_id=SPEAK.format(3))
        await held.bot.app.get(Publisher).idle()
        assert OPEN not in texts(now(held, lobby))


async def test_where_managers_have_chosen_a_language_none_is_offered(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada, store = held["Ada"], held.bot.app.store
        held.env.speak(ada, "ja")
        assert (await played(held, "Ada"))[1] == []  # Nimbus does not speak it
        held.env.speak(ada, "de")
        await store.set_settings(server_scope(held.guild.id), change_of("locale", "en"))
        lobby, told = await played(held, "Ada")
        assert told == []
        panel = (await ada.click(lobby, custom_id="settings:2")).response.message
        assert SPEAK.format(2) not in str(panel.components)
        await store.set_settings(server_scope(held.guild.id), change_of("locale", "de"))
        lobby, told = await played(held, "Ben")
        assert told == []
        assert OPEN in texts(lobby)
