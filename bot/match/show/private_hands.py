"""Hands in private answers: Discord lets the bot edit one for a while after its press."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import NamedTuple

import discord
from discord import ui

from bot.clock import Clock
from bot.discord.io import LOST
from bot.discord.parts import add_words
from bot.match.show.contents import Content, Contents, Delivery
from bot.match.show.frame import BoardFrame, HandFrame
from bot.match.show.panels import Interaction, lives
from bot.match.table.kind import kind_of
from bot.match.table.state import has_private_hands
from bot.store.rows import MatchId, Status

UPDATED = discord.InteractionResponseType.deferred_message_update
"""How a press is acknowledged whose answer takes the place of what it was on."""

log = logging.getLogger(__name__)


class _Open(NamedTuple):
    """A private hand that is open: the newest press that shows it, its message, and its number.

    It `follows` an answer of that press, where it is not that answer itself. The press was `heard`
    then, by `Clock.monotonic`.
    """

    press: Interaction
    heard: float
    message_id: int
    number: int
    follows: bool = False

    async def delete(self) -> None:
        """Delete its message, unless its person has put it away."""
        with suppress(*LOST):
            if self.follows:
                await self.press.followup.delete_message(self.message_id)
            else:
                await self.press.delete_original_response()


class PrivateHands:
    """Shows hands in private answers, and keeps those up to date that are open.

    A person has one of a match: the one before goes when another is opened.
    """

    def __init__(self, contents: Contents, delivery: Delivery, clock: Clock) -> None:
        self._contents = contents
        self._delivery = delivery
        self._clock = clock
        # By the match and the person.
        self._open: dict[tuple[MatchId, int], _Open] = {}

    def opened(self, match_id: MatchId | None = None) -> Collection[tuple[MatchId, int]]:
        """Return the matches and people with open private hands, of a match or of any."""
        return [place for place in self._open if match_id in (None, place[0])]

    def remember(self, interaction: Interaction, match_id: MatchId) -> None:
        """Remember that a press was on a person's private hand; the newest token counts."""
        key, message = (match_id, interaction.user.id), interaction.message
        if message is not None:
            before = self._open.get(key)
            is_known = before is not None and before.message_id == message.id
            number = before.number if before is not None and is_known else 0
            self._open[key] = self._opened(interaction, message.id, number)

    async def refresh(self, board: BoardFrame, hand: HandFrame) -> None:
        """Show the present hand in the private answer this person has open, if any."""
        self._let_go(lambda _, opened: not lives(opened.heard, self._clock))
        key = board.row.id, hand.user_id
        opened = self._open.get(key)
        if opened is None:
            return
        # In words a turn has a new message: a screen reader may not tell of an edited one.
        is_new = hand.is_heard and hand.number != opened.number
        try:
            shown = await self._deliver(
                opened._replace(number=hand.number), board, hand, anew=is_new
            )
            is_over = board.row.status is not Status.PLAYING
        except LOST as error:
            # The private answer was dismissed or its token died: nothing to refresh any more.
            log.info("private hand of match %s lost: %s", board.row.id, type(error).__name__)
            shown, is_over = opened, True
        if self._open.get(key) is opened:
            self._open[key] = shown
            if is_over:
                del self._open[key]
        if is_new and shown is not opened:
            await opened.delete()

    async def show(
        self, interaction: Interaction, board: BoardFrame, hand: HandFrame, *, beside: bool = False
    ) -> None:
        """Show a hand in a private answer and remember it as open, as long as it changes.

        It is one more message `beside` what was pressed on, which stays, or takes its place.
        """
        # In words it comes in its place as a new message.
        replaces = not beside and hand.is_heard and interaction.response.type is UPDATED
        anew = beside or replaces
        own = self._opened(interaction, 0, hand.number)
        shown = await self._deliver(own, board, hand, anew=anew)
        if replaces:
            await own.delete()
        key = board.row.id, interaction.user.id
        before = self._open.pop(key, shown)
        if board.row.status is Status.PLAYING:
            self._open[key] = shown
        if before.message_id != shown.message_id and lives(before.heard, self._clock):
            await before.delete()

    def _opened(self, press: Interaction, message_id: int, number: int) -> _Open:
        return _Open(press, self._clock.monotonic(), message_id, number)

    async def _deliver(
        self, to: _Open, board: BoardFrame, hand: HandFrame, *, anew: bool = False
    ) -> _Open:
        """Show a hand in a private answer, or `anew` in another, and return what is open now."""
        row, press = board.row, to.press
        # Who plays alone has them below each other; others may have talked in between.
        is_below = has_private_hands(row) and not row.by_token and not kind_of(row).shares_deals
        is_below = is_below and press.channel_id == row.home_id

        async def make(shown: BoardFrame) -> Content:
            view, files = await self._contents.hand(
                shown, hand, beside_board=True, below_board=is_below
            )
            is_told = board.member(hand.seat).dm or has_private_hands(row)
            if not is_told and row.status is Status.PLAYING:
                add_words(view, self._contents.say_to(hand)("hand.no_dm"))
            return view, files

        async def send(view: ui.LayoutView, files: list[discord.File]) -> discord.Message:
            if anew:
                return await press.followup.send(view=view, files=files, ephemeral=True, wait=True)
            if to.follows:
                edit = press.followup.edit_message
                return await edit(to.message_id, view=view, attachments=files)
            return await press.edit_original_response(view=view, attachments=files)

        message = await self._delivery.deliver(board, make, send)
        return to._replace(message_id=message.id, follows=anew or to.follows)

    def forget(self, match_id: MatchId) -> None:
        """Forget a match that has ended and was shown."""
        self._let_go(lambda match, _: match == match_id)

    def _let_go(self, is_over: Callable[[MatchId, _Open], bool]) -> None:
        """Forget the private hands for which this is true."""
        self._open = {key: one for key, one in self._open.items() if not is_over(key[0], one)}

    def __len__(self) -> int:
        """Return how many private hands are remembered as open."""
        return len(self._open)
