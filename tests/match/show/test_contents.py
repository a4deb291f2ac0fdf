"""Boards and hands as they are made: in whose language, and with house players marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord.emoji import ApplicationEmoji
from bot.discord.names import Someone
from bot.discord.press import slot_value
from bot.match.calls.digests import Waiting, digest_text
from bot.match.house.hints import Hint
from bot.match.house.layouts import hint_layout
from bot.match.show.board_layouts import board_layout, finished_hand_layout
from bot.match.show.contents import Content, Contents
from bot.match.show.hand_layouts import hand_layout
from bot.match.show.lobby_layouts import lobby_layout
from bot.match.show.stage import frame, frame_of, theme_for
from bot.match.table.names import people, plain_names
from bot.match.table.seats import house_player
from bot.match.table.state import Table, someone_at
from bot.painter import Painter
from bot.preferences.person import note_client, person_settings, set_person
from bot.preferences.server import CHOICES, Look, change_of
from bot.presenters import PRESENTERS
from bot.records.actions import step_text
from bot.records.service import Check
from bot.store.rows import Member, Presence, Publication, Status, TurnClock
from bot.store.settings import server_scope
from bot.texts import Texts
from engine.course import Course, Trail
from engine.events import as_seen_by
from engine.games import GAMES
from engine.players.robot import RankedMove
from engine.seats import Seat
from render.scenes import SCENES
from render.theme import DAY, NIGHT, THEMES
from tests.match.rows import SAY, framed, labels, lobby_row, picture, said, tables
from tests.match.stand import Parts
from tests.presenters.test_every_presenter import walk
from tests.texts.english import english_in, language_of

# A table of two people of two languages: the board in one, each hand in its own.

NAMES = ("Ada", "Ben", "Cleo")


def words(content: Content) -> str:
    """Return all that is read of a message, alt texts too."""
    view, files = content
    return "\n".join([said(view), *labels(view), *(file.description or "" for file in files)])


def painted(content: Content) -> list[bytes]:
    return [file.fp.read() for file in content[1]]


@pytest.mark.parametrize("board", ["en", "de", "fr"])
async def test_the_board_is_in_the_tables_language_and_each_hand_with_its_picture_in_its_own(
    parts: Parts, board: str
) -> None:
    no_emoji = cast("ApplicationEmoji", SimpleNamespace(ready={}))
    contents = Contents(Texts.load(), Painter(), no_emoji)
    await note_client(parts.store, 101, "de")
    await note_client(parts.store, 102, "fr")
    table, *_ = tables(*NAMES)
    table = replace(table, row=replace(table.row, locale=board))
    shown = await frame_of(parts.store, table, Publication(table.row.id), "Club")
    for_all = await contents.board(shown.board)
    hands = [await contents.hand(shown.board, shown.hands[Seat(n)]) for n in (1, 2)]
    assert [language_of(words(one)) for one in (for_all, *hands)] == [board, "de", "fr"]
    for hand, language in zip(hands, ("de", "fr"), strict=True):
        assert english_in(words(hand), language, ["Club"]) == []
        assert language_of(hand[1][0].description or "") == language
    # Of the same hand, painted after each other, the letters are those of each reader.
    mine = shown.hands[Seat(1)]
    pictures = [
        painted(await contents.hand(shown.board, replace(mine, locale=locale)))
        for locale in ("de", "fr", "de")
    ]
    assert pictures[0] == pictures[2] != pictures[1]


@pytest.mark.parametrize(("game", "suffix"), [("balloon", "webp"), ("nimbly", "png")])
async def test_a_deals_result_stands_on_the_board_until_the_next_has_begun(
    parts: Parts, game: str, suffix: str
) -> None:
    """The fall of a balloon takes a second; what comes after it is no news."""
    contents = Contents(
        Texts.load(), Painter(), cast("ApplicationEmoji", SimpleNamespace(ready={}))
    )
    seen = []
    for table in tables(*NAMES, key=game, deals=2):
        if table.row.status is not Status.PLAYING or not table.view(None).deal_scores:
            continue
        board = (await frame_of(parts.store, table, Publication(table.row.id), "Club")).board
        (file,) = (await contents.board(board))[1]
        early = PRESENTERS[game].shows_result(table.view(None))
        assert (file.filename or "").startswith("deal-" if early else "table-")
        seen.append((file.filename or "").partition(".")[2])
        if len(seen) > 12 and suffix in seen:
            break
    assert suffix in seen


async def test_a_digest_is_in_the_language_of_who_is_asleep(parts: Parts) -> None:
    await note_client(parts.store, 101, "de")
    table, *_ = tables(*NAMES)
    waiting = [Waiting(table.row, (0.0, False), None, None, None)]
    for user, language in ((101, "de"), (102, "en")):
        text = digest_text(waiting, await person_settings(parts.store, user))
        assert language_of(text) == language


# Frames: made alike from alike, and of what may be seen only.


def within(value: object) -> Iterator[object]:
    """Return everything that can be reached from a value."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from within(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from within([*value.items()])
    elif isinstance(value, list | tuple):
        for item in value:
            yield from within(item)


def cards(value: object) -> set[str]:
    """Return the words of all texts that can be reached from a value: cards among them."""
    return {word for text in within(value) if isinstance(text, str) for word in text.split()}


def test_equal_tables_make_equal_frames_from_the_state_and_from_the_log() -> None:
    for one, other in zip(tables(*NAMES), tables(*NAMES), strict=True):
        assert framed(one) == framed(other)
        loaded, replayed = framed(Table.load(one.row)), framed(one)
        assert loaded.hands == replayed.hands
        assert loaded.board.view == replayed.board.view


def test_no_frame_holds_what_chance_follows_from() -> None:
    for table in tables(*NAMES):
        secret = replace(table.row, secret=b"secret", entropy="entropy")
        found = [*within(framed(replace(table, row=secret)))]
        assert not [what for what in (b"secret", "entropy", table.row.seed) if what in found]
        assert table.row.state not in found


def test_nobody_is_shown_the_hand_of_anybody_else() -> None:
    *playing, _ = tables(*NAMES)  # at the end all cards lie open
    for table in playing:
        shown = framed(table)
        for seat, hand in shown.hands.items():
            seen: Any = table.view(seat)
            held = set(seen.hand.cards) - {"JK"}  # there are two jokers
            others = [other for other in shown.hands if other != seat]
            assert held <= cards(hand)
            assert not held & cards(shown.board)
            assert not [other for other in others if held & cards(shown.hands[other])]


def test_a_hand_is_another_only_by_what_it_shows() -> None:
    table = next(tables(*NAMES))
    first, *others = table.row.members

    def hand(**changes: Any) -> object:
        row = replace(table.row, members=(replace(first, **changes), *others))
        return framed(replace(table, row=row)).hands[Seat(1)]

    before = hand()
    assert hand(acted=9.0, hinted=True, dm=False) == before
    for change in (
        {"clock": TurnClock(due=9.0)},
        {"presence": Presence.LEFT},
        {"presence": Presence.LATE},
    ):
        assert hand(**change) != before
    assert framed(table, message=98).hands[Seat(1)] != before


def test_who_was_taken_out_sees_no_cards_any_more() -> None:
    *playing, _ = tables(*NAMES)
    for table in playing:
        first, *others = table.row.members
        members = (replace(first, presence=Presence.REMOVED), *others)
        shown = framed(replace(table, row=replace(table.row, members=members)))
        seen: Any = table.view(Seat(1))
        assert not (set(seen.hand.cards) - {"JK"}) & cards(shown.hands[Seat(1)])


def test_only_the_hands_asked_for_are_looked_at_and_none_of_a_lobby() -> None:
    table = next(tables(*NAMES))
    shown = frame(table, Publication(table.row.id), None, [102])
    assert [hand.user_id for hand in shown.hands.values()] == [102]
    shown = framed(Table(lobby_row(*NAMES), None))
    assert shown.hands == {}
    with pytest.raises(ValueError, match="lobby"):
        _ = shown.board.game_view


async def test_the_picture_of_a_lobby_is_of_its_own_people_and_as_many_seats() -> None:
    contents = Contents(
        Texts.load(), Painter(), cast("ApplicationEmoji", SimpleNamespace(ready={}))
    )
    lobbies = [replace(lobby_row(*names), game="balloon", options={}) for names in (
        NAMES[:1], NAMES[1:2], NAMES, (*NAMES, "Dora", "Emil"),
    )]  # fmt: skip
    shown = [painted(await contents.lobby(row, NIGHT)) for row in lobbies]
    assert len({bytes(picture) for (picture,) in shown}) == len(lobbies)
    alone, names = lobbies[0], SAY("house.names").split(", ")
    while len(alone.members) < 3:
        house = house_player(alone, alone.members, alone.terms.level, names)
        alone = replace(alone, members=(*alone.members, house))
    assert painted(await contents.lobby(alone, NIGHT)) == shown[0], "those who will play"


# The look of pictures: a server's as it is set now, a person's own for what they alone see.

GUILD = 5


async def test_a_servers_look_holds_at_once_and_there_alone_unless_it_is_damaged(
    parts: Parts,
) -> None:
    assert await theme_for(parts.store, GUILD) is NIGHT
    await parts.store.set_settings(server_scope(GUILD), change_of("look", Look.DAY))
    assert await theme_for(parts.store, GUILD) is DAY
    assert await theme_for(parts.store, GUILD + 1) is NIGHT
    assert await theme_for(parts.store, None) is NIGHT
    for stored in ("", "dusk", "Day"):
        await parts.store.set_settings(server_scope(GUILD), {"look": stored})
        assert await theme_for(parts.store, GUILD) is NIGHT


async def test_a_persons_look_holds_everywhere_or_else_the_servers(parts: Parts) -> None:
    await parts.store.set_settings(server_scope(GUILD), change_of("look", Look.DAY))
    assert await theme_for(parts.store, GUILD, 7) is DAY
    await set_person(parts.store, 7, look=Look.NIGHT)
    await set_person(parts.store, 8, look=Look.DAY)
    assert await theme_for(parts.store, GUILD, 7) is NIGHT
    assert await theme_for(parts.store, None, 8) is DAY
    assert await theme_for(parts.store, None) is NIGHT


def test_every_look_that_is_offered_has_a_theme() -> None:
    assert CHOICES["look"] == tuple(THEMES)


# What a house player is, is said everywhere a person would be named.

MARK = "\N{ROBOT FACE}"
HOUSE = ("Cirrus", "Stratus", "Cumula", "Altona")
BARE = re.compile(rf"(?<!{MARK}\s)\b(?:{'|'.join(HOUSE)})\b")
BARE_STAND_IN = re.compile(rf"(?<!{MARK}\s)\bBen\b(?!'s\s{MARK}|\*\* left: a house player)")
EVERY = 9
"""Every how manieth moment of a game is looked at."""


def members(seats: int) -> tuple[Member, ...]:
    """Return Ada, Ben who has left, and house players."""
    persons = (Member("101", "Ada"), Member("102", "Ben", presence=Presence.LEFT))
    house = (Member(f"house:{n}", name, level="easy") for n, name in enumerate(HOUSE, 1))
    return (*persons, *house)[:seats]


def moments(key: str) -> Iterator[Table]:
    """Return tables of a game played at random, its end among them."""
    states = list(walk(key, 5))
    for number, (state, _, seats) in enumerate(states):
        if number % EVERY and number != len(states) - 1:
            continue
        status = Status.OVER if GAMES[key].outcome(state) else Status.PLAYING
        row = replace(lobby_row(), game=key, members=members(seats), status=status)
        happened = Trail(events for _, events, _ in states[: number + 1])
        stood_in = dict.fromkeys(range(number + 1), Seat(2))
        told = Trail(as_seen_by(None, events) for events in happened)
        course = Course(GAMES[key], state, happened, told)
        yield Table(replace(row, moves=number), course, stood_in)


def words_at(table: Table) -> Iterator[str]:
    """Return everything that is written about a table in messages."""
    frame = framed(table)
    shown = [board_layout(frame.board, [("a.png", picture())], SAY)]
    for hand in frame.hands.values():
        if table.row.status is Status.PLAYING:
            shown.append(hand_layout(frame.board, hand, [("h.png", picture())], SAY))
        else:
            shown.append(finished_hand_layout(frame.board, hand, [], SAY))
    for acting in table.to_act():
        best = tuple(RankedMove(code, 9.0, 0.5) for code in table.legal(acting)[:3])
        shown.append(hint_layout(Hint(table, acting, best), SAY))
        view, names = table.view(acting), plain_names(table.row, SAY)
        presenter = PRESENTERS[table.row.game]
        yield from (control.name for control in presenter.controls(view, SAY, names))
    for layout in shown:
        yield said(layout)
        yield from labels(layout)


def alts(table: Table) -> Iterator[str]:
    """Return the alt texts of all pictures of a table."""
    scene, seated = SCENES[table.row.game], people(table.row)
    yield scene.table(table.view(None), seated, SAY).alt
    if table.view(None).deal_scores:
        yield scene.result(table.view(None), seated, SAY).alt
    yield scene.hand(table.view(Seat(1)), seated, SAY).alt


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_message_names_a_house_player_without_its_mark(key: str) -> None:
    told = [text for table in moments(key) for text in words_at(table)]
    assert any(MARK in text for text in told)
    assert [text for text in told if BARE.search(text) or BARE_STAND_IN.search(text)] == []


@pytest.mark.whole
@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_alt_text_says_at_its_end_which_of_those_it_names_are_house_players(key: str) -> None:
    for text in (text for table in list(moments(key))[::3] for text in alts(table)):
        said, _, end = text.removesuffix(".").rpartition(". ")
        named = {name for name in ("Ben", *HOUSE) if re.search(rf"\b{name}\b", text)}
        assert named == {name for name in named if name in said and name in end}
        is_told = end.endswith((" is a house player", " are house players"))
        assert is_told is bool(named)
        assert MARK not in text


def test_who_left_is_a_person_again_in_a_game_that_was_ended_early() -> None:
    row = replace(lobby_row(), members=members(3), status=Status.CLOSED)
    assert plain_names(row, SAY) == ("Ada", "Ben", f"{MARK}\N{NO-BREAK SPACE}Cirrus")
    assert [one.house for one in people(row)] == [False, False, True]


def test_the_lobby_marks_them() -> None:
    shown = said(lobby_layout(replace(lobby_row(), members=members(6)), SAY))
    assert not BARE.search(shown)


def test_the_proof_of_a_fair_deal_marks_them() -> None:
    seats, made = [Someone("Ada"), Someone("Cirrus", is_person=False)], ("Stratus", 40)
    points = [(Someone(made[0], is_person=False), made[1])]
    for check in (
        Check("seating", holds=True, values={"names": seats}),
        Check("result", holds=True, values={"points": points}),
    ):
        told = step_text(check, SAY)
        assert MARK in told
        assert not BARE.search(told)


def test_refusals_mark_them() -> None:
    row = replace(lobby_row(), members=members(3))
    names = [slot_value("name", someone_at(row, Seat(seat)), SAY) for seat in (1, 2, 3)]
    assert names == ["Ada", f"Ben's\N{NO-BREAK SPACE}{MARK}", f"{MARK}\N{NO-BREAK SPACE}Cirrus"]
