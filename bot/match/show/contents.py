"""The contents of messages about a match: frames become layouts and pictures."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

import discord
from discord import ui

from bot.discord.emoji import ApplicationEmoji
from bot.discord.io import DiscordIO, named
from bot.discord.parts import Pictures, jump_link, moment
from bot.discord.spoken import spoken
from bot.errors import Barred, Filtered, NoChannel
from bot.match.show import board_layouts
from bot.match.show.hand_layouts import hand_layout, layout_in_words, solo_layout
from bot.match.show.lobby_layouts import example, lobby_layout
from bot.match.show.narration import recent_sentences
from bot.match.show.stage import BoardFrame, HandFrame
from bot.match.table.kind import kind_of
from bot.match.table.names import people
from bot.painter import Painter
from bot.presenters import PRESENTERS
from bot.store.rows import LIVE, MatchId, MatchRow, Presence, Status
from bot.texts import Texts, by_ear
from engine.seats import Seat
from render.animation import moving
from render.api import MAX_ALT, Picture, Words
from render.scenes import SCENES
from render.speech import units
from render.theme import Theme

Content = tuple["ui.LayoutView", "list[discord.File]"]
"""The layout and the files of a message."""


class Contents:
    """Paints and lays out; knows no rules and decides nothing."""

    def __init__(self, texts: Texts, painter: Painter, emoji: ApplicationEmoji) -> None:
        self._texts = texts
        self._painter = painter
        self._emoji = emoji

    def say(self, row: MatchRow) -> Words:
        """Return the words in a match's language."""
        return self._texts.words(row.locale)

    def say_to(self, hand: HandFrame) -> Words:
        """Return the words in the language of a hand's person."""
        return self._texts.words(hand.locale)

    async def lobby(self, row: MatchRow, theme: Theme) -> Content:
        """Return the message that shows an open lobby, or what became of it.

        Who is asked for a rematch has just seen the game, and needs no example of it.
        """
        say = self.say(row)
        is_new = row.status is Status.LOBBY and row.follows is None
        pictures = await example(self._painter, row, say, theme) if is_new else []
        return _for_all(lobby_layout(row, say, pictures), pictures, row, say)

    async def board(self, board: BoardFrame) -> Content:
        """Return the message that shows a match to everybody."""
        if board.view is None:
            return await self.lobby(board.row, board.theme)
        say = self.say(board.row)
        if kind_of(board.row).is_veiled:
            return board_layouts.veiled_layout(board, say), []
        pictures = await self._board_pictures(board, say, board.theme)
        layout = board_layouts.board_layout(board, pictures, say, self._emoji.ready)
        return _for_all(layout, pictures, board.row, say)

    async def line(self, board: BoardFrame) -> Content:
        """Return the line in the channel that leads to a thread."""
        return board_layouts.line_layout(board, self.say(board.row)), []

    def call(self, board: BoardFrame, seat: Seat) -> str:
        """Return the words which call the person to act, or whose time runs out."""
        row, member, say = board.row, board.member(seat), self.say(board.row)
        is_last = member.clock.reminded and member.clock.due is not None
        link = jump_link(row, board.message)
        return say(
            "board.ping_last" if is_last else "board.ping", person=f"<@{member.user_id}>",
            game=say(f"game.{row.game}"), when=moment(member.clock.due or 0.0),
            link=say("board.ping_thread") if row.is_in_thread else link,
        )  # fmt: skip

    async def hand(
        self, board: BoardFrame, hand: HandFrame, *, beside_board: bool = False,
        below_board: bool = False,
    ) -> Content:  # fmt: skip
        """Return the message that shows a seat its hand.

        Where it stands `beside_board` the end of a game is told without the board's picture, and
        `below_board`, where the board is in sight, with one of its buttons.
        """
        row, say = board.row, self.say_to(hand)
        if by_ear(say):
            return await self._hand_in_words(board, hand, say)
        kind = kind_of(row)
        if row.status is not Status.PLAYING:
            pictured = kind.is_solo or kind.shares_deals or not beside_board
            return await self.finished_hand(board, hand, pictured=pictured, below=below_board)
        if hand.presence is Presence.REMOVED:
            return hand_layout(board, hand, [], say), []
        scene, seated = SCENES[row.game], people(row)
        # Boards wait for hands: who holds one may be about to act.
        paint = partial(scene.hand, hand.view, seated, say, hand.theme)
        picture = await self._painter.paint(paint, soon=True)
        if row.moves < len(row.members):
            picture = _with_words_offer(picture, say)
        pictures = [(f"hand-{row.moves}.png", picture)]
        if kind.is_solo and beside_board:
            return solo_layout(board, hand, pictures, say, self._emoji.ready), named(pictures)
        # What its board does not show to all is shown here.
        told = recent_sentences(board, say) if kind.is_veiled else []
        if kind.is_veiled:
            pictures = [*await self._board_pictures(board, say, hand.theme), *pictures]
        return hand_layout(board, hand, pictures, say, self._emoji.ready, told), named(pictures)

    async def _hand_in_words(self, board: BoardFrame, hand: HandFrame, say: Words) -> Content:
        """Return the message that tells a seat its hand in words."""
        if board.row.status is not Status.PLAYING:
            layout, _ = await self.finished_hand(board, hand)
        elif hand.away or hand.pauses:
            layout = hand_layout(board, hand, [], say)
        else:
            layout = layout_in_words(board, hand, say)
        return _said(layout, board.row, say), []

    async def finished_hand(
        self, board: BoardFrame, hand: HandFrame, *, pictured: bool = True, below: bool = False
    ) -> Content:
        """Return the remains of a hand; at the end of a game with its result."""
        say = self.say_to(hand)
        is_pictured = pictured and board.row.status is Status.OVER
        pictures = [await self._final_picture(board, say, hand.theme)] if is_pictured else []
        layout = board_layouts.finished_hand_layout(board, hand, pictures, say, below_board=below)
        return layout, named(pictures)

    async def _final_picture(
        self, board: BoardFrame, say: Words, theme: Theme
    ) -> tuple[str, Picture]:
        scene, seated = SCENES[board.row.game], people(board.row)
        ratings = None if board.notes is None else board.notes.changes()
        paint = partial(scene.result, board.view, seated, say, theme, ratings)
        return f"result-{board.row.moves}.png", await self._painter.paint(paint)

    async def _board_pictures(self, board: BoardFrame, say: Words, theme: Theme) -> Pictures:
        row, view = board.row, board.view
        scene, seated, moves = SCENES[row.game], people(row), row.moves
        if row.status is Status.OVER:
            return [await self._final_picture(board, say, theme)]
        is_played = row.status is Status.PLAYING
        if view is not None and is_played and PRESENTERS[row.game].shows_result(view):
            # Of the deal that has just begun, hands show all there is.
            deal = await self._painter.paint(partial(moving, scene, view, seated, say, theme))
            return [(f"deal-{moves}.{deal.suffix}", deal)]
        paint = scene.closed if row.status is Status.CLOSED else scene.table
        shown = await self._painter.paint(lambda: paint(view, seated, say, theme))
        return [(f"table-{moves}.png", shown)]


def _with_words_offer(picture: Picture, say: Words) -> Picture:
    """Return a picture that tells who hears it how to play without, if there is room for that."""
    told = f"{say('ear.instead')} {picture.alt}"
    return replace(picture, alt=told) if units(told) <= MAX_ALT else picture


def _for_all(layout: ui.LayoutView, pictures: Pictures, row: MatchRow, say: Words) -> Content:
    """Return a message of all who are there: in words in the direct messages of who plays so."""
    return (_said(layout, row, say), []) if by_ear(say) else (layout, named(pictures))


def _said(layout: ui.LayoutView, row: MatchRow, say: Words) -> ui.LayoutView:
    """Return a message in words; the buttons of a result, which stays, name the table."""
    return spoken(layout, say, table=None if row.status in LIVE else row.number)


# The one way in which a message about a match goes out, whatever Discord refuses of it.

log = logging.getLogger(__name__)

T = TypeVar("T")

Make = Callable[[BoardFrame], Awaitable[Content]]
Send = Callable[["ui.LayoutView", "list[discord.File]"], Awaitable[T]]


class Delivery:
    """Sends what is made of a board: without names or emoji where Discord refuses those."""

    def __init__(self, contents: Contents, emoji: ApplicationEmoji, io: DiscordIO) -> None:
        self._contents = contents
        self._emoji = emoji
        self._io = io
        # Matches in which a filter has refused people's words, such as names: no message of
        # theirs shows it from then on, so that a seat has one name everywhere.
        self._filtered: set[MatchId] = set()

    async def deliver(
        self, board: BoardFrame, make: Make, send: Send[T], *, server: int | None = None
    ) -> T:
        """Make a message, send it and return what `send` does. Raises StageErrors.

        It is made and sent again without what people wrote if a filter refuses that, and sent
        again without its emoji if Discord does not know one of them. The channels of a `server`
        that the bot has left are gone: NoChannel.
        """
        shown = self.nameless(board) if self.is_nameless(board.row.id) else board
        view, files = await make(shown)
        try:
            return await self._emoji.spared(view, files, lambda: send(view, files))
        except Filtered as error:
            if shown is not board:
                raise
            log.info("match %s is shown without names: %s", board.row.id, error)
            self._filtered.add(board.row.id)
        except Barred as error:
            if self._io.is_in(server):
                raise
            raise NoChannel(str(error)) from error
        return await self.deliver(board, make, send, server=server)

    def is_nameless(self, match_id: MatchId) -> bool:
        """Return whether a match is shown without what people wrote."""
        return match_id in self._filtered

    def nameless(self, board: BoardFrame) -> BoardFrame:
        """Return a board without what people wrote, such as names."""
        row, say = board.row, self._contents.say(board.row)
        members = tuple(
            replace(member, name=say("hand.nobody", seat=seat))
            for seat, member in enumerate(row.members, start=1)
        )
        return replace(board, row=replace(row, members=members), server=None)

    def forget(self, match_id: MatchId) -> None:
        """Forget a match that has ended and was shown."""
        self._filtered.discard(match_id)

    def __len__(self) -> int:
        """Return how many matches are shown without what people wrote."""
        return len(self._filtered)
