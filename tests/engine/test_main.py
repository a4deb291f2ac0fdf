"""The command line, as a process and from inside."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.chance import Chance
from engine.record import LIMIT, parse_record, replay
from engine.seats import Seat
from tests.engine.cloud_nine.positions import order_for
from tests.engine.walks import record

SEED = "9f" * 32


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    order = " ".join(order_for("KH 2C", "QH 3C", "2H JK1"))
    moves = ("1 play KH", "2 play QH", "3 play 2H", "1 take KH", "2 take 2H", "3 play JK")
    path.write_text(record(*moves, shuffle_1=order), "utf-8")
    return path


def test_replay_prints_what_all_and_each_seat_see(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(file)]) == 0
    public, *seats = capsys.readouterr().out.split("\n\n")
    assert "to_act: 1" in public
    assert "JK" in public
    assert "2C" not in public
    assert "2C" in seats[0]
    assert "2C" not in seats[1]


def test_replay_as_json_tells_state_and_moves_and_each_seat_what_it_may_know(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "--json", str(file)]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert list(found) == [
        "game", "over", "to_act", "legal", "scores", "deal_scores", "winners", "views",
    ]  # fmt: skip
    assert (found["game"], found["over"], found["to_act"]) == ("cloud_nine", False, [1])
    assert (found["scores"], found["deal_scores"], found["winners"]) == ([0, 0, 0], [], None)
    assert list(found["legal"]) == ["1"]
    assert "play 2C" in found["legal"]["1"]
    knowing = {seat: "2C" in json.dumps(view) for seat, view in found["views"].items()}
    assert knowing == {"public": False, "1": True, "2": False, "3": False}


@pytest.mark.parametrize("arguments", [("replay",), ("replay", "--json")])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (record("1 take KH").encode(), r"line 7: 1 take KH: wrong_phase"),
        (b"", r".*"),
        (b"\xff\xfe\x00", r".*"),
        (b"hello\n", r".*"),
        (b"game: cloud_nine\r\nplayers: Zo\xeb\r\n", r"line 2: byte 0xeb: not_utf8"),
        (
            record("1 play \x1b[2J\0" + "9" * 100_000).encode(),
            r"line 7: 1 play \\x1b\[2J\\x00999+…: unreadable",
        ),
        (record(result="1 " * 500_000).encode(), r".*not_over"),
    ],
    ids=["impossible", "empty", "binary", "text", "Latin", "hostile", "a million numbers"],
)
def test_what_is_no_record_is_refused_in_a_line_on_standard_error_alone(
    arguments: tuple[str, ...],
    content: bytes,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(content)
    assert main([*arguments, str(path)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert re.fullmatch(said, told.err.rstrip("\n"))
    assert is_short_line(told.err)


def test_a_missing_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none.txt")]) == 1
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("command", [["replay"], ["replay", "--json"], ["advise"]])
def test_a_file_without_end_is_refused_before_anything_is_read_of_it(command: list[str]) -> None:
    done = run(*command, "/dev/zero")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"line 1: more than {LIMIT} bytes: too_long\n"


def test_a_record_of_exactly_the_limit_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, text = tmp_path / "long.txt", record("1 take KH")
    for more, told in ((0, "wrong_phase"), (1, "too_long")):
        path.write_text(text + "#" * (LIMIT - len(text) + more), "utf-8")
        assert main(["replay", str(path)]) == 1
        assert capsys.readouterr().err.endswith(f": {told}\n")


HUGE = "9" * 50_000


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["replay", HUGE], 1),
        (["replay", "."], 1),
        (["replay", "no\nsuch\x1b[2Jfile"], 1),
        (["replay", "\udcff\udcfe"], 1),
        (["replay", "a", HUGE], 2),
        (["advise", "a", "--level", HUGE], 2),
        (["play", "cloud_nine", "--seats", str(10**30), "--seed", SEED], 2),
        (["play", "cloud_nine", "--seats", HUGE, "--seed", SEED], 2),
        (["play", "cloud_nine", "--seats", "٣", "--seed", SEED], 2),
        (["play", "cloud_nine", "--seats", "²", "--seed", SEED], 2),
        (["play", "cloud_nine", "--seats", "999999999", "--seed", SEED], 1),
        (["play", HUGE, "--seats", "3", "--seed", SEED], 2),
        (["play", "cloud_nine", "--seats", "3", "--seed", HUGE], 2),
        (["play", "cloud_nine", "--seats", "3", "--seed", SEED, "--house", HUGE], 2),
        (["deal", "cloud_nine", "--seats", "3", "--seed", SEED, "--options", HUGE], 1),
        (["deal", "cloud_nine", "--seats", "3", "--seed", SEED, "--options", f"deals={HUGE}"], 1),
        (["verify", ".", "--secret", HUGE, "--entropy", "."], 2),
        ([HUGE], 2),
    ],
)
def test_hostile_arguments_are_refused_in_one_short_line(
    arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(arguments) == status
    said = capsys.readouterr()
    assert said.out == ""
    assert is_short_line(said.err)


def status_of(arguments: list[str]) -> int | str | None:
    """Run a command from inside; return the status that its process would end with."""
    try:
        return main(arguments)
    except SystemExit as stopped:
        return stopped.code


def is_short_line(said: str) -> bool:
    return said.count("\n") == 1 and len(said) < 250 and said.strip().isprintable()


@pytest.mark.parametrize(
    ("arguments", "status"), [(["replay", "\udcff\udcfe"], 1), (["replay", "a", HUGE], 2)]
)
def test_a_process_ends_with_the_same_line_and_status(arguments: list[str], status: int) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert is_short_line(done.stderr)


def test_a_file_name_that_no_system_takes_is_refused() -> None:
    with pytest.raises(SystemExit):
        main(["replay", "a\0b"])


def test_deal_prints_the_header_and_the_first_shuffle(capsys: pytest.CaptureFixture[str]) -> None:
    main(["deal", "cloud_nine", "--seed", SEED, "--seats", "3", "--options", "target=300"])
    found = parse_record(capsys.readouterr().out)
    assert (found.seed.hex(), found.options["target"]) == (SEED, 300)
    ((number, order),) = found.shuffles
    shuffled = Chance(bytes.fromhex(SEED)).shuffle("cloud_nine", 1, order_for())
    assert (number, order) == (1, shuffled)
    assert replay(found).to_act() == (1,)


def test_play_prints_the_record_of_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", "cloud_nine", "--seats", "3", "--seed", SEED, "--house", "random"])
    written = capsys.readouterr().out
    found = parse_record(written)
    course = replay(found)
    assert found.result == course.view(None).scores
    assert found.players == ("house:random",) * 3
    main(["play", "cloud_nine", "--seats", "3", "--seed", SEED])
    assert capsys.readouterr().out == written


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ("play cloud_nine --seats 4 --seed SEED", 1),
        ("play cloud_nine --seats 3 --seed SEED --house random,random", 1),
        ("deal cloud_nine --seats 3 --seed SEED --options deals=0", 1),
        ("deal cloud_nine --seats 3 --seed SEED --options deals", 1),
        ("deal cloud_nine --seats 3 --seed SEED --options deals=2 deals=3", 1),
        ("play poker --seats 3 --seed SEED", 2),
        ("play cloud_nine --seats 3 --seed 9f", 2),
        ("play cloud_nine --seats 3 --seed not_hex", 2),
        ("play cloud_nine --seats 3 --seed SEED --house genius", 2),
        ("play cloud_nine --seats 3 --seed SEED --house expert", 1),
        ("", 2),
    ],
)
def test_a_game_that_cannot_be_is_refused(
    arguments: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(arguments.replace("SEED", SEED).split()) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err


SECRET = "ab" * 32
ENTROPY = "42:900\n7:901\nstart:902"


def verified(tmp_path: Path, entropy: str = ENTROPY, **headers: str) -> int:
    """Verify a record by entropy; its seed is that of ENTROPY unless headers say otherwise."""
    path, given = tmp_path / "game.txt", tmp_path / "entropy.txt"
    path.write_text(record(**{"seed": seed_of(ENTROPY)} | headers), "utf-8")
    given.write_text(entropy + "\n", "utf-8")
    return main(["verify", str(path), "--secret", SECRET, "--entropy", str(given)])


def seed_of(entropy: str) -> str:
    return hmac.new(bytes.fromhex(SECRET), entropy.encode(), hashlib.sha256).hexdigest()


def test_verify_proves_a_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(tmp_path) == 0
    proved, committed, seats = capsys.readouterr().out.splitlines()
    assert proved.startswith("proved: the seed is ")
    assert committed == f"commitment: {hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()}"
    assert sorted(seats.removeprefix("seats: ").split()) == ["42", "7", "house:1"]


FOUR = "\n".join(f"{person}:900" for person in range(4)) + "\nstart:902"


@pytest.mark.parametrize(
    ("entropy", "headers", "said"),
    [
        (ENTROPY, {"seed": SEED}, "refuted: "),
        (ENTROPY, {"shuffle_1": " ".join(order_for())}, "refuted: "),
        (ENTROPY.replace("900", "901"), {}, "refuted: "),
        (FOUR, {"seed": seed_of(FOUR)}, "refuted: the entropy seats 4 people, the record 3\n"),
    ],
    ids=["another seed", "a fixed shuffle", "other entropy", "more people"],
)
def test_verify_refutes_what_is_not_of_the_secret(
    entropy: str,
    headers: dict[str, str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert verified(tmp_path, entropy, **headers) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(said)


def test_house_players_of_different_levels_play_a_whole_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = ["cloud_nine", "--seats", "3", "--seed", SEED, "--options", "deals=1"]
    assert main(["play", *game, "--house", "normal,easy,random"]) == 0
    written = parse_record(capsys.readouterr().out)
    assert written.players == ("house:normal", "house:easy", "house:random")
    assert replay(written).to_act() == ()
    assert main(["play", *game, "--house", "normal,easy,random"]) == 0
    assert parse_record(capsys.readouterr().out) == written


def test_advice_ranks_the_legal_moves_of_the_seat_to_act(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["advise", str(file)]) == 0
    seat, *lines = capsys.readouterr().out.splitlines()
    legal = replay(parse_record(file.read_text("utf-8"))).legal(Seat(1))
    assert seat == "seat 1"
    assert sorted(" ".join(line.split()[1:3]) for line in lines) == sorted(legal)
    assert [line.split()[0] for line in lines] == [f"{n}." for n in range(1, len(legal) + 1)]
    assert all("points" in line and "of the win" in line for line in lines)


def test_advice_says_why_in_numbers_of_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "first.txt"
    assert main(["deal", "nimbly", "--seats", "3", "--seed", SEED]) == 0
    path.write_text(capsys.readouterr().out, "utf-8")
    assert main(["advise", str(path), "--level", "easy"]) == 0
    _, *lines = capsys.readouterr().out.splitlines()
    for line in lines:
        _, facts = line.split("of the win   ")
        named = dict(fact.split(" ") for fact in facts.split(", "))
        assert named.keys() == {"value", "flush", "run", "sets", "likely"}
        cards = len(line.split()[2])
        assert int(named["flush"]) in range(1, cards + 1)
        assert int(named["value"]) == int(named["flush"]) * int(named["run"]) * int(named["sets"])
        assert float(named["likely"]) > 0


def test_nobody_is_advised_when_the_game_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "over.txt"
    assert main(["play", "cloud_nine", "--seats", "3", "--seed", SEED]) == 0
    path.write_text(capsys.readouterr().out, "utf-8")
    assert main(["advise", str(path)]) == 1
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "the game is over: nobody is to move\n")
