"""The life of an interaction: sent, acknowledged in time or failed, and then usable a while."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sandbox.errors import refusal
from sandbox.memory import Memory
from sandbox.timing import Timing
from sandbox.wire import Answer, Json, Kind

_MESSAGES = frozenset({Answer.MESSAGE, Answer.THINKING})
_UPDATES = frozenset({Answer.DEFERRED_UPDATE, Answer.UPDATE})
_ANSWERS: dict[Kind, frozenset[Answer]] = {
    Kind.COMMAND: _MESSAGES | {Answer.MODAL},
    Kind.COMPONENT: _MESSAGES | _UPDATES | {Answer.MODAL},
    Kind.AUTOCOMPLETE: frozenset({Answer.CHOICES}),
    Kind.MODAL: _MESSAGES,
}


@dataclass(slots=True, eq=False)
class Interaction:
    """Something a person did that the bot has to answer."""

    id: int
    kind: Kind
    person_id: int
    channel_id: int
    guild_id: int | None
    data: Any
    born: float
    nonce: str | None = None
    """The nonce of the person's client."""
    source_id: int | None = None
    """The message whose component was used, at first or second hand."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    answer: Answer | None = None
    failed: bool = False
    original_id: int | None = None
    """The message that `@original` stands for."""
    followups: set[int] = field(default_factory=set)
    modal: Json | None = None
    owners: dict[str, str] | None = None
    """Its authorising owners, when these are not the guild alone."""
    parent: Json | None = None
    """The metadata of the interaction that opened the modal this one submits."""
    timer: asyncio.TimerHandle | None = None

    def answers(self) -> frozenset[Answer]:
        """Return the callback types that fit."""
        fitting = _ANSWERS[self.kind]
        if self.kind is Kind.MODAL and self.source_id is not None:
            return fitting | _UPDATES
        return fitting


class Interactions:
    """The interactions of the last quarter of an hour."""

    def __init__(self, memory: Memory, timing: Timing) -> None:
        self.on_failure: Callable[[Interaction], None] = lambda _interaction: None
        self._memory = memory
        self._timing = timing
        self._by_token: dict[str, Interaction] = {}
        self._by_id: dict[int, Interaction] = {}

    def begin(
        self,
        kind: Kind,
        person_id: int,
        channel_id: int,
        data: Json,
        *,
        nonce: str | None = None,
        source_id: int | None = None,
    ) -> Interaction:
        """Open an interaction; it fails unless it is acknowledged in time."""
        self._forget_old()
        now = self._memory.clock()
        number = self._memory.snowflakes.mint()
        guild_id = self._memory.channel(channel_id).guild_id
        interaction = Interaction(
            number, kind, person_id, channel_id, guild_id, data, now, nonce, source_id
        )
        self._by_token[interaction.token] = interaction
        self._by_id[number] = interaction
        loop = asyncio.get_running_loop()
        interaction.timer = loop.call_later(self._timing.acknowledge, self._expire, interaction)
        return interaction

    def by_id(self, number: int) -> Interaction | None:
        """Return an interaction that is still remembered."""
        return self._by_id.get(number)

    def pending(self, number: int, token: str) -> Interaction:
        """Return the interaction that a callback is for; raises 10062 and 40060."""
        interaction = self._by_id.get(number)
        if interaction is None or interaction.token != token:
            raise refusal(10062)
        if interaction.answer is not None:
            raise refusal(40060)
        late = self._memory.clock() - interaction.born > self._timing.acknowledge
        if interaction.failed or late:
            raise refusal(10062)
        return interaction

    def acknowledge(self, interaction: Interaction, answer: Answer) -> None:
        """Note the first response."""
        interaction.answer = answer
        if interaction.timer is not None:
            interaction.timer.cancel()

    def usable(self, token: str) -> Interaction:
        """Return the acknowledged interaction of a token; raises 10015 and 50027."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.answer is None:
            raise refusal(10015)
        if self._memory.clock() - interaction.born > self._timing.token:
            raise refusal(50027)
        return interaction

    def close(self) -> None:
        """Stop every deadline."""
        for interaction in self._by_id.values():
            if interaction.timer is not None:
                interaction.timer.cancel()

    def _expire(self, interaction: Interaction) -> None:
        interaction.failed = True
        self.on_failure(interaction)

    def _forget_old(self) -> None:
        # Remembered twice as long as usable, so that late calls hear 50027 and not 10015.
        horizon = self._memory.clock() - 2 * self._timing.token
        while self._by_id:
            number, oldest = next(iter(self._by_id.items()))
            if oldest.born >= horizon:
                return
            del self._by_id[number], self._by_token[oldest.token]
