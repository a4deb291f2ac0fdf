"""A running stand-in, a real bot on it that pokes at every side, and the people of its memory."""

from __future__ import annotations

import asyncio
import contextlib
import io
import struct
import zlib
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket

from sandbox import Sandbox, Timing
from sandbox.client import Tab, connect

# A small real discord.py bot whose commands poke at every side of the stand-in.

CLOUDS = ["cirrus", "cumulus", "stratus"]


def png(width: int = 8, height: int = 6, grey: int = 0) -> bytes:
    """Return a small valid picture."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + bytes([grey % 256]) * width) * height)
    chunks = ((b"IHDR", header), (b"IDAT", rows), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


class Press(ui.DynamicItem[ui.Button[Any]], template=r"press:(?P<count>\d+)"):
    """A button that counts in its own id."""

    def __init__(self, count: int) -> None:
        super().__init__(ui.Button(label="Press", custom_id=f"press:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: Any, match: Any, /
    ) -> Press:
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        picture = discord.File(io.BytesIO(png(grey=self.count)), "board.png")
        layout = board(self.count + 1)
        await interaction.response.edit_message(view=layout, attachments=[picture])


def board(count: int) -> ui.LayoutView:
    """Return a layout with a picture, words and a button."""
    layout = ui.LayoutView(timeout=None)
    gallery = ui.MediaGallery[Any](
        discord.MediaGalleryItem("attachment://board.png", description=f"count {count}")
    )
    row = ui.ActionRow[Any]()
    row.add_item(Press(count))
    layout.add_item(ui.Container(gallery, ui.TextDisplay(f"pressed {count}"), row))
    return layout


class Menu(ui.View):
    """A legacy view with a select."""

    @ui.select(custom_id="menu", options=[discord.SelectOption(label=cloud) for cloud in CLOUDS])
    async def chosen(self, interaction: discord.Interaction, select: ui.Select[Any]) -> None:
        await interaction.response.send_message(f"you chose {select.values[0]}", ephemeral=True)


class Form(ui.Modal, title="A form"):
    """A modal with a labelled text input and a select."""

    answer: ui.Label[Any] = ui.Label(
        text="Answer", component=ui.TextInput(custom_id="answer", max_length=20)
    )
    cloud: ui.Label[Any] = ui.Label(
        text="Cloud",
        component=ui.Select(
            custom_id="cloud", options=[discord.SelectOption(label=cloud) for cloud in CLOUDS]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction, /) -> None:
        assert isinstance(self.answer.component, ui.TextInput)
        assert isinstance(self.cloud.component, ui.Select)
        said = f"{self.answer.component.value} on {self.cloud.component.values[0]}"
        await interaction.response.send_message(said)


class Probe(discord.Client):
    """The bot; `seen` has the interactions it heard of, `errors` what went wrong."""

    def __init__(self, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, **options)
        self.tree = app_commands.CommandTree(self)
        self.seen: list[discord.Interaction] = []
        self.errors: asyncio.Queue[Exception] = asyncio.Queue()
        self.resumes = 0
        self.tree.error(self.note)
        for command in COMMANDS:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
        self.add_view(Menu(timeout=None))
        await self.tree.sync()

    async def next_error(self) -> Exception:
        """Return what went wrong, waiting a while for it."""
        return await asyncio.wait_for(self.errors.get(), 60)

    async def note(self, _interaction: discord.Interaction, error: Exception, /) -> None:
        """Keep what a command raised."""
        cause = error.__cause__ if isinstance(error.__cause__, Exception) else error
        self.errors.put_nowait(cause)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.seen.append(interaction)

    async def on_resumed(self) -> None:
        self.resumes += 1


class Anywhere(Probe):
    """A probe whose commands may be installed by people, and used in any place."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.tree.allowed_installs = app_commands.AppInstallationType(guild=True, user=True)
        self.tree.allowed_contexts = app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=True
        )


@app_commands.command(description="Show a board")
async def table(interaction: discord.Interaction) -> None:
    picture = discord.File(io.BytesIO(png()), "board.png")
    await interaction.response.send_message(view=board(0), file=picture)


@app_commands.command(description="Think first")
async def think(interaction: discord.Interaction, secretly: bool = False) -> None:
    await interaction.response.defer(ephemeral=secretly)
    picture = discord.File(io.BytesIO(png()), "board.png")
    await interaction.edit_original_response(view=board(7), attachments=[picture])


@app_commands.command(description="Whisper")
async def whisper(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("for you alone", ephemeral=True)
    await interaction.followup.send("and for all", ephemeral=False)


@app_commands.command(description="Choose from a menu")
async def menu(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("choose", view=Menu(timeout=None))


@app_commands.command(description="Fill in a form")
async def form(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Form())


@app_commands.command(description="Name a cloud")
async def cloud(interaction: discord.Interaction, name: str, to: discord.Member) -> None:
    allowed = discord.AllowedMentions(users=[to])
    await interaction.response.send_message(f"{name} for {to.mention}", allowed_mentions=allowed)


@cloud.autocomplete("name")
async def offer(_interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=item, value=item) for item in CLOUDS if current in item]


@app_commands.command(description="Send a direct message")
async def letter(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    try:
        await interaction.user.send("a letter", view=Menu(timeout=None))
    except discord.Forbidden as error:
        await interaction.edit_original_response(content=f"refused: {error.code}")
        return
    await interaction.edit_original_response(content="sent")


@app_commands.command(description="Say in which language and context one is")
async def where(interaction: discord.Interaction) -> None:
    guild_locale = interaction.guild_locale or "none"
    context = "dm" if interaction.context.dm_channel else "guild"
    await interaction.response.send_message(f"{interaction.locale} {guild_locale} {context}")


@app_commands.command(description="Call a role, or somebody")
async def call(
    interaction: discord.Interaction,
    role: discord.Role,
    other: discord.Member | discord.Role | None = None,
) -> None:
    allowed = discord.AllowedMentions(roles=True)
    said = f"{role.mention} {other and other.mention}"
    await interaction.response.send_message(said, allowed_mentions=allowed)


COMMANDS: tuple[app_commands.Command[Any, Any, Any], ...] = (
    table,
    think,
    whisper,
    menu,
    form,
    cloud,
    letter,
    where,
    call,
)


def point_at(api_base: str, gateway_url: str, set_attribute: Any = setattr) -> None:
    """Point discord.py at a stand-in."""
    set_attribute(discord.http.Route, "BASE", api_base)
    set_attribute(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(gateway_url))


# A running stand-in, a real bot on it, and the people of its memory.

HASTY = Timing(acknowledge=0.1, heartbeat=0.1)


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    running = Sandbox()
    await running.start()
    yield running
    await running.stop()


@pytest.fixture
async def hasty(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make interactions fail sooner, for tests that wait for it."""
    monkeypatch.setattr(sandbox._switchboard.interactions, "_timing", HASTY)


@contextlib.asynccontextmanager
async def run_bot(sandbox: Sandbox, probe: Probe) -> AsyncIterator[Probe]:
    async with probe, asyncio.timeout(120):
        await probe.login(sandbox.token)
        task = asyncio.create_task(probe.connect())
        await probe.wait_until_ready()
        yield probe
        await probe.close()
        await task


@pytest.fixture
async def probe(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Probe]:
    point_at(sandbox.api_base, sandbox.gateway_url, monkeypatch.setattr)
    async with run_bot(sandbox, Probe(guild_ready_timeout=0.05)) as running:
        yield running


@pytest.fixture
async def ada(sandbox: Sandbox) -> AsyncIterator[Tab]:
    async with await connect(sandbox.page_url, "ada") as tab:
        yield tab


@pytest.fixture
async def ben(sandbox: Sandbox) -> AsyncIterator[Tab]:
    async with await connect(sandbox.page_url, "ben") as tab:
        yield tab
