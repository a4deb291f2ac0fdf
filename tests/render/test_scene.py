"""What a scene has without saying so: final result, no pictures of rules, nobody to act at last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.seats import Seat
from render.api import Person, Words
from render.canvas import Canvas
from render.context import Context
from render.panels import ground
from render.scene import Scene
from render.speech import Speech
from tests.render.test_context import Plain


class PlainSpeech(Speech[Plain]):
    game = "nimbly"

    def headline(self) -> str:
        return "nowhere"

    def progress(self) -> str:
        return "Some game."

    def seat(self, seat: int) -> str:
        return f"{self.context.name(seat)} sits there."

    def table(self) -> list[str]:
        return [self.progress(), "", self.turn(), *self.seats()]

    def hand(self) -> list[str]:
        return [self.progress(), f"Seat {self.context.own_seat}."]


class PlainScene(Scene[Plain]):
    game = "nimbly"
    shows = Plain
    speech = PlainSpeech

    def draw_table(self, context: Context[Plain]) -> Canvas:
        return ground(100 * context.view.seats, (), context.theme)

    draw_hand = draw_table


SCENE = PlainScene()
VIEW = Plain(to_act=(Seat(2),))


def test_sentences_are_joined_without_empty_ones(people: Sequence[Person], words: Words) -> None:
    told = SCENE.table(VIEW, people[:2], words).alt
    assert told == (
        "Some game. Benny's turn. Annie sits there. Benny sits there. Seat 3 sits there."
    )


def test_a_table_closed_early_says_nothing_of_a_turn(
    people: Sequence[Person], words: Words
) -> None:
    assert "turn" not in SCENE.closed(VIEW, people, words).alt


def test_a_hand_is_its_seats_own(people: Sequence[Person], words: Words) -> None:
    own = replace(VIEW, seat=Seat(1))
    assert SCENE.hand(own, people, words).alt == ("Some game. Seat 1. Nimbus is a house player.")
    with pytest.raises(ValueError, match="a spectator has no hand"):
        SCENE.hand(VIEW, people, words)


def test_the_deal_of_a_game_of_one_deal_is_its_final_result(
    people: Sequence[Person], words: Words
) -> None:
    over = Plain(winners=(Seat(1),), scores=(3, 1, 2), deal_scores=((3, 1, 2),))
    assert SCENE.deal(over, people, words) == SCENE.result(over, people, words)
    with pytest.raises(ValueError, match="no deal is finished"):
        SCENE.deal(VIEW, people, words)


def test_rules_need_no_pictures(words: Words) -> None:
    assert SCENE.rules(1, words) is None
