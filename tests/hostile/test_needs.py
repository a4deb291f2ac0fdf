"""What a route or a command needs is refused before its action, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.discord.press import Need
from bot.match.show.publisher import Publisher
from bot.preferences.server import Feature, change_of
from bot.routes import ROUTES, Route, find
from bot.store.rows import MatchId
from bot.store.settings import server_scope
from bot.texts import Texts
from tests.hostile.box import EPHEMERAL, GUILD, Box, boxed, message, person
from tests.hostile.forging import called, pressed, presses
from tests.match.finished import ADA
from tests.match.rows import parts
from tests.source_tree import modules
from tests.test_routes import layouts

SAY = Texts.load().words("en")
NOT_IN_SERVER = SAY("refused.not_in_server")
REFUSALS: dict[Need | Feature, str] = {
    Need.ANY_SERVER: NOT_IN_SERVER,
    Need.SERVER: NOT_IN_SERVER,
    Need.MODERATOR: SAY("refused.moderators_only"),
    Need.MANAGER: SAY("refused.managers_only"),
    **{one: SAY("refused.feature_off", feature=SAY(f"feature.{one}")) for one in Feature},
}

COMMANDS: dict[str, tuple[Need | Feature, ...]] = {
    "daily": (Feature.DAILY,),
    "puzzle": (Feature.PUZZLES,),
    "replay": (Feature.REPLAY,),
    "league": (Feature.LEAGUES,),
    "table": (Need.MODERATOR,),
    "settings": (Need.MANAGER,),
}
EVENINGS: dict[str, tuple[Need | Feature, ...]] = {
    "open": (Feature.EVENINGS, Need.SERVER),
    "challenge": (Feature.EVENINGS, Need.SERVER),
    "accept": (Feature.EVENINGS, Need.SERVER),
    "past": (Feature.EVENINGS, Need.ANY_SERVER),
}
OPTIONS = {"open": {"game": "nimbly"}, "challenge": {"game": "nimbly"}, "accept": {"code": "x"}}


def in_direct_messages(payload: dict[str, Any]) -> dict[str, Any]:
    left = {key: value for key, value in payload.items() if key not in ("guild_id", "member")}
    channel = {"id": payload["channel_id"], "type": 1, "recipients": []}
    return left | {"user": person(ADA), "channel": channel, "context": 1}


def by_token(payload: dict[str, Any]) -> dict[str, Any]:
    return payload | {"authorizing_integration_owners": {"1": str(ADA)}, "context": 0}


def by_anybody(payload: dict[str, Any]) -> dict[str, Any]:
    return payload | {"member": payload["member"] | {"permissions": "0"}}


def lacking(payload: dict[str, Any], need: Need | Feature) -> list[tuple[dict[str, Any], str]]:
    """Return presses that lack no more than this, each with what is to be said."""
    outside = (in_direct_messages(payload), NOT_IN_SERVER), (by_token(payload), NOT_IN_SERVER)
    match need:
        case Need.ANY_SERVER:
            return [*outside[:1]]
        case Need.SERVER:
            return [*outside]
        case Need.MODERATOR | Need.MANAGER:
            return [*outside, (by_anybody(payload), REFUSALS[need])]
        case _:
            return []  # below


def declared(box: Box) -> list[tuple[dict[str, Any], tuple[Need | Feature, ...]]]:
    """Return a press of every route and the commands above, each with what it needs."""
    found = [(each, route_of(each).needs) for each in presses(box.matches[1:2])]
    assert len(found) == len(ROUTES)
    found += [(called(name), needs) for name, needs in COMMANDS.items()]
    for name, needs in EVENINGS.items():
        payload = called(name, **OPTIONS.get(name, {}))
        data = payload["data"] | {"name": "evening", "options": [payload["data"] | {"type": 1}]}
        found.append((payload | {"data": data}, needs))
    return found


def route_of(payload: dict[str, Any]) -> Route:
    route, _ = find(payload["data"]["custom_id"]) or pytest.fail("it leads nowhere")
    return route


async def refused(box: Box, payload: dict[str, Any]) -> set[str]:
    """Return which of the refusals was the answer."""
    told = str(await box.send(payload | {"id": str(next(NUMBERS))}))
    return {text for text in REFUSALS.values() if repr(text)[1:-1] in told}


NUMBERS = iter(range(10**6, 10**7))


async def test_what_is_declared_is_refused_in_its_order_and_nothing_else(tmp_path: Path) -> None:
    async with boxed(tmp_path) as box:
        every = declared(box)
        for payload, needs in every:
            for lacks in needs:
                for given, words in lacking(payload, lacks):
                    assert await refused(box, given) == {words}, given["data"]
        for payload, _ in every:
            # A game may be ended by its moderators only, too: who plays it is no need of a route.
            assert await refused(box, payload) <= {REFUSALS[Need.MODERATOR]}, payload["data"]
        scope = server_scope(GUILD)
        await box.bot.app.store.set_settings(scope, change_of("off", tuple(Feature)))
        for payload, needs in every:
            told = await refused(box, by_anybody(payload))
            first = {REFUSALS[need] for need in needs[:1]} or told & {REFUSALS[Need.MODERATOR]}
            assert told == first, payload["data"]
        assert not box.errors.found


def test_no_action_looks_at_it_by_itself() -> None:
    """But where it is about another server than the one pressed in, or moderators still may."""
    words = re.compile(r"refused\.(not_in_server|managers_only|feature_off)|\.require\(Feature\.")
    found = {
        m.name: len(words.findall(m.source))
        for m in modules("bot")
        if not m.is_within("bot.discord") and words.search(m.source)
    }
    assert found == {"bot.leagues.actions": 2}


MENU_TYPES, UPDATED, FORM = {3, 5, 6, 7, 8}, 6, 9


def menus() -> set[str]:
    """Return the routes of all menus that are posted; those of moves stand only where many are."""
    found = (part for layout in layouts() for part in parts(layout) if part["type"] in MENU_TYPES)
    routes = (find(part["custom_id"]) or pytest.fail("it leads nowhere") for part in found)
    return {"s:{match_id}:{moves}", "s:{match_id}:{moves}:{number}"} | {
        route.spelling for route, _ in routes
    }


async def test_whatever_is_chosen_from_a_menu_its_message_is_edited(tmp_path: Path) -> None:
    """Until then it shows what was chosen, and a mouse cannot choose that again."""
    async with boxed(tmp_path) as box:
        left = menus()
        for payload in presses(box.matches[1:2]):
            spelling = route_of(payload).spelling
            if spelling in left and not spelling.startswith("s:"):
                left.remove(spelling)
                said = await chosen(box, payload)
                assert said[0][1]["type"] == UPDATED, spelling
                assert any(name == "PATCH @original" for name, _ in said[1:]), (spelling, said)
        assert left == {"s:{match_id}:{moves}", "s:{match_id}:{moves}:{number}"}
        assert not box.errors.found


async def test_a_menu_of_moves_is_renewed_whatever_was_refused(tmp_path: Path) -> None:
    async with boxed(tmp_path) as box:
        table, shown = (await box.seated())[0], list[MatchId]()
        publisher: Any = box.bot.app.get(Publisher)
        publisher.renew = publisher.renew_private = lambda match_id, _: shown.append(match_id)
        for moves in (0, 7):  # a move that is none, and a moment that is not now
            for flags in (0, EPHEMERAL):
                said = await chosen(box, pressed(f"s:{table.id}:{moves}"), flags)
                assert [name for name, _ in said] == ["POST callback", "POST {webhook_token}"]
                assert shown == [table.id]
                shown.clear()


async def chosen(box: Box, payload: dict[str, Any], flags: int = EPHEMERAL) -> Any:
    """Let something be chosen from a menu, by default on a private answer."""
    option = {"label": "x", "value": "not chosen"}
    part = {"type": 3, "custom_id": payload["data"]["custom_id"], "options": [option]}
    return await box.send(payload | {"message": message([part], flags)})


async def test_no_answer_leaves_to_discord_whom_it_pings(tmp_path: Path) -> None:
    """An edit without that is parsed again, whatever the message had before."""
    async with boxed(tmp_path) as box:
        box.answers.taken.clear()
        for payload in presses(box.matches[1:2]):
            for flags in (0, EPHEMERAL):
                shown = payload["message"] | {"flags": flags}
                said = await box.send(payload | {"id": str(next(NUMBERS)), "message": shown})
                for name, body in said:
                    told = {} if body.get("type") == FORM else body.get("data", body)
                    if told.get("content") or told.get("components"):
                        assert told["allowed_mentions"]["parse"] == [], (name, body)
