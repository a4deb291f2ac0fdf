"""Records: written, read, and replayed for ever whatever version made them."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.__main__ import main
from engine.chance import BadChance, Chance
from engine.codec import line_of, lines_of, plain
from engine.games import GAMES
from engine.games.balloon.cards import DIE
from engine.record import (
    LIMIT,
    MoveLine,
    Record,
    RecordError,
    format_record,
    parse_record,
    read_record,
    replay,
    spell_options,
)
from engine.seats import Seat
from tests.engine.cloud_nine.positions import order_for
from tests.engine.walks import HEADER, endless_record, record

FIRST = Chance(bytes(31) + b"\x09").shuffle("cloud_nine", 1, order_for())[0]


def refused(text: str) -> tuple[int, str, str]:
    with pytest.raises(RecordError) as error:
        replay(parse_record(text))
    return error.value.line, error.value.move, error.value.reason


def test_a_record_tells_the_game() -> None:
    found = parse_record(record(f"1 play {FIRST}", result="", options="target=300"))
    assert (found.game, found.seats, found.options) == ("cloud_nine", 3, {"target": 300})
    assert found.players == ("Annie", "Benny", "house:random")
    assert found.moves == (MoveLine(found.moves[0].seat, f"play {FIRST}", 7),)


def test_headers_may_stand_in_any_order_and_unknown_ones_are_kept() -> None:
    lines = HEADER.splitlines()
    text = "\n".join([*reversed(lines), "server: 42", "", ""])
    found = parse_record(text)
    assert found == parse_record(HEADER + "server: 42\n")
    assert found.other == (("server", "42"),)
    assert "server: 42" in format_record(found)


def test_blank_lines_and_comments_among_moves_do_not_count() -> None:
    text = record("# the first trick", "", f"  1 play {FIRST}  # bold")
    assert [move.code for move in parse_record(text).moves] == [f"play {FIRST}"]
    assert parse_record(text).moves[0].line == 9


def test_line_ends_of_other_systems_and_a_byte_order_mark_are_read() -> None:
    text = "\ufeff" + record(f"1 play {FIRST}").replace("\n", "\r\n")
    assert parse_record(text) == parse_record(text.replace("\r\n", "\n"))


def test_what_is_written_is_read_back() -> None:
    whole = Record(
        game="cloud_nine",
        seats=3,
        options={"deals": 2},
        seed=bytes(range(32)),
        players=("Ærøskøbing", "名前", "house:random"),
        result=(-1, 20, 3),
        moves=(MoveLine(Seat(1), "play KH"), MoveLine(Seat(2), "take JK")),
        shuffles=((2, ("KH", "2C")),),
        rolls=((3, ("R", "-", "-")),),
        other=(("server", "42"),),
    )
    again = parse_record(format_record(whole))
    assert replace(again, moves=()) == replace(whole, moves=())
    assert [(m.seat, m.code) for m in again.moves] == [(1, "play KH"), (2, "take JK")]
    assert format_record(again) == format_record(whole)


def test_a_name_stays_on_its_line_and_between_its_bars() -> None:
    players = ("a|b\n1 play KH", " ", "c")
    written = format_record(Record("cloud_nine", 3, seed=bytes(32), players=players))
    assert parse_record(written).players == ("a/b 1 play KH", "?", "c")


def test_an_option_that_is_off_is_not_written() -> None:
    assert spell_options({"deals": 2, "target": None, "redeal": True}) == "deals=2 redeal=true"


def test_a_fixed_shuffle_takes_the_place_of_the_seed() -> None:
    order = " ".join(order_for("KH", "QH", "2H"))
    course = replay(parse_record(record("1 play KH", "2 play QH", shuffle_1=order, seed="")))
    assert course.to_act() == (3,)


def test_what_is_not_fixed_comes_from_the_seed() -> None:
    fixed = replay(parse_record(record(shuffle_2=" ".join(order_for()))))
    assert fixed.view(None) == replay(parse_record(record())).view(None)
    assert fixed.legal(fixed.to_act()[0]) == replay(parse_record(record())).legal(Seat(1))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("2 play KH", "not_your_turn"),
        ("1 take KH", "wrong_phase"),
        ("1 play XX", "unreadable"),
        ("1 resign", "unreadable"),
        ("4 play KH", "no_such_seat"),
        ("0 play KH", "no_such_seat"),
        ("one play KH", "not_a_move"),
        ("1", "not_a_move"),
        (f"{'9' * 5000} play KH", "not_a_move"),
    ],
)
def test_an_impossible_move_is_refused_with_its_line_and_why(move: str, reason: str) -> None:
    assert refused(record(move)) == (7, move, reason)


def test_a_card_not_in_the_hand_is_refused() -> None:
    order = " ".join(order_for("KH", "QH"))
    text = record("1 play KH", "# so far so good", "2 play KH", shuffle_1=order)
    assert refused(text) == (10, "2 play KH", "not_in_hand")


@pytest.mark.parametrize(
    ("headers", "found"),
    [
        ({"game": "poker"}, (1, "poker", "unknown_game")),
        ({"game": ""}, (1, "game", "missing_header")),
        ({"seats": ""}, (1, "seats", "missing_header")),
        ({"seats": "three"}, (2, "three", "not_a_number")),
        ({"seats": "9" * 5000}, (2, "9" * 5000, "not_a_number")),
        ({"seats": "4", "players": ""}, (2, "seats", "wrong_seats")),
        ({"seed": ""}, (1, "seed", "missing_header")),
        ({"seed": "9f"}, (4, "9f", "not_a_seed")),
        ({"options": "deals=99"}, (3, "deals=99", "out_of_range")),
        ({"options": "deals=many"}, (3, "deals=many", "not_a_number")),
        ({"options": "colour=red"}, (3, "colour=red", "unknown_option")),
        ({"options": "deals"}, (3, "deals", "not_an_option")),
        ({"options": "deals=1 deals=2"}, (3, "deals=2", "not_an_option")),
        ({"players": "Annie | Benny"}, (5, "Annie | Benny", "wrong_players")),
        ({"result": "many"}, (6, "many", "not_a_number")),
        ({"result": "1 2 3"}, (6, "result: 1 2 3", "not_over")),
        ({"shuffle_1": "KH KH"}, (6, "shuffle 1", "not_the_whole_pack")),
    ],
)
def test_an_impossible_header_is_refused_with_its_line_and_why(
    headers: dict[str, str], found: tuple[int, str, str]
) -> None:
    assert refused(record(**headers)) == found


def test_a_header_without_a_colon_is_refused() -> None:
    assert refused(HEADER + "deal me in\n") == (6, "deal me in", "not_a_header")


def test_a_repeated_header_is_refused() -> None:
    assert refused(HEADER + "seats: 3\n") == (6, "seats", "repeated_header")


def test_chance_that_nothing_gives_is_refused() -> None:
    order = " ".join(order_for())
    assert refused(record(shuffle_2=order, seed="")) == (1, "shuffle 1", "no_seed")


def test_what_is_too_long_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(RecordError) as error:
        read_record(b"\xff" * (LIMIT + 1))
    assert error.value.reason == "too_long"


def test_a_replay_takes_time_in_proportion_to_the_moves() -> None:
    """An endless legal record once took time with the square of its length."""
    once, fourfold = (parse_record(endless_record(trips)) for trips in (2_500, 10_000))
    assert replay(once).to_act()
    # Four times the moves: 4 when linear, 16 when not. A busy machine may spoil a measurement.
    assert any(seconds(fourfold) < 8 * seconds(once) for _ in range(5))


def seconds(record: Record) -> float:
    before = time.process_time()
    replay(record)
    return time.process_time() - before


def test_a_fixed_throw_is_found_among_many() -> None:
    rolls = tuple((number, ("R", "-")) for number in range(2, 50, 2))
    chance = Chance(bytes(32), rolls=rolls)
    assert [chance.roll("balloon", number, 2, DIE) for number in (2, 24, 48)] == ["R-"] * 3
    assert [chance.roll("balloon", number, 2, DIE) for number in (1, 25, 50)] == [
        Chance(bytes(32)).roll("balloon", number, 2, DIE) for number in (1, 25, 50)
    ]
    with pytest.raises(BadChance):
        Chance(bytes(32), rolls=((3, ()),)).roll("balloon", 3, 2, DIE)


def test_a_result_the_moves_do_not_give_is_refused() -> None:
    course, moves = replay(parse_record(record())), []
    while acting := course.to_act():
        code = course.legal(acting[0])[0]
        moves.append(f"{acting[0]} {code}")
        course = course.then(acting[0], code)
    true = " ".join(map(str, course.view(None).scores))
    assert replay(parse_record(record(*moves, result=true))).state == course.state
    assert refused(record(*moves, result="1 2 3")) == (6, "result: 1 2 3", "wrong_result")
    after = record(*moves, "1 play KH")
    assert refused(after) == (len(after.splitlines()), "1 play KH", "game_over")


class Colour(StrEnum):
    RED = "red"


class Pair(NamedTuple):
    left: int
    right: str | None


@dataclass(frozen=True, slots=True)
class Sample:
    colour: Colour
    pairs: tuple[Pair, ...]
    numbers: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...] = ()


SAMPLE = Sample(Colour.RED, (Pair(1, "a"), Pair(2, None)), (), ((1, 2), (3,)))


def test_a_view_becomes_json_values() -> None:
    assert plain(SAMPLE) == {
        "colour": "red",
        "pairs": [{"left": 1, "right": "a"}, {"left": 2, "right": None}],
        "numbers": [],
        "rows": [[1, 2], [3]],
    }


def test_what_no_view_may_hold_is_refused() -> None:
    with pytest.raises(TypeError, match="bytes"):
        plain((b"seed",))


def test_a_view_is_told_a_line_a_field() -> None:
    assert list(lines_of(SAMPLE)) == [
        "colour: red",
        "pairs:",
        "  1. Pair(left 1, right a)",
        "  2. Pair(left 2, right -)",
        "numbers: -",
        "rows: [1 2; 3]",
    ]


def test_what_another_view_tells_alike_is_left_out() -> None:
    other = Sample(Colour.RED, (), (5,), SAMPLE.rows)
    assert list(lines_of(other, SAMPLE)) == ["pairs: -", "numbers: 5"]


def test_a_value_is_told_on_one_line() -> None:
    assert line_of(SAMPLE).startswith("Sample(colour red, pairs [Pair(left 1, right a); Pair(")
    assert line_of(None) == line_of("") == line_of(()) == "-"


# Records of every version replay forever (tests/records).

TESTS = Path(__file__).parent.parent
RECORDS = sorted((TESTS / "records").glob("rules_*/*.txt"))
RECORDS += [file for key in GAMES for file in sorted((TESTS / "games" / key).glob("rules_*/*.txt"))]
"""Those of tests' own games, too, where these are registered."""


def missing(told: Any, now: Any, where: str = "") -> list[str]:
    """Say what was told of a record once and is not now; now there may be more fields."""
    if isinstance(told, dict) and isinstance(now, dict):
        gone = [f"{where}.{key} is gone" for key in told.keys() - now.keys()]
        same = ((key, value) for key, value in told.items() if key in now)
        return gone + [
            line for key, value in same for line in missing(value, now[key], f"{where}.{key}")
        ]
    if isinstance(told, list) and isinstance(now, list) and len(told) == len(now):
        pairs = enumerate(zip(told, now, strict=True))
        return [line for n, (old, new) in pairs for line in missing(old, new, f"{where}[{n}]")]
    return [] if told == now and type(told) is type(now) else [f"{where}: {told} became {now}"]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_record_ever_written_replays_to_the_same_end(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "--json", str(file)]) == 0
    told = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    assert missing(told, json.loads(capsys.readouterr().out)) == []


@pytest.mark.parametrize("key", GAMES)
def test_there_are_records_of_every_size_and_option_of_the_present_rules(key: str) -> None:
    info = GAMES[key].info
    records = [read_record(file.read_bytes()) for file in RECORDS if _version(file) == _now(key)]
    mine = [record for record in records if record.game == key]
    assert {record.seats for record in mine} == set(info.seats)
    assert {option for record in mine for option in record.options} == {
        option.key for option in info.options
    }
    assert any(record.result is None and record.moves for record in mine)
    assert any(record.shuffles or record.rolls for record in mine) or key == "clumond"


def test_a_record_that_names_its_rules_stands_with_them() -> None:
    named = {
        file: rules
        for file in RECORDS
        if (rules := dict(read_record(file.read_bytes()).other).get("rules"))
    }
    assert named
    assert all(int(rules) == _version(file) for file, rules in named.items())


def test_a_change_would_be_noticed() -> None:
    told = {"scores": [1, 2], "views": {"public": {"hand": None}}, "over": True}
    more = {**told, "views": {"public": {"hand": None, "new": 1}}, "new": 2}
    assert missing(told, told) == missing(told, more) == []
    for other in (
        {**told, "scores": [1, 3]},
        {**told, "scores": [1]},
        {**told, "over": 1},
        {**told, "views": {"public": {}}},
        {**told, "views": {"public": {"hand": []}}},
    ):
        assert missing(told, other)


def _version(file: Path) -> int:
    return int(file.parent.name.removeprefix("rules_"))


def _now(key: str) -> int:
    return GAMES[key].info.rules_version
