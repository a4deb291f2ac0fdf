"""The command line and the settings: each wrong start ends with one sentence and its own status."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot import VERSION
from bot import command_line as host_kernels
from bot.command_line import COMMANDS, command, read
from bot.errors import SettingsError
from bot.host.logs import Exit
from bot.settings import Settings, Shards
from bot.texts import Texts
from engine.players import kernels
from engine.players.kernels import KERNELS, get_ready, kept
from tests.e2e import warm
from tests.source_tree import ROOT
from tests.store.samples import opened
from tests.waits import PATIENCE

# The command line: help at once, wrong use in one sentence, and status 2 for that alone.

Said = pytest.CaptureFixture[str]


def test_without_a_command_the_bot_runs() -> None:
    assert read([]).job == read(["run"]).job == COMMANDS["run"][0]


@pytest.mark.parametrize("arguments", [["--help"], ["-h"]])
def test_help_lists_every_command(arguments: list[str], capsys: Said) -> None:
    assert command(arguments) == Exit.STOPPED
    said = capsys.readouterr()
    assert said.err == ""
    for name, (_, text, *_) in COMMANDS.items():
        assert name in said.out
        assert text in " ".join(said.out.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_and_takes_it_for_no_file(
    name: str, capsys: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for arguments in ([name, "--help"], [name, "1", "-h"]):
        assert command(arguments) == Exit.STOPPED
        said = capsys.readouterr()
        assert said.err == ""
        assert said.out.startswith(f"usage: python -m bot {name} [-h]")
    assert list(tmp_path.iterdir()) == []


def test_the_version_is_told_and_the_newest_of_the_changelog(capsys: Said) -> None:
    assert command(["--version"]) == Exit.STOPPED
    assert capsys.readouterr().out == f"nimbus {VERSION}\n"
    newest = re.search(r"^## (\d+\.\d+\.\d+) ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None
    assert newest[1] == VERSION


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("chekc", "chekc is no command; did you mean check?"),
        ("recompute", "recompute is no command; did you mean recompute-ratings?"),
        ("frobnicate", "frobnicate is no command; see python -m bot --help"),
        ("--vers", "--vers is no option; did you mean --version?"),
        ("recompute-ratings --wirte", "--wirte is no option; did you mean --write?"),
        ("recompute-ratings --w", "--w is no option; did you mean --write?"),
        ("check --write", "--write is no option; see python -m bot check --help"),
        ("backup --now", "--now is no option; see python -m bot backup --help"),
        ("run twice", "twice is one argument too many; see python -m bot run --help"),
        ("move-database a b c", "c is one argument too many; see"),
        ("move-database a", "the following arguments are required: TARGET; see"),
        ("restore", "the following arguments are required: FILE; see"),
        ("rehearse 1", "the following arguments are required: CHANNEL; see"),
        ("rehearse x 1", "argument SERVER: x is no number of Discord's; see"),
        ("rehearse 1 -1", "argument CHANNEL: -1 is no number of Discord's; see"),
        (f"rehearse 1 {'9' * 5000}", "is no number of Discord's; see"),
        ("rehearse 1 \u0662", "is no number of Discord's; see"),
    ],
)
def test_wrong_use_is_one_sentence(
    arguments: str, sentence: str, capsys: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command(arguments.split()) == Exit.USAGE
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert sentence in said.err
    assert list(tmp_path.iterdir()) == []


def test_a_number_left_empty_is_told(capsys: Said) -> None:
    assert command(["rehearse", "1", ""]) == Exit.USAGE
    assert "nothing is no number of Discord's" in capsys.readouterr().err


HEAVY = """
import sys
from bot.command_line import command
status = command(sys.argv[1:])
print(*{"discord", "sqlalchemy", "PIL", "bot.texts"} & {*sys.modules}, status)
"""


@pytest.mark.parametrize(("argument", "status"), [("--help", "0"), ("chekc", "2")])
def test_help_and_refusals_load_nothing_heavy(argument: str, status: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", HEAVY, argument], capture_output=True, text=True, check=True
    )
    assert told.stdout.splitlines()[-1].split() == [status]


def test_where_there_is_nothing_to_compile_with_nothing_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "are_compiled", lambda: False)
    told: list[str] = []
    assert host_kernels.compile_all(Settings(data=tmp_path), told.append)
    assert told == [host_kernels.WITHOUT]


def test_what_nowhere_can_be_kept_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = tmp_path / "a file, no directory"
    taken.touch()
    monkeypatch.setattr(kernels, "are_compiled", lambda: True)
    monkeypatch.setattr(kernels, "HOMES", [taken])
    told: list[str] = []
    assert not host_kernels.compile_all(Settings(data=taken), told.append)
    assert told == [f"Nothing can be kept: none of {taken}, {taken} can be written."]


# Every start that cannot succeed ends with one sentence and a status of its own.


async def start(data: Path, *arguments: str, **more: str) -> tuple[int, str]:
    """Start the bot, which must end by itself; gives its status and its last words."""
    names = ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DATABASE_URL")
    inherited = {name: value for name, value in os.environ.items() if name not in names}
    environment = {**inherited, "NIMBUS_DATA": str(data), **more}
    log = data / "printed"
    log.unlink(missing_ok=True)
    process = await warm.start("bot", environment, log, *arguments)
    async with asyncio.timeout(PATIENCE):
        status = await process.wait()
    printed = log.read_text()
    assert "Traceback" not in printed
    return status, printed.splitlines()[-1]


async def test_a_setting_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    """Of each setting it is tried where settings are read."""
    status, words = await start(tmp_path, DISCORD_TOKEN="two\nlines")
    assert status == Exit.SETTINGS
    assert "DISCORD_TOKEN" in words


async def test_a_port_somebody_has_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, words = await start(tmp_path, NIMBUS_SANDBOX_PORT=port)
    assert status == Exit.SETTINGS
    assert port in words


@pytest.mark.parametrize(
    ("address", "expected"),
    [("sqlite+aiosqlite:///{}/file/n.sqlite3", Exit.DATABASE), ("mysql://x/y", Exit.SETTINGS)],
)
async def test_a_database_is_judged_before_discord_is_reached(
    tmp_path: Path, address: str, expected: Exit
) -> None:
    (tmp_path / "file").touch()
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # and never listens
        away = f"http://127.0.0.1:{nobody.getsockname()[1]}/api/v10"
        # With the sandbox only the database stands in the way.
        for more in ({}, {"DISCORD_TOKEN": "a-token", "NIMBUS_API": away}):
            status, words = await start(tmp_path, DATABASE_URL=address.format(tmp_path), **more)
            assert status == expected
            assert words
            assert "Discord" not in words


async def test_the_sandbox_is_told_of_once_the_database_is_the_bots(tmp_path: Path) -> None:
    async with opened(tmp_path / "nimbus.sqlite3", alone=True):
        status, words = await start(tmp_path)
    assert (status, "Another bot is running" in words) == (Exit.LATER, True)
    assert "Open this page" not in (tmp_path / "printed").read_text()


async def test_ratings_are_worked_out_anew_by_a_command(tmp_path: Path) -> None:
    (tmp_path / "typo").mkdir()
    for command_line in ("recompute-ratings", "recompute-ratings --write"):
        status, words = await start(tmp_path / "typo", *command_line.split())
        assert status == Exit.DATABASE
        assert f"There is no database at {tmp_path}/typo/nimbus.sqlite3." in words
    assert [path.name for path in (tmp_path / "typo").iterdir()] == ["printed"]
    async with opened(tmp_path / "nimbus.sqlite3"):
        pass
    status, words = await start(tmp_path, "recompute-ratings")
    assert status == Exit.STOPPED
    assert "match the stored ones" in words
    with closing(sqlite3.connect(tmp_path / "nimbus.sqlite3")) as connection, connection:
        connection.execute("INSERT INTO rating VALUES (7, 'nimbly', 0, 25, 8, 1, 1)")
    assert (await start(tmp_path, "recompute-ratings"))[0] == Exit.DIFFERENT
    assert (await start(tmp_path, "recompute-ratings", "--write"))[0] == Exit.STOPPED
    elsewhere = {"DATABASE_URL": "mysql://x/y"}
    assert (await start(tmp_path, "recompute-ratings", **elsewhere))[0] == Exit.SETTINGS


async def test_what_house_players_think_with_can_be_compiled_beforehand(tmp_path: Path) -> None:
    get_ready()  # so that the process has little to do
    status, words = await start(tmp_path, "compile")
    assert (status, words) == (Exit.STOPPED, f"Kept in {kept()}.")
    log = await asyncio.to_thread((tmp_path / "printed").read_text)
    assert [line.partition(":")[0] for line in log.splitlines()[:-1]] == [*KERNELS]


# The environment is read once, checked, and its token never shown.


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
