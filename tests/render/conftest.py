from __future__ import annotations

from collections.abc import Sequence

import pytest

from bench.evenings import english, evening
from engine.games.cloud_nine.view import CloudNineView
from engine.seats import Seat
from render.api import Person, Words

Views = dict[Seat | None, CloudNineView]

ABSURD = (
    "W" * 80,
    "علي بن أبي طالب بن عبد المطلب بن هاشم",
    "अनिरुद्ध श्रीवास्तव त्रिपाठी",
    "ศิริวรรณ ใจดีมากที่สุดในโลกนี้",
    "東京特許許可局長今日急遽休暇許可拒否",
    "👩‍👩‍👧‍👦🏳️‍🌈🇫🇷👍🏽🎲👩‍🚀",
    "Z" + "\u0337\u0322\u031b\u0347" * 40 + "algo",
    "",
    " \n\t\u200b\u202e ",
    "one\nline\r\ntwo",
    "**bold** _it_ ||spoil|| `code` <@1>",
    "\u202eabc\u202c \u2066def",
    "\U0001f6d1\ue000\U000f0000\u1cfa𒀀𓀀",
    "שלום Bob 東 علي ก",
)
"""Names as people really choose them, or worse."""


@pytest.fixture(scope="session")
def words() -> Words:
    return english()


@pytest.fixture(scope="session")
def people() -> Sequence[Person]:
    return (Person("Annie"), Person("Benny"), Person("Nimbus", house=True))


@pytest.fixture(scope="session")
def game() -> Sequence[Views]:
    """What everybody saw of a whole game of two deals."""
    return list(evening(CloudNineView, seed=4, deals=2))
