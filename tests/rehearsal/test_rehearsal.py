"""`python -m bot rehearse`, as a process over the wire, with everything that can go wrong there."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bench.world import settle_emoji
from bot.command_line import command
from bot.host.check import Mark
from bot.host.logs import Exit
from bot.rehearsal import rehearsal
from bot.rehearsal.client import CALLBACK, Limit, Request, Traffic
from bot.rehearsal.rehearsal import STEPS, StepOutcome, block, mended, slow
from render.scenes import EMOJI
from sandbox import Memory, RequestFault, Sandbox
from sandbox.client import Tab, connect
from sandbox.wire import Permission, Place
from tests.e2e import warm
from tests.e2e.running_bot import RunningBot, board, buttons, running_bot
from tests.e2e.test_threads import threaded_board
from tests.host.test_check import environment
from tests.soak.amounts import later
from tests.waits import PATIENCE

# A stand-in for Discord to rehearse on, with people at tabs.


@dataclass
class Stage:
    """A stand-in for Discord, and a rehearsal on it once it was begun."""

    sandbox: Sandbox
    data: Path
    process: warm.Process | None = None
    tabs: list[Tab] = field(default_factory=list)

    @property
    def guild(self) -> int:
        return next(iter(self.sandbox.memory.guilds))

    @property
    def channel(self) -> int:
        channels = self.sandbox.memory.channels.values()
        return next(item.id for item in channels if item.name == "tables")

    async def begin(
        self, *arguments: int, module: str = "tests.rehearsal.hasty", press: float = 60.0
    ) -> None:
        """Begin the rehearsal, which waits so long for a press; `module` bot is what hosts run."""
        given = environment(
            self.data, self.sandbox.api_base, NIMBUS_GATEWAY=self.sandbox.gateway_url,
            DISCORD_TOKEN=self.sandbox.token, NIMBUS_PACE="0", PRESS=str(press),
        )  # fmt: skip
        words = [str(number) for number in arguments or (self.guild, self.channel)]
        before = ["rehearse"] if module == "bot" else []
        self.process = await warm.start(module, given, self.printed, *before, *words)

    @property
    def printed(self) -> Path:
        return self.data.parent / "printed"

    async def ended(self) -> tuple[int, dict[str, str]]:
        """Wait for the end; gives the status, and what was said of each step."""
        assert self.process is not None
        async with asyncio.timeout(PATIENCE):
            status = await self.process.wait()
        said, _, block = self.printed.read_text().partition("--- for a bug report")
        assert "Traceback" not in said + block
        assert block.endswith("--- end ---\n")
        marks = "|".join(mark.value for mark in Mark)
        lines = re.findall(rf"^\[({marks})\] +([\w-]+): +(.*)$", said, re.MULTILINE)
        return status, {what: f"{mark} {text}" for mark, what, text in lines}

    async def rehearsed(self, *arguments: int) -> tuple[int, dict[str, str]]:
        """Rehearse while nobody presses."""
        await self.begin(*arguments, press=0.5)
        return await self.ended()

    def left(self) -> list[int]:
        """List the bot's messages that are still anywhere, but those that Discord itself makes."""
        memory = self.sandbox.memory
        everything = (one for found in memory.messages.values() for one in found.values())
        return [one.id for one in everything if one.author_id == memory.bot.id and not one.kind]

    async def tab(self, name: str) -> Tab:
        """Sit down at a tab as somebody."""
        tab = await connect(self.sandbox.page_url, name)
        tab.timeout = PATIENCE
        self.tabs.append(tab)
        return tab


@asynccontextmanager
async def stage(data: Path, memory: Memory | None = None) -> AsyncIterator[Stage]:
    """Open a stand-in on which the bot may delete threads."""
    sandbox = Sandbox(token="a-token", memory=memory)
    settle_emoji(sandbox)
    await sandbox.start()
    held = Stage(sandbox, data / "data")
    sandbox.faults.granted_permissions = {held.guild: int(Permission.MANAGE_THREADS)}
    try:
        yield held
    finally:
        for tab in held.tabs:
            await tab.close()
        if held.process is not None and held.process.returncode is None:
            held.process.send_signal(signal.SIGKILL)
            await held.process.wait()
        await sandbox.stop()


async def press(tab: Tab, find: Callable[[Tab], Any] = threaded_board) -> None:
    """Ask for the hand by the button of the board, once it is there."""
    assert (await tab.click(await tab.wait_for(find), label="My hand")).ok


def board_in_channel(tab: Tab) -> Any:
    """Return the board in the channel; None before there is one."""
    shown = board(tab)
    return shown if shown and buttons(shown, "t:") else None


def wrong(found: dict[str, str]) -> set[str]:
    """Return the steps with which something is wrong."""
    return {what for what, text in found.items() if text.startswith("WRONG")}


# `python -m bot rehearse`, as a process over the wire, with everything that can go wrong there.

ALWAYS = 99


async def test_all_is_done_as_the_bot_does_it_and_nothing_is_left(tmp_path: Path) -> None:
    names = ("Zaphod <@1> `x`", "Ben", "Cleo")
    async with stage(tmp_path, Memory.populate(names, guilds=("Magrathea",), bot="Marvin")) as held:
        memory = held.sandbox.memory
        host, ben = await held.tab("Zaphod <@1> `x`"), await held.tab("Ben")
        await held.begin(module="bot")
        await press(ben)  # who is told that this hand is not theirs, and does not count
        await press(host)
        status, found = await held.ended()
        assert (status, wrong(found), set(found)) == (0, set(), {*STEPS, "deletion"})
        assert not {"went wrong", "not tried"} & set(summed_up(held))
        assert {text.split()[0] for text in found.values()} == {"ok"}
        # The lobby, the tried picture, the thread's board, the greeting, the hand, two answers.
        assert held.left() == []
        assert not [item for item in memory.channels.values() if item.thread is not None]
        assert "moves to the end" in found["game"]
        assert "and marked as edited" in found["edits"]
        flat = (
            "a picture of 1000 x 637 (11:7) and by an edit, in its place, a picture of 1000 x 400"
        )
        assert flat in found["pictures"]
        assert "brought you into a thread; lines in it that say so: 0" in found["mention"]
        assert re.search(
            r"acknowledged \d+\.\d\d s after it .* edited for you alone", found["press"]
        )
        _, block = held.printed.read_text().split("--- for a bug report")
        requests = held.sandbox.requests
    asked = {(request.method, request.template) for request in requests}
    assert ("PUT", "/applications/{application_id}/commands") in asked
    assert "POST /interactions/{id}/{token}/callback: 2 x 200" in block
    for secret in ("Zaphod", "Magrathea", "Marvin", "a-token", "tables", "Ben"):
        assert secret not in block
    assert not re.search("[0-9]{15}", block)


async def test_what_passes_is_told_with_how_to_mend_it(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        faults = held.sandbox.faults
        faults.pace = True
        faults.requests = [
            RequestFault("POST", r"^/channels/\d+/messages$", 429),
            RequestFault("PATCH", r"^/channels/\d+/messages/\d+$", 503),
            RequestFault("POST", "/users/@me/channels", delay=2.2),
            RequestFault("PUT", "/thread-members/", 403, code=50001),
        ]
        host = await held.tab("Ada")
        await held.begin()
        await press(host)
        status, found = await held.ended()
        assert (status, wrong(found), held.left()) == (0, set(), [])
        assert found["lobby"].startswith("warn posted")
        assert "-> 429: more was asked than Discord takes" in found["lobby"]
        assert "-> 503: Discord failed: try again later" in found["edits"]
        assert "POST /users/@me/channels took 2." in found["message"]
        assert "(code 50001)" in found["thread"]
        block = held.printed.read_text()
        assert "1 x 429, 1 x 200" in block
        assert "limit 5 in 5.0 s" in block
        assert "asked to wait 0.1 s" in block


async def test_what_lasts_is_wrong_and_the_rest_goes_on(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        faults, memory = held.sandbox.faults, held.sandbox.memory
        memory.emojis.clear()
        faults.closed_dms = {next(iter(memory.people))}
        faults.requests = [
            RequestFault("POST", "/threads$", 400, ALWAYS, code=160006),
            RequestFault("POST", "/emojis$", 400, ALWAYS, code=30008),
        ]
        status, found = await held.rehearsed()
        assert (status, held.left()) == (1, [])
        assert wrong(found) == {"message", "thread", "press", "emoji"}
        assert summed_up(held) == {
            "went wrong": "message, thread, press, emoji",
            "not tried": "hand, because message went wrong; mention, because thread went wrong",
        }
        assert "allow them (Privacy Settings" in found["message"]
        assert "archive some" in found["thread"]
        assert "nobody with the account that owns" in found["press"]
        assert found["emoji"].startswith(f"WRONG 0 of {len(EMOJI)} are there")
        assert "delete some in the developer portal" in found["emoji"]
        assert "moves to the end" in found["game"]
        assert "and marked as edited" in found["edits"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code", "step", "mend"),
    [
        later("POST", r"^/channels/\d+/messages$", 413, 40005, "lobby", "pictures are too large"),
        ("POST", r"^/channels/\d+/messages$", 403, 50001, "lobby", "View Channel"),
        ("PUT", "/commands$", 400, 30034, "sign-in", "try again tomorrow"),
        later("GET", "/gateway/bot$", 500, 0, "gateway", "Discord failed"),
    ],
)
async def test_what_ends_it_is_told_and_the_rest_is_not_done(
    tmp_path: Path, *, method: str, path: str, status: int, code: int, step: str, mend: str
) -> None:
    async with stage(tmp_path) as held:
        fault = RequestFault(method, path, status, ALWAYS, code=code)
        held.sandbox.faults.requests = [fault]
        ended, found = await held.rehearsed()
        assert (ended, held.left()) == (1, [])
        assert wrong(found) == {step}
        assert mend in found[step]
        untried = STEPS[STEPS.index(step) + 1 :]
        assert summed_up(held) == {
            "went wrong": step,
            "not tried": f"{', '.join(untried)}, because {step} went wrong",
        }


@pytest.mark.soak
async def test_whatever_else_there_is_does_not_disturb_it(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        faults, host = held.sandbox.faults, await held.tab("Ada")
        await host.patch_faults(elsewhere=True, forum=True, shards=4, max_concurrency=2)
        faults.user_installs = set(held.sandbox.memory.people)
        faults.no_external_apps = {held.guild}
        faults.gateway_silent = faults.resume_down = True
        faults.callback_delay = 2.2
        await held.begin()
        await press(host)
        status, found = await held.ended()
        assert (status, wrong(found), held.left()) == (0, set(), [])
        assert "must be acknowledged within 3 s" in found["press"]
        memory = held.sandbox.memory
        forum = next(one.id for one in memory.channels.values() if one.kind == Place.FORUM)
        held.printed.unlink()
        status, found = await held.rehearsed(held.guild, forum)
        assert (status, "has no text channel" in found["place"]) == (1, True)


@pytest.mark.parametrize("action", [later("drop"), "invalidate"])
async def test_a_lost_connection_and_a_lost_answer_are_got_over(
    tmp_path: Path, action: str
) -> None:
    async with stage(tmp_path) as held:
        host = await held.tab("Ada")
        held.sandbox.faults.callback_losses = 1
        await held.begin()
        await host.wait_for(lambda tab: tab.dm_messages())
        await held.sandbox.gateway.act(action)
        await host.wait_for(threaded_board)
        await host.wait_for(lambda tab: tab.bot_online)
        await press(host)
        status, found = await held.ended()
        assert (status, wrong(found), held.left()) == (0, set(), [])
        assert "-> nothing: no answer came" in found["press"]


async def test_a_token_that_is_refused_and_a_gateway_that_is_down_are_told(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        held.sandbox.faults.token_revoked = True
        status, found = await held.rehearsed()
        assert (status, wrong(found), set(found)) == (1, {"sign-in"}, {"sign-in"})
        assert "Discord refuses it. Make a new one" in found["sign-in"]
        assert held.sandbox.token not in held.printed.read_text()
        held.printed.unlink()
        held.sandbox.faults.token_revoked = False
        held.sandbox.faults.gateway_down = True
        status, found = await held.rehearsed()
        assert (status, "did not come within" in found["gateway"]) == (1, True)


async def test_a_place_that_cannot_be_is_told(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        faults = held.sandbox.faults
        for arguments, words in (
            ((held.guild + 1, held.channel), "the bot is in no server"),
            ((held.guild, held.channel + 1), "has no text channel"),
        ):
            status, found = await held.rehearsed(*arguments)
            assert (status, words in found["place"]) == (1, True)
            held.printed.unlink()
        lacking = Permission.ATTACH_FILES | Permission.EMBED_LINKS
        faults.missing_permissions = {held.channel: int(lacking)}
        status, found = await held.rehearsed()
        assert "lacks in the channel: Embed Links, Attach Files" in found["place"]
        posted = [item for item in held.sandbox.requests if item.template.endswith("/messages")]
        assert (status, posted) == (1, [])


async def test_without_threads_it_is_played_in_the_channel(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        lacking = {held.guild: int(Permission.CREATE_PUBLIC_THREADS)}
        held.sandbox.faults.missing_permissions = lacking
        host = await held.tab("Ada")
        await held.begin()
        await press(host, board_in_channel)
        status, found = await held.ended()
        assert (status, wrong(found), held.left()) == (1, {"thread"}, [])
        assert "Create Public Threads" in found["thread"]


async def test_that_an_edit_brings_nobody_into_a_thread_is_no_failure(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        absent = RequestFault("GET", r"/thread-members/\d+$", 404, ALWAYS, code=10007)
        held.sandbox.faults.requests = [absent]
        status, found = await held.rehearsed()
        assert (status, wrong(found), held.left()) == (1, {"press"}, [])
        assert found["mention"].startswith("ok an edit that mentions you did not bring you into")


async def test_a_press_that_another_process_answers_is_told(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        host = await held.tab("Ada")
        held.sandbox.faults.requests = [
            RequestFault("POST", "^/interactions/", 400, code=40060),
            RequestFault("PATCH", "^/webhooks/", 404, code=10015),
        ]
        await held.begin(press=20.0)
        shown = await host.wait_for(threaded_board)
        pressing = asyncio.create_task(host.click(shown, label="My hand"))
        status, found = await held.ended()
        pressing.cancel()
        assert (status, held.left()) == (1, [])
        assert "stop every other one" in found["press"]


@pytest.mark.soak
async def test_what_cannot_be_deleted_is_named(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        held.sandbox.faults.granted_permissions = {}
        stuck = RequestFault("DELETE", rf"^/channels/{held.channel}/messages/", 403, code=50013)
        held.sandbox.faults.requests = [stuck]
        status, found = await held.rehearsed()
        assert (status, len(held.left())) == (1, 1)
        assert found["deletion"].startswith("WRONG delete by hand what is left")
        threads = [one.id for one in held.sandbox.memory.channels.values() if one.thread]
        place = f"https://discord.com/channels/{held.guild}"
        left = [f"{held.channel}/{threads[-1]}", *threads]
        assert ", ".join(f"{place}/{one}" for one in left) in found["deletion"]


@pytest.mark.soak
async def test_an_archived_thread_is_left_where_the_bot_may_not_delete_it(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        held.sandbox.faults.granted_permissions = {}
        status, found = await held.rehearsed()
        assert (status, wrong(found), held.left()) == (1, {"press"}, [])
        threads = [one for one in held.sandbox.memory.channels.values() if one.thread]
        assert [one.thread and one.thread.archived for one in threads] == [True, True]
        assert found["deletion"].startswith("warn")
        assert f"/{held.guild}/{threads[-1].id}. Delete them by hand" in found["deletion"]


@pytest.mark.parametrize("number", [later(signal.SIGINT), signal.SIGTERM])
async def test_it_cleans_up_when_it_is_stopped(tmp_path: Path, number: signal.Signals) -> None:
    async with stage(tmp_path) as held:
        host = await held.tab("Ada")
        await held.begin(module="bot")
        await host.wait_for(lambda tab: threaded_board(tab) and tab.dm_messages())
        assert held.process is not None
        held.process.send_signal(number)
        status, found = await held.ended()
        assert (status, held.left()) == (1, [])
        assert "stopped before its end" in " ".join(found.values())
        assert found["deletion"].startswith("ok")


@pytest.mark.soak
async def test_a_bot_that_runs_goes_on_undisturbed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    async with running_bot(data) as held:
        await held.until(lambda: held.why_red() is None)
        other = Stage(held.sandbox, tmp_path / "elsewhere" / "data")
        other.data.parent.mkdir()
        ada, ben = await held.tab("Ada"), await held.tab("Ben")
        await ada.wait_for(lambda tab: tab.bot_online and tab.commands)
        await ada.command("lounge", "play", game="nimbly")
        lobby = await ben.wait_for(lambda tab: board(tab, "lounge"))
        await other.begin(press=0.5)
        await ben.wait_for(lambda tab: tab.messages("tables"))
        before = len(callbacks(held))
        assert (await ben.click(lobby, label="Join")).ok
        status, found = await other.ended()
        # It was answered once, by the bot that posted the lobby.
        assert callbacks(held)[before:] == [200]
        assert (status, wrong(found) - {"thread"}) == (1, {"press"})
        assert [m["id"] for m in ada.messages("lounge")] == [lobby["id"]]
        # On the same data it would not even begin.
        same = replace(other, data=data)
        asked = len(held.sandbox.requests)
        await same.begin()
        assert same.process is not None
        assert await same.process.wait() == 1
        assert "a bot runs here on the same data" in same.printed.read_text()
        asked_since = {request.path for request in held.sandbox.requests[asked:]}
        assert "/users/@me" not in asked_since


def summed_up(held: Stage) -> dict[str, str]:
    """Return what is said at the end, and in the block the same, of what went amiss."""
    said, _, block = held.printed.read_text().partition("--- for a bug report")
    found = [
        dict(re.findall("^(went wrong|not tried): (.*)$", part, re.MULTILINE))
        for part in (said, block)
    ]
    assert found[0] == found[1]
    return found[0]


def callbacks(held: RunningBot) -> list[int]:
    """Return how the callbacks of presses were answered."""
    return [one.status for one in held.sandbox.requests if one.path.startswith("/interactions/")]


def test_without_a_token_nothing_is_rehearsed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NIMBUS_DATA", str(tmp_path))
    monkeypatch.setenv("DISCORD_TOKEN", "")
    assert command(["rehearse", "1", "2"]) == Exit.DIFFERENT


# What a rehearsal says of failures, and what of it may leave the house.

SECRETS = ("Zaphod Beeblebrox", "MTIzNDU2.token", "123456789012345678", "NaN; DROP TABLE")


async def test_nothing_that_others_write_is_in_the_block() -> None:
    """Names, ids and tokens stand wherever Discord or somebody between could put them."""
    name, token, number, nonsense = SECRETS

    async def answer(request: web.Request) -> web.Response:
        headers = {
            "X-RateLimit-Limit": nonsense, "X-RateLimit-Remaining": number,
            "X-RateLimit-Reset-After": token, "X-RateLimit-Bucket": token,
        }  # fmt: skip
        body = {"code": name, "message": token, "id": number, "retry_after": nonsense}
        status = 429 if request.method == "GET" else 400
        return web.json_response(body, status=status, headers=headers)

    app, traffic, trace = web.Application(), Traffic(), aiohttp.TraceConfig()
    app.router.add_route("*", "/{path:.*}", answer)
    traffic.listen(trace)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        async with aiohttp.ClientSession(trace_configs=[trace]) as session:
            base = f"http://{runner.addresses[0][0]}:{runner.addresses[0][1]}/api/v10"
            for path in (
                f"webhooks/{number}/{token}/messages/@original", f"channels/{number}/messages",
                f"interactions/{number}/{token}/callback", f"{token}/{name}",
                f"users/{name}?{token}",
            ):  # fmt: skip
                await session.get(f"{base}/{path}")
                await session.post(f"{base}/{path}")
    finally:
        await runner.cleanup()
    told = block([StepOutcome("lobby", Mark.WRONG, 1.25, traffic.calls, "TimeoutError")])
    assert told.count("429") == 5
    assert "[WRONG] lobby:       1.25 s TimeoutError" in told
    for secret in SECRETS:
        assert secret not in told
        assert secret.split()[0] not in told
    limits = re.findall("[0-9]{7,}", told)
    assert not limits


def test_each_kind_of_failure_is_told_once_with_how_to_mend_it() -> None:
    call = Request("POST", "/channels/{id}/messages", 403, 50013, 0.2)
    well = Request("POST", "/channels/{id}/messages", 200, 0, 0.2)
    told = mended([call, well, call])
    assert told.count("POST /channels/{id}/messages -> 403 (code 50013): a permission") == 1
    assert mended([well]) == ""
    assert "please report it" in mended([Request("POST", "/x", 418, 7, 0.1)])
    assert "-> nothing: no answer came" in mended([Request("GET", "/x", 0, 0, 0.1)])


def test_an_answer_that_is_slow_is_told() -> None:
    assert slow([Request("GET", "/x", 200, 0, 1.9)]) == slow([]) == ""
    assert "took 4.0 s: look at" in slow([Request("GET", "/x", 200, 0, 4.0)])
    assert "within 3 s" in slow([Request("POST", CALLBACK, 200, 0, 2.5)])


def test_a_limit_is_told_as_the_headers_told_it() -> None:
    calls = [
        Request("POST", "/x", 200, 0, 0.1, Limit(5, left, seconds))
        for left, seconds in ((4, 5.0), (3, 4.5))
    ]
    told = block([StepOutcome("lobby", Mark.OK, 0.2, calls)])
    assert "POST /x: 2 x 200; 0.10 to 0.10 s; limit 5 in 5.0 s, 3 left at the least" in told


def test_no_sentence_of_how_to_mend_ends_twice() -> None:
    sentences = [*rehearsal._CODES.values(), *rehearsal._STATUSES.values()]
    assert not [text for text in sentences if text.endswith(".") or "  " in text]
