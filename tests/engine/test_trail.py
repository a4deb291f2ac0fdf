import pytest

from engine.course import Trail


def test_a_trail_grows_at_its_end_and_the_shorter_one_stays_as_it_is() -> None:
    short = Trail("ab")
    long = short.then("c").then("d")
    assert ([*short], [*long]) == (["a", "b"], ["a", "b", "c", "d"])
    assert (len(short), short[-1], long[-1], long[1:3]) == (2, "b", "d", ("b", "c"))


def test_trails_that_part_do_not_meet_again() -> None:
    start = Trail("a")
    one, other = start.then("b"), start.then("c")
    assert ([*one.then("d")], [*other.then("e")]) == (["a", "b", "d"], ["a", "c", "e"])
    assert [*start] == ["a"]


def test_a_trail_that_grows_copies_nothing() -> None:
    trail = Trail("a")
    assert trail.then("b")._shared is trail._shared


def test_trails_are_equal_by_what_they_hold() -> None:
    assert Trail("ab") == Trail("a").then("b")
    assert hash(Trail("ab")) == hash(Trail("a").then("b"))
    assert Trail("ab") != Trail("ac")
    assert Trail("ab") != ("a", "b")
    assert repr(Trail("ab")) == "Trail(['a', 'b'])"


def test_nothing_stands_beyond_the_end_of_a_trail() -> None:
    short = Trail("a")
    short.then("b")
    for at in (1, -2):
        with pytest.raises(IndexError):
            short[at]
