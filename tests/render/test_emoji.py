"""The emoji: what Discord takes, always the same, and told apart when they are small and grey."""

from __future__ import annotations

import io
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.presenters.cards import card_emoji
from bot.texts import Texts
from engine.cards import FACES
from engine.games.balloon.view import FACES as BALLOON_FACES
from render.emoji import SIDE, finished
from render.scenes import EMOJI, emoji
from render.theme import PACK
from tests.render.contrasts import contrast

SMALL = 22
"""Pixels of an emoji on a button."""

GROUNDS = ((49, 51, 56), (78, 80, 88), (88, 101, 242), (255, 255, 255), (216, 217, 222))
"""What Discord shows buttons on, and buttons themselves, dark and light."""

_DIGESTS = "from render.scenes import EMOJI, emoji; print([emoji(key).digest for key in EMOJI])"


def picture(key: str) -> Image.Image:
    return Image.open(io.BytesIO(emoji(key).data))


def on_button(key: str, ground: tuple[int, int, int]) -> Image.Image:
    """Return an emoji as Discord shows it on a button, in grey."""
    small = picture(key).resize((SMALL, SMALL), Image.Resampling.LANCZOS)
    sheet = Image.new("RGB", small.size, ground)
    sheet.paste(small, (0, 0), small)
    return sheet.convert("L")


def test_every_card_of_the_games_has_one() -> None:
    assert set(FACES) <= set(EMOJI)
    assert {f"cloud9_{face}" for face in BALLOON_FACES} <= set(EMOJI)


@pytest.mark.parametrize("language", Texts.load().locales)
def test_cards_have_the_letters_of_every_language(language: str) -> None:
    say = Texts.load().words(language)
    assert {card_emoji(card, say) for card in FACES} <= set(EMOJI)


def test_a_french_king_has_an_r() -> None:
    def say(key: str, /, **_values: object) -> str:
        return {"card.short.K": "R"}[key]

    assert [card_emoji(card, say) for card in ("KH", "9H", "JK")] == ["RH", "9H", "JK"]


@pytest.mark.parametrize("key", EMOJI)
def test_discord_takes_it(key: str) -> None:
    assert len(emoji(key).data) < 256 * 1024
    image = picture(key)
    assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (SIDE, SIDE))
    corners = [(x, y) for x in (0, SIDE - 1) for y in (0, SIDE - 1)]
    assert {image.getchannel("A").getpixel(corner) for corner in corners} == {0}


def test_the_same_is_painted_by_every_process() -> None:
    root = Path(__file__).parents[2]
    told = subprocess.run(
        [sys.executable, "-c", _DIGESTS], cwd=root, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == str([finished(paint).digest for paint in EMOJI.values()])


@pytest.mark.parametrize("ground", GROUNDS)
def test_no_two_look_alike_without_their_colours(ground: tuple[int, int, int]) -> None:
    small = {key: on_button(key, ground) for key in EMOJI}
    alike = [
        (one, other)
        for one, other in combinations(EMOJI, 2)
        if ImageStat.Stat(ImageChops.difference(small[one], small[other])).rms[0] < 20
    ]
    assert alike == []


@pytest.mark.parametrize("ground", GROUNDS)
def test_its_tile_stands_out_from_the_ground(ground: tuple[int, int, int]) -> None:
    assert max(contrast(ground, PACK.paper), contrast(ground, PACK.edge)) > 2.5
