"""The layout of a review: within Discord's limits, and in words that say what is so."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from discord import ui

from bot.daily.rules import Day
from bot.discord.parts import Pictures
from bot.match.table.names import people
from bot.presenters.cards import card_label
from bot.replays.service import Replay
from bot.reviews.layouts import ReviewFrame, mistake_layout, play_of, review_layout, waiting_layout
from bot.store.rows import MatchId
from engine.analysis.decision import Gap
from engine.analysis.luck import Amount, Luck
from engine.analysis.review import Point, Review
from engine.analysis.scale import Grade
from engine.players.cases import TRYING
from render.scenes import SCENES
from render.scenes.play import Mark, paint_play
from tests.match.rows import SAY, faults, ids, labels, said
from tests.match.show.test_board_layouts import AWKWARD
from tests.reviews.conftest import CLEAR, FIRST, LUCKY, UNCLEAR, made_up, random_replay

NAMES = ("Ada", "Ben", "Cleo")


def laid_out(
    replay: Replay, review: Review | None = None, pictures: Pictures = ()
) -> ui.LayoutView:
    return review_layout(ReviewFrame(replay, review or made_up(replay)), pictures, SAY)


def told(key: str = "cloud_nine", **fields: object) -> str:
    """Return the words of a review, some fields of it changed."""
    replay = random_replay(key, *NAMES)
    # The fields are named by the tests, each of its own type.
    return said(laid_out(replay, replace(made_up(replay), **fields)))  # type: ignore[arg-type]


def seen(gap: Gap, known: Gap, key: str = "cloud_nine") -> str:
    """Return the words of one mistake of this gap, as it is looked at by itself."""
    replay = random_replay(key, *NAMES)
    review = made_up(replay)
    mistake = replace(review.mistakes[0], gap=gap, known=known)
    shown = ReviewFrame(replay, replace(review, mistakes=(mistake,)))
    return said(mistake_layout(shown, mistake, (), SAY))


@pytest.mark.whole
@pytest.mark.parametrize("key", sorted(TRYING))
@pytest.mark.parametrize("names", [NAMES, AWKWARD[:3]])
def test_every_review_keeps_discords_limits(key: str, names: tuple[str, ...]) -> None:
    for seed in range(1, 4):
        replay = random_replay(key, *names, seed=seed)
        shown, unit = ReviewFrame(replay, made_up(replay)), SCENES[key].unit
        pictures = [("review.png", paint_play(play_of(shown, SAY), unit, SAY))]
        assert faults(review_layout(shown, pictures, SAY)) == []
        for mistake in shown.review.mistakes:
            view = shown.view(mistake)
            hand = SCENES[key].hand(view, people(replay.row), SAY)
            assert faults(mistake_layout(shown, mistake, [("hand.png", hand)], SAY)) == []


@pytest.mark.parametrize("key", sorted(TRYING))
def test_a_mistake_is_told_in_a_sentence_by_both_moves_and_what_it_cost(key: str) -> None:
    text = told(key)
    assert text.count("** lowered your chance of winning by about 8%. 🟩 Good: **") == 3
    assert text.count("\n🟡 Fair: **") == 3
    assert text.count("would have lowered your chance of winning by 8%.") == 2
    assert "hard house player:" not in text.lower()
    assert not re.search(r"→|\*\*[a-z][^*]*\*\* (cost|would)", text)


def test_both_moves_are_named_as_a_sentence_names_them_and_not_as_a_button() -> None:
    """Nobody says that "Take 10♣ → 2" cost them something."""
    replay = random_replay("cloud_nine", *NAMES)
    take = next(
        number
        for number, course in enumerate(replay.courses)
        if 1 in course.to_act() and len(course.legal(FIRST)) > 1
        and course.legal(FIRST)[0].startswith("take")
    )  # fmt: skip
    best, rival = replay.courses[take].legal(FIRST)[:2]
    decision = replace(made_up(replay).mistakes[0], move=take, best=best, rival=rival, code=rival)
    text = told(mistakes=(decision,), praised=(replace(decision, code=best),))
    cards = [card_label(code.partition(" ")[2], SAY) for code in (best, rival)]
    cost = f"**{cards[1]}** lowered your chance of winning by about 8%."
    assert f"{cost} 🟩 Good: **{cards[0]}**." in text
    assert f"**{cards[0]}**. **{cards[1]}** would have lowered your chance" in text
    assert "Take" not in text


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (replace(CLEAR, trials=200), "it lowered your chance of winning by 8%."),
        (UNCLEAR, "both would have done about the same."),
        (Gap(-0.3, 0.0, -11.0, 0.0, 1), "your move was better."),
        (Gap(0.3, 0.0, -11.0, 0.0, 1), "it lowered your chance of winning by 30%."),
        (Gap(0.0, 0.0, 0.0, 0.0, 1), "both would have done about the same."),
    ],
)
def test_a_mistake_by_itself_says_what_all_cards_would_have_said(known: Gap, words: str) -> None:
    assert f"With all cards open, {words}" in seen(CLEAR, known)


def test_where_nothing_is_hidden_a_mistake_does_not_say_its_cost_twice() -> None:
    replay = random_replay("nimbly", *NAMES)
    mistake = replace(made_up(replay).mistakes[0], known=CLEAR)
    shown = ReviewFrame(replay, replace(made_up(replay), mistakes=(mistake,)))
    layout = mistake_layout(shown, mistake, (), SAY)
    assert "With all cards open" not in said(layout)
    assert faults(layout) == []


def test_without_a_mistake_or_a_choice_it_says_so() -> None:
    text = told(mistakes=(), praised=())
    assert "You made no clear mistake." in text
    assert "Good" not in text
    text = told(mistakes=(), praised=(), decisions=0, accuracy=None)
    assert "You had no choices in this game" in text
    assert "mistake" not in text
    assert "Accuracy" not in text


@pytest.mark.parametrize("key", sorted(TRYING))
def test_accuracy_says_what_it_means_and_why_there_is_none(key: str) -> None:
    text = told(key)
    assert "**Accuracy: 83 of 100**" in text
    assert "0: random moves. 100: the hard house player." in text
    text = told(key, accuracy=4.0)
    assert "**A hard game.** Here is what would have helped most." in text
    assert "of 100" not in text
    assert "**Accuracy: 4 of 100**" in told(key, accuracy=4.0, mistakes=())
    text = told(key, accuracy=None)
    assert "No accuracy this time: too few of your moves made a clear difference." in text
    assert "of 100" not in text


def test_luck_is_told_in_one_sentence_with_its_kinds_where_there_are_several() -> None:
    text = told()
    assert "**Luck** was with you, +6% on your chance of winning: good cards" in text
    assert "points" not in text[text.index("**Luck**") :]
    alone = told(luck=replace(LUCKY, draws=Amount()))
    assert "**Luck** was with you: +8% on your chance of winning." in alone
    assert "cards" not in alone[alone.index("**Luck**") :].partition("\n")[0]
    bad = Luck(Amount(), Amount(), Amount(-7.0, 1.0, -0.05, 0.01, 4))
    assert "**Luck** was against you: \N{MINUS SIGN}5% on your chance of winning." in told(luck=bad)
    assert "Luck" not in told(luck=Luck(Amount(), Amount(), Amount()))
    even = Luck(Amount(12.0, 4.0, -0.05, 0.055, 9), Amount(), Amount())
    text = told(luck=even)
    assert "**Luck** made no clear difference." in text
    lost, why = (Point(9, 0.4), Point(12, 0.0)), "Small choices did"
    assert why in told(luck=even, mistakes=(), curve=lost)
    assert why not in told(luck=even, mistakes=(), curve=lost[:1])
    assert why not in told(luck=even, curve=lost)
    assert "5%" not in text
    assert SAY("review.luck_unclear") in told(luck=replace(LUCKY, cards=Amount()))


@pytest.mark.parametrize(("points", "share"), [(-3.0, 0.05), (3.0, -0.05)])
def test_luck_is_told_by_the_chance_alone_where_points_say_the_contrary(
    points: float, share: float
) -> None:
    luck = Luck(Amount(points, 1.0, share, 0.01, 9), Amount(0.0, 1.0, 0, 0.01, 9), Amount())
    text = told(luck=luck)
    change = "+5%" if share > 0 else "\N{MINUS SIGN}5%"
    assert f"{change} on your chance of winning" in text
    assert " cards" not in text


def test_the_picture_has_a_number_for_each_move_that_the_words_have() -> None:
    replay = random_replay("clumond", *NAMES)
    review = made_up(replay)
    curve = (*review.curve, Point(replay.last, 0.5))
    play = play_of(ReviewFrame(replay, replace(review, curve=curve)), SAY)
    told = (*review.mistakes, *review.praised)
    assert play.marks == [
        Mark(number, each.move, 42, grade=Grade.GOOD)
        if number > 3
        else Mark(number, each.move, 34, grade=Grade.FAIR, fall=8)
        for number, each in enumerate(told, start=1)
    ]
    assert play.points[-1] == (replay.last, 50)
    assert (play.starts, play.last) == (replay.starts, replay.last)
    assert play.title == "Clumond, table 7"


def test_while_it_is_made_one_can_ask_again() -> None:
    """Where the bot is restarted in the middle nothing comes of it."""
    shown = waiting_layout(MatchId(7), SAY)
    assert faults(shown) == []
    assert "about 10 seconds" in said(shown)
    assert (ids(shown), labels(shown)) == (["review:7"], ["Ask again"])


def test_what_is_told_is_numbered_in_the_order_of_the_moves() -> None:
    replay = random_replay("cloud_nine", *NAMES)
    review = made_up(replay)
    first, second, third = review.mistakes
    mixed = replace(review, mistakes=(third, first), praised=(replace(second, code=second.best),))
    shown = ReviewFrame(replay, mixed)
    assert [mark.number for mark in play_of(shown, SAY).marks] == [1, 2, 3]
    text = said(review_layout(shown, (), SAY))
    assert re.findall(r"\*\*(\d) · ", text) == ["1", "3", "2"]
    assert text.index("**2 · ") > text.index("### 🟩 Good")


def test_the_review_of_a_daily_leads_to_the_replay_and_back_to_the_day() -> None:
    replay = random_replay("clumond", *NAMES)
    day = Day(20_787)
    daily = replace(replay, row=replace(replay.row, series=day.key))
    nothing = replace(made_up(replay), mistakes=(), praised=())
    layout = review_layout(ReviewFrame(daily, nothing), (), SAY)
    assert ids(layout) == ["replay:7", f"daily:{day.number}:result"]
    assert faults(layout) == []
