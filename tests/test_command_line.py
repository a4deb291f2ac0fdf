"""The command line: help at once, wrong use in one sentence, and status 2 for that alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot import VERSION
from bot.command_line import COMMANDS, command, read
from bot.host import kernels as host_kernels
from bot.host.exits import Exit
from bot.settings import Settings
from engine.players import kernels

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


def test_the_version_is_told(capsys: Said) -> None:
    assert command(["--version"]) == Exit.STOPPED
    assert capsys.readouterr().out == f"nimbus {VERSION}\n"


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
