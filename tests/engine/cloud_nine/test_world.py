"""The position that search moves in, against the rules themselves."""

from __future__ import annotations

from random import Random

import pytest

from engine.cards import CARD_OF_FACE, faces_in
from engine.games.cloud_nine.guess import Guess
from engine.games.cloud_nine.state import State
from engine.games.cloud_nine.view import Phase
from engine.games.cloud_nine.world import DONE, PLAY, SECOND, TAKE, World
from tests.engine.cloud_nine.positions import seen, state_of, table
from tests.engine.walks import Beginning

DOING = {Phase.PLAY: PLAY, Phase.TAKE: TAKE, Phase.SECOND: SECOND, Phase.OVER: DONE}


def world_of(state: State) -> World:
    """Give the whole truth of a deal's beginning as a world."""
    stock = [*reversed(state.stock)]
    return World([*state.hands], [*state.clouds], stock, state.leader - 1)


def make(world: World, code: str) -> None:
    verb, what = code.split()
    if verb == "second":
        world.name_second(int(what) - 1)
    else:
        (world.play if verb == "play" else world.take)(CARD_OF_FACE[what])


def same(world: World, state: State) -> bool:
    return (
        tuple(world.hands) == state.hands
        and tuple(world.clouds) == state.clouds
        and world.doing == DOING[state.phase]
        and world.turn == state.turn - 1
        and (world.number, world.untaken) == (state.number, state.untaken)
    )


@pytest.mark.parametrize("seed", range(40))
def test_a_world_moves_as_the_rules_say(seed: int) -> None:
    """In lockstep with the public rules (N1-N6), jokers and equal claims and all."""
    course, random = Beginning("cloud_nine", 3, {"deals": 2}, seed).course(), Random(seed)
    world = world_of(state_of(course))
    while len(seen(course).deal_scores) == 0:
        assert same(world, state_of(course))
        seat = course.to_act()[0]
        code = random.choice(course.legal(seat))
        course = course.then(seat, code)
        make(world, code)
    result = seen(course).last_deal
    assert result is not None
    assert world.doing == DONE
    assert [_faces(hand) for hand in world.hands] == [list(nine.cards) for nine in result.hands]
    assert [_faces(cloud) for cloud in world.clouds] == [list(n.cards) for n in result.clouds]


def _faces(mask: int) -> list[str]:
    return list(faces_in(mask))


@pytest.mark.parametrize("seed", range(12))
def test_a_guessed_world_holds_what_the_seat_sees_and_the_whole_pack(seed: int) -> None:
    course, random = Beginning("cloud_nine", 3, {"deals": 1}, seed).course(), Random(seed)
    while acting := course.to_act():
        seat = acting[0]
        world, state = Guess(seen(course, seat)).world(random), state_of(course)
        assert [h.bit_count() for h in world.hands] == [h.bit_count() for h in state.hands]
        assert _faces(world.hands[seat - 1]) == _faces(state.hands[seat - 1])
        assert [_faces(cloud) for cloud in world.clouds] == list(map(_faces, state.clouds))
        assert _faces(world.untaken) == _faces(state.untaken)
        parts = [*world.hands, *world.clouds, world.untaken, sum(1 << c for c in world.stock)]
        assert sum(parts) == (1 << 54) - 1
        assert sum(part.bit_count() for part in parts) == 54
        course = course.then(seat, random.choice(course.legal(seat)))


def test_a_spectator_guesses_nothing() -> None:
    with pytest.raises(ValueError, match="spectator"):
        Guess(seen(table()))


def test_a_copy_of_a_world_is_moved_in_apart() -> None:
    world = world_of(state_of(table("KH")))
    twin = world.copy()
    twin.play(CARD_OF_FACE["KH"])
    assert world.cards == ()
    assert world.hands[0].bit_count() == 9
    assert twin.hands[0].bit_count() == 8
