"""Threads and forums over plain HTTP: begun, changed, listed and counted, with Discord's codes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest

from sandbox.deliveries import payload
from sandbox.wire import Flag, Kind, Permission, Place, Said
from tests.sandbox.rest.conftest import Rest, Scene

# What the tests of threads do again and again.

PUBLIC = {"name": "Cloud Nine #7", "type": 11}


async def post(rest: Rest, scene: Scene, place: Any = None, **more: Any) -> Any:
    where = f"/channels/{place or scene.lounge}/messages"
    return (await rest("POST", where, {"content": "hello"} | more)).body


async def start(rest: Rest, scene: Scene, **more: Any) -> Any:
    answer = await rest("POST", f"/channels/{scene.lounge}/threads", PUBLIC | more)
    assert answer.status == 201
    return answer.body


def withhold(scene: Scene, bits: Permission, place: int | None = None) -> None:
    scene.sandbox.faults.missing_permissions = {place or scene.lounge: int(bits)}


def grant(scene: Scene, bits: Permission) -> None:
    scene.sandbox.faults.granted_permissions = {scene.guild: int(bits)}


async def change(rest: Rest, thread: Any, **to: Any) -> Any:
    return await rest("PATCH", f"/channels/{thread['id']}", to)


# Threads over plain HTTP: begun, changed, archived, locked, deleted, with Discord's codes.


async def test_a_thread_from_a_message_has_its_id_and_a_first_line_that_is_not_edited(
    rest: Rest, scene: Scene
) -> None:
    message = await post(rest, scene)
    where = f"{scene.posts}/{message['id']}/threads"
    made = await rest("POST", where, {"name": "Table 7", "auto_archive_duration": 60})
    assert made.status == 201
    thread = made.body
    assert (thread["id"], thread["type"]) == (message["id"], Place.PUBLIC_THREAD)
    assert (thread["parent_id"], thread["owner_id"]) == (str(scene.lounge), str(scene.app))
    assert thread["thread_metadata"]["auto_archive_duration"] == 60
    assert thread["member"]["user_id"] == str(scene.app)
    assert (await rest("POST", where, {"name": "again"})).code == 160004
    parent = (await rest("GET", f"{scene.posts}/{message['id']}")).body
    assert parent["flags"] & Flag.HAS_THREAD
    assert parent["thread"]["name"] == "Table 7"
    (first,) = (await rest("GET", f"/channels/{thread['id']}/messages")).body
    assert first["type"] == Said.THREAD_STARTER
    assert first["referenced_message"]["id"] == message["id"]
    assert (await rest("GET", f"/channels/{thread['id']}")).body["message_count"] == 0
    where = f"/channels/{message['id']}/messages/{first['id']}"
    assert (await rest("PATCH", where, {"content": "x"})).code == 50021
    assert (await rest("DELETE", where)).code == 50021


async def test_a_thread_by_itself_is_told_of_in_its_channel_unless_it_is_private(
    rest: Rest, scene: Scene
) -> None:
    answer = await rest("POST", f"/channels/{scene.lounge}/threads", {"name": "quiet"})
    assert answer.body["type"] == Place.PRIVATE_THREAD
    assert answer.body["thread_metadata"]["invitable"]
    assert (await rest("GET", scene.posts)).body == []
    assert scene.memory.audience(int(answer.body["id"])) == (scene.ada,)
    thread = await start(rest, scene)
    assert int(thread["id"]) not in scene.memory.messages.get(scene.lounge, {})
    (told,) = (await rest("GET", scene.posts)).body
    assert (told["type"], told["content"]) == (Said.THREAD_CREATED, "Cloud Nine #7")
    assert told["message_reference"]["channel_id"] == thread["id"]
    assert "message_id" not in told["message_reference"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": ""},
        {"name": "x" * 101},
        {"name": 7},
        {"name": "x", "auto_archive_duration": 61},
        {"name": "x", "type": 0},
        {"name": "x", "type": []},
        {"name": "x", "rate_limit_per_user": 30_000},
    ],
)
async def test_a_thread_badly_spelt_is_refused(rest: Rest, scene: Scene, body: Any) -> None:
    assert (await rest("POST", f"/channels/{scene.lounge}/threads", body)).code == 50035


@pytest.mark.parametrize(
    ("missing", "body"),
    [
        (Permission.CREATE_PUBLIC_THREADS, PUBLIC),
        (Permission.CREATE_PRIVATE_THREADS, {"name": "x"}),
    ],
)
async def test_starting_a_thread_needs_its_permission(
    rest: Rest, scene: Scene, missing: Permission, body: Any
) -> None:
    message = await post(rest, scene)
    where = f"/channels/{scene.lounge}/threads"
    withhold(scene, missing)
    assert (await rest("POST", where, body)).code == 50013
    withhold(scene, Permission.VIEW_CHANNEL)
    assert (await rest("POST", where, body)).code == 50001
    withhold(scene, missing, scene.guild)
    assert (await rest("POST", where, body)).code == 50013
    if missing is Permission.CREATE_PUBLIC_THREADS:
        assert (await rest("POST", f"{scene.posts}/{message['id']}/threads", body)).code == 50013


async def test_threads_are_only_in_channels_of_a_guild(rest: Rest, scene: Scene) -> None:
    thread = await start(rest, scene)
    dm = scene.memory.open_dm(scene.ada)
    for place in (thread["id"], dm.id):
        assert (await rest("POST", f"/channels/{place}/threads", PUBLIC)).code == 50024
    assert (await rest("POST", f"{scene.posts}/1/threads", PUBLIC)).code == 10008
    assert (await rest("PUT", f"/channels/{scene.lounge}/thread-members/@me")).code == 50024


async def test_writing_in_a_thread_needs_a_permission_of_its_own(rest: Rest, scene: Scene) -> None:
    thread = await start(rest, scene)
    where = f"/channels/{thread['id']}/messages"
    withhold(scene, Permission.SEND_MESSAGES)
    assert (await rest("POST", where, {"content": "x"})).status == 200
    assert (await rest("POST", scene.posts, {"content": "x"})).code == 50013
    withhold(scene, Permission.SEND_MESSAGES_IN_THREADS)
    assert (await rest("POST", where, {"content": "x"})).code == 50013
    assert (await rest("POST", scene.posts, {"content": "x"})).status == 200
    withhold(scene, Permission.VIEW_CHANNEL)
    assert (await rest("POST", where, {"content": "x"})).code == 50001
    assert (await rest("GET", f"/channels/{thread['id']}")).code == 50001


async def test_a_post_wakes_a_thread_and_so_does_its_owner_who_left_it(
    rest: Rest, scene: Scene
) -> None:
    thread = await start(rest, scene)
    assert (await change(rest, thread, archived=True)).body["thread_metadata"]["archived"]
    await post(rest, scene, thread["id"])
    now = (await rest("GET", f"/channels/{thread['id']}")).body
    assert not now["thread_metadata"]["archived"]
    assert (now["message_count"], now["total_message_sent"]) == (1, 1)
    await rest("DELETE", f"/channels/{thread['id']}/thread-members/@me")
    await change(rest, thread, archived=True)
    assert (await change(rest, thread, archived=False)).status == 200


async def test_nothing_else_happens_in_an_archived_thread(rest: Rest, scene: Scene) -> None:
    thread = await start(rest, scene)
    message = await post(rest, scene, thread["id"])
    where = f"/channels/{thread['id']}/messages/{message['id']}"
    await change(rest, thread, archived=True)
    assert (await rest("PATCH", where, {"content": "x"})).code == 50083
    assert (await change(rest, thread, name="other")).code == 50083
    grant(scene, Permission.MANAGE_THREADS)
    assert (await change(rest, thread, locked=True)).code == 50083
    members = f"/channels/{thread['id']}/thread-members"
    for method, person in (("PUT", "@me"), ("DELETE", "@me"), ("PUT", scene.ben)):
        assert (await rest(method, f"{members}/{person}")).code == 50083
    assert (await rest("DELETE", where)).status == 204
    woken = await change(rest, thread, archived=False, locked=True)
    assert woken.body["thread_metadata"]["locked"]
    assert woken.body["message_count"] == 0


async def test_the_owner_changes_a_thread_but_locks_it_only_with_permission(
    rest: Rest, scene: Scene
) -> None:
    thread = await start(rest, scene)
    changed = await change(rest, thread, name="Table 8", auto_archive_duration=10080)
    assert (changed.body["name"], changed.status) == ("Table 8", 200)
    (renamed,) = (await rest("GET", f"/channels/{thread['id']}/messages")).body
    assert (renamed["type"], renamed["content"]) == (Said.RENAMED, "Table 8")
    for denied in ({"locked": True}, {"rate_limit_per_user": 5}):
        assert (await change(rest, thread, **denied)).code == 50013
    assert (await rest("DELETE", f"/channels/{thread['id']}")).code == 50013
    grant(scene, Permission.MANAGE_THREADS)
    locked = await change(rest, thread, locked=True, archived=True)
    assert locked.body["thread_metadata"]["locked"]
    assert locked.body["thread_metadata"]["archived"]


async def test_another_s_thread_may_be_woken_by_who_is_in_it(rest: Rest, scene: Scene) -> None:
    threads, lounge = scene.sandbox._switchboard.threads, scene.memory.channels[scene.lounge]
    made = threads.start(lounge, "Ben's", scene.ben)
    thread = {"id": str(made.id)}
    assert (await change(rest, thread, archived=True)).code == 50013
    await rest("PUT", f"/channels/{made.id}/thread-members/@me")
    threads.alter(scene.memory.channels[made.id], scene.ben, archived=True)
    assert (await change(rest, thread, archived=False)).status == 200
    assert (await change(rest, thread, name="mine")).code == 50013


async def test_a_locked_thread_is_closed_without_permission(rest: Rest, scene: Scene) -> None:
    thread = await start(rest, scene)
    message = await post(rest, scene, thread["id"])
    one = f"/channels/{thread['id']}/messages"
    grant(scene, Permission.MANAGE_THREADS)
    await change(rest, thread, locked=True, archived=True)
    scene.sandbox.faults.granted_permissions = {}
    assert (await rest("POST", one, {"content": "x"})).code == 160005
    assert (await rest("PATCH", f"{one}/{message['id']}", {"content": "x"})).code == 160005
    assert (await change(rest, thread, archived=False)).code == 50013
    grant(scene, Permission.MANAGE_THREADS)
    assert (await rest("POST", one, {"content": "x"})).status == 200
    now = (await rest("GET", f"/channels/{thread['id']}")).body["thread_metadata"]
    assert (now["archived"], now["locked"]) == (False, True)


async def test_a_thread_sleeps_after_its_time_without_anything(rest: Rest, scene: Scene) -> None:
    now = scene.memory.clock()
    thread = await start(rest, scene, auto_archive_duration=60)
    where = f"/channels/{thread['id']}"
    scene.memory.clock = lambda: now + 3500
    await post(rest, scene, thread["id"])
    scene.memory.clock = lambda: now + 7000
    assert not (await rest("GET", where)).body["thread_metadata"]["archived"]
    scene.memory.clock = lambda: now + 7200
    assert (await rest("GET", where)).body["thread_metadata"]["archived"]
    assert (await rest("GET", f"/guilds/{scene.guild}/threads/active")).body["threads"] == []
    listed = await rest("GET", f"/channels/{scene.lounge}/threads/archived/public")
    assert [item["id"] for item in listed.body["threads"]] == [thread["id"]]
    assert not listed.body["has_more"]


async def test_message_and_thread_outlive_each_other_and_no_thread_its_channel(
    rest: Rest, scene: Scene
) -> None:
    message = await post(rest, scene)
    where = f"{scene.posts}/{message['id']}"
    await rest("POST", f"{where}/threads", {"name": "Table 7"})
    assert (await rest("DELETE", where)).status == 204
    assert (await rest("GET", f"/channels/{message['id']}")).status == 200
    assert (await rest("POST", f"/channels/{message['id']}/messages", {"content": "x"})).body
    (_, first) = (await rest("GET", f"/channels/{message['id']}/messages")).body
    assert first["referenced_message"] is None
    message = await post(rest, scene)
    where = f"{scene.posts}/{message['id']}"
    await rest("POST", f"{where}/threads", {"name": "Table 7"})
    await post(rest, scene, message["id"])
    grant(scene, Permission.MANAGE_THREADS)
    assert (await rest("DELETE", f"/channels/{message['id']}")).status == 200
    left = (await rest("GET", where)).body
    assert "thread" not in left
    assert not left["flags"] & Flag.HAS_THREAD
    assert (await rest("POST", f"/channels/{message['id']}/messages", {"content": "x"})).code == (
        10003
    )
    thread = await start(rest, scene)
    waiting = scene.command(int(thread["id"]))
    scene.sandbox._switchboard.delete_channel(scene.memory.channels[int(thread["id"])])
    where = f"/interactions/{waiting.id}/{waiting.token}/callback"
    assert (await rest("POST", where, {"type": 4, "data": {"content": "x"}})).code == 10003
    thread = await start(rest, scene)
    assert (await rest("DELETE", f"/channels/{scene.lounge}")).code == 50013
    grant(scene, Permission.MANAGE_CHANNELS)
    assert (await rest("DELETE", f"/channels/{scene.lounge}")).status == 200
    for place in (scene.lounge, thread["id"]):
        assert (await rest("GET", f"/channels/{place}")).code == 10003


async def test_people_come_and_go(rest: Rest, scene: Scene) -> None:
    thread = await start(rest, scene)
    members = f"/channels/{thread['id']}/thread-members"
    assert (await rest("PUT", f"{members}/{scene.ben}")).status == 204
    (added,) = (await rest("GET", f"/channels/{thread['id']}/messages")).body
    assert added["type"] == Said.MEMBER_ADDED
    assert [user["id"] for user in added["mentions"]] == [str(scene.ben)]
    assert (await rest("GET", f"{members}/{scene.ben}")).body["user_id"] == str(scene.ben)
    assert (await rest("GET", f"{members}/{scene.ada}")).code == 10007
    assert (await rest("PUT", f"{members}/1")).code == 10007
    assert (await rest("GET", members)).code == 50001
    await post(rest, scene, thread["id"], content=f"<@{scene.ada}>")
    assert (await rest("GET", f"{members}/{scene.ada}")).status == 200
    assert (await rest("DELETE", f"{members}/{scene.ben}")).code == 50013
    grant(scene, Permission.MANAGE_THREADS)
    assert (await rest("DELETE", f"{members}/{scene.ben}")).status == 204
    assert (await rest("DELETE", f"{members}/@me")).status == 204
    assert "member" not in (await rest("GET", f"/channels/{thread['id']}")).body
    await post(rest, scene, thread["id"])
    assert "member" in (await rest("GET", f"/channels/{thread['id']}")).body


async def test_a_private_thread_that_was_left_is_out_of_reach(rest: Rest, scene: Scene) -> None:
    thread = (await rest("POST", f"/channels/{scene.lounge}/threads", {"name": "x"})).body
    where = f"/channels/{thread['id']}"
    assert (await rest("DELETE", f"{where}/thread-members/@me")).status == 204
    assert (await rest("GET", where)).code == 50001
    listed = await rest("GET", f"/channels/{scene.lounge}/threads/archived/private")
    assert listed.code == 50013
    joined = f"/channels/{scene.lounge}/users/@me/threads/archived/private"
    assert (await rest("GET", joined)).body["threads"] == []


async def test_an_edit_puts_whom_it_calls_in_the_thread_without_a_word(
    rest: Rest, scene: Scene
) -> None:
    thread = await start(rest, scene)
    number = int(thread["id"])
    board = await post(rest, scene, number)

    async def inside_after(**body: Any) -> tuple[set[int], int]:
        body = {"content": f"<@{scene.ben}>"} | body
        await rest("PATCH", f"/channels/{number}/messages/{board['id']}", body)
        thread_now = scene.memory.channels[number].thread
        assert thread_now is not None
        return set(thread_now.members), len(scene.memory.history(number))

    assert await inside_after(allowed_mentions={"parse": []}) == ({scene.app}, 1)
    assert await inside_after(allowed_mentions={"users": [str(scene.ben)]}) == (
        {scene.app, scene.ben},
        1,
    )


async def test_in_a_private_thread_without_the_bot_only_answers_to_presses_are_taken(
    rest: Rest, scene: Scene
) -> None:
    threads = scene.sandbox._switchboard.threads
    thread = threads.start(
        scene.memory.channels[scene.lounge], "x", scene.ada, kind=Place.PRIVATE_THREAD
    )
    used = scene.command(thread.id)
    told = payload(scene.memory, used)
    assert int(told["app_permissions"]) & Permission.SEND_MESSAGES_IN_THREADS
    body = {"type": 4, "data": {"content": "x"}}
    where = f"/interactions/{used.id}/{used.token}/callback"
    assert (await rest("POST", where, body)).status == 204
    own = f"/channels/{thread.id}/messages"
    assert (await rest("POST", own, {"content": "x"})).code == 50001
    edit = await rest("PATCH", f"{own}/{used.original_id}", {"content": "x"})
    assert edit.code == 50001


@pytest.mark.parametrize(("locked", "code"), [(False, None), (True, 50083)])
async def test_an_answer_wakes_a_thread_that_fell_asleep_but_no_locked_one(
    rest: Rest, scene: Scene, locked: bool, code: int | None
) -> None:
    thread = await start(rest, scene)
    number = int(thread["id"])
    waiting = [scene.command(number) for _ in range(3)]
    threads = scene.sandbox._switchboard.threads
    threads.alter(scene.memory.channels[number], scene.ada, archived=True, locked=locked)
    bodies = [{"type": 4, "data": {"content": "x", "flags": flags}} for flags in (64, 0)]
    told = [
        await rest("POST", f"/interactions/{item.id}/{item.token}/callback", body)
        for item, body in zip(waiting, bodies, strict=False)
    ]
    assert told[0].status == 204
    assert (told[1].code if code else told[1].status) == (code or 204)
    thread_now = scene.memory.channels[number].thread
    assert thread_now is not None
    assert thread_now.archived == locked


async def test_an_edit_by_token_does_not_wake_a_thread(rest: Rest, scene: Scene) -> None:
    thread = await start(rest, scene)
    number = int(thread["id"])
    source = await post(rest, scene, number)
    press = scene.begin(Kind.COMPONENT, {}, source_id=int(source["id"]), channel_id=number)
    await change(rest, thread, archived=True)
    where = f"/interactions/{press.id}/{press.token}/callback"
    assert (await rest("POST", where, {"type": 7, "data": {"content": "x"}})).code == 50083
    assert (await rest("POST", where, {"type": 6})).status == 204


async def test_a_channel_is_renamed_by_who_manages_channels(rest: Rest, scene: Scene) -> None:
    where = f"/channels/{scene.lounge}"
    assert (await rest("PATCH", where, {"name": "parlour"})).code == 50013
    grant(scene, Permission.MANAGE_CHANNELS)
    assert (await rest("PATCH", where, {"name": "parlour"})).body["name"] == "parlour"


# Forums and their posts; how threads are listed, counted and limited; roles called in them.


def forum(scene: Scene) -> int:
    made = scene.sandbox._switchboard.add_channel(
        scene.memory.guilds[scene.guild], "game-forum", Place.FORUM
    )
    return made.id


async def test_a_forum_has_posts_which_are_threads_with_their_first_message_and_nothing_else(
    rest: Rest, scene: Scene
) -> None:
    place = forum(scene)
    assert (await rest("POST", f"/channels/{place}/messages", {"content": "x"})).code == 50008
    where = f"/channels/{place}/threads"
    for body, code in (
        ({"name": "x"}, 50035),
        ({"name": "x", "message": {}}, 50006),
        ({"name": "x" * 101, "message": {"content": "x"}}, 50035),
    ):
        assert (await rest("POST", where, body)).code == code
    assert scene.memory.threads_in(place) == []
    where = f"/channels/{place}/threads"
    withhold(scene, Permission.CREATE_PUBLIC_THREADS, place)
    made = await rest("POST", where, {"name": "Table 7", "message": {"content": "hello"}})
    assert made.status == 201
    assert made.body["id"] == made.body["message"]["id"] == made.body["message"]["channel_id"]
    assert (made.body["type"], made.body["parent_id"]) == (Place.PUBLIC_THREAD, str(place))
    (first,) = (await rest("GET", f"/channels/{made.body['id']}/messages")).body
    assert first["content"] == "hello"
    thread = (await rest("GET", f"/channels/{made.body['id']}")).body
    assert (thread["message_count"], thread["total_message_sent"]) == (0, 0)
    assert (await rest("DELETE", f"/channels/{thread['id']}/messages/{thread['id']}")).status == 204
    assert (await rest("GET", f"/channels/{thread['id']}")).body["message_count"] == 0
    withhold(scene, Permission.SEND_MESSAGES, place)
    assert (await rest("POST", where, {"name": "x", "message": {"content": "x"}})).code == 50013


async def test_a_position_is_counted_when_a_message_is_posted(rest: Rest, scene: Scene) -> None:
    thread = await start(rest, scene)
    first, second = [await post(rest, scene, thread["id"]) for _ in range(2)]
    assert (first["position"], second["position"]) == (0, 1)
    where = f"/channels/{thread['id']}/messages/{first['id']}"
    assert (await rest("PATCH", where, {"content": "x"})).body["position"] == 0


async def test_archived_threads_are_listed_page_by_page(rest: Rest, scene: Scene) -> None:
    now = scene.memory.clock()
    made = [await start(rest, scene, name=str(number)) for number in range(3)]
    for place, thread in enumerate(made):
        scene.memory.clock = lambda place=place: now + place  # type: ignore[misc] # bound now
        await change(rest, thread, archived=True)
    where = f"/channels/{scene.lounge}/threads/archived/public?limit=2"
    page = (await rest("GET", where)).body
    assert [item["name"] for item in page["threads"]] == ["2", "1"]
    assert page["has_more"]
    last = page["threads"][-1]["thread_metadata"]["archive_timestamp"]
    page = (await rest("GET", f"{where}&before={quote(last)}")).body
    assert [item["name"] for item in page["threads"]] == ["0"]
    assert not page["has_more"]
    assert (await rest("GET", f"{where}&before=yesterday")).code == 50035


async def test_only_so_many_threads_are_awake(
    rest: Rest, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.threads.MOST_AWAKE", 2)
    first, _ = [await start(rest, scene) for _ in range(2)]
    where = f"/channels/{scene.lounge}/threads"
    assert (await rest("POST", where, PUBLIC)).code == 160006
    await change(rest, first, archived=True)
    assert (await rest("POST", where, PUBLIC)).status == 201
    assert (await change(rest, first, archived=False)).code == 160006
    posts = f"/channels/{first['id']}/messages"
    assert (await rest("POST", posts, {"content": "x"})).code == 160006


async def test_a_thread_starts_from_what_all_can_see_and_somebody_said(
    rest: Rest, scene: Scene
) -> None:
    await start(rest, scene)
    (told,) = scene.memory.history(scene.lounge)
    assert (await rest("POST", f"{scene.posts}/{told.id}/threads", {"name": "x"})).code == 50021
    secret = scene.memory.keep(replace(told, id=7, kind=Said.DEFAULT, flags=Flag.EPHEMERAL))
    assert (await rest("POST", f"{scene.posts}/{secret.id}/threads", {"name": "x"})).code == 10008


async def test_in_a_thread_that_sleeps_locked_nothing_is_deleted(rest: Rest, scene: Scene) -> None:
    thread = await start(rest, scene)
    message = await post(rest, scene, thread["id"])
    where = f"/channels/{thread['id']}/messages/{message['id']}"
    grant(scene, Permission.MANAGE_THREADS)
    await change(rest, thread, locked=True, archived=True)
    scene.sandbox.faults.granted_permissions = {}
    assert (await rest("DELETE", where)).code == 160005
    threads = scene.sandbox._switchboard.threads
    threads.alter(scene.memory.channels[int(thread["id"])], scene.ada, archived=False)
    assert (await rest("DELETE", where)).status == 204


async def test_roles_are_called_as_far_as_it_is_allowed(rest: Rest, scene: Scene) -> None:
    (hosts,) = scene.memory.guilds[scene.guild].roles
    thread = await start(rest, scene)
    for allowed, called in (
        ({"parse": []}, []),
        ({"roles": [str(hosts.id)]}, [str(hosts.id)]),
        ({"parse": ["roles"]}, [str(hosts.id)]),
    ):
        body: Any = {"content": f"<@&{hosts.id}> <@&1>", "allowed_mentions": allowed}
        answer = await rest("POST", f"/channels/{thread['id']}/messages", body)
        assert answer.body["mention_roles"] == called
    inside = scene.memory.channels[int(thread["id"])].thread
    assert inside is not None
    assert {*hosts.members} <= {*inside.members}
    assert len(hosts.members) == 2
    member = (await rest("GET", f"/guilds/{scene.guild}/members/{hosts.members[0]}")).body
    assert member["roles"] == [str(hosts.id)]
