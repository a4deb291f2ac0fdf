"""Boards by token: where the bot may not write, each press of a person lets it for a while."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
from discord.ui import LayoutView

from bot.clock import Clock
from bot.discord.io import translated
from bot.errors import Gone, Mute, StageError
from bot.store.rows import Location, MatchId

Interaction: TypeAlias = "discord.Interaction[Any]"

TOKEN_LIFE = 14 * 60.0
"""Discord takes an interaction's token for fifteen minutes after the press."""

POSTS = 3
"""How many boards are posted by one press: Discord takes five messages, private ones included."""

REMEMBERED_PRESSES = 1000
"""When more presses than these are remembered, old ones are forgotten."""


def lives(heard: float, clock: Clock) -> bool:
    """Return whether Discord still takes the token of a press `heard` then, by `monotonic`.

    When it was made Discord tells by a clock of its own: this machine's may be far from it.
    """
    return clock.monotonic() - heard < TOKEN_LIFE


@dataclass(slots=True)
class _Token:
    """The rights of one press. `first` is the message of its own answer, if that was a board."""

    interaction: Interaction
    heard: float
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

    def hear(
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
        heard = self._clock.monotonic()
        token = _Token(interaction, heard, match_id, message_id, is_answered)
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
        return lives(token.heard, self._clock)
