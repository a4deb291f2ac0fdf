"""A table of two people of two languages: the board in one, each hand in its own."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from bot.discord.emoji import OwnEmoji
from bot.match.calls.digests import Waiting, digest_text
from bot.match.show.contents import Content, Contents
from bot.match.show.frame import frame_of
from bot.painter import Painter
from bot.preferences.person import note_client, person_settings
from bot.store.rows import Publication
from bot.texts import Texts
from engine.seats import Seat
from tests.match.rows import labels, said, tables
from tests.match.stand import Parts
from tests.texts.english import english_in, language_of

NAMES = ("Ada", "Ben", "Cleo")


def words(content: Content) -> str:
    """Return all that is read of a message, alt texts too."""
    view, files = content
    return "\n".join([said(view), *labels(view), *(file.description or "" for file in files)])


def painted(content: Content) -> list[bytes]:
    return [file.fp.read() for file in content[1]]


@pytest.mark.parametrize("board", ["en", "de", "fr"])
async def test_the_board_is_in_the_tables_language_and_each_hand_with_its_picture_in_its_own(
    parts: Parts, board: str
) -> None:
    no_emoji = cast("OwnEmoji", SimpleNamespace(ready={}))
    contents = Contents(Texts.load(), Painter(), no_emoji)
    await note_client(parts.store, 101, "de")
    await note_client(parts.store, 102, "fr")
    table, *_ = tables(*NAMES)
    table = replace(table, row=replace(table.row, locale=board))
    shown = await frame_of(parts.store, table, Publication(table.row.id), "Club")
    for_all = await contents.board(shown.board)
    hands = [await contents.hand(shown.board, shown.hands[Seat(n)]) for n in (1, 2)]
    assert [language_of(words(one)) for one in (for_all, *hands)] == [board, "de", "fr"]
    for hand, language in zip(hands, ("de", "fr"), strict=True):
        assert english_in(words(hand), language, ["Club"]) == []
        assert language_of(hand[1][0].description or "") == language
    # Of the same hand, painted after each other, the letters are those of each reader.
    mine = shown.hands[Seat(1)]
    pictures = [
        painted(await contents.hand(shown.board, replace(mine, locale=locale)))
        for locale in ("de", "fr", "de")
    ]
    assert pictures[0] == pictures[2] != pictures[1]


async def test_a_digest_is_in_the_language_of_who_is_asleep(parts: Parts) -> None:
    await note_client(parts.store, 101, "de")
    table, *_ = tables(*NAMES)
    waiting = [Waiting(table.row, (0.0, False), None, None, None)]
    for user, language in ((101, "de"), (102, "en")):
        text = digest_text(waiting, await person_settings(parts.store, user))
        assert language_of(text) == language
