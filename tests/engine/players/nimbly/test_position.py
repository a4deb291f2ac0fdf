"""The position that search moves in, against the rules themselves."""

from __future__ import annotations

from random import Random

import pytest

from engine.cards import CARD_OF_FACE, mask_of_faces
from engine.players.nimbly.position import DONE, Layout, Position, position_of
from tests.engine.nimbly.positions import seen, state_of, table
from tests.engine.players.nimbly.searching import same
from tests.engine.walks import Beginning


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", range(30))
def test_a_world_moves_as_the_rules_say(seats: int, seed: int) -> None:
    """In lockstep with the public rules (J1-J3): what may be taken, what it gives, who is next."""
    course, random = Beginning("nimbly", seats, {"deals": 1}, seed).course(), Random(seed)
    layout, position = position_of(state_of(course))
    while acting := course.to_act():
        assert same(layout, position, state_of(course))
        assert same(*position_of(state_of(course)), state_of(course))
        takes = layout.takes(position.left, position.hands[position.turn].bit_count())
        assert [f"draw {take.rows}" for take in takes] == [*course.legal(acting[0])]
        take = random.choice(takes)
        course = course.then(acting[0], f"draw {take.rows}")
        position = position.after(take)
    result = seen(course).last_deal
    assert result is not None
    assert (position.turn, position.left) == (DONE, 0)
    assert position_of(state_of(course))[1].turn == DONE
    assert position.hands == tuple(mask_of_faces(nine.cards) for nine in result.hands)


def test_a_full_hand_is_passed_over() -> None:
    """J2: a player with nine is skipped."""
    full, open_hand = (1 << 9) - 1, 1 << 20
    layout = Layout(((30,), (31,), ()))
    position = Position(layout.whole, (open_hand, full, full << 9), 0)
    take, *_ = layout.takes(position.left, 1)
    assert position.after(take).turn == 0


def test_a_world_stays_as_it_is_when_it_is_moved_on() -> None:
    layout, position = position_of(state_of(table("KH QH JH")))
    take = layout.takes(position.left, 0)[0]
    after = position.after(take)
    assert position.hands == (0, 0, 0)
    assert after.hands == (1 << CARD_OF_FACE["JH"], 0, 0)
    assert layout.live(position.left) ^ layout.live(after.left) == take.cards
