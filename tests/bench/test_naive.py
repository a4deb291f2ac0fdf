from __future__ import annotations

from collections.abc import Mapping

import pytest

from bench import balloon_pictures, clumond_pictures, nimbly_pictures, pictures
from bench.naive import draw_naively
from bench.pictures import Draw, psnr
from render import nines
from render.canvas import Canvas
from render.sprites import card

SUBJECTS: dict[str, Mapping[str, Draw]] = {
    "cloud_nine": pictures.cloud_nine(),
    "nimbly": nimbly_pictures.subjects(),
    "clumond": clumond_pictures.subjects(),
    "balloon": balloon_pictures.subjects(),
}
EVERY = [(game, name) for game, drawn in SUBJECTS.items() for name in drawn]


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_the_naive_peer_draws_all_that_the_scene_draws(game: str, name: str) -> None:
    draw = SUBJECTS[game][name]
    ours, theirs = draw().image, draw_naively(draw)
    assert ours.size == theirs.size
    assert psnr(ours, theirs) > 27


def test_the_naive_peer_keeps_no_card_and_leaves_everything_as_it_was() -> None:
    draw = SUBJECTS["cloud_nine"]["table"]
    draw()
    text, before = Canvas.text, card.cache_info()
    draw_naively(draw)
    assert card.cache_info() == before
    assert Canvas.text is text
    assert vars(nines)["card"] is card
    assert draw().texts
