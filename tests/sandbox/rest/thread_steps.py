"""What the tests of threads do again and again."""

from __future__ import annotations

from typing import Any

from sandbox.wire import Permission
from tests.sandbox.rest.conftest import Rest, Scene

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
