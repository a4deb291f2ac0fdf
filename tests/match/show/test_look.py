"""The look of pictures: a server's as it is set now, a person's own for what they alone see."""

from __future__ import annotations

from bot.match.show.look import theme_for
from bot.preferences.person import set_person
from bot.preferences.server import CHOICES, Look, change_of
from bot.store.settings import server_scope
from render.theme import DAY, NIGHT, THEMES
from tests.match.stand import Parts

GUILD = 5


async def test_a_servers_look_holds_at_once_and_there_alone_unless_it_is_damaged(
    parts: Parts,
) -> None:
    assert await theme_for(parts.store, GUILD) is NIGHT
    await parts.store.set_settings(server_scope(GUILD), change_of("look", Look.DAY))
    assert await theme_for(parts.store, GUILD) is DAY
    assert await theme_for(parts.store, GUILD + 1) is NIGHT
    assert await theme_for(parts.store, None) is NIGHT
    for stored in ("", "dusk", "Day"):
        await parts.store.set_settings(server_scope(GUILD), {"look": stored})
        assert await theme_for(parts.store, GUILD) is NIGHT


async def test_a_persons_look_holds_everywhere_or_else_the_servers(parts: Parts) -> None:
    await parts.store.set_settings(server_scope(GUILD), change_of("look", Look.DAY))
    assert await theme_for(parts.store, GUILD, 7) is DAY
    await set_person(parts.store, 7, look=Look.NIGHT)
    await set_person(parts.store, 8, look=Look.DAY)
    assert await theme_for(parts.store, GUILD, 7) is NIGHT
    assert await theme_for(parts.store, None, 8) is DAY
    assert await theme_for(parts.store, None) is NIGHT


def test_every_look_that_is_offered_has_a_theme() -> None:
    assert CHOICES["look"] == tuple(THEMES)
