import pytest

from engine.game import BadOptions, Info, Option, OptionValue
from engine.options import Choice, Flag, Number, read_option, settle, spell_option

INFO = Info(
    key="sample",
    title="Sample",
    seats=(3, 4),
    options=(
        Number("deals", 3, 1, 9),
        Number("target", None, 50, 2000),
        Choice("scoring", "chips", choices=("chips", "points")),
        Flag("redeal", default=True),
        Flag("par", default=False, seats=(3,)),
        Number("rounds", 9, 3, 30, step=3),
    ),
    rules_version=1,
)


def test_an_option_that_cannot_be_read_or_checked_is_none() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Option("deals", 3)  # type: ignore[abstract] # on purpose


def test_what_is_left_out_has_its_default() -> None:
    assert settle(INFO, 3, {"target": 100}) == {
        "deals": 3,
        "target": 100,
        "scoring": "chips",
        "redeal": True,
        "par": False,
        "rounds": 9,
    }


def test_an_option_that_is_off_unless_given_can_be_given_as_off() -> None:
    assert settle(INFO, 4, {"target": None})["target"] is None


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("colour", 3, "unknown_option"),
        ("deals", 0, "out_of_range"),
        ("deals", 10, "out_of_range"),
        ("deals", "3", "not_a_number"),
        ("deals", True, "not_a_number"),
        ("deals", None, "not_a_number"),
        ("rounds", 10, "not_a_multiple"),
        ("rounds", 33, "out_of_range"),
        ("scoring", "beans", "not_a_choice"),
        ("redeal", "yes", "not_a_flag"),
        ("redeal", 1, "not_a_flag"),
    ],
)
def test_an_option_the_game_does_not_have_is_refused(
    key: str, value: OptionValue, reason: str
) -> None:
    with pytest.raises(BadOptions) as refused:
        settle(INFO, 3, {key: value})
    assert (refused.value.reason, refused.value.key) == (reason, key)


def test_an_option_for_some_tables_is_refused_at_others_unless_it_is_off() -> None:
    assert settle(INFO, 3, {"par": True})["par"] is True
    assert settle(INFO, 4, {"par": False})["par"] is False
    with pytest.raises(BadOptions) as refused:
        settle(INFO, 4, {"par": True})
    assert (refused.value.reason, refused.value.key) == ("not_with_these_seats", "par")


def test_a_number_of_seats_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(BadOptions) as refused:
        settle(INFO, 5, {})
    assert (refused.value.reason, refused.value.key) == ("wrong_seats", "seats")


@pytest.mark.parametrize(
    ("key", "word", "value"),
    [
        ("deals", "9", 9),
        ("target", "50", 50),
        ("scoring", "points", "points"),
        ("redeal", "false", False),
    ],
)
def test_an_option_is_read_as_it_is_spelled(key: str, word: str, value: OptionValue) -> None:
    assert read_option(INFO, key, word) == value
    assert spell_option(value) == word


@pytest.mark.parametrize(
    ("key", "word", "reason"),
    [
        ("deals", "+3", "not_a_number"),
        ("deals", "\N{ARABIC-INDIC DIGIT THREE}", "not_a_number"),
        ("deals", "12", "out_of_range"),
        ("scoring", "Chips", "not_a_choice"),
        ("redeal", "True", "not_a_flag"),
        ("colour", "red", "unknown_option"),
    ],
)
def test_a_spelling_that_is_no_value_is_refused(key: str, word: str, reason: str) -> None:
    with pytest.raises(BadOptions, match=reason):
        read_option(INFO, key, word)


def test_a_number_may_be_one_that_fits_no_step() -> None:
    rounds = Number("rounds", 9, 3, 30, step=3, also=(1,))
    assert rounds.read("1") == 1
    for word in ("2", "4", "0"):
        with pytest.raises(BadOptions):
            rounds.read(word)
