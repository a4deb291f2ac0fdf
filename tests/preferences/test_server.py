"""What a server has set: read, spelt, and ignored where it is damaged or gone."""

from __future__ import annotations

import pytest

from bot.preferences.server import (
    EVERYONE,
    MODERATORS,
    MOST_CHANNELS,
    USUAL,
    Group,
    Look,
    ServerSettings,
    Threads,
    server_settings,
)
from bot.preferences.terms import FIRST
from bot.store.settings import server_scope
from tests.match.stand import Parts
from tests.preferences.spelling import stored

SET = ServerSettings(
    channels=(7, 8), threads=Threads.SECOND, clock=60, level="hard", locale="pt-BR",
    openers=Group(role=9), enders=MODERATORS, hosts=Group(role=9), calls=False,
    look=Look.DAY, audit=10,
)  # fmt: skip


def test_nothing_set_is_as_usual_and_what_is_spelt_is_read_again() -> None:
    assert ServerSettings.read({}) == USUAL
    assert (USUAL.clock, USUAL.channels, USUAL.openers) == (FIRST.clock, (), EVERYONE)
    assert not stored(USUAL, USUAL)
    spelt = stored(USUAL, SET)
    assert ServerSettings.read(spelt) == SET
    assert spelt["openers"] == "role 9"
    assert spelt["calls"] == "off"


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("channels", ""),
        ("channels", "7,"),
        ("channels", "7,x"),
        ("channels", "-7"),
        ("threads", "often"),
        ("clock", "61"),
        ("clock", "٦٠"),
        ("clock", "sixty"),
        ("level", "random"),
        ("look", "dusk"),
        ("locale", "../en"),
        ("locale", ""),
        ("openers", "role"),
        ("openers", "role x"),
        ("openers", "nobody"),
        ("enders", "everyone "),
        ("hosts", "role 0"),
        ("calls", "yes"),
        ("audit", "0"),
        ("audit", "9" * 20),
        ("welcomed", "1"),
    ],
)
def test_what_is_damaged_or_unknown_is_as_usual(key: str, text: str) -> None:
    other = {"clock": "60"} if key != "clock" else {"level": "easy"}
    assert ServerSettings.read({key: text, **other}) == ServerSettings.read(other) != USUAL


def test_tables_open_where_the_server_says_in_no_more_channels_than_can_be_chosen() -> None:
    assert USUAL.allows(1)
    assert SET.allows(7)
    assert not SET.allows(1)
    assert SET.allows(1, parent_id=8)
    assert not SET.allows(1, parent_id=2)
    many = ",".join(map(str, range(1, 100)))
    assert len(ServerSettings.read({"channels": many}).channels) == MOST_CHANNELS


def test_what_is_deleted_is_as_if_never_set() -> None:
    left = SET.without_gone(channels={8}, roles={3})
    assert (left.channels, left.audit) == ((8,), None)
    assert (left.openers, left.enders, left.hosts) == (EVERYONE, MODERATORS, EVERYONE)
    assert SET.without_gone({7, 8, 10}, {9}) == SET
    assert SET.without_gone({10}, {9}).allows(1)


async def test_a_server_has_settings_and_direct_messages_have_none(parts: Parts) -> None:
    store = parts.store
    await store.set_settings(server_scope(5), {"clock": "60"})
    assert (await server_settings(store, 5)).clock == 60
    assert await server_settings(store, 6) == USUAL
    assert await server_settings(store, None) == USUAL
