"""Private answers that are edited on: the tokens they are reached by, what they show, and hands."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

import discord
from discord import ui
from discord.ui import LayoutView

from bot.clock import Clock
from bot.discord.io import LOST, translated
from bot.discord.parts import add_words
from bot.errors import Gone, Mute, StageError
from bot.match.show.contents import Content, Contents, Delivery
from bot.match.show.stage import BoardFrame, HandFrame
from bot.match.table.kind import kind_of
from bot.match.table.state import has_private_hands
from bot.store.rows import LIVE, Location, MatchId, MatchRow, Status

# Boards by token: where the bot may not write, each press of a person lets it for a while.

Interaction: TypeAlias = "discord.Interaction[Any]"

TOKEN_LIFE = 14 * 60.0
"""Discord takes an interaction's token for fifteen minutes after the press."""

POSTS = 3
"""How many boards are posted by one press: Discord takes five messages, private ones included."""

REMEMBERED_PRESSES = 1000
"""When more presses than these are remembered, old ones are forgotten."""


def lives(pressed_at: float, clock: Clock) -> bool:
    """Return whether Discord still takes the token of a press; `pressed_at` is by `monotonic`.

    When it was made Discord tells by a clock of its own: this machine's may be far from it.
    """
    return clock.monotonic() - pressed_at < TOKEN_LIFE


@dataclass(slots=True)
class _Token:
    """The rights of one press. `first` is the message of its own answer, if that was a board."""

    interaction: Interaction
    pressed_at: float
    match_id: MatchId
    first: int | None
    is_answered: Callable[[], bool]
    posts: int = 0


class Tokens:
    """Posts and edits the boards of matches that are `by_token`.

    A press allows to edit the message it was made on, and to post new ones. When nobody has
    pressed anything for a quarter of an hour, nothing can be shown until somebody does.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._most = REMEMBERED_PRESSES
        self._editors: dict[int, _Token] = {}
        # By where a press was, too: one made elsewhere, and any can be, never brings a board there.
        self._speakers: dict[tuple[MatchId, Location], _Token] = {}

    def keep(
        self,
        interaction: Interaction,
        match_id: MatchId,
        message_id: int | None,
        is_answered: Callable[[], bool],
    ) -> None:
        """Take note of a press about a match.

        `message_id` is the board it was made on, or that its answer is; None if it is about none.
        Before a press `is_answered`, Discord takes a new message for its answer.
        """
        self._let_go()
        pressed_at = self._clock.monotonic()
        token = _Token(interaction, pressed_at, match_id, message_id, is_answered)
        place = Location(interaction.guild_id, interaction.channel_id or 0)
        self._speakers[match_id, place] = token
        if message_id is not None:
            self._editors[message_id] = token

    async def post(
        self, match_id: MatchId, place: Location, view: LayoutView, files: list[discord.File]
    ) -> int:
        """Post a board by the newest press there and return its message's id. Raises Mute."""
        token = self._speakers.get((match_id, place))
        if token is None or not self._lives(token) or token.posts >= POSTS:
            raise Mute("nobody has pressed anything lately")
        if not token.is_answered():
            raise Mute("the press is not answered yet")
        followup = token.interaction.followup
        message = await translated(lambda: followup.send(view=view, files=files, wait=True))
        token.posts += 1
        self._editors[message.id] = token
        return message.id

    async def edit(self, message_id: int, view: LayoutView, files: list[discord.File]) -> None:
        """Edit a board. Raises Gone where no press allows it any more."""
        token = self._editors.get(message_id)
        if token is None or not self._lives(token):
            raise Gone("no token of this message is alive")
        press, allowed = token.interaction, discord.AllowedMentions.none()
        if token.first == message_id:
            await translated(
                lambda: press.edit_original_response(
                    view=view, attachments=files, allowed_mentions=allowed
                )
            )
        else:
            await translated(
                lambda: press.followup.edit_message(
                    message_id, view=view, attachments=files, allowed_mentions=allowed
                )
            )

    async def delete(self, message_id: int) -> bool:
        """Delete a board that was shown by token, if that can be; False if it is none."""
        token = self._editors.pop(message_id, None)
        if token is None:
            return False
        if self._lives(token):
            press = token.interaction
            with suppress(StageError):  # it stays, as where no press is alive
                if token.first == message_id:
                    await translated(press.delete_original_response)
                else:
                    await translated(lambda: press.followup.delete_message(message_id))
        return True

    def forget(self, match_id: MatchId) -> None:
        """Forget a match that has ended and was shown."""
        self._keep(lambda token: token.match_id != match_id)

    def __len__(self) -> int:
        """Return how many presses are remembered, by what they allow."""
        return len(self._editors) + len(self._speakers)

    def _let_go(self) -> None:
        """Forget presses of old: of many matches nobody ever sees the end."""
        if len(self) >= self._most:
            self._keep(self._lives)
            self._most = max(REMEMBERED_PRESSES, 2 * len(self))

    def _keep(self, is_kept: Callable[[_Token], bool]) -> None:
        self._editors = {key: token for key, token in self._editors.items() if is_kept(token)}
        self._speakers = {key: token for key, token in self._speakers.items() if is_kept(token)}

    def _lives(self, token: _Token) -> bool:
        return lives(token.pressed_at, self._clock)


# Private panels of lobbies and tables, and hints: they go when they have done their work.

REMEMBERED = 500
"""The most panels that are remembered; then the oldest are forgotten, and stay."""


@dataclass(frozen=True, slots=True)
class _Panel:
    """A panel that a person has open: what it was opened on, and the newest press.

    `pressed_at` is when that was, by `Clock.monotonic`.
    One that `stays` for others goes only for whoever does what ends it; one that `lasts` goes for
    nobody until its game has ended.
    """

    on: int
    press: Interaction
    pressed_at: float
    stays: bool
    lasts: bool


class Panels:
    """Remembers private panels and hints, by their message, and deletes them.

    Discord lets the bot do so for a while after the last press of each. Panels are forgotten at a
    restart: then they stay until their person puts them away.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._panels: dict[int, _Panel] = {}
        self._going: set[asyncio.Task[None]] = set()

    def note(self, press: Interaction, message_id: int, *, stays: bool = False) -> None:
        """Note the panel that a press has opened on a lobby, or changed, by its message."""
        message = press.message
        if message is not None and not message.flags.ephemeral:
            self._note(press, message_id, message.id, stays=stays)
            return
        before = message.id if message is not None else message_id
        if before not in self._panels:
            return
        if press.response.type is not UPDATED:
            self._note(press, message_id, self._panels[before].on, stays=stays)
            return
        # In words it is another message by now.
        panel, pressed_at = self._panels.pop(before), self._clock.monotonic()
        self._panels[message_id] = replace(panel, press=press, pressed_at=pressed_at)

    def is_on_table(self, press: Interaction) -> bool:
        """Return whether a press is on a message of a table, or on a panel opened there."""
        message = press.message
        return message is not None and (not message.flags.ephemeral or message.id in self._panels)

    def opened_on(self, message_id: int) -> int:
        """Return the message that a panel was opened on; of another message, itself."""
        return self._panels[message_id].on if message_id in self._panels else message_id

    async def note_hint(self, press: Interaction, message_id: int, match_id: MatchId) -> None:
        """Note the hint that a press has shown, or offered: it goes when its person has moved.

        What they were shown before goes now.
        """
        # Else `close_hints` would delete the message in which the new hint stands.
        self._panels.pop(message_id, None)
        await self.close_hints(match_id, press.user.id)
        self._note(press, message_id, match_id, stays=True)

    def note_answer(self, press: Interaction, message_id: int, match_id: MatchId) -> None:
        """Note what a press has been told about a match: it goes when its person has moved."""
        self._note(press, message_id, match_id, stays=True)

    def note_question(self, press: Interaction, message_id: int, match_id: MatchId) -> None:
        """Note what a press has shown about ending a match, or leaving it: it goes with that."""
        self._note(press, message_id, match_id, stays=True, lasts=True)

    def leave_to(self, press: Interaction) -> None:
        """Forget the panel that a press is on: its answer takes that one's place."""
        if press.message is not None:
            self._panels.pop(press.message.id, None)

    def _note(
        self, press: Interaction, message_id: int, on: int, *, stays: bool, lasts: bool = False
    ) -> None:
        self._panels.pop(message_id, None)
        self._panels[message_id] = _Panel(on, press, self._clock.monotonic(), stays, lasts)
        while len(self._panels) > REMEMBERED:
            self._panels.pop(next(iter(self._panels)))

    async def close_panels(self, message_id: int, user_id: int) -> None:
        """Delete the panels opened on a lobby's message, as that is none any more.

        Those who read the rules may read on, but for the person who has ended it.
        """
        await self._close(message_id, user_id)

    async def close_hints(self, match_id: MatchId, user_id: int) -> None:
        """Delete the hints of a person who has moved."""
        await self._close(match_id, user_id)

    async def _close(self, on: int, user_id: int) -> None:
        gone = [
            message_id
            for message_id, panel in self._panels.items()
            if panel.on == on
            and not panel.lasts
            and (panel.press.user.id == user_id or not panel.stays)
        ]
        await asyncio.gather(*map(self.put_away, gone))

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`: what was shown about a match goes when it has ended."""
        if row.status in LIVE:
            return
        for shown in [shown for shown, panel in self._panels.items() if panel.on == row.id]:
            # In the background: the match is locked, and nobody waits for this.
            task = asyncio.create_task(self.put_away(shown), name="panel")
            self._going.add(task)
            task.add_done_callback(self._going.discard)

    async def put_away(self, message_id: int) -> None:
        """Delete one panel, by its message, if it is known."""
        # Before the request: whoever comes during it finds none to delete.
        panel = self._panels.pop(message_id, None)
        if panel is not None and lives(panel.pressed_at, self._clock):
            with suppress(*LOST):  # its person has put it away
                await panel.press.followup.delete_message(message_id)


# Hands in private answers: Discord lets the bot edit one for a while after its press.

UPDATED = discord.InteractionResponseType.deferred_message_update
"""How a press is acknowledged whose answer takes the place of what it was on."""

IN_USE = 60.0
"""Seconds after a press in which a person is taken to look at their private hand."""

log = logging.getLogger(__name__)


class _Open(NamedTuple):
    """A private hand that is open: the newest press that shows it, its message, and its number.

    It `follows` an answer of that press, where it is not that answer itself. `pressed_at` is when
    that was, by `Clock.monotonic`. One that `is_over` shows the end of a game, and nothing newer.
    """

    press: Interaction
    pressed_at: float
    message_id: int
    number: int
    follows: bool = False
    is_over: bool = False

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

    def is_in_use(self, match_id: MatchId, user_id: int) -> bool:
        """Return whether a person has just pressed something in their private hand."""
        used = self._open.get((match_id, user_id))
        return used is not None and self._clock.monotonic() - used.pressed_at < IN_USE

    def opened(self, match_id: MatchId | None = None) -> Collection[tuple[MatchId, int]]:
        """Return the matches and people with open private hands, of a match or of any."""
        return [
            place
            for place, one in self._open.items()
            if match_id in (None, place[0]) and not one.is_over
        ]

    def is_beside(self, press: Interaction, match_id: MatchId) -> bool:
        """Return whether a person's hand is open in another message than the one pressed on."""
        opened, message = self._open.get((match_id, press.user.id)), press.message
        return opened is not None and message is not None and opened.message_id != message.id

    def remember(self, interaction: Interaction, match_id: MatchId) -> None:
        """Remember that a press was on a person's private hand; the newest token counts."""
        key, message = (match_id, interaction.user.id), interaction.message
        if message is not None:
            before = self._present(key)
            is_known = before is not None and before.message_id == message.id
            number = before.number if before is not None and is_known else 0
            self._open[key] = self._opened(interaction, message.id, number)

    async def refresh(self, board: BoardFrame, hand: HandFrame) -> None:
        """Show the present hand in the private answer this person has open, if any."""
        key = board.row.id, hand.user_id
        opened = self._present(key)
        if opened is None:
            return
        if not lives(opened.pressed_at, self._clock):
            del self._open[key]
            return
        # In words a turn has a new message: a screen reader may not tell of an edited one.
        is_new = hand.is_in_words and hand.number != opened.number
        try:
            shown = await self._deliver(
                opened._replace(number=hand.number), board, hand, anew=is_new
            )
            shown = shown._replace(is_over=board.row.status is not Status.PLAYING)
        except LOST as error:
            # The private answer was dismissed or its token died: nothing to refresh any more.
            log.info("private hand of match %s lost: %s", board.row.id, type(error).__name__)
            shown = None
        # Unless another press has shown the hand meanwhile: then that answer holds.
        if self._open.get(key) is opened:
            del self._open[key]
            if shown is not None:
                self._open[key] = shown
        if is_new and shown is not None:
            await opened.delete()

    async def show(
        self, interaction: Interaction, board: BoardFrame, hand: HandFrame, *, beside: bool = False
    ) -> None:
        """Show a hand in a private answer and remember it as open, as long as it changes.

        It is one more message `beside` what was pressed on, which stays, or takes its place.
        """
        self._let_go(lambda _, opened: not lives(opened.pressed_at, self._clock))
        # In words it comes in its place as a new message.
        replaces = not beside and hand.is_in_words and interaction.response.type is UPDATED
        anew = beside or replaces
        own = self._opened(interaction, 0, hand.number)
        shown = await self._deliver(own, board, hand, anew=anew)
        if replaces:
            await own.delete()
        key = board.row.id, interaction.user.id
        before = self._present(key) or shown
        if board.row.status is Status.PLAYING:
            self._open[key] = shown
        elif key in self._open:
            self._open[key] = self._open[key]._replace(is_over=True)
        if before.message_id != shown.message_id and lives(before.pressed_at, self._clock):
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

        async def make(present: BoardFrame) -> Content:
            view, files = await self._contents.hand(
                present, hand, beside_board=True, below_board=is_below
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
        """Forget a match that has ended and was shown, but not who looks at its end.

        What is still to come, such as its ratings, is sent to nobody who has just seen that.
        """
        self._let_go(lambda match, opened: match == match_id and not opened.is_over)

    def _let_go(self, is_over: Callable[[MatchId, _Open], bool]) -> None:
        """Forget the private hands for which this is true."""
        gone = [key for key, one in self._open.items() if is_over(key[0], one)]
        for key in gone:
            del self._open[key]

    def _present(self, key: tuple[MatchId, int]) -> _Open | None:
        """Return what is open, unless it shows the end of a game."""
        opened = self._open.get(key)
        return None if opened is None or opened.is_over else opened

    def __len__(self) -> int:
        """Return how many private hands are remembered as open."""
        return len(self.opened())
