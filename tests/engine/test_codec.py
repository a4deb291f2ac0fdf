from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import pytest

from engine.codec import line_of, lines_of, plain


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
