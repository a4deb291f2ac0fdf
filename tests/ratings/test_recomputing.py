"""Ratings worked out anew from the results: equal to what is kept, or else it is said."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from bot.preferences.server import Feature, change_of
from bot.privacy.store import PrivacyStore
from bot.ratings.rules import ANCHORS
from bot.ratings.service import Rater, Recomputed, recompute, run
from bot.ratings.store import RatingStore
from bot.settings import Settings
from bot.skill import Rating
from bot.store import Store
from bot.store.errors import InUse
from bot.store.settings import server_scope
from tests.ratings.played import GAMES, OFF_GUILD, PEOPLE, all_points, play
from tests.soak.amounts import later
from tests.store.samples import GUILD, opened, tamper, url_of

EQUAL = "They match the stored ones."


async def switch_off(store: Store, guild_id: int) -> None:
    await store.set_settings(server_scope(guild_id), change_of("off", (Feature.RATINGS,)))


@pytest.mark.whole
@pytest.mark.parametrize("games", [250, later(1000)])
async def test_after_many_games_it_is_equal(store: Store, games: int) -> None:
    await switch_off(store, OFF_GUILD)
    await play(store, games)
    await Rater(store).rate_waiting(50)
    found = await recompute(store)
    assert found.games > 0.4 * games
    assert found.ratings > 2 * len(PEOPLE)
    assert not found.different


@pytest.mark.whole
async def test_it_is_equal_when_people_and_settings_have_changed_since(store: Store) -> None:
    await switch_off(store, OFF_GUILD)
    await play(store, 150)
    await Rater(store).rate_waiting(50)
    before = await recompute(store)
    await store.set_settings(server_scope(OFF_GUILD), {"off": None})
    await switch_off(store, GUILD)
    for user in PEOPLE[:2]:
        assert await PrivacyStore(store).erase(user, "Someone", 1.0, ())
    found = await recompute(store)
    assert not found.different
    assert found.games < before.games
    kept, points = await RatingStore(store.database).stored(), await all_points(store)
    assert not [user for user, _, _ in kept if user in PEOPLE[:2]]
    await Rater(store).rate_anew()
    assert await RatingStore(store.database).stored() == kept
    assert await all_points(store) == points


async def test_no_game_is_equal_too(store: Store) -> None:
    assert await recompute(store) == Recomputed(0, 0, 0)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE rating SET mu = mu + 0.001 WHERE season = 0 AND user_id = 101",
        "UPDATE rating SET games = games + 1 WHERE season = 0 AND user_id = 101",
        "DELETE FROM rating WHERE season = 0 AND user_id = 101",
        "INSERT INTO rating SELECT 999, game, 0, 25, 8, 1, 1 FROM rating "
        "WHERE season = 0 AND user_id = 101",
    ],
)
async def test_what_is_kept_otherwise_is_found_and_mended(tmp_path: Path, change: str) -> None:
    path = tmp_path / "x.sqlite3"
    settings = Settings(database_url=url_of(path))
    async with opened(path) as store:
        await play(store, 60)
        await Rater(store).rate_waiting()
        kept = await RatingStore(store.database).stored()
        games = sum(bool(game.changes) for game in await RatingStore(store.database).ended(0, 99))
    told, is_equal = await run(settings, write=False)
    assert is_equal
    assert told == f"Games that count: {games}. Ratings worked out from them: {len(kept)}. {EQUAL}"
    tamper(path, change)
    told, is_equal = await run(settings, write=False)
    assert not is_equal
    assert f"{len(GAMES)} differ from the stored ones" in told
    told, is_equal = await run(settings, write=True)
    assert is_equal
    assert "replaced" in told
    async with opened(path) as store:
        assert await RatingStore(store.database).stored() == kept


async def test_house_players_measured_anew_are_named_as_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.sqlite3"
    settings = Settings(database_url=url_of(path))
    async with opened(path) as store:
        await play(store, 60)
        await Rater(store).rate_waiting()
    for levels in ANCHORS.values():
        for level, (mu, sigma) in list(levels.items()):
            monkeypatch.setitem(cast("dict[str, Rating]", levels), level, Rating(mu + 1, sigma))
    told, is_equal = await run(settings, write=False)
    assert not is_equal
    assert "a new version rates otherwise" in told
    assert (await run(settings, write=True))[1]
    assert (await run(settings, write=False))[1]


async def test_what_writes_waits_until_the_bot_is_off(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    settings = Settings(database_url=url_of(path))
    async with opened(path, alone=True) as store:
        await play(store, 5)
        await Rater(store).rate_waiting()
        assert (await run(settings, write=False))[1]
        with pytest.raises(InUse):
            await run(settings, write=True)
