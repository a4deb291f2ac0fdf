"""Whatever is asked of the stand-in is answered, refused in words at worst; nothing breaks."""

from __future__ import annotations

import copy
import random
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote

import aiohttp
import orjson
import pytest
from yarl import URL

from sandbox import Message, Sandbox
from sandbox.client import Tab
from sandbox.multipart import MOST_BYTES
from sandbox.rest import ROUTER
from sandbox.wire import Kind

# Requests nobody means: seeded mutations of good bodies, odd numbers, odd queries.

NUMBERS = ("", "0", "-1", "²", "٣", "nan", "NaN", "1e9", "0x1", "1_0", " 1", "9" * 18, "9" * 4400)
"""What may stand where a number belongs."""

LEAVES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 0.5, 2**31, 2**63, 2**64 - 1, 1e300, "", "x", "²", "9" * 4400),
    *("javascript:alert(1)", "attachment://a.png", "@original", "\x00", "\u202e", "x" * 5000),
    *([], {}, [[]], [None], [1, "2"], {"": None}, {"id": "²"}, {"type": {}}, ["x"] * 200),
)

_TEXT = {"type": 10, "content": "hello <@1> <@²>"}
_BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go", "emoji": {"name": "♠"}}
_SELECT = {
    "type": 3,
    "custom_id": "s",
    "min_values": 0,
    "max_values": 1,
    "options": [{"label": "a", "value": "a", "emoji": {"id": "12", "name": "a"}}],
}
_INPUT = {"type": 4, "custom_id": "t", "style": 1, "min_length": 0, "value": "v"}
_LINK = {"type": 2, "style": 5, "label": "Rules", "url": "https://example.org/"}
_MEDIA = {"media": {"url": "https://example.org/a.png"}, "description": "alt", "spoiler": False}
_CONTAINER = {
    "type": 17,
    "accent_color": 255,
    "components": [
        {"type": 9, "components": [_TEXT], "accessory": _LINK},
        {"type": 12, "items": [_MEDIA, _MEDIA]},
        {"type": 14, "divider": True, "spacing": 1},
        {"type": 1, "components": [_BUTTON]},
        {"type": 1, "components": [_SELECT]},
    ],
}
_EMBED = {
    "title": "t",
    "description": "d",
    "url": "https://example.org/",
    "color": 255,
    "timestamp": "2026-01-01T00:00:00+00:00",
    "footer": {"text": "f", "icon_url": "https://example.org/i.png"},
    "author": {"name": "a", "url": "https://example.org/", "icon_url": "attachment://a.png"},
    "image": {"url": "https://example.org/i.png"},
    "fields": [{"name": "n", "value": "v", "inline": True}],
}
_MENTIONS = {"parse": ["users"], "users": [], "roles": [], "replied_user": False}
_V2 = {"flags": 1 << 15, "components": [_CONTAINER], "allowed_mentions": _MENTIONS}
_LEGACY = {
    "content": "hi",
    "embeds": [_EMBED],
    "nonce": "n",
    "enforce_nonce": True,
    "flags": 0,
    "attachments": [{"id": 0, "filename": "a.png", "description": "alt"}],
    "message_reference": {"message_id": "1", "fail_if_not_exists": False},
}
_MODAL = {
    "title": "t",
    "custom_id": "m",
    "components": [{"type": 18, "label": "l", "description": "d", "component": _INPUT}],
}
_OPTION = {
    "type": 3,
    "name": "o",
    "description": "d",
    "required": True,
    "choices": [{"name": "a", "value": "a", "name_localizations": {"de": "a"}}],
}
_COMMAND = {
    "name": "play",
    "type": 1,
    "description": "d",
    "options": [_OPTION],
    "contexts": [0, 1],
    "default_member_permissions": "32",
    "description_localizations": {"de": "d"},
}

_THREAD = {
    "name": "Table 7",
    "type": 11,
    "auto_archive_duration": 60,
    "rate_limit_per_user": 0,
    "archived": False,
    "locked": False,
    "invitable": None,
    "message": {"content": "hi", "embeds": [_EMBED]},
}

BODIES: tuple[Any, ...] = (
    *(_V2, _LEGACY, [_COMMAND], {"recipient_id": "1"}, _THREAD),
    {"name": "cloud", "image": "data:image/png;base64,iVBORw0KGgo="},
    *({"type": kind, "data": data} for kind, data in ((4, _V2), (7, _LEGACY), (9, _MODAL))),
    *({"type": kind, "data": {"flags": 64, "choices": []}} for kind in (5, 6, 8)),
)
"""Bodies that are good somewhere."""

_BUTTON_USE = {"op": "component", "custom_id": "go", "component_type": 2, "values": []}
_GIVEN = [{"name": "o", "type": 3, "value": "a", "focused": True}]
FRAMES: tuple[Any, ...] = (
    *({"op": "send", "content": "hi"}, {"op": "delete"}, {"op": "ack"}, {"op": "dismiss"}),
    *({"op": kind, "options": _GIVEN} for kind in ("command", "autocomplete")),
    *(_BUTTON_USE, {"op": "delete_channel", "channel_id": "1"}),
    {"op": "start_thread", "name": "Table 7", "message_id": "1"},
    {"op": "edit_thread", "name": "Table 8", "archived": True, "locked": False},
    *({"op": kind} for kind in ("join_thread", "leave_thread")),
    {"op": "modal", "modal_id": "1", "components": [{"type": 18, "component": _INPUT}]},
    {"op": "faults", "patch": {"closed_dms": ["1"], "callback_delay": 0, "callback_losses": 0}},
    {"op": "faults", "patch": {"locales": {"1": "de"}, "missing_permissions": {"1": "1"}}},
    {"op": "faults", "patch": {"elsewhere": True, "forum": False, "user_installs": ["1"]}},
    {
        "op": "faults",
        "patch": {"pace": False, "no_external_apps": [], "granted_permissions": {"1": "1"}},
    },
    {"op": "faults", "patch": {"requests": [{"status": 503, "times": 0, "path": "none"}]}},
)
"""What a page may say."""


def strange(chance: random.Random, good: Any, changes: int) -> Any:
    """Return `good` with some of its values, at any depth, put in other words or taken away."""
    body = copy.deepcopy(good)
    for _ in range(changes):
        holders = _holders(body)
        if not holders:
            return chance.choice(LEAVES)
        holder, key = chance.choice(holders)
        if chance.random() < 0.2 and isinstance(holder, dict):
            del holder[key]
        else:
            holder[key] = copy.deepcopy(chance.choice(LEAVES))
    return body


def deep(levels: int, inside: str = "") -> bytes:
    """Return JSON of lists in lists, or of an object with a field that deep."""
    nested = b"[" * levels + b"]" * levels
    return b'{"%s":%s}' % (inside.encode(), nested) if inside else nested


def query(chance: random.Random, *names: str) -> str:
    """Return a query with odd values, some names twice, some missing."""
    pairs = [chance.choice(["", "x", "=", "%", "%ff=%ff", "a=b&&"])]
    for name in names:
        found = (quote(chance.choice(NUMBERS)) for _ in range(chance.randrange(3)))
        pairs += [f"{name}={value}" for value in found]
    return "?" + "&".join(pairs)


def _holders(node: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    items = (
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    )
    for key, value in items:
        found += [(node, key), *_holders(value)]
    return found


# Whatever is asked of the stand-in is answered, refused in words at worst; nothing breaks.

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND")
_LONGEST = 8000
FORM = "multipart/form-data; boundary=b"
FORMS: tuple[tuple[str, bytes], ...] = (
    ("multipart/form-data", b"x"),
    ("multipart/form-data; boundary=" + "b" * 99, b"x"),
    (FORM, b""),
    (FORM, b"--b\r\n\r\nno name\r\n--b--"),
    (FORM, b"--b\r\nContent-Disposition: form-data; name=payload_json\r\n\r\n{\r\n--b--\r\n"),
    (FORM, b'--b\r\nContent-Disposition: form-data; name="files[0]"\r\n\r\ncut short'),
    (
        FORM,
        b'--b\r\nContent-Disposition: form-data; name="files[%s]"\r\n\r\nx\r\n--b--' % (b"9" * 99),
    ),
    (FORM, b"--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c--\r\n--b--"),
    (FORM, b"--b\r\nContent-Length: x\r\n\r\nx\r\n--b--"),
    ("application/json", b"\xff\xfe"),
    ("application/json", b"{"),
    ("application/json", deep(5000)),
    ("application/json", deep(900, "flags")),
    ("application/json", b"NaN"),
    ("nonsense", b"x"),
)


class Asker:
    """Asks without a client's care for what an address may look like."""

    def __init__(self, session: aiohttp.ClientSession, sandbox: Sandbox) -> None:
        self._session = session
        self._token = {"Authorization": f"Bot {sandbox.token}"}
        self.page = sandbox.page_url
        self.api = sandbox.api_base

    async def __call__(self, method: str, url: str, data: Any = None, **headers: str) -> None:
        """Ask, and hold the answer to what every answer must be."""
        asked = self._session.request(
            method,
            # A line of more than 8190 bytes is no HTTP, which is not what is to be tried here.
            URL(url[:_LONGEST], encoded=True),
            data=data,
            headers=self._token | headers,
            allow_redirects=False,
        )
        async with asked as response:
            raw = await response.read()
            about = (method, url[:200], data if data is None else str(data)[:2000], raw[:200])
            assert response.status < 500, about
            assert response.headers["X-Content-Type-Options"] == "nosniff", about
            if response.status >= 400 and method != "HEAD":
                check_refusal(response, raw, about)


def check_refusal(response: aiohttp.ClientResponse, raw: bytes, about: Any) -> None:
    if "/api/" in response.url.path:
        assert response.headers["Content-Type"] == "application/json", about
        body = orjson.loads(raw)
        assert isinstance(body["message"], str), about
        assert isinstance(body["code"], int), about
    else:
        assert response.content_type == "text/plain", about
        assert raw.decode().strip().endswith("."), about


@pytest.fixture
async def ask(sandbox: Sandbox, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Asker]:
    async with aiohttp.ClientSession() as session:
        yield Asker(session, sandbox)
    assert [line.getMessage() for line in caplog.records if line.levelname == "ERROR"] == []


def scene(sandbox: Sandbox, chance: random.Random) -> dict[str, str]:
    """Return what the names of addresses stand for, so that requests get past their guards."""
    memory, board = sandbox.memory, sandbox._switchboard
    ada, lounge = next(iter(memory.people)), next(iter(memory.channels))
    told = board.post(Message(memory.snowflakes.mint(), lounge, memory.bot.id, "x"))
    data = {"name": "play", "type": 1, "options": [{"name": "o", "type": 3, "focused": True}]}
    kind = chance.choice([Kind.COMMAND, Kind.AUTOCOMPLETE, Kind.COMPONENT])
    asked = board.interactions.begin(kind, ada, lounge, data, source_id=told.id)
    return {
        "application_id": str(memory.bot.id),
        "channel_id": str(lounge),
        "guild_id": str(next(iter(memory.guilds))),
        "interaction_id": str(asked.id),
        "message_id": str(told.id),
        "token": asked.token,
        "user_id": str(ada),
    }


def address(chance: random.Random, template: str, names: dict[str, str]) -> str:
    """Fill in a template, now and then with what is no id."""
    for name, value in names.items():
        odd = quote(chance.choice(NUMBERS) or "x")
        template = template.replace(f"{{{name}}}", odd if chance.random() < 0.1 else value)
    return template.replace("{command_id}", "1").replace("{emoji_id}", "1")


@pytest.mark.whole
@pytest.mark.parametrize("seed", range(4))
async def test_the_api_refuses_strange_requests_as_discord_does(
    sandbox: Sandbox, ask: Asker, seed: int
) -> None:
    chance = random.Random(seed)
    for _ in range(6):
        for _, route in ROUTER._patterns:
            path = address(chance, route.template, scene(sandbox, chance))
            url = f"{ask.api}{path}{query(chance, 'limit', 'before', 'after', 'with_response')}"
            body = strange(chance, chance.choice(BODIES), chance.randrange(4))
            typed = {"Content-Type": "application/json"}
            await ask(route.method, url, orjson.dumps(body), **typed)
            await ask(chance.choice(METHODS), url)


@pytest.mark.parametrize("good", BODIES, ids=str)
async def test_the_api_refuses_every_body_with_one_thing_wrong(
    sandbox: Sandbox, ask: Asker, good: Any
) -> None:
    chance = random.Random(str(good))
    paths = [route for _, route in ROUTER._patterns if route.method in {"POST", "PUT", "PATCH"}]
    for _ in range(200):
        route = chance.choice(paths)
        url = ask.api + address(chance, route.template, scene(sandbox, chance))
        await ask(route.method, url, orjson.dumps(strange(chance, good, 1)))


async def test_the_api_refuses_what_cannot_be_read(sandbox: Sandbox, ask: Asker) -> None:
    url = f"{ask.api}/channels/{next(iter(sandbox.memory.channels))}/messages"
    for kind, data in FORMS:
        await ask("POST", url, data, **{"Content-Type": kind})
    await ask("POST", url, b"x", **{"Content-Encoding": "gzip"})


async def test_the_api_refuses_what_is_too_large(sandbox: Sandbox, ask: Asker) -> None:
    url = URL(f"{ask.api}/channels/{next(iter(sandbox.memory.channels))}/messages")
    headers = {"Authorization": f"Bot {sandbox.token}"}

    async def parts() -> AsyncIterator[bytes]:
        """Send two files in a form that does not say how long it is."""
        for index in range(2):
            yield b'--b\r\nContent-Disposition: form-data; name="files[%d]"\r\n\r\n' % index
            yield bytes(MOST_BYTES // 2 + 1)
            yield b"\r\n"
        yield b"--b--\r\n"

    async def spaces() -> AsyncIterator[bytes]:
        for _ in range(27):
            yield b" " * 1024 * 1024

    async with aiohttp.ClientSession(headers=headers) as session:
        for kind, data in ((FORM, parts()), ("application/json", spaces())):
            typed = {"Content-Type": kind}
            async with session.post(url, data=data, headers=typed) as response:
                assert (response.status, (await response.json())["code"]) == (413, 40005)


@pytest.mark.parametrize("seed", range(4))
async def test_the_page_refuses_strange_requests_in_a_sentence(ask: Asker, seed: int) -> None:
    chance = random.Random(seed)
    places = ("", "ui", "faults", "requests", "static/app.js", "static/" + "a" * 300, "static/..")
    files = tuple(f"cdn/{quote(number)}/a.png" for number in NUMBERS)
    emoji = tuple(f"cdn/emoji/{quote(number)}.png" for number in NUMBERS)
    for place in (*places, *files, *emoji, "%00", "%ff", "x" * 4000, "ui/", "cdn/1/%2e%2e%2f"):
        for method in ("GET", chance.choice(METHODS)):
            await ask(method, f"{ask.page}{place}{query(chance, 'as', 'since')}")


@pytest.mark.parametrize("number", NUMBERS[1:])
async def test_the_log_is_read_from_a_number_on(ask: Asker, number: str) -> None:
    await ask("GET", f"{ask.page}requests?since={quote(number)}")
    await ask("GET", f"{ask.api}/%ff%fe{quote(number)}")
    await ask("GET", f"{ask.page}requests?since=0&since={quote(number)}")


async def test_strange_faults_are_refused_and_never_strike(sandbox: Sandbox, ask: Asker) -> None:
    chance = random.Random(9)
    patches = [frame["patch"] for frame in FRAMES if frame["op"] == "faults"]
    for _ in range(150):
        data = orjson.dumps(strange(chance, chance.choice(patches), 1))
        await ask("POST", f"{ask.page}faults", data)
        sandbox.faults.pace = False  # which is a fault to wait for
        await ask("GET", f"{ask.api}/users/@me")
    for leaf in LEAVES:
        await ask("POST", f"{ask.page}faults", orjson.dumps(leaf))
        await ask("POST", f"{ask.page}faults", orjson.dumps({"gateway": leaf}))
    await ask("POST", f"{ask.page}faults", deep(5000))


@pytest.mark.parametrize("seed", range(3))
async def test_a_page_goes_on_whatever_it_says(sandbox: Sandbox, ada: Tab, seed: int) -> None:
    chance = random.Random(seed)
    names = scene(sandbox, chance)
    memory = sandbox.memory
    option = {"name": "o", "type": 3, "autocomplete": True}
    memory.commands[None] = {1: {"id": "1", "name": "go", "type": 1, "options": [option]}}
    known = {"channel_id": names["channel_id"], "message_id": names["message_id"]}
    for _ in range(200):
        good = chance.choice(FRAMES) | known | {"command_id": "1", "nonce": "n"}
        await ada._say(strange(chance, good, chance.randrange(4)))
    assert ada._socket is not None
    await ada._socket.send_str(deep(3000, "op").decode())
    await ada._say({"op": "faults", "patch": {"callback_delay": 7}})
    await ada.wait_for(lambda tab: tab.faults.get("callback_delay") == 7)
