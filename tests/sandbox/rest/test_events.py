"""Scheduled events over REST: what Discord refuses."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.wire import Permission
from tests.sandbox.rest.conftest import Rest, Scene

GOOD: dict[str, Any] = {
    "name": "Ours", "entity_type": 3, "privacy_level": 2, "entity_metadata": {"location": "#x"},
    "scheduled_start_time": "2126-01-01T20:00:00+00:00",
    "scheduled_end_time": "2126-01-01T22:00:00+00:00",
}  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""}, {"name": "x" * 101}, {"description": "x" * 1001}, {"entity_type": 2},
        {"privacy_level": 1}, {"entity_metadata": None}, {"entity_metadata": {"location": ""}},
        {"scheduled_start_time": "soon"}, {"scheduled_start_time": "2126-01-01T20:00:00"},
        {"scheduled_start_time": "2020-01-01T20:00:00+00:00"}, {"scheduled_end_time": None},
        {"scheduled_end_time": "2126-01-01T19:00:00+00:00"},
    ],
)  # fmt: skip
async def test_what_cannot_be_an_event_is_no_form(
    rest: Rest, scene: Scene, wrong: dict[str, Any]
) -> None:
    where = f"/guilds/{scene.guild}/scheduled-events"
    assert (await rest("POST", where, GOOD)).code == 50013
    scene.memory.faults.granted_permissions[scene.guild] = int(Permission.CREATE_EVENTS)
    assert (await rest("POST", where, GOOD | wrong)).code == 50035
    assert (await rest("GET", where)).body == []
    made = await rest("POST", where, GOOD)
    assert made.body["creator_id"] == str(scene.app)
    assert (await rest("GET", where)).body == [made.body]
    assert (await rest("PATCH", f"{where}/{made.body['id']}", {"status": 3})).code == 50035


async def test_a_server_has_so_many_events_and_no_more(rest: Rest, scene: Scene) -> None:
    where = f"/guilds/{scene.guild}/scheduled-events"
    scene.memory.faults.granted_permissions[scene.guild] = int(Permission.CREATE_EVENTS)
    most = scene.sandbox._switchboard.timing.events
    made = [await rest("POST", where, GOOD) for _ in range(most)]
    assert {answer.status for answer in made} == {200}
    assert (await rest("POST", where, GOOD)).code == 30038
    assert (await rest("PATCH", f"{where}/{made[0].body['id']}", {"status": 4})).status == 200
    assert (await rest("POST", where, GOOD)).status == 200
