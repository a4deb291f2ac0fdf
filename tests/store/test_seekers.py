"""Who is called to tables, as both databases keep it."""

from __future__ import annotations

from dataclasses import replace

from bot.privacy.store import PrivacyStore
from bot.seekers.store import AT_PLAY, HOUR, THRICE, Seeker, SeekerStore, expire, personal_data
from bot.store import Store
from bot.store.doors import Doors
from bot.store.rows import Door, MatchId, Member, Status
from tests.store.samples import ALICE, BOB, CAROL, GUILD, LOBBY, TABLE

DORA, EVE, FINN = (CAROL + n for n in (1, 2, 3))
NOW = 100_000.0
GAMES = "nimbly cloud_nine"
MESSAGE = 21


async def asked(store: Store, *people: int, guild_id: int = GUILD) -> SeekerStore:
    """Have people want to be called to two games of a server."""
    kept = SeekerStore(store.database)
    for user in people:
        await kept.want(user, guild_id, GAMES)
    return kept


async def test_what_a_person_wants_is_kept_by_server_and_the_hour_goes_on(store: Store) -> None:
    kept = await asked(store, ALICE)
    await kept.want(BOB, GUILD, "")  # who wants nothing leaves nothing
    assert await kept.of(ALICE, GUILD) == Seeker(ALICE, GUILD, GAMES)
    assert await store.other_servers(()) == {GUILD}
    lobby = await store.new_match(LOBBY)
    assert await kept.call(await kept.of(ALICE, GUILD), lobby.id, NOW)
    await kept.want(ALICE, GUILD, "")
    await kept.want(ALICE, GUILD + 1, GAMES)
    assert await kept.of(ALICE, GUILD) == Seeker(ALICE, GUILD, "", NOW)
    assert await kept.of(ALICE, GUILD + 1) == Seeker(ALICE, GUILD + 1, GAMES, NOW)
    await kept.want(ALICE, GUILD + 1, "nimbly")
    assert (await kept.of(ALICE, GUILD + 1)).games == "nimbly"
    await store.database.write(expire, NOW + 1)
    assert await kept.of(ALICE, GUILD) == Seeker(ALICE, GUILD)
    assert (await kept.of(ALICE, GUILD + 1)).games == "nimbly"


async def test_the_longest_not_called_come_first_and_nobody_within_the_hour(store: Store) -> None:
    kept = await asked(store, CAROL, DORA, EVE)
    await asked(store, FINN, guild_id=GUILD + 1)
    await kept.want(FINN, GUILD, "balloon")
    first, second = await store.new_match(LOBBY), await store.new_match(LOBBY)
    for user, when in ((CAROL, NOW), (DORA, NOW - 1)):
        assert await kept.call(await kept.of(user, GUILD), first.id, when)

    async def free(now: float) -> list[int]:
        return [one.user_id for one in await kept.free(second, now)]

    assert await free(NOW) == [EVE]
    assert await free(NOW + HOUR - 1) == [EVE, DORA]
    assert await free(NOW + HOUR) == [EVE, DORA, CAROL]


async def test_who_is_there_at_play_or_blocked_is_not_free(store: Store) -> None:
    kept, doors = await asked(store, ALICE, BOB, CAROL, DORA, EVE, FINN), Doors(store.database)
    await doors.block(CAROL, BOB, 1.0, most=9)
    await doors.block(BOB, DORA, 1.0, most=9)
    table = replace(TABLE, members=(Member(str(EVE), "Eve"), LOBBY.members[2]), touched=NOW)
    await store.new_match(table)
    lobby = await store.new_match(replace(LOBBY, door=Door(kicked=(FINN,))))
    assert await kept.free(lobby, NOW) == []
    assert [one.user_id for one in await kept.free(lobby, NOW + AT_PLAY)] == [EVE]
    assert await kept.free(replace(lobby, door=Door((EVE,), kicked=(FINN,))), NOW + AT_PLAY) == []
    assert await kept.free(replace(lobby, game="balloon"), NOW + AT_PLAY) == []


async def test_a_call_is_made_noted_and_settled_once(store: Store) -> None:
    kept = await asked(store, CAROL)
    lobby = await store.new_match(LOBBY)
    one = await kept.of(CAROL, GUILD)
    assert await kept.call(one, lobby.id, NOW)
    assert not await kept.call(one, lobby.id, NOW)
    made = replace(one, called=NOW, match_id=lobby.id)
    called, found = await kept.to_do()
    assert (called, [row.id for row in found]) == ([made], [lobby.id])
    await kept.note_told(CAROL, lobby.id, MESSAGE)
    assert await kept.of(CAROL, GUILD) == replace(made, message_id=MESSAGE)
    for ignored in range(1, THRICE):
        await kept.settle(CAROL, lobby.id, ignored)
        await kept.settle(CAROL, lobby.id, 9)  # it is open no more
        assert await kept.of(CAROL, GUILD) == replace(one, called=NOW, ignored=ignored)
        assert await kept.call(await kept.of(CAROL, GUILD), lobby.id, NOW)
    await kept.settle(CAROL, lobby.id, THRICE)
    assert await kept.of(CAROL, GUILD) == Seeker(CAROL, GUILD, "", NOW)
    assert await kept.to_do() == ([], [])


async def test_a_match_that_is_over_is_found_with_its_calls_and_none_that_is_gone(
    store: Store,
) -> None:
    kept = await asked(store, CAROL)
    closed = await store.new_match(replace(LOBBY, status=Status.CLOSED))
    await store.new_match(TABLE)
    assert await kept.call(await kept.of(CAROL, GUILD), closed.id, NOW)
    called, found = await kept.to_do()
    assert [one.match_id for one in called] == [row.id for row in found] == [closed.id]
    assert await PrivacyStore(store).drop_closed(NOW, 9) == 1
    assert (await kept.of(CAROL, GUILD)).match_id is None


async def test_all_of_it_is_given_to_the_person_and_goes_with_them_or_the_server(
    store: Store,
) -> None:
    kept = await asked(store, CAROL, DORA)
    lobby = await store.new_match(LOBBY)
    assert await kept.call(await kept.of(CAROL, GUILD), lobby.id, NOW)
    await kept.note_told(CAROL, lobby.id, MESSAGE)
    assert await store.database.read(personal_data, CAROL) == {
        "calls_to_tables": [
            {
                "server": str(GUILD), "games": GAMES, "called": "1970-01-02T03:46:40+00:00",
                "not_answered": 0, "called_to": lobby.id, "message": "21",
            }
        ]
    }  # fmt: skip
    assert await PrivacyStore(store).erase(CAROL, "Someone", NOW, ())
    assert await kept.of(CAROL, GUILD) == Seeker(CAROL, GUILD)
    await asked(store, DORA, guild_id=GUILD + 1)
    await store.set_settings(f"server {GUILD}", {"left": "1"})
    assert await PrivacyStore(store).forget_server(GUILD, NOW, 9, NOW)
    assert (await kept.of(DORA, GUILD)).games == ""
    assert (await kept.of(DORA, GUILD + 1)).games == GAMES
    assert MatchId(1) == lobby.id
