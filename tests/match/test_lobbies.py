"""Lobbies: who may come, go, change and start, and how the deal is bound."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.discord.press import Press
from bot.errors import Refused
from bot.match.lobby import actions
from bot.match.lobby.lobbies import commitment_of
from bot.match.lobby.options_layouts import choice_layout, options_form, terms_form, typed_options
from bot.match.show.lobby_layouts import lobby_layout
from bot.match.table.seats import read_option
from bot.match.table.times import LOBBY_MINUTES
from bot.preferences.terms import FIRST, agreed
from bot.store.rows import Door, Location, MatchId, MatchRow, Member, Status, Terms
from bot.texts import Texts
from engine.chance import commitment, entropy_of, seating, seed_from
from engine.games import GAMES
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, DORA, NAMES, opened, start
from tests.match.rows import SAY, faults, labels, lobby_row, said
from tests.match.rows import parts as pieces
from tests.match.stand import Parts, refuses

# Lobbies: who may come, go, change and start, and how the deal is bound.

OPTIONS = {option.key: option for option in GAMES["cloud_nine"].info.options}


async def empty(parts: Parts) -> MatchRow:
    """Open a lobby with nobody but Ada in it."""
    ada = Member(str(ADA), "Ada", joined="1")
    return await parts.lobbies.open("cloud_nine", ada, Location(5, CHANNEL), locale="en")


def person(user: int, joined: int = 2) -> Member:
    return Member(str(user), NAMES.get(user, "Dora"), joined=str(joined))


async def test_a_lobby_opens_with_its_opener_the_defaults_and_a_secret_of_its_own(
    parts: Parts,
) -> None:
    row = await empty(parts)
    assert [member.name for member in row.members] == ["Ada"]
    assert row.options == {option.key: option.default for option in OPTIONS.values()}
    assert row.deadline == parts.clock.now() + LOBBY_MINUTES * 60
    assert commitment_of(row) == commitment(row.secret)
    assert (await empty(parts)).secret != row.secret
    shown = await parts.lobbies.open(
        "cloud_nine", person(ADA), Location(5, 7), locale="en", message_id=66
    )
    assert (await parts.store.publication(shown.id)).board_message == 66


async def test_terms_are_set_with_the_options_by_who_may_and_refused_together(parts: Parts) -> None:
    row = await empty(parts)
    assert row.terms == FIRST
    with pytest.raises(Refused):
        await parts.lobbies.set_options(row.id, BEN, {"terms.clock": "0"}, moderator=False)
    with pytest.raises(Refused):
        await parts.lobbies.set_options(row.id, ADA, {"deals": "5", "target": "x"}, moderator=False)
    assert (await parts.tables.load(row.id)).row == row
    typed = {"terms.clock": "60", "terms.hints": "false", "deals": "2"}
    after = await parts.lobbies.set_options(row.id, ADA, typed, moderator=False)
    assert (after.terms, after.options["deals"]) == (Terms(hints=False, clock=60), 2)
    assert (await parts.store.match(row.id)) == after


async def test_joining_again_keeps_the_place_and_renews_the_part_in_the_deal(parts: Parts) -> None:
    row = await empty(parts)
    await parts.lobbies.join(row.id, person(BEN))
    await parts.tables.mark_dm(row.id, ADA, dm=False)
    after, before = await parts.lobbies.join(row.id, person(ADA, joined=77))
    assert before == replace(row.members[0], dm=False)
    assert [(member.name, member.joined, member.dm) for member in after.members] == [
        ("Ada", "77", True), ("Ben", "2", True),
    ]  # fmt: skip


async def test_house_players_come_and_go_and_make_room_for_people_but_no_person_does(
    parts: Parts,
) -> None:
    row = await empty(parts)
    for _ in range(2):
        row = await parts.lobbies.add_house(row.id, ADA)
    assert [member.key for member in row.members] == [str(ADA), "house:1", "house:2"]
    with refuses("refused.full"):
        await parts.lobbies.add_house(row.id, ADA)
    for _ in range(2):
        row = await parts.lobbies.remove_house(row.id, ADA)
    with refuses("refused.no_house_player"):
        await parts.lobbies.remove_house(row.id, ADA)
    for _ in range(2):
        await parts.lobbies.add_house(row.id, ADA)
    await parts.lobbies.join(row.id, person(BEN))
    full, before = await parts.lobbies.join(row.id, person(CLEO))
    assert before is None
    assert [member.user_id for member in full.members] == [ADA, BEN, CLEO]
    with refuses("refused.not_open"):
        await parts.lobbies.join(row.id, person(DORA))


async def test_who_is_not_in_the_lobby_changes_nothing_in_it(parts: Parts) -> None:
    row = await empty(parts)
    for change in (parts.lobbies.add_house, parts.lobbies.remove_house, parts.lobbies.leave):
        with refuses("refused.not_in_lobby"):
            await change(row.id, DORA)


async def test_only_its_opener_even_gone_and_moderators_start_and_close_a_lobby(
    parts: Parts,
) -> None:
    row = await opened(parts.lobbies)
    with refuses("refused.opener_only"):
        await parts.lobbies.start(row.id, BEN, 1, moderator=False)
    with pytest.raises(Refused):
        await parts.lobbies.close(row.id, BEN, moderator=False)
    closed = await parts.lobbies.close(row.id, DORA, moderator=True)
    assert (closed.status, closed.deadline) == (Status.CLOSED, None)
    with refuses("refused.lobby_closed"):
        await parts.lobbies.join(row.id, person(BEN))
    row = await opened(parts.lobbies)
    await parts.lobbies.leave(row.id, ADA)
    started = await start(parts.lobbies, row)
    assert ADA not in [member.user_id for member in started.members]


async def test_of_two_starts_at_once_one_counts(parts: Parts) -> None:
    row = await opened(parts.lobbies)
    starts = (parts.lobbies.start(row.id, ADA, number, moderator=True) for number in (1, 2))
    done = await asyncio.gather(*starts, return_exceptions=True)
    assert [type(result) for result in done] == [MatchRow, Refused]
    stored = (await parts.tables.load(row.id)).row
    assert "start:1" in stored.entropy


async def test_who_joins_while_it_starts_is_in_or_is_told(parts: Parts) -> None:
    row = await empty(parts)
    both = (start(parts.lobbies, row), parts.lobbies.join(row.id, person(BEN)))
    _, late = await asyncio.gather(*both, return_exceptions=True)
    assert isinstance(late, Refused)
    assert late.key == "refused.started"
    assert len((await parts.tables.load(row.id)).row.members) == 3


@pytest.mark.parametrize("leaves_first", [True, False])
async def test_who_leaves_while_it_starts_is_out_or_is_told(
    parts: Parts, *, leaves_first: bool
) -> None:
    row = await opened(parts.lobbies, (ADA, BEN))
    presses = [parts.lobbies.leave(row.id, BEN), start(parts.lobbies, row)]
    done = await asyncio.gather(*presses[:: 1 if leaves_first else -1], return_exceptions=True)
    refused = [result.key for result in done if isinstance(result, Refused)]
    assert refused == ([] if leaves_first else ["refused.started"])
    stored = (await parts.tables.load(row.id)).row
    assert stored.status is Status.PLAYING
    assert (BEN in [member.user_id for member in stored.members]) is not leaves_first
    assert (f"{BEN}:" in stored.entropy) is not leaves_first


@pytest.mark.parametrize(
    ("press", "refused", "left"),
    [("join", "", 3), ("leave", "not_in_lobby", 1), ("add_house", "full", 3),
     ("remove_house", "no_house_player", 2), ("close", "lobby_closed", 2)],
)  # fmt: skip
async def test_two_presses_of_one_button_at_once_count_once(
    parts: Parts, press: str, refused: str, left: int
) -> None:
    row = await opened(parts.lobbies, (ADA, BEN))
    lobbies = parts.lobbies
    if press == "remove_house":
        await lobbies.add_house(row.id, ADA)
    deeds: dict[str, Callable[[], Awaitable[object]]] = {
        "join": lambda: lobbies.join(row.id, person(CLEO)),
        "leave": lambda: lobbies.leave(row.id, BEN),
        "add_house": lambda: lobbies.add_house(row.id, ADA),
        "remove_house": lambda: lobbies.remove_house(row.id, ADA),
        "close": lambda: lobbies.close(row.id, ADA, moderator=False),
    }
    done = await asyncio.gather(deeds[press](), deeds[press](), return_exceptions=True)
    keys = [one.key for one in done if isinstance(one, Refused)]
    assert keys == ([f"refused.{refused}"] if refused else [])
    assert len((await parts.tables.load(row.id)).row.members) == left


async def test_no_lobby_starts_by_somebody_leaving_and_the_last_person_closes_it(
    parts: Parts,
) -> None:
    row = await opened(parts.lobbies)
    for user in (BEN, CLEO):
        row = await parts.lobbies.leave(row.id, user)
        assert (row.status, row.seed) == (Status.LOBBY, b"")
    await parts.lobbies.add_house(row.id, ADA)
    row = await parts.lobbies.leave(row.id, ADA)
    assert (row.status, row.seed) == (Status.CLOSED, b"")
    with refuses("refused.lobby_closed"):
        await start(parts.lobbies, row)


async def test_the_start_draws_seats_and_seed_as_notation_says_and_notes_who_started(
    parts: Parts,
) -> None:
    row = await opened(parts.lobbies)
    parts.clock.time += 300
    started = await start(parts.lobbies, row)
    joins = [(int(member.key), int(member.joined)) for member in row.members]
    assert started.entropy == entropy_of(joins, 9999)
    assert started.seed == seed_from(row.secret, started.entropy)
    keys = [member.key for member in started.members]
    assert keys == list(seating(started.seed, sorted(keys)))
    acted = {member.user_id: member.acted for member in started.members}
    assert acted[ADA] == parts.clock.now()
    assert acted[BEN] == parts.clock.now() - 300


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [("deals", "", 3), ("deals", " 9 ", 9), ("target", "", None), ("target", "300", 300)],
)
def test_options_are_read(key: str, text: str, value: int | None) -> None:
    assert read_option("cloud_nine", OPTIONS[key], text) == value


@pytest.mark.parametrize("text", ["0", "10", "three", "-1", "1.5", "9" * 400, "\u0663", "1e3"])
def test_what_an_option_does_not_take_is_refused_with_its_range(text: str) -> None:
    with pytest.raises(Refused) as error:
        read_option("cloud_nine", OPTIONS["deals"], text)
    assert (error.value.values["low"], error.value.values["high"]) == (1, 9)


@pytest.mark.parametrize(
    ("game", "key", "text", "refused"),
    [
        ("balloon", "redeal", "yes", "refused.option_choice"),
        ("clumond", "scoring", "beans", "refused.option_choice"),
        ("clumond", "deals", "10", "refused.option_step"),
        ("clumond", "deals", "33", "refused.option_range"),
    ],
)
def test_each_kind_of_option_says_what_it_takes(
    game: str, key: str, text: str, refused: str
) -> None:
    option = next(option for option in GAMES[game].info.options if option.key == key)
    with pytest.raises(Refused) as error:
        read_option(game, option, text)
    assert error.value.key == refused
    assert "{" not in Texts.load().words("en")(refused, **error.value.values)


# What a press at a lobby does, beside the evenings that press it.


async def test_nobody_waits_long_for_the_greeting_of_whoever_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given_up = asyncio.Event()

    async def never(_press: Press, _match: MatchId) -> None:
        try:
            await asyncio.Event().wait()  # a connection that is never made
        finally:
            given_up.set()

    monkeypatch.setattr(actions, "greet", never)
    monkeypatch.setattr(actions, "GREETING", 0.01)
    await actions.greet_soon(cast("Press", None), MatchId(1))
    assert given_up.is_set()


# The choice of a game, the form of its options, and reading what comes back.

# The form of the options: its fields, and reading what comes back.


async def fields(**options: object) -> dict[str, Any]:
    """Return the text inputs of the form, by custom id."""
    form = options_form(replace(lobby_row("Ada"), options=options), SAY)
    return {part["component"]["custom_id"]: part["component"] for part in form.to_dict()[
        "components"]}  # fmt: skip


async def test_the_form_shows_the_present_values_and_only_what_may_be_off_may_be_empty() -> None:
    shown = await fields(deals=5, target=None)
    assert shown["deals"]["value"] == "5"
    assert not shown["target"].get("value")
    assert (shown["deals"]["required"], shown["target"]["required"]) == (True, False)


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_game_has_a_form_that_discord_takes_and_that_says_what_may_be_typed(
    game: str,
) -> None:
    options: dict[str, object] = {option.key: option.default for option in GAMES[game].info.options}
    row = replace(lobby_row("Ada", match_id=10**17), game=game, options=options)
    form = options_form(row, SAY).to_dict()
    assert len(form["title"]) <= 45
    assert len(form["custom_id"]) <= 100
    assert len(form["components"]) == len(options) <= 5
    for label in form["components"]:
        assert len(label["label"]) <= 45
        assert 3 < len(label["description"]) <= 100


async def test_a_number_that_may_be_left_empty_says_what_it_is_then() -> None:
    said = {label["label"]: label.get("description") for label in await fields_of("nimbly")}
    assert said["Deals"] == "A number from 1 to 10; empty: one for each player"
    assert said["Target score"] == "A number from 50 to 2000; empty: no target"
    assert "nobody was dealt" in str(said["Par (three players only)"])


async def test_a_number_beside_the_range_is_told_with_it() -> None:
    said = {label["label"]: label.get("description") for label in await fields_of("clumond")}
    assert said["Hands"] == "1, or 3 to 30 in steps of 3"


async def fields_of(game: str) -> list[dict[str, Any]]:
    """Return the form's parts for a game with the options it has by default."""
    options: dict[str, object] = {option.key: option.default for option in GAMES[game].info.options}
    form = options_form(replace(lobby_row("Ada"), game=game, options=options), SAY)
    components: list[dict[str, Any]] = form.to_dict()["components"]
    return components


@pytest.mark.parametrize("terms", [FIRST, Terms(hints=False, clock=0)])
async def test_the_form_of_the_terms_offers_all_and_shows_what_is_agreed(terms: Terms) -> None:
    form = terms_form(replace(lobby_row("Ada"), terms=terms), SAY).to_dict()
    chosen = {}
    for label in form["components"]:
        assert len(label["label"]) <= 45
        assert len(label["description"]) <= 100
        menu = label["component"]
        (default,) = [option["value"] for option in menu["options"] if option.get("default")]
        chosen[menu["custom_id"]] = default
        for option in menu["options"]:
            assert agreed(terms, {menu["custom_id"]: option["value"]}) is not None
    assert agreed(Terms(clock=60), chosen) == terms
    assert len(form["title"]) <= 45


@pytest.mark.parametrize("typed", [{"terms.clock": "61"}, {"terms.hints": "maybe"}])
def test_terms_that_are_not_offered_are_refused(typed: dict[str, str]) -> None:
    with pytest.raises(Refused) as error:
        agreed(FIRST, typed)
    assert SAY(str(error.value.values["option"])) in ("Time per turn", "Hints")


@pytest.mark.parametrize(
    "components",
    [
        [{"type": 18, "component": {"type": 4, "custom_id": "deals", "value": "5"}}],
        [{"type": 1, "components": [{"type": 4, "custom_id": "deals", "value": "5"}]}],
        [{"type": 18, "component": {"type": 3, "custom_id": "deals", "values": ["5"]}}],
    ],
)
def test_what_was_typed_or_chosen_is_read(components: list[Any]) -> None:
    assert typed_options(components) == {"deals": "5"}


def test_nothing_chosen_is_empty() -> None:
    components = [{"type": 18, "component": {"type": 3, "custom_id": "deals", "values": []}}]
    assert typed_options(components) == {"deals": ""}
    with pytest.raises(Refused):
        typed_options(None)


def test_that_a_game_does_not_count_is_said_once() -> None:
    row = replace(lobby_row("Ada"), terms=replace(FIRST, level="easy"))
    assert "Easy house players only" in said(lobby_layout(row, SAY))
    coached = said(lobby_layout(replace(row, terms=replace(row.terms, coach=True)), SAY))
    assert "this game doesn't count" in coached
    assert "Easy house players only" not in coached


# The choice of a game.


def test_what_each_game_is_like_stands_beside_the_button_with_its_name() -> None:
    layout = choice_layout(SAY)
    assert [part["type"] for part in pieces(layout)].count(9) == len(GAMES)
    assert "\nDice and nerve. Easy" in said(layout)
    assert labels(layout) == [SAY(f"game.{key}") for key in GAMES]
    assert not faults(layout)


@pytest.mark.parametrize("language", Texts.load().locales)
@pytest.mark.parametrize("begins", [None, 1e9])
def test_only_an_evening_of_several_rounds_can_be_joined_until_the_second(
    language: str, begins: float | None
) -> None:
    say, row = Texts.load().words(language), replace(lobby_row("Ada", "Ben"), opener_id=101)
    for rounds in (1, 3):
        shown = replace(row, terms=replace(FIRST, rounds=rounds, begins=begins))
        (told,) = [line for line in said(lobby_layout(shown, say)).split("\n") if "<@101>" in line]
        assert ("2" in told) is (rounds > 1)


def test_a_rematch_is_a_short_lobby_of_who_is_in_and_who_is_called() -> None:
    say, row = Texts.load().words("en"), replace(lobby_row("Ada", "Ben"), follows=MatchId(6))
    shown = lobby_layout(replace(row, door=Door((303,))), say)
    assert said(shown).split("\n-# ")[0] == (
        "### Clouds\n<@101> wants a **rematch**. <@303>: press **Join**.\n"
        "**Ada**, **Ben**\nSeat 3: *free, or a house player (normal)*"
    )
    assert "### Clouds\n**Ada**, **Ben**\nSeat" in said(lobby_layout(row, say))
