"""Who may open an evening, and what its host says about it."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.errors import Refused
from bot.evenings.opening_actions import DAYS, Wanted
from bot.evenings.when import moment_typed
from bot.preferences.hours import zone_of
from bot.preferences.person import person_settings
from bot.preferences.server import EVERYONE, MODERATORS, Feature, Group, change_of
from bot.store.rows import MatchId, MatchRow
from bot.store.settings import person_scope, server_scope
from tests.sim.evening import Evening, evening, texts
from tests.sim.test_locations import moderator
from tests.sim.test_pressing import private_answer


async def sets(held: Evening, name: str, value: object) -> None:
    store = held.bot.app.store
    await store.set_settings(server_scope(held.guild.id), change_of(name, value))


def said(shown: Any) -> str:
    """Return the words of an answer; none of a form."""
    return "" if shown.modal else texts(shown.response.message)


async def opens(held: Evening, person: Any, **options: object) -> MatchRow | str:
    """Open an evening; return its lobby, or what is answered instead."""
    before = len(await held.bot.app.store.live())
    shown = await person.slash(held.channel, "evening open", **{"game": "cloud_nine"} | options)
    if "begins" in options and "is the time right" in said(shown):
        assert len(await held.bot.app.store.live()) == before
        shown = await person.click(shown.response.message, label="Open it")
    live = await held.bot.app.store.live()
    if len(live) == before:
        return private_answer(shown)
    row = await held.bot.app.store.match(MatchId(max(live)))
    assert row is not None
    return row


async def refused(held: Evening, person: Any, **options: object) -> str:
    answered = await opens(held, person, **options)
    assert isinstance(answered, str)
    return answered


async def test_everyone_who_may_open_tables_or_a_role_or_moderators_alone_and_nobody_if_off(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        role, mona = held.guild.create_role("hosts"), moderator(held, held.guild, "Mona")
        dora = held.guild.add_member(held.env.create_user("dora", global_name="Dora"), roles=[role])
        assert isinstance(await opens(held, held["Ada"]), MatchRow)
        await sets(held, "hosts", Group(role=role.id))
        assert f"only <@&{role.id}> and moderators open" in await refused(held, held["Ada"])
        for person in (dora, mona):
            assert isinstance(await opens(held, person), MatchRow)
        await sets(held, "openers", MODERATORS)
        assert "only moderators open tables" in await refused(held, dora)
        await sets(held, "openers", EVERYONE)
        await sets(held, "hosts", MODERATORS)
        assert "only moderators open evenings" in await refused(held, dora)
        assert isinstance(await opens(held, mona), MatchRow)
        await sets(held, "off", (Feature.EVENINGS,))
        assert "turned this off: evenings" in await refused(held, mona)


async def test_rounds_deals_turn_and_time_are_what_was_said(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        row = await opens(held, held["Ada"], rounds=4, deals=2, turn="90+180", begins="45")
        assert isinstance(row, MatchRow)
        assert (row.terms.rounds, row.terms.clock, row.terms.bank) == (4, 90, 180)
        assert row.options["deals"] == 2
        assert row.deadline == row.terms.begins
        assert row.terms.begins is not None
        assert row.terms.begins - row.created == pytest.approx(45 * 60, abs=5)
        usual = await opens(held, held["Ada"], game="clumond")
        assert isinstance(usual, MatchRow)
        assert (usual.terms.rounds, usual.terms.clock, usual.options["deals"]) == (3, 60, 3)


async def asked(held: Evening, begins: str) -> Any:
    """Let Ada say when an evening begins; gives what comes back: a question, or a form."""
    shown = await held["Ada"].slash(held.channel, "evening open", game="nimbly", begins=begins)
    if "Here is the form" in said(shown):
        shown = await held["Ada"].click(shown.response.message, label="Open the form")
    return shown


def filled(form: Any) -> dict[str, str]:
    """Return what stands in a form, by field."""
    fields = [label["component"] for label in form.modal["components"]]
    return {
        field["custom_id"]: field.get("value")
        or next(option["value"] for option in field["options"] if option.get("default"))
        for field in fields
    }


async def test_what_is_understood_is_shown_before_anything_is_posted(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        store, ada, before = held.bot.app.store, held["Ada"], len(held.channel.history())
        await store.set_setting(person_scope(ada.id), "zone", "Europe/Berlin")
        shown = await asked(held, "morgen 20 Uhr")
        begins = moment_typed("tomorrow 20:00", held.bot.app.clock.now(), zone_of("Europe/Berlin"))
        assert f" evening: <t:{int(begins)}:F>" in texts(shown.response.message)
        assert f"<t:{int(begins)}:R>" in texts(shown.response.message)
        assert shown.response.ephemeral
        assert (await store.live(), len(held.channel.history())) == ([], before)
        await ada.click(shown.response.message, label="Open it")
        row = await store.match(MatchId(max(await store.live())))
        assert row is not None
        assert (row.terms.begins, row.game) == (begins, "nimbly")


@pytest.mark.parametrize(
    ("typed", "hour"), [("20:30", "20:30"), ("Saturday 8 pm", "20:00"), ("soon", "soon")]
)
async def test_without_a_zone_or_a_time_a_form_asks_there_and_then(
    tmp_path: Path, typed: str, hour: str
) -> None:
    async with evening(tmp_path) as held:
        store, ada = held.bot.app.store, held["Ada"]
        form = await asked(held, typed)
        given = filled(form)
        assert (given["hour"], given["zone"]) == (hour, "America/New York")
        days = form.modal["components"][0]["component"]["options"]
        tomorrow = days[1]["value"]
        assert len(days) == DAYS
        shown = await ada.submit_modal(
            form, {"day": [tomorrow], "hour": "20h30", "zone": "São Paulo"}
        )
        begins = datetime.fromisoformat(f"{tomorrow} 20:30").replace(
            tzinfo=ZoneInfo("America/Sao_Paulo")
        )
        assert f"<t:{int(begins.timestamp())}:F>" in texts(shown.response.message)
        assert (await person_settings(store, ada.id)).zone == "America/Sao_Paulo"
        assert await store.live() == []
        again = filled(await ada.click(shown.response.message, label="Day and time"))
        assert again["zone"] == "America/Sao Paulo"
        await ada.click(shown.response.message, label="Open it")
        row = await store.match(MatchId(max(await store.live())))
        assert row is not None
        assert row.terms.begins == begins.timestamp()


async def test_what_a_form_cannot_mean_is_told_with_the_button_that_asks_again(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        ada = held["Ada"]
        form = await asked(held, "20:30")
        day = filled(form)["day"]
        for typed, told in (
            ({"hour": "20:30", "zone": "Atlantis"}, "know the time zone Atlantis"),
            ({"hour": "**soon**", "zone": "Wien"}, r"the time \*\*soon\*\*"),
        ):
            shown = await ada.submit_modal(form, {"day": [day], **typed})
            assert told in texts(shown.response.message)
            form = await ada.click(shown.response.message, label="Day and time")
        assert await held.bot.app.store.live() == []


async def test_what_cannot_be_is_refused_in_the_hosts_words(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada = held["Ada"]
        for begins in ({}, {"begins": "20:30"}):
            told = await refused(held, ada, game="balloon", deals=3, **begins)
            assert "no number of deals" in told
            assert re.search("1.*9", await refused(held, ada, deals=99, **begins))
        with pytest.raises(Refused):
            Wanted.read("nimbly.99..60.")
