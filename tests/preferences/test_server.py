"""What a server has set: read, spelt, and ignored where it is damaged or gone."""

from __future__ import annotations

import pytest

from bot.preferences.person import language_for, language_seen, note_client, set_person
from bot.preferences.server import (
    EVERYONE,
    MODERATORS,
    MOST_CHANNELS,
    USUAL,
    Group,
    Look,
    ServerSettings,
    Threads,
    change_of,
    language_of_all,
    note_spoken,
    server_settings,
)
from bot.preferences.terms import FIRST
from bot.store import Store
from bot.store.errors import StoreFailed
from bot.store.settings import person_scope, server_scope
from tests.match.stand import Parts
from tests.preferences.conftest import stored
from tests.texts.pseudo import with_pseudo

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


# In which language something is said: to one person, and to all in a server.

GUILD, ADA = 5, 101


@pytest.fixture(autouse=True)
def _languages(monkeypatch: pytest.MonkeyPatch) -> None:
    languages = with_pseudo("de", "fr")
    monkeypatch.setattr("bot.texts._load", lambda: languages)


@pytest.mark.parametrize(
    ("chosen", "discords", "spoken", "locale"),
    [
        ("fr", "de", "en", "fr"),
        (None, "de", "fr", "de"),
        # Discord says so of every server that is no Community, wherever it is.
        (None, "en-US", "fr", "fr"),
        (None, "en-US", "en", "en"),
        (None, "en-GB", "fr", "en-GB"),
        # A language that there is no catalogue of decides nothing.
        (None, "ja", "fr", "fr"),
        (None, None, "fr", "fr"),
    ],
)
async def test_what_all_read_is_as_set_or_as_the_server_says_or_as_the_last_table(
    parts: Parts, chosen: str | None, discords: str | None, spoken: str, locale: str
) -> None:
    await parts.store.set_settings(server_scope(GUILD), change_of("locale", chosen))
    await note_spoken(parts.store, GUILD, spoken)
    assert await language_of_all(parts.store, GUILD, discords) == locale
    assert await language_of_all(parts.store, GUILD + 1, discords) != "fr"


async def test_outside_of_servers_there_is_no_last_table(parts: Parts) -> None:
    await note_spoken(parts.store, None, "fr")
    said = [await language_of_all(parts.store, None, own) for own in ("de-x-ear", "ja", "en-US")]
    assert said == ["de-x-ear", "en", "en"]


async def test_who_does_nothing_is_written_to_in_the_language_they_were_last_seen_with(
    parts: Parts,
) -> None:
    store = parts.store
    assert await language_for(store, ADA, "fr") == "fr"
    assert await language_seen(store, ADA, "de") == ("de", True)
    await note_client(store, ADA, "de")
    assert await language_seen(store, ADA, "de") == ("de", False)
    assert await language_for(store, ADA, "fr") == "de"
    await set_person(store, ADA, language="fr", by_ear=True)
    assert await language_seen(store, ADA, "en-US") == ("fr-x-ear", True)
    await note_client(store, ADA, "en-US")
    await set_person(store, ADA, language=None)
    assert await language_for(store, ADA, "fr") == "en-US-x-ear"


async def test_a_client_that_cannot_be_noted_is_spoken_to_all_the_same(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    await note_client(parts.store, ADA, "de")

    async def broken(*_: object) -> None:
        raise StoreFailed("database or disk is full")

    monkeypatch.setattr(Store, "set_settings", broken)
    await note_client(parts.store, ADA, "fr")
    # Who presses reads what they can read, whatever becomes of the note.
    assert await language_seen(parts.store, ADA, "fr") == ("fr", True)
    assert await parts.store.setting(person_scope(ADA), "client") == "de"
