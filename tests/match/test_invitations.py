"""Invitations, private tables and blocks: who may come in, and who hears of it how."""

# ruff: noqa: ARG002 - a channel is told more than this one looks at

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from bot.errors import Barred, Refused
from bot.match.lobby.invitations import (
    MOST_INVITED,
    MOST_OFTEN,
    SOON,
    Invitations,
    Inviting,
    Target,
)
from bot.preferences.hours import QuietHours
from bot.preferences.person import Place, set_person
from bot.store.doors import Doors
from bot.store.rows import Commit, Door, InvitationCall, Location, MatchRow, Member, Status
from bot.texts import Texts
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, DORA, opened, start
from tests.match.stand import Parts
from tests.match.test_rematch import Again, person
from tests.texts.pseudo import LOCALE, OPEN, with_pseudo

# Invitations, private tables and blocks: who may come in, and who hears of it how.

HERE = Location(5, CHANNEL)
GUILD = 5
ROLE = 900


def of(parts: Parts) -> Invitations:
    return Invitations(parts.store, parts.tables, parts.clock)


async def private(parts: Parts, *people: int) -> MatchRow:
    """Open a private lobby with these people in it."""
    row = await opened(parts.lobbies, people or (ADA,))
    return await of(parts).set_private(row.id, ADA, private=True, moderator=False, at=HERE)


async def invite(parts: Parts, row: MatchRow, whom: int, by: int = ADA) -> MatchRow:
    return await of(parts).invite(row.id, by, Target(whom), guild_id=GUILD)


async def call(parts: Parts, whom: int) -> InvitationCall:
    """Return how the invitation of somebody is told."""
    return next(
        one.call for one in await Doors(parts.store.database).untold() if one.target_id == whom
    )


async def is_refused(parts: Parts, row: MatchRow, whom: int, *roles: int) -> bool:
    """Let somebody press Join; tell whether they were refused in the one sentence for it."""
    try:
        await parts.lobbies.join(row.id, person(whom), at=HERE, roles=roles)
    except Refused as error:
        if (error.key, error.values) != ("refused.not_open", {}):
            raise
        return True
    return False


async def test_a_private_table_lets_in_who_is_invited_or_has_an_invited_role_and_nobody_else(
    parts: Parts,
) -> None:
    row = await private(parts)
    assert await is_refused(parts, row, BEN)
    await invite(parts, row, BEN)
    assert not await is_refused(parts, row, BEN)
    assert await is_refused(parts, row, CLEO)
    await of(parts).set_private(row.id, ADA, private=False, moderator=False, at=HERE)
    assert not await is_refused(parts, row, CLEO)
    row = await private(parts)
    await of(parts).invite(row.id, ADA, Target(ROLE, is_role=True), guild_id=GUILD)
    assert await is_refused(parts, row, BEN, ROLE + 1)
    assert not await is_refused(parts, row, BEN, ROLE + 1, ROLE)


async def test_who_is_in_or_opened_it_stays_when_it_becomes_private(parts: Parts) -> None:
    row = await private(parts, ADA, BEN)
    assert not await is_refused(parts, row, BEN)
    await parts.lobbies.leave(row.id, ADA)
    assert not await is_refused(parts, row, ADA)


async def test_the_door_is_for_those_who_manage_where_the_table_is(parts: Parts) -> None:
    row, doors = await opened(parts.lobbies, (ADA, BEN)), of(parts)
    for user, at, moderator, key in (
        (BEN, HERE, False, "refused.opener_only"),
        (ADA, Location(5, 99), False, "refused.elsewhere"),
        (CLEO, Location(6, 99), True, "refused.elsewhere"),
    ):
        with pytest.raises(Refused, match=key):
            await doors.set_private(row.id, user, private=True, moderator=moderator, at=at)
        with pytest.raises(Refused, match=key):
            await doors.kick(row.id, user, BEN, moderator=moderator, at=at)
    with pytest.raises(Refused, match="kick_opener"):
        await doors.kick(row.id, ADA, ADA, moderator=False, at=HERE)
    with pytest.raises(Refused, match="kick_nobody"):
        await doors.kick(row.id, ADA, CLEO, moderator=False, at=HERE)
    await doors.set_private(row.id, CLEO, private=True, moderator=True, at=HERE)
    await start(parts.lobbies, row)
    with pytest.raises(Refused, match="started"):
        await doors.kick(row.id, ADA, BEN, moderator=False, at=HERE)


async def test_who_was_removed_stays_out_until_the_opener_invites_them(parts: Parts) -> None:
    row, doors = await opened(parts.lobbies, (ADA, BEN, CLEO)), of(parts)
    after = await doors.kick(row.id, ADA, BEN, moderator=False, at=HERE)
    assert [member.user_id for member in after.members] == [ADA, CLEO]
    assert await is_refused(parts, row, BEN)
    await invite(parts, row, BEN, by=CLEO)
    assert await is_refused(parts, row, BEN)
    parts.clock.time += SOON
    await invite(parts, row, BEN)
    assert not await is_refused(parts, row, BEN)
    # A lobby starts without whoever was removed last.
    await doors.kick(row.id, ADA, BEN, moderator=False, at=HERE)
    playing = await start(parts.lobbies, row)
    assert {one.user_id for one in playing.members if one.user_id is not None} == {ADA, CLEO}
    assert str(BEN) not in playing.entropy


@pytest.mark.parametrize("is_first", [True, False])
async def test_whoever_is_removed_while_it_starts_is_out_or_the_remover_is_told(
    parts: Parts, *, is_first: bool
) -> None:
    row = await opened(parts.lobbies, (ADA, BEN))
    presses = [
        of(parts).kick(row.id, ADA, BEN, moderator=False, at=HERE), start(parts.lobbies, row),
    ]  # fmt: skip
    done = await asyncio.gather(*presses[:: 1 if is_first else -1], return_exceptions=True)
    refused = [result.key for result in done if isinstance(result, Refused)]
    assert refused == ([] if is_first else ["refused.started"])
    playing = (await parts.tables.load(row.id)).row
    assert playing.status is Status.PLAYING
    assert (BEN in [one.user_id for one in playing.members]) is not is_first


async def test_an_opener_removed_by_a_moderator_stays_out_and_the_next_one_opens(
    parts: Parts,
) -> None:
    row, doors = await opened(parts.lobbies, (ADA, BEN)), of(parts)
    after = await doors.kick(row.id, CLEO, ADA, moderator=True, at=HERE)
    assert after.opener_id == BEN
    with pytest.raises(Refused, match=r"kicked|not_open"):
        await parts.lobbies.join(row.id, Member(str(ADA), "Ada", joined="9"))
    after = await doors.kick(row.id, CLEO, BEN, moderator=True, at=HERE)
    assert (after.opener_id, after.members) == (0, ())


async def test_who_invites_is_in_the_lobby_and_in_its_server(parts: Parts) -> None:
    row = await opened(parts.lobbies, (ADA, BEN))
    with pytest.raises(Refused, match="not_in_lobby"):
        await invite(parts, row, CLEO, by=DORA)
    with pytest.raises(Refused, match="elsewhere"):
        await of(parts).invite(row.id, ADA, Target(CLEO), guild_id=6)
    with pytest.raises(Refused, match="invited_in"):
        await invite(parts, row, BEN)
    await invite(parts, row, CLEO, by=BEN)
    assert await Doors(parts.store.database).untold() != []


async def test_there_is_a_cool_down_for_each_and_for_who_invites_and_room_for_so_many(
    parts: Parts,
) -> None:
    row = await opened(parts.lobbies, (ADA, BEN))
    await invite(parts, row, CLEO)
    with pytest.raises(Refused, match="invited_already"):
        await invite(parts, row, CLEO, by=BEN)
    for whom in range(1, MOST_OFTEN):
        await invite(parts, row, 1000 + whom)
    with pytest.raises(Refused, match="invited_often"):
        await invite(parts, row, 2000)
    other = await opened(parts.lobbies, (ADA,))
    with pytest.raises(Refused, match="invited_often"):
        await invite(parts, other, 2000)
    await invite(parts, row, 2000, by=BEN)
    parts.clock.time += 3601
    await invite(parts, row, CLEO)
    row = await opened(parts.lobbies, (ADA,))
    many = Door(invited=tuple(range(1000, 1000 + MOST_INVITED)), roles=(1, 2, 3))
    await parts.store.commit(Commit(replace(row, version=row.version + 1, door=many)))
    with pytest.raises(Refused, match="invited_many"):
        await invite(parts, row, BEN)
    with pytest.raises(Refused, match="invited_many"):
        await of(parts).invite(row.id, ADA, Target(ROLE, is_role=True), guild_id=GUILD)
    assert (await invite(parts, row, 1000)).door.invited == many.invited


async def test_one_role_is_called_for_each_lobby_and_only_by_who_may(parts: Parts) -> None:
    row, doors = await opened(parts.lobbies, (ADA,)), of(parts)
    for role, may_call, told in (
        (ROLE, False, InvitationCall.QUIET_ROLE), (ROLE + 1, True, InvitationCall.QUIET_ROLE),
    ):  # fmt: skip
        await doors.invite(row.id, ADA, Target(role, True, may_call), guild_id=GUILD)
        assert await call(parts, role) is told
    other = await opened(parts.lobbies, (ADA,))
    await doors.invite(other.id, ADA, Target(ROLE + 2, True, True), guild_id=GUILD)
    assert await call(parts, ROLE + 2) is InvitationCall.ROLE


async def test_how_somebody_hears_of_it_is_as_they_wish(parts: Parts) -> None:
    row, store = await opened(parts.lobbies, (ADA, BEN)), parts.store
    await set_person(store, 1001, invitations=False)
    await set_person(store, 1002, place=Place.NOWHERE)
    await set_person(store, 1003, place=Place.DM)
    await set_person(store, 1004, quiet=QuietHours.read("00:00-23:59"))
    for whom, by, told in (
        (1000, ADA, InvitationCall.TABLE), (1001, ADA, InvitationCall.QUIET),
        (1002, ADA, InvitationCall.QUIET),
        (1003, ADA, InvitationCall.DIRECT), (1004, BEN, InvitationCall.QUIET),
    ):  # fmt: skip
        after = await invite(parts, row, whom, by)
        assert await call(parts, whom) is told
        assert (whom in after.door.quiet) is (told is not InvitationCall.TABLE)
    await store.set_settings("server 5", {"calls": "off"})
    await invite(parts, row, 1005, BEN)
    assert await call(parts, 1005) is InvitationCall.QUIET


async def test_the_blocked_cannot_join_ones_tables_and_read_the_same_sentence(parts: Parts) -> None:
    await Doors(parts.store.database).block(ADA, BEN, 1.0, most=9)
    row = await opened(parts.lobbies, (ADA,))
    assert await is_refused(parts, row, BEN)
    # Not even by an invitation of somebody else's; and Ada is free to sit at Ben's.
    await parts.lobbies.join(row.id, person(CLEO))
    await invite(parts, row, BEN, by=CLEO)
    assert await call(parts, BEN) is InvitationCall.QUIET
    assert await is_refused(parts, row, BEN)
    other = await opened(parts.lobbies, (BEN,))
    await parts.lobbies.join(other.id, person(ADA))
    await Doors(parts.store.database).unblock(ADA, BEN)
    assert not await is_refused(parts, row, BEN)


async def test_a_block_leaves_where_both_are_already_and_the_blocked_are_heard_by_nobody_else(
    parts: Parts,
) -> None:
    row = await opened(parts.lobbies, (ADA, BEN))
    await Doors(parts.store.database).block(ADA, BEN, 1.0, most=9)
    assert not await is_refused(parts, row, BEN)
    playing = await start(parts.lobbies, row)
    assert BEN in [member.user_id for member in playing.members]
    # Whoever blocked somebody does not hear an invitation of theirs.
    await Doors(parts.store.database).block(CLEO, ADA, 1.0, most=9)
    row = await opened(parts.lobbies, (ADA,))
    after = await invite(parts, row, CLEO)
    # Ada sees the same as always.
    assert (await call(parts, CLEO), after.door.invited) == (InvitationCall.QUIET, (CLEO,))


async def test_a_rematch_stays_private_and_asks_nobody_who_is_blocked(parts: Parts) -> None:
    row = await private(parts)
    for whom in (BEN, CLEO):
        await invite(parts, row, whom)
        await parts.lobbies.join(row.id, person(whom))
    await parts.tables.close((await start(parts.lobbies, row)).id)
    await Doors(parts.store.database).block(ADA, BEN, 1.0, most=9)
    again = (await Again(parts).again(row.id, person(ADA), HERE)).row
    assert again.door == Door(private=True, invited=(CLEO,))
    with pytest.raises(Refused, match="not_open"):
        await Again(parts).again(row.id, person(BEN), HERE)
    assert not await is_refused(parts, again, CLEO)
    assert await is_refused(parts, again, DORA)


# Invitations: told in the channel and by direct message, whatever happens in between.


@dataclass
class Channel:
    """Remembers by which nonces it was posted to, and what it was told; refuses a few times."""

    nonces: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    refusals: int = 0

    async def post_invitation(
        self, channel_id: int, text: str, people: Sequence[int], roles: Sequence[int], *, nonce: str
    ) -> int:
        if self.refusals:
            self.refusals -= 1
            raise Barred
        self.nonces.append(nonce)
        self.texts.append(text)
        return len(self.texts)

    async def remove(self, channel_id: int, message_id: int) -> None:
        self.texts[message_id - 1] = ""


def inviting(parts: Parts, channel: Channel) -> Inviting:
    """Return what tells of invitations, as after a start."""
    return Inviting(
        parts.store, parts.tables, Texts.load(), channel, parts.notices, parts.clock
    )  # fmt: skip


async def invited(parts: Parts, *people: int) -> MatchRow:
    """Let Ada invite people who are called by direct message; nobody is told yet."""
    row = await opened(parts.lobbies, (ADA,))
    for user in people:
        await invite_by_message(parts, row, user)
    return row


async def invite_by_message(parts: Parts, row: MatchRow, user: int) -> None:
    await set_person(parts.store, user, place=Place.DM)
    invitations = Invitations(parts.store, parts.tables, parts.clock)
    await invitations.invite(row.id, ADA, Target(user), guild_id=row.guild_id)


def killed() -> None:
    raise AssertionError


async def test_who_is_told_by_direct_message_is_told_once(parts: Parts) -> None:
    await invited(parts, BEN, CLEO)
    channel = Channel(refusals=1)
    for _ in range(3):
        await inviting(parts, channel).catch_up()
    assert len(channel.nonces) == 1
    assert parts.stage.taken("post_notice") == [f"post_notice {BEN}", f"post_notice {CLEO}"]
    assert len(set(parts.stage.nonces)) == 2


async def test_who_is_told_reads_their_own_language(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = with_pseudo(LOCALE)
    monkeypatch.setattr("bot.texts._load", lambda: there)
    await invited(parts, BEN, CLEO)
    await set_person(parts.store, BEN, language=LOCALE)
    channel = Channel()
    await inviting(parts, channel).catch_up()
    assert OPEN not in channel.texts[0]
    assert [OPEN in text for text in parts.stage.notices.values()] == [True, False]


async def test_a_kill_before_the_direct_message_loses_it_not(parts: Parts) -> None:
    await invited(parts, BEN, CLEO)
    channel = Channel()
    parts.stage.during["post_notice"] = killed
    with pytest.raises(AssertionError):
        await inviting(parts, channel).catch_up()
    assert parts.stage.notices == {}
    await inviting(parts, channel).catch_up()
    assert len(parts.stage.notices) == 2
    first, second = channel.nonces
    assert first == second
    assert len(set(parts.stage.nonces)) == 2
    assert await Doors(parts.store.database).untold() == []


async def test_who_is_invited_after_a_kill_is_not_taken_for_what_was_told_before(
    parts: Parts,
) -> None:
    row = await invited(parts, BEN)
    channel = Channel()
    parts.stage.during["post_notice"] = killed
    with pytest.raises(AssertionError):
        await inviting(parts, channel).catch_up()
    await invite_by_message(parts, row, CLEO)
    await inviting(parts, channel).catch_up()
    assert f"<@{CLEO}>" in channel.texts[1]
    assert channel.nonces[0] != channel.nonces[1]


async def test_an_invitation_is_taken_back_when_its_lobby_ended_in_another_process(
    parts: Parts,
) -> None:
    row = await invited(parts, BEN)
    channel = Channel()
    telling = inviting(parts, channel)
    for _ in range(2):
        await telling.catch_up()
        assert channel.texts[0]
    await parts.lobbies.close(row.id, ADA, moderator=False)
    await telling.catch_up()
    assert channel.texts == [""]
