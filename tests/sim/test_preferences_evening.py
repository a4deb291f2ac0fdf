"""/preferences through the whole bot: shown, changed, and pings as people wish them."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import Any

from bot.match.calls.notices import NOTICES, QUIET, Notices
from bot.match.show.panels import IN_USE
from bot.match.show.publisher import Publisher
from bot.preferences.hours import QuietHours
from bot.preferences.person import PersonSettings, Place, person_settings
from bot.store.settings import person_scope
from render.theme import DAY, LARGE, NIGHT, WIDTH
from tests.sim.evening import NAMES, Evening, grounds, play_unseen, texts, widths
from tests.sim.test_clock_evening import calls
from tests.sim.test_pressing import private_answer
from tests.sim.test_showing_evening import refuse_hands


async def preferences(held: Evening, name: str, group: str) -> Any:
    """Let a person open a group of what they have set; gives the private answer."""
    shown = (await held[name].slash(held.channel, "preferences")).response
    opened = await held[name].click(shown.message, custom_id=f"me:open:{group}")
    return opened.response or opened.followups[-1]


async def choose(held: Evening, name: str, group: str, **values: str) -> None:
    """Let a person choose in the menus of a group of what they have set."""
    shown = await preferences(held, name, group)
    for setting, value in values.items():
        menu = f"me:{setting}:{group}" if setting == "wishes" else f"me:{setting}"
        await held[name].select(shown.message, [value], custom_id=menu)


async def kept(held: Evening, name: str) -> PersonSettings:
    """Return what somebody has set; the language of their client, they never set."""
    settings = await person_settings(held.bot.app.store, held[name].user.id)
    return replace(settings, client=None)


def direct(held: Evening, name: str) -> list[str]:
    """Return the digests that stand in somebody's direct messages."""
    said = [texts(message) for message in held[name].user.dm_channel.history()]
    return [text for text in said if "### It's your turn" in text or "tables are waiting" in text]


async def test_what_is_set_is_shown_in_place_and_outlives_a_restart(held: Evening) -> None:
    shown = await preferences(held, "Ada", "pings")
    await held["Ada"].select(shown.message, ["dm"], custom_id="me:place")
    await held["Ada"].click(shown.message, label="◀ Back")
    assert "**Pings:** Ping me by direct message" in texts(shown.message)
    await held["Ada"].click(shown.message, label="Time and language")
    form = await held["Ada"].click(shown.message, custom_id="me:quiet")
    typed = {"from": ["22:00"], "until": ["07:00"], "zone": "new york"}
    await held["Ada"].submit_modal(form, typed)
    assert "22:00 to 07:00\n**Time zone:** America/New York, now" in texts(shown.message)
    await held.restart()
    assert await kept(held, "Ada") == PersonSettings(
        place=Place.DM, quiet=QuietHours(22 * 60, 7 * 60), zone="America/New_York"
    )
    assert "22:00 to 07:00" in texts((await preferences(held, "Ada", "time")).message)
    form = await held["Ada"].click(
        (await preferences(held, "Ada", "time")).message, custom_id="me:quiet"
    )
    now = held.bot.app.clock.now()
    hours = [f"{time.gmtime(now + 3600 * after).tm_hour:02}:00" for after in (-1, 2)]
    around = {"from": hours[:1], "until": hours[1:], "zone": "utc"}
    await held["Ada"].submit_modal(form, around)
    await held.start("Ada", "Ben")
    for name, flags in (("Ada", [True, True]), ("Ben", [True, False])):
        sent = held[name].user.dm_channel.history()
        assert [message.flags.suppress_notifications for message in sent] == flags
    form = await held["Ada"].click(
        (await preferences(held, "Ada", "time")).message, custom_id="me:quiet"
    )
    await held["Ada"].submit_modal(form, typed | {"from": ["none"]})
    assert (await kept(held, "Ada")).quiet is None
    assert await kept(held, "Ben") == PersonSettings()


async def test_a_look_of_ones_own_holds_for_what_one_alone_sees(held: Evening) -> None:
    await choose(held, "Ada", "look", look="day")
    await held.start(*NAMES)
    private = (await held["Ben"].click(held.board(), label="My hand")).response

    async def seen() -> list[Any]:
        await held.env.settle()
        shown = (held.board(), *map(held.hand, NAMES), private.message)
        return [sky for message in shown for sky in await grounds(message)]

    day, night = DAY.sky_top, NIGHT.sky_top
    assert await seen() == [night, day, night, night, night]
    await choose(held, "Ben", "look", look="day")
    assert await seen() == [night, day, day, night, day]
    await choose(held, "Ben", "look", look="usual")
    assert await seen() == [night, day, night, night, night]
    assert await kept(held, "Ben") == PersonSettings()
    await held.env.advance_time(2 * IN_USE)  # nobody looks at their private hand any more
    await play_unseen(held, random.Random(5), lambda _view: False)
    await held.env.settle()
    assert [await grounds(held.hand(name)) for name in ("Ada", "Ben")] == [{day}, {night}]
    assert await grounds(held.board()) == {night}
    for name, options in (("puzzle", {}), ("stats", {}), ("rules", {"game": "balloon"})):
        for person, sky in (("Ada", day), ("Ben", night)):
            answer = (await held[person].slash(held.channel, name, **options)).response
            assert await grounds(answer.message) == {sky}, name
    best = (await held["Ada"].slash(held.channel, "leaderboard", game="cloud_nine")).response
    assert await grounds(best.message) == {night}


async def test_large_print_is_for_what_one_alone_sees(held: Evening) -> None:
    await choose(held, "Ada", "look", wishes="large")
    await held.start(*NAMES)
    await held.env.settle()
    hands = [await widths(held.hand(name)) for name in NAMES]
    assert hands == [{LARGE}, *[{WIDTH}] * (len(NAMES) - 1)]
    assert await widths(held.board()) == {WIDTH}
    for name, options in (("puzzle", {}), ("rules", {"game": "balloon"})):
        for person, width in (("Ada", LARGE), ("Ben", WIDTH)):
            answer = (await held[person].slash(held.channel, name, **options)).response
            assert await widths(answer.message) == {width}, name


async def test_in_direct_messages_the_table_has_ones_own_look_too(held: Evening) -> None:
    await choose(held, "Ada", "look", look="day")
    opened = (await held["Ada"].user.slash("play", game="balloon")).response
    assert await grounds(opened.message) == {DAY.sky_top}
    await held["Ada"].user.click(opened.message, label="Start")
    await held.env.settle()
    lobby, hand = held["Ada"].user.dm_channel.history()
    assert await grounds(lobby) == await grounds(hand) == {DAY.sky_top}


AT_NIGHT = PersonSettings(quiet=QuietHours(22 * 60, 7 * 60))
REFUSED: tuple[tuple[dict[str, Any], str, PersonSettings], ...] = (
    ({"until": ["22:00"]}, "must differ", PersonSettings()),
    ({"zone": "Atlantis"}, "know the time zone Atlantis", AT_NIGHT),
    ({"zone": "**x**"}, r"zone \*\*x\*\*", AT_NIGHT),
)


async def test_what_cannot_be_meant_is_refused_in_words_and_hours_outlive_a_zone(
    held: Evening,
) -> None:
    for typed, told, left in REFUSED:
        shown = await preferences(held, "Ada", "time")
        form = await held["Ada"].click(shown.message, custom_id="me:quiet")
        whole = {"from": ["22:00"], "until": ["07:00"], "zone": "Berlin"} | typed
        answer = await held["Ada"].submit_modal(form, whole)
        assert told in private_answer(answer)
        assert await kept(held, "Ada") == left
        assert ("22:00 to 07:00\n**Time zone:** UTC" in texts(shown.message)) == (left == AT_NIGHT)


async def test_calls_come_where_each_person_wants_them(held: Evening) -> None:
    await choose(held, "Ben", "pings", place="dm")
    await choose(held, "Cleo", "pings", place="nowhere")
    await held.start(*NAMES)
    for _ in NAMES:
        name, table = await held.turn()
        await held.env.advance_time(QUIET + 1)
        assert [len(calls(held)), len(direct(held, name))] == {
            "Ada": [1, 0], "Ben": [0, 1], "Cleo": [0, 0],
        }[name]  # fmt: skip
        code = table.legal(table.to_act()[0])[0]
        await held[name].slash(held.channel, "move", move=code)
        # Whoever is next was quiet for long enough, and is called in their turn.
        assert not [said for said in calls(held) if str(held[name].user.id) in said]
        assert name != "Ben" or direct(held, "Ben") == []


async def test_several_tables_are_one_digest_that_goes_with_the_data_of_its_person(
    held: Evening,
) -> None:
    for name in NAMES:
        await choose(held, name, "pings", place="dm")
    for _ in range(4):
        await held.start(*NAMES)
    waiting: dict[str, list[int]] = {name: [] for name in NAMES}
    for number in range(1, 5):
        table = await held.table(number)
        waiting[table.member(table.to_act()[0]).name].append(number)
    # The second ping comes a minute after the first, if a table was late for that.
    await held.env.advance_time(QUIET + 1)
    await held.env.advance_time(QUIET + 1)
    for name, numbers in waiting.items():
        assert len(direct(held, name)) == bool(numbers)
        shown = "".join(direct(held, name))
        assert all(f"table {number}:" in shown for number in numbers)
    assert calls(held) == []
    table = await held.table(1)
    mover = table.member(table.to_act()[0])
    await held.env.advance_time(QUIET + 1)
    assert len(direct(held, mover.name)) == 1
    shown = await held[mover.name].slash(held.channel, "privacy")
    asked = await held[mover.name].click(shown.response.message, label="Delete my data")
    await held[mover.name].click(asked.response.message, label="Delete everything")
    await held.env.settle()
    assert direct(held, mover.name) == []
    assert not held.bot.app.get(Publisher).digests.stands(held[mover.name].user.id)
    assert await held.bot.app.store.settings(person_scope(held[mover.name].user.id)) == {}


async def test_closed_direct_messages_bring_the_call_to_the_table_and_open_ones_back(
    held: Evening,
) -> None:
    for name in NAMES:
        await choose(held, name, "pings", place="dm")
    await held.start(*NAMES)
    name, _ = await held.turn()
    refuse_hands(held, name, 50007, times=None, status=403)
    await held.env.advance_time(QUIET + 1)
    assert [f"<@{held[name].user.id}>" in said for said in calls(held)] == [True]
    told = f"**{name}**: I can't send you direct messages"
    assert told in texts(held.board())
    await held.env.advance_time(4 * QUIET)
    assert len(calls(held)) == 1
    held.env.clear_errors()
    hand = held.hand(name)
    await held[name].slash(held.channel, "preferences")
    assert told not in texts(held.board())
    assert len(direct(held, name)) == 1
    assert calls(held) == []
    # One hand stands: the new message has taken the place of the one before.
    hands = [m for m in held[name].user.dm_channel.history() if "· [table " in texts(m).lower()]
    assert hand.id not in [message.id for message in hands]


async def test_greetings_count_and_are_left_out_over_the_budget(held: Evening) -> None:
    budget = held.bot.app.get(Notices).budget
    lobby = await held.open("Ada")
    for _ in range(NOTICES):
        assert await budget.has_room(held["Ben"].user.id)
        await budget.count(held["Ben"].user.id)
    for name in ("Ben", "Cleo"):
        await held[name].click(lobby, label="Join")
    assert not held["Ben"].user.dm_channel.history()
    assert "Hello" in texts(held.hand("Cleo"))
    await held["Ada"].click(lobby, label="Start")
    assert "· [table " in texts(held.hand("Ben"))
