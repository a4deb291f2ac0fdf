"""The position that search moves in, against the rules themselves."""

from __future__ import annotations

from random import Random

import pytest

from engine.cards import CARD_OF_FACE, faces_in
from engine.games.cloud_nine.state import State
from engine.games.cloud_nine.view import Phase
from engine.players.cloud_nine.position import DONE, PLAY, SECOND, TAKE, Position
from tests.engine.cloud_nine.positions import seen, state_of, table
from tests.engine.walks import Beginning
from tests.soak.amounts import some

DOING = {Phase.PLAY: PLAY, Phase.TAKE: TAKE, Phase.SECOND: SECOND, Phase.OVER: DONE}


def make(position: Position, code: str) -> None:
    verb, what = code.split()
    if verb == "second":
        position.name_second(int(what) - 1)
    else:
        (position.play if verb == "play" else position.take)(CARD_OF_FACE[what])


def same(position: Position, state: State) -> bool:
    return (
        tuple(position.hands) == state.hands
        and tuple(position.clouds) == state.clouds
        and position.doing == DOING[state.phase]
        and position.turn == state.turn - 1
        and (position.number, position.untaken) == (state.trick.number, state.trick.untaken)
    )


@pytest.mark.parametrize("seed", some(range(40), 10))
def test_a_position_moves_as_the_rules_say(seed: int) -> None:
    """In lockstep with the public rules (N1-N6), jokers and equal claims and all."""
    course, random = Beginning("cloud_nine", 3, {"deals": 2}, seed).course(), Random(seed)
    position = Position.of(state_of(course))
    while len(seen(course).deal_scores) == 0:
        assert same(position, state_of(course))
        assert same(Position.of(state_of(course)), state_of(course))
        seat = course.to_act()[0]
        code = random.choice(course.legal(seat))
        course = course.then(seat, code)
        make(position, code)
    result = seen(course).last_deal
    assert result is not None
    assert position.doing == DONE
    assert [_faces(hand) for hand in position.hands] == [list(nine.cards) for nine in result.hands]
    assert [_faces(cloud) for cloud in position.clouds] == [list(n.cards) for n in result.clouds]


def _faces(mask: int) -> list[str]:
    return list(faces_in(mask))


def test_a_copy_of_a_position_is_moved_in_apart() -> None:
    position = Position.of(state_of(table("KH")))
    twin = position.copy()
    twin.play(CARD_OF_FACE["KH"])
    assert position.cards == ()
    assert position.hands[0].bit_count() == 9
    assert twin.hands[0].bit_count() == 8
