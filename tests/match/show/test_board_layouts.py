"""The table's message, from the lobby on: within Discord's limits, whatever people are called."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from bot.match.acts.moderation import panel_layout
from bot.match.lobby.lobbies import commitment_of
from bot.match.lobby.options_layouts import settings_layout
from bot.match.show.board_layouts import (
    board_layout,
    line_layout,
    table_more_layout,
    thread_name,
    veiled_layout,
)
from bot.match.show.hand_layouts import hand_layout
from bot.match.show.lobby_layouts import greeting_layout, lobby_layout, options_text
from bot.match.show.narration import RECENT, recent_sentences
from bot.match.table.state import Table
from bot.match.table.times import LOCKED
from bot.preferences.terms import FIRST, offered
from bot.presenters import PRESENTERS
from bot.records.actions import fingerprint_layout
from bot.store.rows import Door, Member, Pause, Presence, Status, Terms, TurnClock
from engine.events import CardPlayed
from engine.seats import Seat
from tests.match.rows import (
    SAY,
    board_of,
    faults,
    hand_of,
    ids,
    labels,
    lobby_row,
    parts,
    picture,
    said,
    tables,
)
from tests.match.show.test_phone import moments

# The table's message: within Discord's limits, whatever people are called.

NAMES = ("Ada", "Ben", "Cleo")
AWKWARD = ("W" * 32, "`" * 32, "אבגדהוזחטיכלמנסעפצקרשתאבגדהוזחטי")


def layout(table: Table) -> Any:
    return board_layout(board_of(table), [("a.png", picture("x" * 1024))], SAY)


@pytest.mark.parametrize("names", [NAMES, AWKWARD, ("Alex", "Alex", "Alex")])
def test_every_board_of_a_game_keeps_discords_limits_and_no_two_buttons_are_alike(
    names: tuple[str, ...],
) -> None:
    for table in tables(*names):
        voted = replace(table, row=replace(table.row, votes=(101,)))
        assert faults(layout(table)) == faults(layout(voted)) == []
        shown = labels(layout(table))
        assert len(set(shown)) == len(shown)


def test_a_table_has_room_for_its_buttons_and_is_made_faster_by_one_person_alone() -> None:
    table = next(tables(*NAMES))
    assert ids(layout(table)) == ["t:7:hand", "more:7"]
    more = ids(table_more_layout(*hand_of(table, 1), SAY))
    assert more[-4:] == ["zr:cloud_nine", "t:7:clock", "t:7:end", "t:7:leave"]
    alone = with_presence(table, Presence.HERE, Presence.LEFT, Presence.LEFT)
    late = with_presence(table, Presence.LATE, Presence.LEFT, Presence.LEFT)
    for shown in (layout(alone), layout(late)):
        assert labels(shown) == ["My hand", "Faster", "More…"]
    assert "t:7:slower" in ids(
        layout(replace(alone, row=replace(alone.row, terms=Terms(fast=True))))
    )


def test_moves_that_hide_nothing_are_offered_to_all_others_to_nobody() -> None:
    for table in tables(*NAMES):
        offered = [name.split(":")[3] for name in ids(layout(table)) if name[:2] in ("m:", "s:")]
        assert not [code for code in offered if code.startswith("play")]
        if table.to_act() and not offered:
            assert table.legal(table.to_act()[0])[0].startswith("play")


def test_nothing_is_offered_while_a_house_player_is_to_act() -> None:
    table = next(one for one in tables(*NAMES) if one.legal(one.to_act()[0])[0].startswith("take"))
    assert [name for name in ids(layout(table)) if name[:2] in ("m:", "s:")]
    gone = with_presence(table, *[Presence.LEFT] * 3)
    assert [name for name in ids(layout(gone)) if name[:2] in ("m:", "s:")] == []


def test_a_deals_end_is_told_above_what_follows_as_long_as_the_next_is_early() -> None:
    """The last trick of a deal is told to its end: the next deal's table is there at once."""
    early = [one for one in tables(*NAMES, deals=2) if one.view(None).deal == 2]
    first, *others = [one for one in early if one.row.status is Status.PLAYING]
    shown = parts(layout(first))
    assert [part["type"] for part in shown if part["type"] in (10, 12)] == [10, 12, 10]
    ended, *now = shown[3]["content"].splitlines()
    for told in ("wins the trick", "gets the last card", "Deal 1 is over: **"):
        assert told in ended
    assert [told.count("Deal 2 begins") for told in (ended, now[0])] == [0, 1]
    for table in others:
        is_told = PRESENTERS["cloud_nine"].shows_result(table.view(None))
        lines = said(layout(table)).splitlines()
        assert any(line.startswith("Deal 1 is over: **") for line in lines) is is_told


def test_above_a_picture_a_small_line_says_what_is_played_how_far_and_where() -> None:
    table = next(tables(*NAMES, deals=2))
    head = "-# Clouds · deal 1 of 2, trick 1 of 9, 27 in the stock · "
    link = "[table 7](https://discord.com/channels/5/6/99)"
    board, hand = hand_of(table, table.to_act()[0])
    for shown in (layout(table), hand_layout(board, hand, [("a.png", picture())], SAY)):
        assert said(shown).splitlines()[0] == head + link


def test_how_a_hand_of_clumond_was_paid_can_be_asked_while_its_result_is_shown() -> None:
    presenter = PRESENTERS["clumond"]
    shown = [
        ("look:7:last_hand" in ids(layout(table)), table.view(None))
        for table in tables(*NAMES, deals=3, key="clumond")
        if table.row.status is Status.PLAYING
    ]
    for has_button, view in shown:
        assert has_button is presenter.shows_result(view)
        told = presenter.answer(presenter.explains, view, SAY, NAMES)
        assert ("Ante 2 each." in told) is (has_button or view.deal > 1)
    assert {has_button for has_button, _ in shown} == {True, False}
    assert "look:7:last_hand" not in ids(layout(next(tables(*NAMES))))


def test_the_way_to_ones_cards_is_told_in_the_first_round_where_they_come_by_direct_message() -> (
    None
):
    told = SAY("board.where")
    shown = [told in said(layout(table)) for table in islice(tables(*NAMES), 5)]
    assert shown == [True] * 3 + [False] * 2
    table = next(tables(*NAMES))
    for changes in ({"guild_id": None}, {"by_token": True}):
        elsewhere = replace(table, row=replace(table.row, **changes))
        assert told not in said(layout(elsewhere))


def test_the_levels_of_house_players_are_told_behind_more() -> None:
    table = next(tables(*NAMES))
    first, *others = table.row.members
    house = replace(first, key="house:1", level="hard", manner="bold")
    board, hand = hand_of(replace(table, row=replace(table.row, members=(house, *others))), 2)
    shown = said(table_more_layout(board, hand, SAY))
    assert "House players: **🤖\N{NO-BREAK SPACE}Ada** (hard)." in shown


def test_who_stays_aboard_one_after_the_other_is_told_in_one_sentence() -> None:
    game = islice(moments("balloon", 4, 1, {}), 30)
    told = [" ".join(recent_sentences(board_of(table), SAY)) for table in game]
    assert any(" stay aboard." in each for each in told)


def test_every_picture_has_a_gallery_of_its_own_with_its_words() -> None:
    """Discord crops the pictures of one gallery to squares."""
    pictures = [("a.png", picture("x" * 1024)), ("b.png", picture())]
    shown = board_layout(board_of(next(tables(*NAMES))), pictures, SAY)
    galleries = [part for part in parts(shown) if part["type"] == 12]
    assert [len(gallery["items"]) for gallery in galleries] == [1, 1]
    items = [gallery["items"][0] for gallery in galleries]
    assert [item["description"] for item in items] == ["x" * 1024, "alt"]
    assert items[0]["media"]["url"] == "attachment://a.png"


def test_the_board_says_whose_turn_it_is_and_what_just_happened_and_no_long_numbers() -> None:
    for table in tables(*NAMES):
        row = replace(table.row, secret=bytes(range(32)))
        shown = said(layout(replace(table, row=row)))
        told = recent_sentences(board_of(table), SAY)
        assert 0 < len(told) <= RECENT
        if table.row.status is Status.PLAYING:
            assert f"**{table.member(table.to_act()[0]).name}**" in shown
            assert told[-1] in shown
        assert row.secret.hex() not in shown
        assert commitment_of(row) not in shown


def test_who_did_something_is_named_as_it_was_then() -> None:
    """Who leaves has still made their own moves; who is back has not made the stand-in's."""
    *_, table = islice(tables(*NAMES), 3)
    gone = with_presence(table, *[Presence.LEFT] * 3)
    assert "🤖" not in " ".join(recent_sentences(board_of(gone), SAY))
    mover = played_by(table)
    played_for = replace(table, stood_in={table.row.moves: mover})
    told = recent_sentences(board_of(played_for), SAY)
    assert f"**{table.member(mover).name}'s\N{NO-BREAK SPACE}🤖**" in told[-1]


def played_by(table: Table) -> Seat:
    """Return whose card lies there last."""
    [*_, last] = [event for event in table.begun.happened[-1] if isinstance(event, CardPlayed)]
    return last.seat


def test_who_votes_is_named_on_the_board_with_what_is_needed() -> None:
    table = next(tables(*NAMES))
    one = said(layout(replace(table, row=replace(table.row, votes=(102,)))))
    assert "**Ben** wants to end this game (1 of 2 votes). You too? Press **Vote to end**." in one
    shown = said(layout(replace(table, row=replace(table.row, votes=(101, 102)))))
    assert "**Ada** and **Ben** want to end this game (2 of 2 votes)" in shown


def test_who_asked_for_a_hint_is_named_during_the_game() -> None:
    for table in islice(tables(*NAMES), 0, None, 9):
        if table.row.status is not Status.PLAYING:
            break
        first, second, third = table.row.members
        one = replace(table.row, members=(first, replace(second, hinted=True), third))
        both = replace(one, members=(replace(first, hinted=True), *one.members[1:]))
        assert "hint" not in said(layout(table))
        told = said(layout(replace(table, row=one)))
        assert "**Ben** took a hint and can't win this game any more" in told
        assert "**Ada** and **Ben** took hints" in said(layout(replace(table, row=both)))
        uncounted = said(layout(replace(table, row=replace(one, rated=False))))
        assert "hint" not in uncounted


def test_a_house_player_who_had_no_time_to_think_is_named_for_that_and_for_no_hint() -> None:
    table = next(tables(*NAMES))
    first, second, _ = table.row.members
    house = Member("house:1", "Cumula", level="expert", hinted=True)
    told = said(layout(replace(table, row=replace(table.row, members=(first, second, house)))))
    assert "so **Cumula** made quick moves. This game doesn't affect ratings" in told
    assert "took a hint" not in told
    assert "quick moves" not in said(layout(table))


def with_presence(table: Table, *presence: Presence) -> Table:
    """Return a table at which people are there or not: one value for each seat."""
    return with_members(table, presence=presence)


def with_members(table: Table, **fields: Any) -> Table:
    """Return a table whose seats have these fields: one value for each seat."""
    members = tuple(
        replace(member, **{name: values[at] for name, values in fields.items()})
        for at, member in enumerate(table.row.members)
    )
    return replace(table, row=replace(table.row, members=members))


def test_the_time_of_a_turn_is_counted_down_and_who_is_late_or_left_is_named() -> None:
    shown = layout(
        with_members(
            next(tables(*NAMES)), clock=(TurnClock(due=1_700_000_000.7), TurnClock(), TurnClock())
        )
    )
    assert " \u00b7 \u23f3 time's up <t:1700000000:R>" in said(shown)
    assert faults(shown) == []
    here, late, gone = Presence.HERE, Presence.LATE, Presence.LEFT
    late_shown = said(layout(with_presence(next(tables(*NAMES)), here, late, here)))
    assert "A house player fills in for **Ben** until they press" in late_shown
    left = said(layout(with_presence(next(tables(*NAMES)), here, gone, here)))
    assert "until they press" not in left
    assert "**Ben** left: a house player fills in until they come back" in left


def test_a_game_that_waits_says_for_whom_and_how_it_goes_on() -> None:
    table = next(tables(*AWKWARD))
    late, gone = Presence.LATE, Presence.LEFT
    shown = layout(with_presence(table, late, gone, late))
    assert "The game is waiting" in said(shown)
    assert "\u25b6" not in said(shown)
    assert AWKWARD[0] in said(shown)
    assert faults(shown) == []
    assert "t:7:hand" in ids(shown)


def test_a_game_ended_early_says_so_and_gives_its_replay_and_proof() -> None:
    table = next(tables(*NAMES))
    shown = layout(replace(table, row=replace(table.row, status=Status.CLOSED)))
    assert "### Clouds: ended early" in said(shown)
    assert "This game ended early, so it doesn't count." in said(shown)
    voted = replace(table.row, status=Status.CLOSED, votes=(101, 102))
    told = said(layout(replace(table, row=voted)))
    assert "**Ada** and **Ben** voted to end this game, so it doesn't count." in told
    assert "trick 1 of 9" not in said(shown)
    assert ids(shown) == ["again:7", "more:7"]


def test_those_whom_direct_messages_do_not_reach_are_told_the_way_to_their_hand() -> None:
    table = next(tables(*NAMES))
    ada, ben, cleo = (replace(member, dm=False) for member in table.row.members)
    told = "**Ada** and **Ben**: I can't send you direct messages, so press **My hand** to see"
    some = replace(
        table, row=replace(table.row, members=(ada, ben, replace(cleo, presence=Presence.LEFT)))
    )
    assert told in said(layout(some))
    assert "direct messages, so" not in said(layout(table))


# The line in the channel, and the name of the thread it leads to.

LINK = " · [go to the table](https://discord.com/channels/5/55)"


def threaded(table: Table, **fields: object) -> Table:
    # The fields are named by the tests, each of its own type.
    return replace(table, row=replace(table.row, thread_id=55, **fields))  # type: ignore[arg-type]


def line(table: Table) -> str:
    return said(line_layout(board_of(table), SAY))


@pytest.mark.parametrize("names", [NAMES, AWKWARD])
def test_a_line_keeps_discords_limits_and_leads_to_the_hand_and_then_on(
    names: tuple[str, ...],
) -> None:
    for table in map(threaded, tables(*names)):
        shown = line_layout(board_of(table), SAY)
        assert faults(shown) == []
        is_over = table.row.status is Status.OVER
        assert ids(shown) == (["again:7", "again:7:next"] if is_over else ["t:7:hand"])


def test_a_line_says_what_its_table_is_at_and_leads_there() -> None:
    table = threaded(next(tables(*NAMES)))
    who = "**Ada**, **Ben** and **Cleo**"
    assert line(table) == f"**Clouds**, table 7: {who} are playing{LINK}"
    table = threaded(next(tables(*NAMES)), status=Status.CLOSED)
    assert line(table) == f"**Clouds**, table 7, ended early{LINK}"
    table = threaded(next(tables(*NAMES)), pauses=(Pause(LOCKED),))
    assert line(table) == f"**Clouds**, table 7, is paused: its thread is locked{LINK}"
    assert thread_name(next(tables(*NAMES)).row, SAY) == "Table 7 · Clouds"


def test_at_the_end_it_tells_who_won_with_what() -> None:
    *_, table = tables(*NAMES)
    assert table.row.status is Status.OVER
    shown = line(threaded(table))
    assert shown.startswith("**Clouds**, table 7: **")
    first, second = shown.split("\n")
    assert "win" in first
    assert first.endswith(LINK)
    assert second.count("points") == second.count("**") / 2 == 3


# The board of a league's table shows no card: whoever sees it may still have to play the deals.


def veiled(table: Table) -> Table:
    return replace(table, row=replace(table.row, series="league 3 2"))


@pytest.mark.parametrize("names", [NAMES, ("W" * 32, "`" * 32, "אבגדהוזחטיכלמנסעפצקרשתאבגדהוזחטי")])
def test_every_veiled_board_keeps_discords_limits_without_a_picture_or_a_move(
    names: tuple[str, ...],
) -> None:
    for table in tables(*names):
        layout = veiled_layout(board_of(veiled(table)), SAY)
        assert faults(layout) == []
        assert not [part for part in parts(layout) if part["type"] == 12]
        assert not [name for name in ids(layout) if name[:2] in ("m:", "s:")]


def test_it_depends_on_no_card_only_on_the_deal_and_whose_turn_it_is() -> None:
    shown: dict[object, set[str]] = defaultdict(set)
    for seed in (1, 2, 3):
        for table in tables(*NAMES, seed=seed, deals=2):
            view = table.view(None)
            said_there = said(veiled_layout(board_of(veiled(table)), SAY))
            shown[view.to_act, view.deal, table.row.status].add(said_there)
    assert len(shown) > 6
    assert all(len(texts) == 1 for texts in shown.values())


def test_a_table_being_played_has_its_buttons_and_one_that_is_over_leads_to_the_league() -> None:
    first, *_, last = tables(*NAMES)
    playing = veiled_layout(board_of(veiled(first)), SAY)
    assert ids(playing) == ["t:7:hand", "more:7"]
    assert last.row.status is Status.OVER
    over = veiled_layout(board_of(veiled(last)), SAY)
    assert ids(over) == ["again:7:next", "league:3", "review:7", "replay:7", "fair:7"]
    assert "League 3, week 2" in said(over)


def test_the_line_of_its_thread_tells_no_score() -> None:
    *_, last = tables(*NAMES)
    board = board_of(veiled(last))
    scores = [str(score) for score in board.game_view.scores]
    open_line = said(line_layout(board_of(last), SAY))
    assert all(score in open_line for score in scores)
    text = said(line_layout(board, SAY))
    assert not [score for score in scores if score in text]
    assert all(name in text for name in NAMES)


def test_one_that_was_ended_says_so() -> None:
    first = veiled(next(tables(*NAMES)))
    closed = replace(first, row=replace(first.row, status=Status.CLOSED))
    assert "doesn't count" in said(veiled_layout(board_of(closed), SAY))


# The lobby's message.

LEARN = "Learn in 5 minutes"
READ = {"How to play": "zr:cloud_nine", "Fair deal": "fair:7", LEARN: "ln:cloud_nine"}


def house_of(panel: Any) -> set[str]:
    return {name.split(":")[2] for name in ids(panel) if name.startswith("l:")}


@pytest.mark.parametrize("names", [(), NAMES[:1], NAMES, AWKWARD])
def test_every_lobby_keeps_discords_limits(names: tuple[str, ...]) -> None:
    assert faults(lobby_layout(lobby_row(*names), SAY)) == []


def test_a_lobby_shows_its_game_and_one_row_without_closing_until_it_is_closed() -> None:
    shown = lobby_layout(lobby_row("Ada"), SAY, [("a.png", picture("three cards"))])
    found = [part["components"] for part in parts(shown) if part["type"] == 1]
    rows = [[button["label"] for button in row] for row in found]
    assert rows == [["Join", "Leave", "Start", "Coach me (unrated)", "More…"]]
    assert ids(shown)[3:] == ["coach:7:on", "settings:7"]
    [gallery] = [part for part in parts(shown) if part["type"] == 12]
    assert [item["description"] for item in gallery["items"]] == ["three cards"]
    asked = lobby_layout(replace(lobby_row("Ada"), door=Door((202,))), SAY)
    assert parts(asked)[1]["content"].endswith("\nInvited: <@202>")
    assert "What a game" not in said(lobby_layout(lobby_row("Ada"), SAY))
    assert faults(shown) == []
    closed = lobby_layout(replace(lobby_row("Ada"), status=Status.CLOSED), SAY)
    assert "closed" in said(closed)
    assert ids(closed) == ["play:cloud_nine", "seek"]


def test_a_crowd_is_named_in_a_paragraph_with_how_it_will_sit() -> None:
    told = said(lobby_layout(lobby_row(*"ABCDE"), SAY))
    assert "**5 people, at tables of 3 + 2.**" in told
    assert "**A**, **B**, **C**, **D**, **E**" in told
    assert "A house player (normal) takes the free seat." in told
    assert "Hints: none" in told
    row = lobby_row(*(f"{n}{'_*~|`' * 6}"[:32] for n in range(24)))
    assert faults(lobby_layout(row, SAY)) == []
    assert faults(settings_layout(row, SAY, manages=True)) == []


def test_a_full_lobby_says_whether_more_can_come_and_why_not() -> None:
    full = lobby_row("Ada", "Ben", "Cleo")
    for row, told in (
        (full, "Up to 24 can join"),
        (replace(full, door=Door(private=True)), "A private lobby has only one table"),
        (replace(full, guild_id=None), "There's only one table here"),
        (replace(full, series="league 7 3"), "Up to 6 can join"),
    ):
        assert told in said(lobby_layout(row, SAY))
    assert "All seats are taken" not in said(lobby_layout(lobby_row("Ada", "Ben"), SAY))


def test_what_a_lobby_had_before_is_in_its_settings_and_who_may_not_set_has_house_players() -> None:
    shown = settings_layout(lobby_row("Ada"), SAY, manages=True)
    assert faults(shown) == []
    assert "invite:7" in ids(shown)
    buttons = [each for each in ids(shown) if each != "invite:7"]
    assert dict(zip(labels(shown), buttons, strict=True)) == {
        "Options": "o:7", "Clock, hints, coach": "o:7:terms",
        "Easy": "l:7:easy", "Normal": "l:7:normal", "Hard": "l:7:hard",
        "Close this table": "l:7:close",
        "Make it private": "l:7:private", **READ,
    }  # fmt: skip
    shown = settings_layout(lobby_row("Ada"), SAY, manages=False)
    assert house_of(shown) == {*offered("cloud_nine")}
    assert labels(shown)[-3:] == [*READ]
    assert "Only <@101>" in said(shown)


def test_house_players_are_added_only_to_free_seats_and_removed_only_where_there_are_any() -> None:
    ada, house = lobby_row("Ada").members[0], Member("house:1", "Cumula", level="easy")
    levels = {*offered("nimbly")}
    for others, told, names in (
        ((), "Each free seat gets one at the start", levels),
        ((house,), "Each free seat gets one at the start", {*levels, "remove"}),
        ((house, house), "\nAdd one here:", {*levels, "remove"}),
        ((house,) * 4, "\nAll seats are taken.", {"remove"}),
        ((ada,) * 4, "\nAll seats are taken.", set()),
    ):
        row = replace(lobby_row("Ada"), game="nimbly", members=(ada, *others))
        shown = settings_layout(row, SAY, manages=False)
        assert told in said(shown)
        assert house_of(shown) == names


def test_a_level_that_is_no_better_than_the_one_below_is_not_offered() -> None:
    """In Cloud 9 nobody is better than `hard`."""
    shown = settings_layout(replace(lobby_row("Ada"), game="balloon"), SAY, manages=False)
    assert house_of(shown) == {"easy", "normal", "hard"}
    assert "Expert" not in said(settings_layout(
        replace(lobby_row("Ada"), game="balloon"), SAY, manages=False, carried=("easy",)
    ))  # fmt: skip


@pytest.mark.parametrize(
    ("levels", "warned"),
    [(("easy",), False), (("easy", "easy"), True), (("easy", "hard"), False), ((), False)],
)
def test_a_lobby_says_when_only_weak_house_players_would_be_against_one(
    levels: tuple[str, ...], warned: bool
) -> None:
    row = lobby_row("Ada")
    house = (Member(f"house:{n}", "Cirrus", level=level) for n, level in enumerate(levels, 1))
    shown = said(lobby_layout(replace(row, members=(*row.members, *house)), SAY))
    assert ("doesn't count for" in shown) is warned


def test_a_lobby_whose_game_lacks_a_level_tells_of_the_best_that_it_has() -> None:
    expert = Member("house:1", "Cumula", level="expert")
    for game, level, withheld in (
        ("clumond", "hard", "now: easy, normal and hard."),
        ("nimbly", "expert", "now: easy, normal, hard and expert."),
    ):
        row = replace(lobby_row("Ada"), game=game, terms=Terms(level="expert"))
        assert f"house players ({level})" in said(lobby_layout(row, SAY))
        row = replace(row, members=(*row.members, expert))
        assert f"Cumula** · {level}" in said(lobby_layout(row, SAY))
        panel = said(settings_layout(row, SAY, manages=True, carried=()))
        assert withheld in panel
        assert f"({level})" in panel


def test_a_lobby_names_who_is_in_with_level_and_manner_and_what_is_free() -> None:
    row = lobby_row("Ada")
    assert "Seats 2 and 3: *free, or house players (normal)*" in said(lobby_layout(row, SAY))
    bold = Member("house:1", "Cumula", level="hard", manner="bold")
    # A house player from before there were levels is normal.
    row = replace(row, members=(*row.members, bold, Member("house:2", "Cirrus")))
    shown = said(lobby_layout(row, SAY))
    for line in (
        "1. **Ada**",
        "2. **🤖\N{NO-BREAK SPACE}Cumula** · hard, goes for big scores",
        "3. **🤖\N{NO-BREAK SPACE}Cirrus** · normal",
    ):
        assert line in shown
    assert "hard, goes for big scores" in said(settings_layout(row, SAY, manages=True))


def test_the_fingerprint_is_behind_its_button_alone_and_the_secret_nowhere() -> None:
    row = replace(lobby_row("Ada"), secret=bytes(range(32)))
    greeting, told = greeting_layout(row, "place", SAY), fingerprint_layout(row, SAY)
    lobby = lobby_layout(row, SAY)
    shown = [commitment_of(row) in said(layout) for layout in (lobby, greeting, told)]
    assert shown == [False, False, True]
    assert not any(row.secret.hex() in said(layout) for layout in (lobby, greeting, told))
    assert [faults(layout) for layout in (greeting, told)] == [[], []]


def test_the_greeting_begins_with_what_it_is_and_where_the_table_is() -> None:
    shown = greeting_layout(lobby_row("Ada"), "[here](https://discord.com)", SAY)
    first, second, third, fourth, fifth = said(shown).split("\n")
    assert first == "### Hello!"
    assert "**Clouds**" in second
    assert third == "-# [here](https://discord.com)"
    assert "your cards here" in fourth
    assert "in words" in fifth
    assert not any(letter.isdigit() for letter in said(shown))
    assert labels(shown) == ["My Nimbus", "How to play", LEARN]


def test_only_options_that_decide_something_are_mentioned() -> None:
    row = lobby_row("Ada")
    assert options_text(row, SAY) == "Deals: 3"
    row = replace(row, options={"deals": 5, "target": 300})
    assert options_text(row, SAY) == "Target score: 300"
    nimbly = replace(row, game="nimbly", options={})
    assert options_text(nimbly, SAY) == "Deals: one for each player"
    balloon = replace(row, game="balloon", options={"target": 50, "redeal": True, "odds": False})
    assert (
        options_text(balloon, SAY) == "Target score: 50 · Show each player the pilot's chances: no"
    )


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        (FIRST, "Time per turn: 10 minutes · Hints: on request"),
        (Terms(hints=False, clock=0), "Time per turn: no limit · Hints: none"),
    ],
)
def test_a_lobby_says_how_long_a_turn_may_take_and_of_hints(terms: Terms, told: str) -> None:
    shown = said(lobby_layout(replace(lobby_row("Ada"), terms=terms), SAY))
    assert f"-# Deals: 3 · {told}" in shown


def test_moderators_can_take_out_people_only_and_nobody_whose_data_was_deleted() -> None:
    row = lobby_row("Ada", "Ben", "Cirrus")
    ada, ben, cirrus = row.members
    members = (ada, replace(ben, key="-2", name="Someone"), replace(cirrus, key="house:1"))
    shown = panel_layout(replace(row, members=members, status=Status.PLAYING), SAY)
    offered = [part["options"] for part in parts(shown) if "options" in part]
    assert [[one["value"] for one in options] for options in offered] == [[f"{row.id}:{ada.key}"]]
