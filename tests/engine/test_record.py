import time
from dataclasses import replace

import pytest

from engine.chance import BadChance, Chance
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
from tests.engine.records import HEADER, endless_record, record

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
