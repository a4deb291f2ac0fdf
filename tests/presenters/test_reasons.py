"""Why a house player likes a move: numbers of the game, and no gap where one is missing."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.presenters import PRESENTERS
from bot.presenters.reasons import amount, made, percent
from bot.texts import Texts
from engine.games import GAMES
from engine.games.balloon.view import Phase
from engine.melds import Meld
from engine.players.levels import HOUSE_PLAYERS
from engine.players.robot import RankedMove
from tests.presenters.test_every_presenter import walk

SAY = Texts.load().words("en")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_move_has_reasons_in_numbers(key: str) -> None:
    game, presenter = GAMES[key], PRESENTERS[key]
    for state, _, _ in walk(key, 5):
        for seat in game.to_act(state):
            view = game.view(state, seat)
            for move in game.legal(state, seat):
                told = presenter.reasons(view, RankedMove(game.code(move), 21.4, 0.5), SAY)
                assert told
                assert all(part == part.strip() and "{" not in part for part in told)
                assert any("21" in part for part in told)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_what_the_robots_say_can_be_told(key: str) -> None:
    game, presenter = GAMES[key], PRESENTERS[key]
    state, _, _ = next(walk(key, 6))
    seat = min(game.to_act(state))
    view = game.view(state, seat)
    legal = tuple(game.code(move) for move in game.legal(state, seat))
    for move in HOUSE_PLAYERS[key]["normal"].rank(view, (), legal, Random(1)):
        assert presenter.reasons(view, move, SAY)


@pytest.mark.parametrize("shown", [True, False])
def test_a_table_without_the_pilots_chances_gets_none_from_a_hint(shown: bool) -> None:
    game = GAMES["balloon"]
    for state, _, _ in walk("balloon", 5, {"odds": shown}):
        for seat in game.to_act(state):
            view = game.view(state, seat)
            told = PRESENTERS["balloon"].reasons(
                view, RankedMove("stay", 1, 1, (("pays", 0.5),)), SAY
            )
            lone = getattr(view, "phase", None) is Phase.LONE
            assert ("50% chance that the pilot can pay" in told) is (shown and not lone)
            assert ("50% chance that you can pay the next roll" in told) is lone


def test_cloud_nine_tells_what_the_cloud_or_the_hand_then_makes() -> None:
    game, presenter, told = GAMES["cloud_nine"], PRESENTERS["cloud_nine"], set()
    for state, _, _ in walk("cloud_nine", 7):
        for seat in game.to_act(state):
            view = game.view(state, seat)
            for move in game.legal(state, seat):
                code = game.code(move)
                reasons = presenter.reasons(view, RankedMove(code, 30.0), SAY)
                begins = {
                    "take": "your cloud then makes suit",
                    "play": "your hand still makes suit",
                }
                verb = code.partition(" ")[0]
                assert verb == "second" or reasons[0].startswith(begins[verb])
                told.add(verb)
    assert {"take", "play"} <= told


def test_a_nine_is_spelled_with_its_factors() -> None:
    assert made(Meld(4, 3, 2, 0, 24), SAY) == "suit 4 \u00d7 run 3 \u00d7 sets 2 = 24"
    assert made(Meld(4, 3, 2, 1, 34), SAY).endswith("sets 2 + 10 for a joker = 34")
    assert made(Meld(4, 3, 2, 2, 44), SAY).endswith("sets 2 + 20 for both jokers = 44")


@pytest.mark.parametrize(
    ("number", "shown"),
    [(41.4, "41"), (4.26, "4.3"), (-0.5, "\u22120.5"), (-12.0, "\u221212"), (0, "0"), (-0.04, "0")],
)
def test_averages_are_as_exact_as_they_need_to_be(number: float, shown: str) -> None:
    assert amount(number, SAY) == shown


@pytest.mark.parametrize(
    ("share", "shown"), [(0, 0), (0.001, 1), (0.456, 46), (0.999, 99), (1, 100)]
)
def test_a_chance_is_neither_nothing_nor_certain_unless_it_is(share: float, shown: int) -> None:
    assert percent(share) == shown


@pytest.mark.parametrize(
    ("leader", "own", "told"),
    [
        (52, 47, "scores 4 at once, but that cannot catch the leader"),
        (52, 48, "scores 4 at once"),
        (49, 40, "scores 4 at once"),
    ],
)
def test_a_jump_that_cannot_catch_the_leader_says_so(leader: int, own: int, told: str) -> None:
    game, presenter = GAMES["balloon"], PRESENTERS["balloon"]
    state, _, seats = next(walk("balloon", 5))
    seat = min(game.to_act(state))
    scores = [0] * seats
    scores[seat - 1], scores[seat % seats] = own, leader
    view = replace(game.view(state, seat), scores=tuple(scores), target=50)  # type: ignore[type-var] # a view of this game
    jump = RankedMove("jump", 4.0, 0.0, (("scores", 4.0),))
    assert presenter.reasons(view, jump, SAY) == (told,)
