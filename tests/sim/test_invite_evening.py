"""`/invite`, private tables, removing somebody and `/block`, as people meet them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.match.lobby.invitations import Inviting
from bot.store.doors import Doors
from bot.store.rows import Status
from tests.sim.evening import Evening, raw_components, texts
from tests.sim.test_pressing import private_answer

CLOSED = "You can't join this table"


def spied(held: Evening, patch: pytest.MonkeyPatch) -> list[tuple[set[int], set[int]]]:
    """Return a list that will hold which people and roles each message in a channel may call."""
    called: list[tuple[set[int], set[int]]] = []
    post = held.bot.app.io.post

    async def noted(channel_id: int, view: Any, **given: Any) -> int:
        if channel_id == held.channel.id:
            called.append((set(given.get("mentions", ())), set(given.get("roles", ()))))
        return await post(channel_id, view, **given)

    patch.setattr(held.bot.app.io, "post", noted)
    return called


def newest(held: Evening) -> str:
    """Return what the newest message in the channel says."""
    return texts(held.channel.history()[-1])


async def make_private(held: Evening, lobby: Any) -> None:
    panel = await held.panel("Ada", lobby)
    await held["Ada"].click(panel, label="Make it private")
    await held.env.settle()


async def test_an_invited_person_is_called_once_and_joins_by_themselves(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await held.open("Ada")
    await make_private(held, lobby)
    assert "Private: only invited people can join" in texts(held.board())
    refused = await held["Ben"].click(lobby, label="Join")
    assert CLOSED in private_answer(refused)
    called, ben = spied(held, monkeypatch), held["Ben"].user.id
    answer = await held["Ada"].slash(held.channel, "invite", who=held["Ben"])
    assert f"<@{ben}> is invited" in private_answer(answer)
    assert called == [({ben}, set())]
    assert f"<@{ben}>: <@{held['Ada'].user.id}> invites you" in newest(held)
    await held.env.settle()
    assert f"Invited: <@{ben}>" in texts(held.board())
    await held.restart()
    await held["Ben"].click(lobby, label="Join")
    assert len((await held.table()).row.members) == 2
    again = await held["Ada"].slash(held.channel, "invite", who=held["Ben"])
    assert "already at this table" in private_answer(again)
    assert CLOSED in private_answer(await held["Cleo"].click(lobby, label="Join"))


async def test_invitations_go_when_the_game_begins(held: Evening) -> None:
    lobby = await held.open("Ada")
    await held["Ada"].slash(held.channel, "invite", who=held["Ben"])
    assert "invites you" in newest(held)
    await held["Ben"].click(lobby, label="Join")
    await held["Ada"].click(lobby, label="Start")
    assert not [m for m in held.channel.history() if "invites you" in texts(m)]


async def test_who_was_told_is_not_told_again_after_a_restart_and_who_was_not_is(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await held.open("Ada")
    await held["Ada"].slash(held.channel, "invite", who=held["Ben"])

    async def killed() -> None:
        raise AssertionError

    monkeypatch.setattr(held.bot.app.get(Inviting), "catch_up", killed)
    await held["Ada"].slash(held.channel, "invite", who=held["Cleo"])
    before = len(held.channel.history())
    await held.restart()
    await held.bot.app.get(Inviting).catch_up()
    assert len(held.channel.history()) == before + 1
    assert f"<@{held['Cleo'].user.id}>: " in newest(held)


async def test_who_is_in_two_lobbies_is_asked_to_which(held: Evening) -> None:
    for _ in range(2):
        await held.open("Ada")
    asked = (await held["Ada"].slash(held.channel, "invite", who=held["Ben"])).response
    assert asked.ephemeral
    ben = held["Ben"].user.id
    done = await held["Ada"].select(asked.message, [f"2:user {ben}"], custom_id="w:invite")
    assert "is invited" in private_answer(done)
    doors = [(await held.table(number)).row.door.invited for number in (1, 2)]
    assert doors == [(), (ben,)]
    none = await held["Cleo"].slash(held.channel, "invite", who=held["Ben"])
    assert "not in a game here" in private_answer(none)


async def test_blocks_are_one_panel_that_says_what_was_done(held: Evening) -> None:
    ada, ben, cleo = (held[name] for name in ("Ada", "Ben", "Cleo"))
    panel = (await ada.slash(held.channel, "block")).response.message
    refused = await ada.select(panel, [ada], custom_id="block:add")
    assert "can't block bots or yourself" in private_answer(refused)
    robot = held.guild.add_member(held.env.create_user("robot", bot=True))
    refused = await ada.select(panel, [robot], custom_id="block:add")
    assert "can't block bots or yourself" in private_answer(refused)
    assert "Nobody" in texts(panel)
    panel = (await ada.select(panel, [ben], custom_id="block:add")).response.message
    assert "can't join your tables any more" in texts(panel)
    panel = (await ada.select(panel, [cleo], custom_id="block:remove")).response.message
    assert f"<@{cleo.user.id}> wasn't blocked" in texts(panel)
    assert await Doors(held.bot.app.store.database).blocked_by(ada.id) == [ben.id]


async def test_the_settings_of_a_lobby_invite_whoever_is_chosen_there_but_no_bots(
    held: Evening,
) -> None:
    lobby = await held.open("Ada")
    panel = await held.panel("Ada", lobby)
    ben = held["Ben"]
    answer = await held["Ada"].select(panel, [ben], custom_id="invite:1")
    assert f"<@{ben.user.id}> is invited" in private_answer(answer)
    assert ben.user.id in (await held.table()).row.door.invited
    robot = held.guild.add_member(held.env.create_user("robot", bot=True))
    refused = await held["Ada"].select(panel, [robot], custom_id="invite:1")
    assert "Bots don't play" in private_answer(refused)
    eve = held.env.create_user("eve")
    refused = await held["Ada"].select(panel, [eve], custom_id="invite:1")
    assert "not in this server" in private_answer(refused)
    others = await held.panel("Cleo", lobby)
    assert "invite:1" not in str(raw_components(others))


async def test_who_is_removed_stays_out_and_a_role_is_invited_but_no_strangers(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await held.open("Ada", "Ben")
    panel = await held.panel("Ada", lobby)
    (menu,) = [part for part in raw_components(panel) if part["type"] == 3]
    ben = held["Ben"].user.id
    assert [option["value"] for option in menu["options"]] == [str(ben)]
    await held["Ada"].select(panel, [str(ben)], custom_id="kick:1")
    row = (await held.table()).row
    assert [member.name for member in row.members] == ["Ada"]
    assert CLOSED in private_answer(await held["Ben"].click(lobby, label="Join"))
    others = await held.panel("Ben", lobby)
    assert not [part for part in raw_components(others) if part["type"] == 3]
    await make_private(held, lobby)
    role = held.guild.create_role("club", mentionable=True)
    called = spied(held, monkeypatch)
    answer = await held["Ada"].slash(held.channel, "invite", who=role)
    assert f"<@&{role.id}> is invited" in private_answer(answer)
    assert called == [(set(), {role.id})]
    for who, said in (
        (held.guild.default_role, "smaller role"),
        (held.env.create_user("eve"), "not in this server"),
    ):
        refused = await held["Ada"].slash(held.channel, "invite", who=who)
        assert said in private_answer(refused)


async def test_the_blocked_meet_a_door_that_is_closed_and_nothing_else(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = held["Ada"], held["Ben"]
    panel = (await ada.slash(held.channel, "block")).response.message
    assert "I don't tell them" in texts(panel)
    await ada.select(panel, [ben], custom_id="block:add")
    lobby = await held.open("Ada")
    assert CLOSED in private_answer(await ben.click(lobby, label="Join"))
    await held.restart()
    assert CLOSED in private_answer(await ben.click(lobby, label="Join"))
    listed = (await ada.slash(held.channel, "block")).response.message
    assert f"<@{ben.user.id}>" in texts(listed)
    # Ben's invitation is answered as any, and calls nobody.
    await ben.slash(held.channel, "play", game="nimbly")
    called = spied(held, monkeypatch)
    answer = await ben.slash(held.channel, "invite", who=ada)
    assert "is invited" in private_answer(answer)
    assert called == [(set(), set())]
    await ada.select(listed, [ben], custom_id="block:remove")
    await ben.click(lobby, label="Join")
    assert len((await held.table()).row.members) == 2
    await ada.click(lobby, label="Start")
    assert (await held.table()).row.status is Status.PLAYING
