"""In which language something is said: to one person, and to all in a server."""

from __future__ import annotations

import pytest

from bot.preferences.person import language_for, language_seen, note_client, set_person
from bot.preferences.server import change_of, language_of_all, note_spoken
from bot.store import Store, StoreFailed
from bot.store.settings import person_scope, server_scope
from tests.match.stand import Parts
from tests.texts.pseudo import with_pseudo

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
