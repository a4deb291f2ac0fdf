"""Forums and their posts; how threads are listed, counted and limited; roles called in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest

from sandbox.wire import Flag, Permission, Place, Said
from tests.sandbox.rest.conftest import Rest, Scene
from tests.sandbox.rest.thread_steps import PUBLIC, change, grant, post, start, withhold


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
