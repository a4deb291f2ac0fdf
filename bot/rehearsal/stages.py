"""The steps of a rehearsal: each does as the bot does, by the same parts, and tells its result."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from discord import MessageType, Permissions, ui

from bot.discord.app import App
from bot.discord.io import FOR_THREADS, named, translated
from bot.discord.names import clean_name
from bot.discord.parts import container, galleries, jump_link
from bot.discord.press import Press
from bot.errors import Gone, NimbusError, Refused, Shut
from bot.match.house.hints import Hints
from bot.match.house.house_queue import question_of
from bot.match.lobby.actions import THREADED
from bot.match.lobby.lobbies import Lobbies
from bot.match.lobby.play_actions import NEEDED
from bot.match.show.discord_stage import DiscordStage
from bot.match.show.publisher import Publisher
from bot.match.show.stage import frame_of
from bot.match.table.state import Table
from bot.match.table.tables import Tables
from bot.preferences.server import Threads, change_of
from bot.rehearsal.client import AGAIN, CALLBACK, MESSAGE, TRIES, Rehearsing, made_up_id
from bot.settings import Shards
from bot.store.rows import Location, MatchId, Member, Status
from bot.store.settings import server_scope
from render.api import Picture
from render.encode import finished
from render.panels import ground
from render.scenes import EMOJI
from render.theme import NIGHT

GAME, LEVEL = "nimbly", "easy"
"""The shortest of the games, and house players who need no kernels."""

STEP = 0.05
"""Seconds between two looks at the table."""

HEIGHTS = 637, 400
"""Of the pictures that are tried, 1000 pixels wide: one of 11:7, shown 550 x 350, and one flatter.

A picture flatter than 11:7 once lost its place while Discord loaded it.
"""

LINES = 50
"""How many messages of a thread are looked through for lines of Discord's own."""

NO_PRESS = (
    "nobody with the account that owns the application pressed it in time. If you did, look "
    "whether Interactions Endpoint URL is empty in the developer portal (General Information)"
)


class Amiss(NimbusError):
    """Something did not come as it should; the message says what, and how to mend it if known."""


class Stages:
    """The steps of one rehearsal, in the order in which they stand here; each returns what came."""

    def __init__(self, bot: Rehearsing, server: int, channel: int) -> None:
        self.bot = bot
        self.running: asyncio.Task[None] | None = None
        self._server, self._channel = server, channel
        self._id = MatchId(0)
        self._host = Member(key="0", name="")
        self._may_open_thread = False
        self._tried = 0
        """The message with the pictures that are tried."""

    @property
    def app(self) -> App:
        return self.bot.app

    async def sign_in(self) -> str:
        await self.bot.login(self.bot.settings.token)
        info = self.bot.application
        if info is None:
            raise Amiss("Discord does not tell the application")
        owner = info.owner if info.team is None else info.team.owner
        if owner is None:
            raise Amiss("the team of the application names no owner: choose one in the portal")
        name = clean_name(owner.display_name)
        self._host = Member(key=str(owner.id), name=name, joined=str(made_up_id()))
        return f"Discord takes the token; the application is owned by {name} ({owner.id})"

    async def connect(self) -> str:
        connection = self.bot.connection
        await connection.ask()
        count = (connection.shards or Shards((0,), 1)).count
        connection.shards = Shards((Shards((0,), count).of(self._server),), count)
        self.running = asyncio.create_task(self.bot.connect())
        ready = asyncio.create_task(self.bot.wait_until_ready())
        try:
            await asyncio.wait((self.running, ready), return_when=asyncio.FIRST_COMPLETED)
        finally:
            ready.cancel()
        if self.running.done():
            self.running.result()
        return "what happens on Discord is heard"

    async def place(self) -> str:
        guild = self.bot.get_guild(self._server)
        if guild is None:
            raise Amiss(
                f"the bot is in no server {self._server}. Copy the number anew (Developer Mode, "
                "Copy Server ID), or invite the bot by the address of the README"
            )
        channel = guild.get_channel(self._channel)
        if channel is None or channel.type not in THREADED:
            raise Amiss(
                f"{clean_name(guild.name)} has no text channel {self._channel}. Copy the number "
                "anew (Developer Mode, Copy Channel ID)"
            )
        has = channel.permissions_for(guild.me)
        if lacking := self._named(NEEDED & ~has):
            raise Amiss(
                f"the bot lacks in the channel: {lacking}. Give its role these in "
                f"{clean_name(channel.name)} (Edit Channel, Permissions)"
            )
        self._may_open_thread = has >= FOR_THREADS
        return (
            f"{clean_name(guild.name)}, {clean_name(channel.name)}: all that is needed is allowed"
        )

    async def commands(self) -> str:
        mentions = await self.app.io.mentions(self.bot.tree)
        missing = [name for name, mention in mentions.items() if not mention.startswith("</")]
        if missing:
            raise Amiss(f"Discord does not know {', '.join(missing)}")
        return f"{len(mentions)} are registered"

    async def lobby(self) -> str:
        row = await self.app.get(Lobbies).open(
            GAME, self._host, Location(self._server, self._channel),
            locale=self.bot.settings.locale,
        )  # fmt: skip
        self._id = row.id
        self.app.get(Publisher).request(row.id)
        board = await self._posted_version()
        scope = server_scope(self._server)
        await self.app.store.set_settings(scope, change_of("threads", Threads.ALWAYS))
        return f"posted, with {self._pictures(board)}"

    async def edits(self) -> str:
        lobbies, host = self.app.get(Lobbies), int(self._host.key)
        edits = self._edits
        await lobbies.add_house(self._id, host, LEVEL)
        await self._posted_version()
        await lobbies.add_house(self._id, host, LEVEL)
        await lobbies.set_options(self._id, host, {"deals": "1"}, moderator=False)
        board = await self._posted_version()
        if self._edits == edits:
            raise Amiss("Discord took no edit of the lobby")
        not_ = "" if self.bot.traffic.messages[board].is_marked else "not "
        told = f"{self._edits - edits} of the lobby, with {self._pictures(board)}"
        return f"{told}, and {not_}marked as edited"

    async def greeting(self) -> str:
        host = int(self._host.key)
        try:
            lobby = await self.app.store.publication(self._id)
            row = (await self._table()).row
            await self.app.get(DiscordStage).greet(row, lobby, host)
        except Shut as error:
            await self.app.get(Tables).mark_dm(self._id, host, dm=False)
            raise Amiss("your direct messages are closed to the bot") from error
        return "you have a direct message from the bot"

    async def thread(self) -> str:
        row = await self.app.get(Lobbies).start(
            self._id, int(self._host.key), made_up_id(), moderator=False,
            threads=self._may_open_thread,
        )  # fmt: skip
        await self._posted_version()
        if not self._may_open_thread:
            raise Amiss(
                "the bot may begin none here, so tables are played in the channel. Give its role "
                "Create Public Threads and Send Messages in Threads (Edit Channel, Permissions)"
            )
        row = (await self._table()).row
        if not row.is_in_thread:
            raise Amiss("Discord refused one, so the table is played in the channel")
        return "begun, and the game in it"

    async def board(self) -> str:
        board = await self._posted_version()
        return f"posted, with {self._pictures(board)}"

    async def hand(self) -> str:
        await self._posted_version()
        store, host = self.app.store, int(self._host.key)
        shown = await frame_of(store, await self._table(), await store.publication(self._id), None)
        (hand,) = shown.hands.values()
        # Whoever plays alone in a server gets none by themselves.
        _, message_id = await self.app.get(DiscordStage).post_hand(
            shown.board, hand, nonce=f"h{self._id}-{host}"[-25:], silent=True
        )
        return f"in your direct messages, with {self._pictures(message_id)}"

    async def press(self, seconds: float, tell: Callable[[str], None]) -> str:
        board, row = await self._posted_version(), (await self._table()).row
        label = self.app.texts.words(row.locale)("board.button.hand")
        tell(f"         Now press {label} below the board, within {seconds:.0f} seconds:")
        tell(f"         {jump_link(row, board)}")
        try:
            async with asyncio.timeout(seconds):
                while not self._has_pressed():
                    self.bot.answered.clear()
                    await self.bot.answered.wait()
        except TimeoutError as error:
            raise Amiss(NO_PRESS) from error
        answers = [number for number, sent in self.bot.traffic.messages.items() if not sent.is_own]
        if not answers:
            raise Amiss("the press came, and its answer did not arrive")
        call = [call for call in self.bot.traffic.calls if call.route == CALLBACK][-1]
        pressed = self.bot.presses[-1].created_at.timestamp()
        pictures = self._pictures(answers[-1])
        return (
            f"acknowledged {call.ended - pressed:.2f} s after it by this machine's clock, "
            f"{call.seconds:.2f} s of it the call; edited for you alone, with {pictures}"
        )

    async def game(self) -> str:
        edits = self._edits
        while (table := await self.app.get(Tables).replayed(self._id)).row.status is Status.PLAYING:
            await self._move(table)
            await asyncio.sleep(STEP)
        if table.row.status is not Status.OVER:
            raise Amiss("it was closed before its end")
        board = await self._posted_version()
        pictures = self._pictures(board)
        return f"{table.row.moves} moves to the end, {self._edits - edits} edits, {pictures}"

    async def pictures(self) -> str:
        """Post a picture of 11:7, and put a flatter one in its place."""
        io, told = self.app.io, list[str]()
        for height in HEIGHTS:
            picture = await self.app.painter.paint(
                partial(_painted, height, f"A picture of the rehearsal, {height} high")
            )
            pictures = [(f"rehearsal-{height}.png", picture)]
            view, files = container(*galleries(pictures)), named(pictures)
            if self._tried:
                await io.edit(self._channel, self._tried, view, files)
            else:
                self._tried = await io.post(self._channel, view, files=files)
            told.append(self._pictures(self._tried))
        return f"{told[0]} (11:7) and by an edit, in its place, {told[1]}"

    async def mention(self) -> str:
        """Mention the host by an edit in a thread that they are not in."""
        io, thread = self.app.io, self._tried
        await io.open_thread(self._channel, thread, "Rehearsal", ())
        message_id = await io.post(thread, container(ui.TextDisplay("…")))
        host = int(self._host.key)
        view = container(ui.TextDisplay(f"<@{host}>"))
        await io.edit(thread, message_id, view, [], mentions=[host])
        is_in = await self._is_in(thread, host)
        found = await translated(lambda: self.bot.http.logs_from(thread, LINES))
        lines = sum(one["type"] == MessageType.recipient_add.value for one in found)
        came = "brought you into a thread" if is_in else "did not bring you into a thread"
        return f"an edit that mentions you {came}; lines in it that say so: {lines}"

    async def emoji(self) -> str:
        await self.app.emoji.settled()
        ready = len(self.app.emoji.ready)
        if ready < len(EMOJI):
            raise Amiss(f"{ready} of {len(EMOJI)} are there; the next start of the bot goes on")
        return f"all {ready} are there"

    async def _move(self, table: Table) -> None:
        """Make the host's move, if it is their turn, as a house player would."""
        seat = table.seat_of(int(self._host.key))
        if seat is None or seat not in table.to_act():
            return
        question = question_of(table, seat, LEVEL, secrets.randbits(64))
        ranking = await self.app.get(Hints).thinker.rank(question)
        code = ranking[0].code if ranking else question.legal[0]
        with suppress(Refused):  # it has made itself meanwhile, or the host was faster
            await self.app.get(Tables).play(self._id, int(self._host.key), table.row.moves, code)

    def _has_pressed(self) -> bool:
        """Return whether the host has asked for their hand."""
        wanted = f"t:{self._id}:hand"
        return any(
            press.user.id == int(self._host.key) and Press(press).fields.get("custom_id") == wanted
            for press in self.bot.presses
        )

    async def _is_in(self, thread_id: int, user_id: int) -> bool:
        """Return whether Discord puts a person in a thread within a few seconds."""
        for _ in range(TRIES):
            with suppress(Gone):
                await translated(lambda: self.bot.http.get_thread_member(thread_id, user_id))
                return True
            await asyncio.sleep(AGAIN)
        return False

    async def _table(self) -> Table:
        return await self.app.get(Tables).load(self._id)

    async def _posted_version(self) -> int:
        """Wait until all messages show the newest version; gives the board's. Raises Amiss."""
        await self.app.get(Publisher).idle()
        shown = await self.app.store.publication(self._id)
        if shown.board_message is None:
            raise Amiss("the table is shown nowhere")
        return shown.board_message

    def _pictures(self, message_id: int) -> str:
        """Say which pictures Discord has taken with a message. Raises Amiss."""
        sent = self.bot.traffic.messages.get(message_id)
        if sent is None or not sent.pictures:
            raise Amiss("Discord shows no picture with it")
        return " and ".join(f"a picture of {wide} x {high}" for wide, high in sent.pictures)

    @property
    def _edits(self) -> int:
        of = ("PATCH", MESSAGE, False)
        return sum((call.method, call.route, call.failed) == of for call in self.bot.traffic.calls)

    def _named(self, permissions: Permissions) -> str:
        say = self.app.texts.words(None)
        return ", ".join(say(f"permission.{name}") for name, on in permissions if on)


def _painted(height: int, alt: str) -> Picture:
    return finished(ground(height, [], NIGHT), alt)
