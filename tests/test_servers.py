"""A server's settings, laid out, and its welcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.errors import Barred, Busy, Gone, StageError
from bot.preferences.server import (
    CHOICES,
    EVERYONE,
    USUAL,
    Feature,
    Group,
    ServerSettings,
    change_of,
)
from bot.servers.layouts import SHOWN, ServerPage, server_layout
from bot.servers.welcome import RETRIES, Welcomes
from bot.store.errors import StoreFailed
from bot.store.settings import server_scope
from tests.match.conftest import parts
from tests.match.rows import SAY, faults, said
from tests.match.rows import parts as pieces
from tests.match.stand import Parts

# A store with people who play.

__all__ = ["parts"]


# The settings of a server, laid out: all of them in words, and the controls of one.

CHANNELS = tuple(range(100, 125))


def server_page(
    stored: ServerSettings = USUAL, held: ServerSettings | None = None, **fields: Any
) -> ServerPage:
    usual = {
        "name": "Club", "languages": {"en": "English", "fr": "français"}, "lacking": {},
        "names": {"<#7>": "#tables", "<@&9>": "@hosts"},
    }  # fmt: skip
    return ServerPage(stored=stored, held=held or stored, **{**usual, **fields})


def control(page: ServerPage, setting: str, custom_id: str = "") -> dict[str, Any]:
    """Return the control that changes a setting."""
    found = [
        part
        for part in pieces(server_layout(page, setting, SAY))
        if part.get("custom_id") == (custom_id or f"server:{setting}")
    ]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("setting", [None, *SHOWN])
def test_every_page_is_within_what_discord_takes(setting: str | None) -> None:
    names = ["Read Message History"] * 5
    places = dict.fromkeys(CHANNELS, names)
    lacking = dict.fromkeys(("channels", "threads", "audit", "daily"), places)
    full = ServerSettings(channels=CHANNELS, openers=Group(role=9), enders=Group(role=9), audit=7)
    layout = server_layout(server_page(full, lacking=lacking), setting, SAY)
    assert faults(layout) == []


def test_everything_that_is_set_is_said_and_what_was_deleted_is_told() -> None:
    shown = said(server_layout(server_page(), None, SAY))
    for setting in SHOWN:
        assert f"{SAY(f'server.name.{setting}')}: **" in shown
    assert "deleted" not in shown
    stored, held = ServerSettings(openers=Group(role=9)), ServerSettings(openers=EVERYONE)
    shown = said(server_layout(server_page(stored, held), None, SAY))
    assert "Who can open tables: **everyone**" in shown
    assert "Who can open tables: what you chose is gone" in shown


@pytest.mark.parametrize(
    "setting", ["calls", "clock", "enders", "hosts", "level", "look", "openers", "threads"]
)
def test_a_menu_offers_every_choice_and_marks_what_is_set(setting: str) -> None:
    options = control(server_page(), setting)["options"]
    assert [option["value"] for option in options] == list(CHOICES[setting])
    assert sum(option.get("default", False) for option in options) == 1
    assert len({option["label"] for option in options}) == len(options)


def test_of_what_can_be_switched_off_any_number_can_be_chosen() -> None:
    off = (Feature.REVIEW, Feature.PUZZLES)
    shown = control(server_page(ServerSettings(off=off)), "off")
    assert (shown["min_values"], shown["max_values"]) == (0, len(Feature))
    assert [o["value"] for o in shown["options"] if o.get("default")] == list(off)
    spelt = change_of("off", off)["off"]
    assert ServerSettings.read({"off": spelt or ""}).off == off


def test_languages_channels_and_roles_that_are_set_are_chosen_in_their_menus() -> None:
    options = control(server_page(ServerSettings(locale="fr")), "locale")["options"]
    assert [(option["label"], option["default"]) for option in options] == [
        ("automatic (the server's, or its last table's)", False), ("English", False),
        ("français", True),
    ]  # fmt: skip
    gone = said(server_layout(server_page(ServerSettings(locale="de")), None, SAY))
    assert "Language: **automatic (the server's, or its last table's)**" in gone
    page = server_page(ServerSettings(channels=(7, 8), openers=Group(role=9)))
    channels = control(page, "channels")
    assert [default["id"] for default in channels["default_values"]] == [7, 8]
    assert (channels["min_values"], channels["max_values"]) == (0, 25)
    roles = control(page, "openers", "server:openers:role")
    assert [default["id"] for default in roles["default_values"]] == [9]
    assert not any(o.get("default") for o in control(page, "openers")["options"])
    assert control(page, "audit").get("default_values", []) == []


def test_the_name_of_a_server_makes_no_link_and_of_many_channels_a_line_names_a_few() -> None:
    shown = said(server_layout(server_page(name="[x](https://x.example) **b**"), None, SAY))
    assert "[x](https" not in shown
    assert "\\*\\*b" in shown
    shown = said(server_layout(server_page(ServerSettings(channels=CHANNELS)), None, SAY))
    assert "<#109> …" in shown
    assert "<#110>" not in shown


def test_what_the_bot_lacks_stands_first_in_place_of_that_all_is_well() -> None:
    assert (
        "You can leave everything as it is"
        in said(server_layout(server_page(), None, SAY)).split("\n")[1]
    )
    lacking = {"channels": {7: ["Send Messages"]}, "audit": {8: ["Send Messages"]}}
    shown = said(server_layout(server_page(lacking=lacking), None, SAY))
    _, warning, *lines = shown.split("\n")
    assert warning.startswith("⚠️ **Permissions are missing** in some channels")
    for channel, line in zip((7, 8), lines, strict=False):
        assert f"<#{channel}>" in line
        assert line.endswith("Please allow me: Send Messages.")
    assert "You can leave everything" not in shown


def test_languages_are_spoken_of_only_where_there_are_several() -> None:
    assert "in each person's own language" in said(server_layout(server_page(), "locale", SAY))
    shown = server_layout(server_page(languages={"en": "English"}), None, SAY)
    assert SAY("server.name.locale") not in str(pieces(shown))


def test_the_list_of_settings_says_what_is_set_in_plain_words() -> None:
    held = ServerSettings(channels=(7,), openers=Group(role=9))
    options = control(server_page(held), "clock", "server")["options"]
    told = {option["value"]: option["description"] for option in options}
    assert (told["channels"], told["openers"]) == ("#tables", "@hosts and moderators")
    assert (told["clock"], told["off"]) == ("10 minutes", "none")


# The welcome of a server: once, in the first channel that takes it, also after a kill.

GUILD = 5


class Rooms:
    """Channels that take a welcome or refuse it; `said` is where it was posted."""

    def __init__(self, **refusals: Sequence[StageError]) -> None:
        self.refusals = {int(name[1:]): list(errors) for name, errors in refusals.items()}
        self.said: list[int] = []

    async def post(self, channel_id: int) -> None:
        if errors := self.refusals.get(channel_id):
            raise errors.pop(0)
        self.said.append(channel_id)


async def welcome(parts: Parts, rooms: Rooms, *channels: int) -> Welcomes:
    welcomes = Welcomes(parts.store, parts.clock)
    await welcomes.joined(GUILD)
    await welcomes.say(GUILD, channels, rooms.post)
    return welcomes


async def test_a_server_is_welcomed_once(parts: Parts) -> None:
    welcomes, rooms = Welcomes(parts.store, parts.clock), Rooms()
    assert await welcomes.due() == frozenset()
    await welcomes.joined(GUILD)
    assert await welcomes.due() == {server_scope(GUILD)}
    await welcomes.say(GUILD, [1, 2], rooms.post)
    await welcomes.joined(GUILD)
    assert (rooms.said, await welcomes.due()) == ([1], frozenset())


async def test_the_first_channel_that_takes_it_is_enough(parts: Parts) -> None:
    rooms = Rooms(c1=[Barred("no")], c2=[Gone("no")])
    welcomes = await welcome(parts, rooms, 1, 2, 3, 4)
    assert (rooms.said, await welcomes.due()) == ([3], frozenset())


@pytest.mark.parametrize("channels", [(), (1,)])
async def test_where_it_may_write_nowhere_nothing_is_said(
    parts: Parts, channels: tuple[int, ...]
) -> None:
    rooms = Rooms(c1=[Barred("no")])
    welcomes = await welcome(parts, rooms, *channels)
    assert (rooms.said, await welcomes.due()) == ([], frozenset())


async def test_a_busy_discord_is_tried_again(parts: Parts) -> None:
    rooms = Rooms(c1=[Busy("500"), Busy("500")])
    await welcome(parts, rooms, 1, 2)
    assert (rooms.said, parts.clock.slept) == ([1], list(RETRIES[:2]))


async def test_what_could_not_be_said_is_due_at_the_next_start(parts: Parts) -> None:
    rooms = Rooms(c1=[Busy("500")] * (len(RETRIES) + 1))
    await welcome(parts, rooms, 1)
    again = Welcomes(parts.store, parts.clock)
    assert await again.due() == {server_scope(GUILD)}
    await again.say(GUILD, [1], rooms.post)
    assert (rooms.said, await again.due()) == ([1], frozenset())


async def test_a_kill_while_it_is_said_leaves_it_due(parts: Parts) -> None:
    welcomes = Welcomes(parts.store, parts.clock)
    await welcomes.joined(GUILD)

    async def killed(_: int) -> None:
        raise StoreFailed("killed")

    with pytest.raises(StoreFailed):
        await welcomes.say(GUILD, [1], killed)
    assert await welcomes.due() == {server_scope(GUILD)}


async def test_two_at_once_say_it_once(parts: Parts) -> None:
    welcomes, said = Welcomes(parts.store, parts.clock), []
    await welcomes.joined(GUILD)

    async def post(channel_id: int) -> None:
        said.append(channel_id)
        await welcomes.say(GUILD, [2], post)

    await welcomes.say(GUILD, [1], post)
    assert said == [1]
