"""Whole games by ear: every move is legal at once, and that of who sees the whole table."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import GAMES
from tests.by_ear.playing import begin, by_ear, play
from tests.by_ear.proof import ALIKE, Proof
from tests.soak.amounts import amount, later

WHOLE = 10_000
SHORT = [
    ("cloud_nine", 9), ("balloon", 8), ("nimbly", 5), ("clumond", 8),
    *(later(game, WHOLE) for game in GAMES),
]  # fmt: skip
"""So many decisions are made; most games are played to their end by `make soak`."""

GAMES_OF_EACH = 25


def holds(proof: Proof, game: str) -> None:
    """Hold a game to what is promised to who plays by ear."""
    told = "\n".join([proof.told(game), *proof.differences, *proof.strange, *proof.faults])
    assert proof.alike >= int(ALIKE * proof.decisions), told  # of a few, one may be another
    assert not proof.faults, told
    assert not proof.strange, told


@pytest.mark.parametrize(("game", "most"), SHORT)
async def test_a_game_alone_is_played_by_ear(tmp_path: Path, game: str, most: int) -> None:
    async with by_ear(tmp_path) as (held, ear):
        player = await begin(held, ear, game)
        player.typing = 3
        holds(await play(held, player, seed=1, most=most), game)


@pytest.mark.parametrize(
    ("game", "most"), [("cloud_nine", 5), *(later(game, WHOLE) for game in GAMES)]
)
async def test_one_plays_by_ear_and_another_with_pictures(
    tmp_path: Path, game: str, most: int
) -> None:
    async with by_ear(tmp_path, "Ben") as (held, ear):
        player = await begin(held, ear, game, "Ben")
        holds(await play(held, player, seed=2, most=most), game)


@pytest.mark.parametrize(("game", "most"), [("nimbly", 3), *(later(game, WHOLE) for game in GAMES)])
async def test_a_game_is_played_by_ear_in_direct_messages(
    tmp_path: Path, game: str, most: int
) -> None:
    async with by_ear(tmp_path) as (held, ear):
        ear.is_direct = True
        holds(await play(held, await begin(held, ear, game), seed=3, most=most), game)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("game", GAMES)
async def test_a_hundred_games_are_played_by_ear(tmp_path: Path, game: str) -> None:
    all_of_them = Proof()
    for number in range(amount(GAMES_OF_EACH)):
        place = tmp_path / str(number)
        place.mkdir()
        async with by_ear(place) as (held, ear):
            all_of_them.add(await play(held, await begin(held, ear, game), seed=number))
    holds(all_of_them, game)
