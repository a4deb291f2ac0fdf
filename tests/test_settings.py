"""The environment is read once, checked, and its token never shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import SettingsError
from bot.settings import Settings, Shards
from bot.texts import Texts


def test_an_empty_environment_gives_the_documented_defaults() -> None:
    settings = Settings.read({})
    assert settings.token == ""
    assert settings.database_url == "sqlite+aiosqlite:///data/nimbus.sqlite3"
    assert (settings.log, settings.locale, settings.pace, settings.port) == ("INFO", "en", 1.0, 0)


def test_the_data_directory_moves_the_database() -> None:
    settings = Settings.read({"NIMBUS_DATA": "/data"})
    assert settings.database_url == "sqlite+aiosqlite:////data/nimbus.sqlite3"


def test_a_token_file_wins_and_loses_its_line_end(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("secret\n")
    settings = Settings.read({"DISCORD_TOKEN": "other", "DISCORD_TOKEN_FILE": str(file)})
    assert settings.token == "secret"


def test_the_token_is_not_in_the_repr() -> None:
    assert "hush" not in repr(Settings.read({"DISCORD_TOKEN": "hush"}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NIMBUS_PACE", "fast"),
        ("NIMBUS_PACE", "-1"),
        ("NIMBUS_PACE", "nan"),
        ("NIMBUS_SANDBOX_PORT", "70000"),
        ("NIMBUS_SANDBOX_PORT", "80.5"),
        ("NIMBUS_THINKERS", "1.5"),
        ("NIMBUS_THINKERS", "-1"),
        ("NIMBUS_THINKERS", "65"),
        ("NIMBUS_LOCALE", "xx"),
        ("NIMBUS_LOCALE", "../texts/en"),
        ("NIMBUS_LOG", "loud"),
        ("NIMBUS_BACKUP", "daily"),
        ("NIMBUS_METRICS", "0"),
        ("NIMBUS_METRICS", "everywhere:70000"),
        ("NIMBUS_METRICS", "http://127.0.0.1:9464"),
        ("NIMBUS_SHARDS", "1"),
        ("NIMBUS_SHARDS", "0-/2"),
        ("NIMBUS_SHARDS", "0-3/0"),
        ("NIMBUS_LINK", "javascript:alert(1)"),
        ("NIMBUS_LINK", "https://example.org/> @everyone"),
        ("NIMBUS_BACKUP", "daily:0"),
        ("NIMBUS_BACKUP", "yearly:1"),
        ("NIMBUS_API", "https://discord.com/api/v10"),
        ("NIMBUS_GATEWAY", "wss://gateway.discord.gg"),
        ("NIMBUS_GATEWAY", "ws://[::1"),
        ("DISCORD_TOKEN_FILE", "/nowhere/at/all"),
    ],
)
def test_a_wrong_value_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        Settings.read({name: value})


@pytest.mark.parametrize(
    ("quota", "thinkers"),
    [("max 100000", 12), ("250000 100000", 2), ("20000 100000", 1), ("", 12), (None, 12)],
)
def test_as_many_processes_think_as_there_are_cores_also_in_a_container(
    quota: str | None, thinkers: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "cpu.max"
    if quota is not None:
        file.write_text(f"{quota}\n")
    monkeypatch.setattr("bot.settings._QUOTA", file)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: range(12), raising=False)
    assert Settings.read({}).thinkers == thinkers
    assert Settings.read({"NIMBUS_THINKERS": "3"}).thinkers == 3


def test_whole_numbers_and_languages_are_read() -> None:
    given = {"NIMBUS_THINKERS": "0", "NIMBUS_SANDBOX_PORT": "80", "NIMBUS_LOCALE": "en-GB"}
    settings = Settings.read(given)
    assert (settings.thinkers, settings.port, settings.locale) == (0, 80, "en-GB")


def test_the_languages_that_can_be_set_are_those_there_are() -> None:
    with pytest.raises(SettingsError, match=f"takes one of {', '.join(Texts.load().locales)}, not"):
        Settings.read({"NIMBUS_LOCALE": "xx"})


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("9464", ("127.0.0.1", 9464)),
        ("nimbus.example:80", ("nimbus.example", 80)),
        ("[::1]:9464", ("::1", 9464)),
        ("", None),
    ],
)
def test_numbers_are_told_on_this_machine_unless_it_says_otherwise(
    text: str, address: tuple[str, int] | None
) -> None:
    assert Settings.read({"NIMBUS_METRICS": text}).metrics == address


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00t", b"", b"\n", b"two words", b"two\nlines", "t\u00f6ken".encode(), b"a\x00b"],
)
def test_a_token_file_that_holds_no_token_is_refused_and_not_shown(
    tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "secret"
    file.write_bytes(content)
    with pytest.raises(SettingsError, match="DISCORD_TOKEN_FILE") as error:
        Settings.read({"DISCORD_TOKEN_FILE": str(file)})
    assert not {"two", "lines", "t\u00f6ken"} & set(str(error.value).split())


def test_a_token_with_a_line_break_is_refused_and_not_shown() -> None:
    with pytest.raises(SettingsError, match="DISCORD_TOKEN takes") as error:
        Settings.read({"DISCORD_TOKEN": "hush\nhush"})
    assert "hush" not in str(error.value)


def test_a_token_file_that_is_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot read"):
        Settings.read({"DISCORD_TOKEN_FILE": str(tmp_path)})


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("0-3/16", (0, 1, 2, 3)),
        ("5,0,2/16", (0, 2, 5)),
        ("3-4,0,3/16", (0, 3, 4)),
        ("15/16", (15,)),
    ],
)
def test_shards_are_named_by_number_and_by_range(text: str, ids: tuple[int, ...]) -> None:
    environment = {"NIMBUS_SHARDS": text, "DATABASE_URL": "postgresql://localhost/nimbus"}
    assert Settings.read(environment).shards == Shards(ids, 16)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "all",
            "NIMBUS_SHARDS takes which shards this process serves and how many there are, "
            "as 0-3/16 or 0,2,5/16, not 'all'",
        ),
        ("3-0/16", "NIMBUS_SHARDS: 3-0 names no shard; the smaller number comes first"),
        ("0-16/16", "NIMBUS_SHARDS: of 16 shards there is none with the number 16"),
        (
            "0-3/16",
            "NIMBUS_SHARDS: on SQLite one process serves all 16 shards; write 0-15/16, "
            "or keep games in PostgreSQL",
        ),
    ],
)
def test_what_is_wrong_with_shards_is_told(text: str, sentence: str) -> None:
    with pytest.raises(SettingsError) as told:
        Settings.read({"NIMBUS_SHARDS": text})
    assert str(told.value) == sentence


def test_on_sqlite_one_process_may_serve_all_shards() -> None:
    assert Settings.read({"NIMBUS_SHARDS": "0-3/4"}).shards == Shards((0, 1, 2, 3), 4)
    assert Settings.read({}).shards is None
