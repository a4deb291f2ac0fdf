"""The layout of a review: within Discord's limits, and in words that say what is so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.reviews.layouts import review_layout, waiting_layout
from bot.store.rows import MatchId
from engine.analysis.decision import Gap
from engine.analysis.luck import Amount, Luck
from engine.players.trying import TRYING
from tests.match.rows import SAY, faults, ids, labels, said
from tests.match.show.test_board_layout import AWKWARD
from tests.reviews.reviews import CLEAR, LUCKY, UNCLEAR, framed_review, made_up, random_replay

NAMES = ("Ada", "Ben", "Cleo")


def told(key: str = "cloud_nine", **fields: object) -> str:
    """Return the words of a review, some fields of it changed."""
    replay = random_replay(key, *NAMES)
    # The fields are named by the tests, each of its own type.
    review = replace(made_up(replay), **fields)  # type: ignore[arg-type]
    return said(review_layout(framed_review(replay, review), SAY))


def told_of(gap: Gap, known: Gap, key: str = "cloud_nine") -> str:
    """Return the words of a review with one mistake of this gap."""
    mistake = made_up(random_replay(key, *NAMES)).mistakes[0]
    return told(key, mistakes=(replace(mistake, gap=gap, known=known),), praised=())


@pytest.mark.parametrize("key", sorted(TRYING))
@pytest.mark.parametrize("names", [NAMES, AWKWARD[:3]])
def test_every_review_keeps_discords_limits(key: str, names: tuple[str, ...]) -> None:
    for seed in range(1, 4):
        replay = random_replay(key, *names, seed=seed)
        review = made_up(replay)
        shown = review_layout(framed_review(replay, review, painted=seed == 1), SAY)
        assert faults(shown) == []
        assert len(review.mistakes) == len([each for each in ids(shown) if "replay:at:" in each])


@pytest.mark.parametrize("key", sorted(TRYING))
def test_a_mistake_is_told_by_both_moves_with_reasons_and_what_it_cost(key: str) -> None:
    text = told(key)
    assert text.count("You: **") == text.count("Hard house player: **") == 3
    assert text.count("(34% chance to win the game; ") == 3
    assert text.count("(42% chance to win the game; ") == 5  # and of the two that were well played
    unit = "chips" if key == "clumond" else "points"
    assert f"This cost you about **8% chance to win and 6.4 {unit}**, give or take 2%." in text
    assert text.count("would have cost you 8% chance to win.") == 2


def test_points_are_those_of_the_trials_and_left_out_where_they_say_the_contrary() -> None:
    text = told("nimbly")
    assert "likely to end" not in text
    assert text.count("points in this deal)") == 8
    text = told_of(Gap(0.08, 0.02, -3.0, 1.0, 400), UNCLEAR)
    assert "This cost you about **8% chance to win**, give or take 4%." in text


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (CLEAR, "With all cards open, your move was worse by 8% chance to win and 6.4 points."),
        (UNCLEAR, "With all cards open, it made no clear difference."),
        (
            Gap(-0.3, 0.0, -11.0, 0.0, 1),
            "your move was better by 30% chance to win and 11 points. You could not know.",
        ),
        (Gap(0.3, 0.0, -11.0, 0.0, 1), "your move was worse by 30% chance to win."),
        (Gap(0.0, 0.0, 0.0, 0.0, 1), "With all cards open, it made no clear difference."),
    ],
)
def test_the_second_line_says_what_all_cards_would_have_said(known: Gap, words: str) -> None:
    assert words in told_of(CLEAR, known)


def test_without_a_mistake_or_a_choice_it_says_so() -> None:
    text = told(mistakes=(), praised=())
    assert "None of your moves was clearly a mistake." in text
    assert "Well played" not in text
    assert "Hard house player" not in text
    text = told(mistakes=(), praised=(), decisions=0, agreed=0, accuracy=None)
    assert "You made no choice of your own in this game" in text
    assert "mistake" not in text
    assert "Accuracy" not in text


def test_accuracy_is_told_where_there_is_one() -> None:
    assert "**Accuracy 83** of 100. Of your 19 real choices, you made 12" in told()
    assert "Of your 1 real choice, you made 1" in told(decisions=1, agreed=1)
    assert "Accuracy" not in told(accuracy=None)


def test_luck_is_told_with_its_kinds_where_there_are_several_and_clear() -> None:
    total = "**Luck:** +4.1 points and +3% chance to win, compared with the average deal"
    text = told()
    assert f"{total} (give or take 2%)." in text
    assert "Of these: your cards +5.2 points, your draws \N{MINUS SIGN}1.1 points." in text
    alone = told(luck=replace(LUCKY, draws=Amount()))
    assert "+5.2 points and +4% chance to win" in alone
    assert "Of these" not in alone
    bad = Luck(Amount(), Amount(), Amount(-7.0, 1.0, -0.05, 0.01, 4))
    assert "\N{MINUS SIGN}7.0 points and \N{MINUS SIGN}5% chance to win" in told(luck=bad)
    assert "Luck" not in told(luck=Luck(Amount(), Amount(), Amount()))
    text = told(luck=Luck(Amount(12.0, 4.0, -0.05, 0.055, 9), Amount(), Amount()))
    assert "**Luck:** +12 points compared with the average deal" in text
    assert "5%" not in text


@pytest.mark.parametrize(("points", "share"), [(-3.0, 0.05), (3.0, -0.05)])
def test_luck_is_told_by_the_chance_alone_where_points_say_the_contrary(
    points: float, share: float
) -> None:
    text = told(
        luck=Luck(Amount(points, 1.0, share, 0.01, 9), Amount(0.0, 1.0, 0, 0.01, 9), Amount())
    )
    sign = "+" if share > 0 else "\N{MINUS SIGN}"
    assert f"**Luck:** {sign}5% chance to win, compared with the average deal (give" in text
    assert "Of these" not in text


def test_points_that_say_the_contrary_of_an_unclear_chance_are_told_by_kind() -> None:
    """Between one standard error and two nothing is clear."""
    luck = Luck(Amount(-3.0, 1.0, 0.05, 0.03, 9), Amount(0.0, 1.0, 0, 0.01, 9), Amount())
    assert "Of these" in told(luck=luck)


def test_each_mistake_can_be_seen_in_the_replay() -> None:
    replay = random_replay("cloud_nine", *NAMES)
    review = made_up(replay)
    shown = review_layout(framed_review(replay, review), SAY)
    assert labels(shown) == [f"▶ {number} in the replay" for number in (1, 2, 3)]
    places = [each.removeprefix("replay:at:").split("-")[:3] for each in ids(shown)]
    assert places == [["7", str(mistake.move), "1"] for mistake in review.mistakes]


def test_while_it_is_made_one_can_ask_again() -> None:
    """Where the bot is restarted in the middle nothing comes of it."""
    shown = waiting_layout(MatchId(7), SAY)
    assert faults(shown) == []
    assert "about ten seconds" in said(shown)
    assert (ids(shown), labels(shown)) == (["review:7"], ["Ask again"])
