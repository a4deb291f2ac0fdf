"""A press: one interaction of a person with the bot, how it is answered, and what errors say."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator
from contextlib import asynccontextmanager, suppress
from enum import Enum
from typing import Any, Concatenate, ParamSpec, TypeAlias

import aiohttp
import discord
from discord import app_commands, ui

from bot import meters
from bot.discord.inbound import CLAIMING, Pressed, arrival
from bot.discord.io import LOST
from bot.discord.names import Someone, escape, marked
from bot.discord.parts import button, container, rows
from bot.discord.private import COMMAND
from bot.discord.spoken import SpokenAnswers, spoken
from bot.errors import Refused, StageError, retry_on_conflict
from bot.preferences.person import language_seen, note_client
from bot.preferences.server import Feature, ServerSettings, language_of_all, server_settings
from bot.store.database import make_urgent
from bot.store.errors import StoreBusy, StoreError, UnreadableMatch
from bot.store.rows import MatchId
from bot.store.settings import person_scope, server_scope
from bot.texts import Texts, by_ear
from render.api import Words

# Errors of presses in a few words: for players, for the log and for the numbers.

log = logging.getLogger(__name__)

_WRITTEN = frozenset({"moves", "name", "typed"})
"""The values of a Refused that people wrote themselves."""


def outcome(error: BaseException) -> str:
    """Name what came of a press that an error ended."""
    match error:
        case Refused() | UnreadableMatch() | app_commands.AppCommandError():
            return "refused"
        case StoreBusy():
            return "busy"
        case StoreError():
            return "not_saved"
        case _:
            return "discord" if isinstance(error, (*LOST, StageError)) else "unforeseen"


def slot_value(key: str, value: object, say: Words) -> object:
    """Return a value of a Refused as its sentence shows it."""
    if key == "option" and isinstance(value, str):
        return say(value)
    if isinstance(value, Someone):
        return escape(marked(value, say))
    # What people wrote must not become a link or a heading in a message of the bot.
    return escape(value) if key in _WRITTEN and isinstance(value, str) else value


def brief(error: BaseException) -> str:
    """Say for the log what Discord or the way there refused."""
    # Never the whole request: its address holds the interaction's token.
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.code} {error.text[:200]}"
    return type(error).__name__


def sentence(error: BaseException, name: str, say: Words) -> str:
    """Say what went wrong with a press of this name; log it if it is not the player's doing."""
    match error:
        case Refused():
            values = {key: slot_value(key, value, say) for key, value in error.values.items()}
            return say(error.key, **values)
        case UnreadableMatch():
            return say("refused.unreadable")
        case StoreBusy():
            log.warning("%s has to be tried again: %s", name, error)
            return say("error.busy")
        case StoreError():
            log.error("%s failed: %s", name, error)
            return say("error.not_saved")
        case _ if isinstance(error, (*LOST, StageError)):
            log.warning("Discord: %s", brief(error))
            return say("error.discord")
        case _:
            log.error("unforeseen error in %s", name, exc_info=error)
            return say("error.unforeseen")


# The first step of some work: all that it does before it has to wait for anything.
#
# What memory knows is read without waiting, so a press that memory can answer is answered by then;
# any other can be acknowledged in between.

Work: TypeAlias = "Coroutine[asyncio.Future[Any] | None, None, None]"


def first_step(work: Work) -> Awaitable[None] | None:
    """Do the first step of some work; return what is left of it, None if it is done.

    What is left must be awaited in the task that began it. Raises what the work raises.
    """
    try:
        awaited = work.send(None)
    except StopIteration:
        return None
    return _Rest(work, awaited)


class _Rest:
    """Goes on with work when what it waits for is there; begun, it cannot be awaited itself."""

    def __init__(self, work: Work, awaited: asyncio.Future[Any] | None) -> None:
        self._work, self._awaited = work, awaited

    def __await__(self) -> Generator[Any, Any, None]:
        if self._awaited is not None:
            try:
                # Not awaited itself: what it gives or raises is for the work to take.
                yield from asyncio.wait([self._awaited]).__await__()
            except BaseException:
                self._work.close()
                raise
        yield from self._work.__await__()


# Sends a form that is not large as one piece.
#
# Otherwise each of its lines is written to the socket by itself, nine times for a picture.

MOST = 2**20
"""Bytes of the largest form that is held in memory a second time to be sent at once."""


async def whole(form: aiohttp.FormData) -> aiohttp.Payload:
    """Return the body of a form: in one piece, unless it is large."""
    parts = form()
    if parts.size is None or parts.size > MOST:
        return parts
    return aiohttp.BytesPayload(await parts.as_bytes(), content_type=parts.content_type)


# The last answers of a bot that stops: who pressed something just now hears what becomes of it.

ANSWERING = (COMMAND, "discord.py: on_interaction", CLAIMING)
"""The names of the tasks that answer commands, controls and forms."""

LAST_ANSWERS = 2.0
"""Seconds in which these may finish when the bot is stopped."""

LAST_WORDS = 1.0
"""Seconds in which people are told whose presses are broken off then."""


async def answered() -> None:
    """Wait a moment for what was pressed just now to be answered; break off what is not then.

    Nothing new may come in any more.
    """
    await _ended(LAST_ANSWERS)
    if left := _answering():
        log.warning("presses that the stop breaks off: %d", len(left))
    for _ in range(2):  # at first they say so; where Discord does not take that, they end
        for task in _answering():
            task.cancel()
        await _ended(LAST_WORDS)


async def _ended(seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            # What is claimed is answered by another task.
            while tasks := _answering():
                await asyncio.wait(tasks)


def _answering() -> list[asyncio.Task[Any]]:
    return [task for task in asyncio.all_tasks() if task.get_name().startswith(ANSWERING)]


Interaction: TypeAlias = "discord.Interaction[Any]"
"""Any interaction with the bot: its client is `bot.client.Nimbus`."""

P = ParamSpec("P")

SLOW = 4.0
"""Seconds after which a person is told that their press is in line."""

_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "control",
    discord.InteractionType.modal_submit: "form",
    discord.InteractionType.autocomplete: "typing",
}

_UNFORESEEN = Texts.load().words(None)("error.unforeseen")
"""Said when nothing else can be; read at the start, as later the catalogue may be the trouble."""


class Ack(Enum):
    """How a press is acknowledged before any work is done that has to wait for something.

    What memory alone can answer, or refuse, is answered at once by PUBLIC and FORM.
    """

    UPDATE = "update"  # the message it was on stays as it is for now
    PRIVATE = "private"  # an answer only the asker sees, later
    BESIDE = "beside"  # in a private answer an update of it, elsewhere a private answer
    PUBLIC = "public"  # an answer everybody sees, later
    FORM = "form"  # a form; where memory does not know enough, a private answer that leads to it


_FROM_MEMORY = (Ack.PUBLIC, Ack.FORM)
"""What is acknowledged only where memory cannot answer it."""


class Need(Enum):
    """Where somebody has to be, or who, to press something: its route or command declares that."""

    ANY_SERVER = "in a server, also in one that does not have the bot"
    SERVER = "in a server that has the bot"
    MODERATOR = "a moderator of such a server"
    MANAGER = "who manages such a server"


class Press(Pressed):
    """A button, a choice, a form or a command: who, where, in which words, and how to answer.

    An action takes the press and what was asked:

    >>> async def bow(press: Press, times: int) -> None:
    ...     await press.private(press.say("lobby.left"))

    and `run` does it, acknowledged first and with every error answered:
    `await Press(interaction).run(Ack.PRIVATE, bow, 3)`. What it `needs`, a feature that is on
    among that, is looked at in that order, acknowledged and before it acts.
    """

    def __init__(self, interaction: Interaction, *needs: Need | Feature) -> None:
        super().__init__(interaction)
        self.needs = needs
        # What is still to be said: None if nothing was said at all, UPDATE if nothing is owed.
        self._owed: Ack | None = None
        came = arrival.get()
        self._came = time.perf_counter() if came is None else came.at
        self._lent_to: MatchId | None = None
        self.locale = str(interaction.locale)
        """The language of what this person alone reads: as Discord says until theirs is known."""
        # Whether they have been shown something already, even if more follows.
        self._has_answered = False
        self._spoken = SpokenAnswers(interaction)
        self._noting: asyncio.Task[None] | None = None

    @property
    def say(self) -> Words:
        """The words of the person who pressed."""
        return self.app.texts.words(self.locale)

    async def learn_language(self) -> bool:
        """Find out which language this person reads, and whether their client has another now.

        Raises Refused for nobody.
        """
        if self.interaction.user is discord.utils.MISSING:
            raise Refused("refused.malformed")  # discord.py leaves it out where Discord does
        store, guild_id = self.app.store, self.location.guild_id
        # With one read, as hardly a press does without either.
        scopes = [person_scope(self.user_id), *([server_scope(guild_id)] if guild_id else [])]
        await store.settings_of(scopes)
        seen = str(self.interaction.locale)
        self.locale, is_new = await language_seen(store, self.user_id, seen)
        return is_new

    async def say_to_all(self) -> Words:
        """Return the words of an answer that everybody reads."""
        return self.app.texts.words(await self.locale_of_all())

    async def locale_of_all(self) -> str:
        """Return the locale of what all read here; outside of servers, of who presses."""
        guild_id, press = self.location.guild_id, self.interaction
        own = self.locale if self.is_direct else str(press.locale)
        discords = own if guild_id is None else str(press.guild_locale)
        return await language_of_all(self.app.store, guild_id, discords)

    async def server_settings(self, guild_id: int | None) -> ServerSettings:
        """Return the settings of a server; a channel or role deleted since is as if never set."""
        settings = await server_settings(self.app.store, guild_id)
        guild = None if guild_id is None else self.interaction.client.get_guild(guild_id)
        if guild is None or not guild.roles:
            return settings  # Discord has not sent it yet: every server has a role
        channels, roles = (
            frozenset(one.id for one in all_) for all_ in (guild.channels, guild.roles)
        )
        return settings.without_gone(channels, roles)

    async def require(self, feature: Feature, guild_id: int | None = None) -> None:
        """Raise Refused where a server, or the one pressed in, has a feature switched off."""
        settings = await server_settings(self.app.store, guild_id or self.location.guild_id)
        if not settings.has(feature):
            raise Refused("refused.feature_off", feature=self.say(f"feature.{feature}"))

    def lend(
        self, match_id: MatchId, *, is_update: bool = False, answer_id: int | None = None
    ) -> None:
        """Let a match that is shown by token be shown by this press.

        `is_update` is that the message it stands on is changed by the answer, `answer_id` the
        answer that shows the match, if it does. Other messages wait until the press is
        answered: what comes before would be taken for the answer.
        """
        message = self.interaction.message
        shown = message.id if message and is_update and not self.is_in_private else answer_id
        self.app.presses.lend(self.interaction, match_id, shown, self._is_answered)
        self._lent_to = match_id

    async def run(
        self,
        ack: Ack,
        action: Callable[Concatenate[Press, P], Awaitable[object]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Acknowledge, then act; whatever goes wrong is answered privately and logged."""
        make_urgent()
        try:
            work: Work = self._work(lambda: action(self, *args, **kwargs))
            rest = first_step(work) if ack in _FROM_MEMORY else work
            if rest is not None:
                await self.acknowledge(ack)
                await rest
            if ack is Ack.UPDATE and self._owed is Ack.PRIVATE:
                # There was no message to be updated, and there is nothing to be said.
                await self.withdraw()
            self._count("done")
        except asyncio.CancelledError:  # by nothing but a stop
            await self.report(Refused("error.stopping"))
            raise
        except Exception as error:  # noqa: BLE001 - the one place that answers for every error
            await self.report(error)
        try:
            await self._put_menus_back()
        finally:
            await self._follow_up()

    async def _follow_up(self) -> None:
        """Do what the press brings about elsewhere, whatever became of it."""
        if self._lent_to is not None:
            await self._show_waiting(self._lent_to)
        if self.interaction.user is not discord.utils.MISSING:
            # Whoever presses anything, anywhere, may have opened their direct messages.
            self.app.presses.pressed(self.user_id)
        # Last, as nobody waits for it; but awaited, so that a stop does not lose it.
        if self._noting is not None:
            await self._noting

    async def _put_menus_back(self) -> None:
        """Edit the message chosen on as it was: until then a menu shows what was chosen there."""
        message, is_due = self.interaction.message, self._owed is Ack.UPDATE
        if message is None or not self.is_choice or not is_due or self._has_answered:
            return
        shown = ui.LayoutView.from_message(message)
        shown.stop()  # discord.py is not to remember it
        menus = (part for part in shown.walk_children() if isinstance(part, ui.Select))
        if not all(menu.options for menu in menus):
            return  # of a forged press: Discord knows no such message
        with suppress(*LOST):
            await self.interaction.edit_original_response(view=shown)

    async def _work(self, act: Callable[[], Awaitable[object]]) -> None:
        if await self.learn_language():
            # Not waited for, but stored before all that is changed here, and so told in it.
            noting = note_client(self.app.store, self.user_id, str(self.interaction.locale))
            self._noting = asyncio.create_task(noting, name="the language of a client")
            if self._owed is not None:
                await asyncio.sleep(0)
        async with self._slow_notice():
            for need in self.needs:
                await self._look_at(need)
            await retry_on_conflict(act)

    async def _look_at(self, need: Need | Feature) -> None:
        """Raise Refused where a need is not met."""
        if isinstance(need, Feature):
            await self.require(need)
            return
        if self.location.guild_id is None or (self.is_by_token and need is not Need.ANY_SERVER):
            raise Refused("refused.not_in_server")
        if need is Need.MODERATOR and not self.is_moderator:
            raise Refused("refused.moderators_only")
        if need is Need.MANAGER and not self.is_manager:
            raise Refused("refused.managers_only")

    @asynccontextmanager
    async def _slow_notice(self) -> AsyncIterator[None]:
        """Tell people that a slow press is in line, until it is done; announced answers say so."""
        pause = asyncio.create_task(asyncio.sleep(SLOW), name="before a press is slow")
        telling = asyncio.create_task(self._tell_after(pause), name="a slow press")
        try:
            yield
        finally:
            if pause.cancel():
                telling.cancel()
            # A message that is on its way arrives, and only then can be deleted.
            elif told := await telling:
                with suppress(*LOST):
                    await told.delete()

    async def _tell_after(self, pause: asyncio.Task[None]) -> discord.WebhookMessage | None:
        await asyncio.wait((pause,))
        if self._has_answered or self._owed is not Ack.UPDATE:
            return None
        log.warning("%s has taken %g s so far", self._name(), SLOW)
        with suppress(*LOST):
            text, followup = self.say("press.in_line"), self.interaction.followup
            return await followup.send(text, ephemeral=True, wait=True)
        return None

    async def _show_waiting(self, match_id: MatchId) -> None:
        try:
            await self.app.presses.show_waiting(match_id)
        except StoreError as error:
            log.warning("match %s is shown by the next press: %s", match_id, error)

    async def acknowledge(self, ack: Ack) -> None:
        """Acknowledge within Discord's three seconds, unless that was done.

        A lost acknowledgement is only logged and the work goes on all the same: the player meant
        it, and they will see it on the table.
        """
        if self._owed is not None:
            return
        # Discord may have taken a lost one all the same, so it counts as owed from here on.
        self._owed = self._possible(ack)
        try:
            if self._owed is Ack.UPDATE:
                await self.interaction.response.defer()
            else:
                is_private = self._owed is Ack.PRIVATE
                await self.interaction.response.defer(ephemeral=is_private, thinking=True)
            self._measure()
        except LOST as error:
            log.warning("acknowledgement lost: %s", brief(error))

    def _measure(self) -> None:
        meters.ACKNOWLEDGED.labels(self._kind).observe(time.perf_counter() - self._came)

    async def open(self, form: ui.Modal, again: str = "") -> None:
        """Answer with a form, or lead to it where the press was acknowledged before.

        What leads to it is the custom id `again`, or that of what was pressed.
        """
        # Nobody waits for it: what comes back names its match, and discord.py is not to read it.
        form.stop()
        if self._owed is None:
            self.note_answered()
            await self.interaction.response.send_modal(form)
            self._measure()
            return
        # By now memory knows what had to be read.
        leads = button(again or str(self.fields["custom_id"]), self.say("form.button.open"))
        await self.answer(view=container(ui.TextDisplay(self.say("form.ready")), *rows([leads])))

    async def answer(self, **content: Any) -> discord.Message:
        """Fill in the announced answer, for some in words. Raises what Discord's answers do."""
        if "content" in content and self._owed is Ack.UPDATE and not self._has_answered:
            # What is updated has a layout, and Discord takes no bare text in place of that.
            content = {"view": container(ui.TextDisplay(content["content"])), "attachments": []}
        if self._is_in_words():
            is_announced = self._owed is Ack.PRIVATE
            message = await self._spoken.answer(content, self.say, is_announced=is_announced)
        else:
            message = await self.interaction.edit_original_response(**content)
        self.note_answered()
        return message

    async def beside(self, view: ui.LayoutView) -> discord.Message:
        """Show something privately: as the announced answer, or below what was pressed on."""
        if self._owed is Ack.PRIVATE:
            return await self.answer(view=view)
        await self._unannounce()
        shown = spoken(view, self.say) if by_ear(self.say) else view
        return await self.interaction.followup.send(view=shown, ephemeral=True, wait=True)

    def _is_in_words(self) -> bool:
        """Return whether what is answered is for somebody alone who plays in words."""
        if not by_ear(self.say):
            return False
        is_private = self.is_in_private or self._owed is Ack.PRIVATE
        return self.is_direct or is_private or self._spoken.has_begun

    async def withdraw(self) -> None:
        """Take the announced answer back: there is nothing to be said."""
        await self.interaction.delete_original_response()
        self.note_answered()

    async def _unannounce(self) -> None:
        """Take back what was announced to all: it is said privately."""
        if self._owed is Ack.PUBLIC:
            await self.withdraw()

    def note_answered(self) -> None:
        """Note that the answer announced is filled in: whatever follows stands below it."""
        self._has_answered = True
        self._owed = Ack.UPDATE

    def _is_answered(self) -> bool:
        return self._owed is Ack.UPDATE

    async def private(self, text: str) -> None:
        """Say something only the asker sees; if even that is impossible, log it."""
        try:
            if self._owed is None:
                self.note_answered()
                await self.interaction.response.send_message(text, ephemeral=True)
                self._measure()
            elif self._owed is Ack.PRIVATE:
                await self.answer(content=text)
            else:
                await self._unannounce()
                await self.interaction.followup.send(text, ephemeral=True)
        except LOST as error:
            log.warning("answer lost: %s", brief(error))

    async def report(self, error: BaseException) -> None:
        """Tell the player what went wrong, in their words; log what is not their doing.

        Never raises: whatever goes wrong in the telling is logged, and told in the plainest words.
        """
        try:
            await self._report(error)
        except Exception:
            log.exception("this could not be told to a player: %s", type(error).__name__)
            with suppress(Exception):
                await self.private(_UNFORESEEN)

    async def _report(self, error: BaseException) -> None:
        error = getattr(error, "original", error)
        self._count(outcome(error))
        if isinstance(error, app_commands.AppCommandError):
            # What discord.py itself cannot read: no command of ours, or none of its values.
            log.info("unreadable: %s", type(error).__name__)
            error = Refused("refused.malformed")
        if self.interaction.type is discord.InteractionType.autocomplete:
            # People who are still typing cannot be told anything.
            log.warning("nothing to offer in %s: %s", self._name(), type(error).__name__)
            return
        if isinstance(error, UnreadableMatch):
            self.app.store.set_aside(error)
        await self.private(sentence(error, self._name(), self.say))

    def _possible(self, ack: Ack) -> Ack:
        if ack is Ack.FORM:
            return Ack.PRIVATE
        if ack is Ack.BESIDE:
            return Ack.UPDATE if self.is_in_private else Ack.PRIVATE
        # Only what stands on a message can be an update of it.
        is_lone = ack is Ack.UPDATE and self.interaction.message is None
        return Ack.PRIVATE if is_lone else ack

    @property
    def _kind(self) -> str:
        return _KINDS.get(self.interaction.type, "other")

    def _count(self, outcome: str) -> None:
        log.debug("%s: %s", self._name(), outcome)
        meters.INTERACTIONS.labels(self._kind, outcome).inc()

    def _name(self) -> str:
        """Name the press in the log."""
        name = self.fields.get("custom_id") or self.fields.get("name") or self.interaction.type
        # The third part only if it is a number, and no more: it may be a code, or name a card.
        kind, *parts = str(name)[:100].split(":")
        return ":".join((kind, *parts[:1], *(part for part in parts[1:2] if part.isdigit())))
