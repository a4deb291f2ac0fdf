"""The evenings of a server seen again, and what a person's card and page say of them."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from bot.evenings.news import EveningNews
from bot.evenings.past_layouts import LISTED, Looking, past_layout, past_result_layout
from bot.evenings.rows import EveningPerson, EveningRow, Place
from bot.evenings.rules import Total
from bot.evenings.standings import EveningTable, Standing
from bot.evenings.store import BoardRow, EveningStore, Past
from bot.match.show.publisher import Publisher
from bot.match.table.state import tables_of
from bot.match.table.tables import Tables
from bot.preferences.server import Feature, change_of
from bot.store.settings import server_scope
from tests.evenings.stand import Gathering
from tests.match import finished
from tests.match.rows import SAY, faults, lobby_row, said
from tests.sim.evening import Evening, evening, texts
from tests.sim.test_pressing import private_answer
from tests.store.samples import ALICE, BOB, GUILD, evening_of

ROW = replace(EveningRow(7, 5.0, 3, secret=b"s"), ended=9.0)
BOARD = BoardRow(7, 5, 7, "en", 21, 22, "over")


async def settled(held: Evening) -> None:
    for _ in range(2):
        await held.bot.app.get(EveningNews).idle()
        await held.bot.app.get(Publisher).idle()
        await held.env.settle()


async def played(held: Evening) -> None:
    """Have Ada and Ben play an evening of one round and one deal."""
    await held["Ada"].slash(held.channel, "evening open", game="cloud_nine", rounds=1, deals=1)
    lobby = held.board()
    await held["Ben"].click(lobby, label="Join")
    await held["Ada"].click(lobby, label="Start")
    await settled(held)
    for row in await tables_of(held.bot.app.store, "evening 1 1"):
        await finished.play_out(held.bot.app.get(Tables), row.id)
    await settled(held)


async def past_of(held: Evening, name: str) -> Any:
    return (await held[name].slash(held.channel, "evening past")).response.message


async def test_an_evening_is_listed_while_it_goes_on_and_seen_again_when_it_has_ended(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, ("Ada", "Ben", "Mona")) as held:
        assert "no evening here yet" in texts(await past_of(held, "Mona"))
        await played(held)
        shown = (await held["Mona"].slash(held.channel, "evening past")).response
        assert shown.ephemeral
        told = texts(shown.message)
        assert re.search(r"\*\*(Ada|Ben)\*\*.* won with .* points, 2 people played", told)
        (link,) = re.findall(r"/channels/(\d+)/(\d+)/(\d+)\)", told)
        board = next(m for m in held.channel.history() if m.id == int(link[2]))
        assert (int(link[0]), int(link[1])) == (held.guild.id, held.channel.id)
        assert "the result of 2 people" in texts(board)
        seen = await held["Mona"].select(shown.message, ["1"], custom_id="evenings:see")
        again = seen.response.message
        assert seen.response.ephemeral
        assert all(f"**{name}**" in texts(again) for name in ("Ada", "Ben"))
        assert len(again.attachments) == 1
        assert held.labels(again)[-1] == "All evenings"
        assert "My result" not in held.labels(again)  # Mona has no result of her own
        back = (await held["Mona"].click(again, label="All evenings")).response.message
        assert texts(back) == told
        assert not back.attachments
        own = await past_of(held, "Ada")
        own = (await held["Ada"].select(own, ["1"], custom_id="evenings:see")).response.message
        assert held.labels(own)[-2:] == ["My result", "All evenings"]


async def test_places_are_on_the_card_and_page_of_who_played_unless_evenings_are_off(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, ("Ada", "Ben", "Mona")) as held:
        await played(held)

        async def told(command: str, name: str, **options: Any) -> str:
            shown = await held[name].slash(held.channel, command, **options)
            return texts(shown.response.message)

        assert "**Evenings**\nOne played: you came" in await told("nimbus", "Ada")
        assert re.search(
            "Evenings played: 1.*Best evening: [12](st|nd)",
            await told("stats", "Ben", player=held["Ada"]),
        )
        assert "Evenings" not in await told("stats", "Mona")
        off = change_of("off", (Feature.EVENINGS,))
        await held.bot.app.store.set_settings(server_scope(held.guild.id), off)
        assert "Evenings" not in await told("nimbus", "Ada")
        assert "Evenings" not in await told("stats", "Ada")
        refused = await held["Ada"].slash(held.channel, "evening past")
        assert "turned this off" in private_answer(refused)


async def test_places_are_of_one_server_or_of_all_the_newest_first(club: Gathering) -> None:
    store = club.parts.store
    kept = EveningStore(store.database)
    for number, guild_id in ((1, GUILD), (2, GUILD + 1), (3, GUILD)):
        people = (EveningPerson(number, who, guild_id, "", "") for who in (ALICE, BOB))
        row = await evening_of(store, number, *people)
        await kept.end_round(row, 9.0, None, (), [Place(ALICE, number, 50.0)])
    await evening_of(store, 4, EveningPerson(4, ALICE, GUILD, "", ""))
    assert await kept.places_of(ALICE, GUILD) == [3, 1]
    assert await kept.places_of(ALICE, None) == [3, 2, 1]
    assert await kept.places_of(BOB, None) == []
    assert [one.evening.id for one in await kept.of_server(GUILD, 2)] == [4, 3]
    (other,) = await kept.of_server(GUILD + 1, 9)
    assert (other.game, other.board.guild_id, len(other.people)) == ("nimbly", GUILD + 1, 2)


def past(number: int, **fields: Any) -> Past:
    row = replace(ROW, id=number, **fields)
    who = [EveningPerson(number, 100 + n, 5, f"P{n}", "", place=n, points=9.0) for n in (1, 2)]
    return Past(row, replace(BOARD, evening_id=number), "nimbly", who)


def test_only_evenings_that_have_ended_can_be_chosen_and_few_have_a_line() -> None:
    shown = past_layout(
        Looking([past(n, ended=None if n == 40 else 9.0) for n in range(40, 16, -1)], 1, str), SAY
    )
    assert faults(shown) == []
    lines = said(shown).splitlines()
    assert "round 1 of 3, 2 people are in" in said(shown)
    assert sum("[open it](https://discord.com/channels/5/21/22)" in one for one in lines) == LISTED
    (menu,) = [part for part in shown.walk_children() if hasattr(part, "options")]
    assert [one.value for one in menu.options] == [str(n) for n in range(39, 16, -1)]
    assert menu.options[0].description == "Won by P1, 2 people played"


def test_a_board_that_never_stood_anywhere_is_not_led_to() -> None:
    one = past(7)
    shown = past_layout(
        Looking([one._replace(board=replace(one.board, message_id=None))], 1, str), SAY
    )
    assert "http" not in said(shown)


def test_all_places_are_told_if_they_fit() -> None:
    def shown(people: int, name: str) -> str:
        totals = [
            Total(n, f"{name}{n}", (Fraction(99 - n),), Fraction(), n) for n in range(1, people + 1)
        ]
        row = replace(lobby_row("Ada"), game="nimbly")
        standing = Standing(ROW, [EveningTable(row, 1)], totals=totals)
        layout = past_result_layout(Looking([past(7)], 1, str), standing, [], [], SAY)
        assert faults(layout) == []
        return said(layout)

    assert "**P96**" in shown(96, "P")
    long = shown(96, "A name of thirty characters, or ")
    assert "and 76 more" in long
