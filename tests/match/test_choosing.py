"""Cards as people type them, in the notation and in the words and letters of their language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from bot.errors import Refused
from bot.match.acts.cards import (
    NAMED_MOVES,
    TYPED_LENGTH,
    NamedMove,
    Typed,
    match_for,
    matching,
    meaning,
    named_moves,
    read_card,
    read_move,
    words_of,
)
from bot.match.table.state import Table, names_of
from bot.presenters import PRESENTERS
from bot.presenters.cards import card_name
from bot.store.rows import Commit, MatchId, MatchRow, Status
from bot.texts import Texts
from engine.games.cloud_nine.view import CloudNineView, Phase
from render.api import Words
from tests.engine.balloon import positions as balloon
from tests.engine.clumond import positions as clumond
from tests.engine.nimbly import positions as nimbly
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, DORA, OTHER_CHANNEL, Hall, opened, start
from tests.match.stand import refuses

# A few words of another language, for tests that need some before it is there.

_GERMAN = {
    "card.name": "{suit} {rank}",
    "card.joker": "Joker",
    "card.short.A": "A",
    "card.short.J": "B",
    "card.short.K": "K",
    "card.short.Q": "D",
    "card.rank.A": "Ass",
    "card.rank.J": "Bube",
    "card.rank.K": "König",
    "card.rank.Q": "Dame",
    "card.suit.C": "Kreuz",
    "card.suit.D": "Karo",
    "card.suit.H": "Herz",
    "card.suit.S": "Pik",
}


def german(key: str, /, **values: object) -> str:
    """Say the cards in German, all else in English."""
    if key in _GERMAN:
        return _GERMAN[key].format(**values)
    return Texts.load().words("en")(key, **values)


# Cards as people type them, in the notation and in the words and letters of their language.


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("D♥", Typed("Q", "H")), ("d herz", Typed("Q", "H")), ("Herz Dame", Typed("Q", "H")),
        ("B ♦", Typed("J", "D")), ("b karo", Typed("J", "D")), ("b kar", Typed("J", "D")),
        ("QH", Typed("Q", "H")), ("hq", Typed("Q", "H")), ("q♥", Typed("Q", "H")),
        ("d", Typed("", "D")), ("kd", Typed("K", "D")), ("dk", Typed("K", "D")),
        ("dh", None), ("bh", None), ("b", None), ("d d", None), ("b ♦ ♦", None),
        ("dame", Typed("Q")), ("Ass Pik", Typed("A", "S")), ("10 kreuz", Typed("T", "C")),
        ("Kreuz-7", Typed("7", "C")), ("Karo-Dame", Typed("Q", "D")), ("herz-", Typed("", "H")),
        ("joker", Typed("JK")), ("jk", Typed("JK")),
    ],
)  # fmt: skip
def test_a_language_has_letters_of_its_own_before_a_suit(typed: str, meant: Typed | None) -> None:
    assert read_card(words_of(typed), german) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("dame de coeur", Typed("Q", "H")), ("Dame de cœur", Typed("Q", "H")),
        ("l'as de pique", Typed("A", "S")), ("l\u2019as de pique", Typed("A", "S")),
        ("R♥", Typed("K", "H")), ("v carreau", Typed("J", "D")), ("dix trèfle", Typed("T", "C")),
        ("dix trefle", Typed("T", "C")),
    ],
)  # fmt: skip
def test_french_is_read_as_keyboards_write_it(typed: str, meant: Typed) -> None:
    assert read_card(words_of(typed), Texts.load().words("fr")) == meant


# What a player typed: which match and which move they mean.

SAY = Texts.load().words("en")


async def playing(hall: Hall, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> MatchRow:
    return await start(hall.lobbies, await opened(hall.lobbies, people))


async def table_of(hall: Hall) -> tuple[Table, int]:
    """Start a game; gives it and who is to move."""
    table = await hall.tables.load((await playing(hall)).id)
    return table, table.member(table.to_act()[0]).user_id or 0


async def test_a_match_is_meant_by_being_here_the_only_one_or_by_its_number(hall: Hall) -> None:
    row = await playing(hall)
    for channel in (CHANNEL, OTHER_CHANNEL, None):
        assert (await match_for(hall.store, ADA, channel, None)).id == row.id
    assert (await match_for(hall.store, DORA, CHANNEL, None, anybody=True)).id == row.id
    assert (await match_for(hall.store, DORA, None, int(row.id), anybody=True)).id == row.id
    assert (await match_for(hall.store, BEN, OTHER_CHANNEL, MatchId(row.id))).id == row.id


async def test_of_several_the_number_decides(hall: Hall) -> None:
    first, second = await playing(hall), await playing(hall)
    with refuses("refused.which_match"):
        await match_for(hall.store, ADA, CHANNEL, None)
    for row in (first, second):
        assert (await match_for(hall.store, ADA, CHANNEL, row.id)).id == row.id


async def test_in_a_thread_that_several_share_ones_own_table_is_meant(hall: Hall) -> None:
    first, second = await playing(hall, (ADA, BEN)), await playing(hall, (CLEO,))
    for row in (first, second):
        shared = replace(row, version=row.version + 1, thread_id=77)
        assert await hall.store.commit(Commit(shared))
        hall.tables.cache.drop(row.id)
    assert (await match_for(hall.store, ADA, 77, None)).id == first.id
    assert (await match_for(hall.store, CLEO, 77, None)).id == second.id
    with refuses("refused.not_seated"):
        await match_for(hall.store, 999, 77, None)
    await hall.tables.close(first.id)
    with refuses("refused.over"):
        await match_for(hall.store, ADA, 77, None)
    # Who looks on may mean the one that still goes on.
    assert (await match_for(hall.store, 999, 77, None, anybody=True)).id == second.id


async def test_a_stranger_has_no_match(hall: Hall) -> None:
    await playing(hall)
    for number, key in (
        (None, "no_match_of_yours"), (1, "not_seated"), (9, "no_match"), (-1, "no_match"),
        (2**63, "no_match"),
    ):  # fmt: skip
        with refuses(f"refused.{key}"):
            await match_for(hall.store, DORA, CHANNEL, number)


async def test_a_lobby_is_meant_only_where_lobbies_count(hall: Hall) -> None:
    row = await opened(hall.lobbies)
    with pytest.raises(Refused):
        await match_for(hall.store, ADA, CHANNEL, None)
    found = await match_for(hall.store, ADA, CHANNEL, None, (Status.LOBBY,))
    assert found.id == row.id


async def test_only_who_is_to_act_has_moves_and_nobody_in_a_lobby(hall: Hall) -> None:
    table, user = await table_of(hall)
    # Two jokers are one move.
    assert len(named_moves(table, user, SAY)) in (8, 9)
    assert named_moves(table, DORA, SAY) == []
    others = {ADA, BEN, CLEO} - {user}
    assert [named_moves(table, other, SAY) for other in others] == [[], []]
    row = await opened(hall.lobbies)
    assert named_moves(Table.load(row), ADA, SAY) == []


MOVES = [
    NamedMove("play KH", "King of hearts"),
    NamedMove("play 2H", "Two of hearts"),
    NamedMove("play JK", "Joker"),
]


HAND = [
    *MOVES,
    NamedMove("play KS", "King of spades"),
    NamedMove("play JS", "Jack of spades"),
    NamedMove("play TH", "Ten of hearts"),
    NamedMove("play AS", "Ace of spades"),
]


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        ("", ["play KH", "play 2H", "play JK"]),
        ("  KING ", ["play KH"]),
        ("hearts", ["play KH", "play 2H"]),
        ("k", ["play KH"]),
        ("jk", ["play JK"]),
        ("jo", ["play JK"]),
        ("play", ["play KH", "play 2H", "play JK"]),
        ("spades", []),
        ("ing", []),
    ],
)
def test_moves_are_offered_by_what_they_mean_or_how_they_begin(
    typed: str, codes: list[str]
) -> None:
    assert [move.code for move in matching(MOVES, typed, SAY)] == codes


@pytest.mark.parametrize(
    ("code", "ways"),
    [
        ("KH", "kh hk K♥ ♥K K♡ K♥\ufe0f 🂾 king.of.hearts hearts.king king.♥ k.h"),
        ("KH", "play.kh KING.heart"),
        ("TH", "10h th h10 10♥ ten 10 t ten.hearts play.10 ten.of.hea"),
        ("JK", "jk joker JOKER jok play.joker 🃏 🂿 joke"),
        ("JS", "js jack j jack.spades j♠ 🂫 jac"),
        ("2H", "2 two 2h two.heart \uff12♥ ♥\uff12"),
        ("AS", "ace a as ♠a"),
    ],
)  # fmt: skip
def test_a_card_is_understood_however_it_is_written(code: str, ways: str) -> None:
    for typed in ways.split(" "):
        found = meaning(HAND, typed.replace(".", " "), SAY)
        assert [move.code for move in found] == [f"play {code}"], typed


def test_what_fits_several_moves_means_all_of_these_and_a_part_of_a_word_nothing() -> None:
    for typed in ("k", "king", "spades", "♥", "h", "play", "play k", "of"):
        assert len(meaning(HAND, typed, SAY)) > 1, typed
    for typed in (
        "q", "queen", "qs", "kd", "K♦", "king of clubs", "3", "ing", "ac", "pades", "king queen",
        "hearts spades", "kings", "take kh", "jk s", "🃅", "k!", "'",
    ):  # fmt: skip
        assert meaning(HAND, typed, SAY) == [], typed


def test_k_in_jack_plays_no_king_and_no_joker_is_played_for_a_jack() -> None:
    moves = [NamedMove("play JS", "Jack of spades"), NamedMove("play JK", "Joker")]
    assert meaning(moves, "k", SAY) == []
    assert [move.code for move in meaning(moves, "j", SAY)] == ["play JS"]
    assert meaning(MOVES, "j", SAY) == []


def test_calls_and_rows_are_no_cards() -> None:
    calls = [
        NamedMove("pass", "Pass"),
        NamedMove("declare NT", "Declare no trumps"),
        NamedMove("declare C", "Declare clubs"),
        NamedMove("declare H", "Declare hearts"),
    ]
    draws = [
        NamedMove("draw A", "1 from A: K♥"),
        NamedMove("draw AC", "1 from A, 1 from C: K♥ 9♠"),
        NamedMove("draw C", "1 from C: 9♠"),
    ]
    for moves, typed, code in (
        (calls, "♥", "declare H"), (calls, "clubs", "declare C"), (calls, "p", "pass"),
        (calls, "no trumps", "declare NT"), (calls, "declare nt", "declare NT"),
        (draws, "a", "draw A"), (draws, "ac", "draw AC"), (draws, "draw c", "draw C"),
        (draws, "k♥ 9♠", "draw AC"),
    ):  # fmt: skip
        assert [move.code for move in meaning(moves, typed, SAY)] == [code], typed
    assert meaning(calls, "kh", SAY) == []
    assert meaning(draws, "ace of clubs", SAY) == []


async def test_notation_and_names_are_understood_and_the_table_says_what_cannot_be_now(
    hall: Hall,
) -> None:
    table, user = await table_of(hall)
    code = table.legal(table.to_act()[0])[0]
    card = code.split(" ")[1]
    for typed in (code, code.upper(), f"  {code.lower()} ", card, card_name(card, SAY).title()):
        assert read_move(table, user, typed, SAY).code == code
    for typed, later in (("take kh", "take KH"), ("PLAY jk", "play JK"), ("second 2", "second 2")):
        assert read_move(table, user, typed, SAY).code == later
    other = ({ADA, BEN, CLEO} - {user}).pop()
    move = read_move(table, other, "King of hearts", SAY)
    with refuses("refused.not_your_turn"):
        await hall.tables.play(table.row.id, other, None, move.code)


async def test_what_means_several_moves_or_none_is_asked_again_shortly(hall: Hall) -> None:
    table, user = await table_of(hall)
    for typed, key in (("of", "refused.which_move"), ("hedgehog", "refused.no_such_move")):
        with refuses(key):
            read_move(table, user, typed, SAY)
    with pytest.raises(Refused) as error:
        read_move(table, user, "play", SAY)
    named = [move.name for move in named_moves(table, user, SAY)]
    assert error.value.values["moves"] == ", ".join(named[:NAMED_MOVES]) + " …"
    assert SAY(error.value.key, **error.value.values)
    for typed in ("k" * 6000, "♥" * 6000, "\0", "\ud800", "\u202e", " "):
        with pytest.raises(Refused) as error:
            read_move(table, user, typed, SAY)
        assert len(str(error.value.values["typed"])) <= TYPED_LENGTH


async def test_two_claimants_of_one_name_are_two_moves(hall: Hall) -> None:
    table, user = await table_of(hall)
    members = tuple(
        member if member.user_id == user else replace(member, name="Alex")
        for member in table.row.members
    )
    same = replace(table, row=replace(table.row, members=members))
    winner = table.seat_of(user)
    assert winner is not None
    view = cast("CloudNineView", table.view(None))
    trick = replace(view.trick, ranking=(winner,))
    claims = PRESENTERS["cloud_nine"].controls(
        replace(view, phase=Phase.SECOND, trick=trick), SAY, names_of(same.row)
    )
    assert len({claim.name for claim in claims}) == len(claims) == 2


def moves_of(game: str, view: Any, say: Words = SAY) -> list[NamedMove]:
    """Return the moves that the seat of a view has, as they are named."""
    controls = PRESENTERS[game].controls(view, say, ("Ada", "Annie", "Ben"))
    return [NamedMove(control.code, control.name, control.label) for control in controls]


def codes(game: str, moves: list[NamedMove], typed: str) -> list[str]:
    return [move.code for move in meaning(moves, typed, SAY, PRESENTERS[game])]


@pytest.mark.parametrize(
    ("code", "ways"),
    [
        ("A", "a|one from a|1 from A.|draw one card from row A|one a"),
        ("AA", "two from A|2A|a a|2 from a|aa|Two from the row a"),
        ("AAC", "two from A one from C|A A C|2A 1C|one from C, two from A|aac|2a c|A, C, A"),
        ("B", "one from b|b"),
        ("ABC", "one from A, one from B and one from C|cab"),
    ],
)
def test_draws_are_understood_by_numbers_and_rows_in_any_order(code: str, ways: str) -> None:
    moves = moves_of("nimbly", nimbly.seen(nimbly.table("QC KC", "TD", "7H"), 1))
    for typed in ways.split("|"):
        assert codes("nimbly", moves, typed) == [f"draw {code}"], typed


def test_half_a_draw_and_too_many_cards_are_no_draw() -> None:
    moves = moves_of("nimbly", nimbly.seen(nimbly.table("QC KC", "TD", "7H"), 1))
    for typed in ("two", "two from a one", "one two a", "four from a", "a a a a", "a to c", "ad"):
        assert codes("nimbly", moves, typed) == [], typed
    offered = matching(moves, "two from a", SAY, PRESENTERS["nimbly"])
    assert [move.code for move in offered] == ["draw AA", "draw AAA", "draw AAB", "draw AAC"]


@pytest.mark.parametrize(
    ("code", "ways"),
    [
        (
            "KH",
            "king of hearts|play the king of hearts|the king of hearts.|I play the king, please",
        ),
        ("JK", "joker|play my joker|the joker"),
    ],
)
def test_cards_are_understood_in_a_whole_sentence(code: str, ways: str) -> None:
    for typed in ways.split("|"):
        assert codes("cloud_nine", MOVES, typed) == [f"play {code}"], typed


def test_what_is_picked_and_who_is_second_are_understood_in_either_order() -> None:
    takes = [
        NamedMove("take QS", "take the queen of spades"),
        NamedMove("take QH", "take the queen of hearts"),
    ]
    seconds = [
        NamedMove("second 2", "Annie is second"), NamedMove("second 3", "Anne Marie is second")
    ]  # fmt: skip
    for moves, typed, found in (
        (takes, "take queen of spades", ["take QS"]),
        (takes, "take the queen of hearts", ["take QH"]),
        (takes, "take the queen", ["take QS", "take QH"]),
        (seconds, "second Annie", ["second 2"]),
        (seconds, "Annie is second", ["second 2"]),
        (seconds, "marie", ["second 3"]),
        (seconds, "second", ["second 2", "second 3"]),
    ):
        assert codes("cloud_nine", moves, typed) == found, typed


PASSENGER = balloon.seen(balloon.table("RRRYYY", "GGGPPP", "GGGPPP", rolls=("G-",)), 2)


@pytest.mark.parametrize(
    ("legal", "typed", "found"),
    [
        ("stay jump", "jump", "jump"), ("stay jump", "Jump off.", "jump"),
        ("stay jump", "stay", "stay"), ("stay jump", "I stay", "stay"),
        ("roll jump", "roll", "roll"), ("roll jump", "throw the dice", "roll"),
        ("pay wild", "pay", "pay"), ("pay wild", "pay with the joker", "wild"),
        ("pay wild", "joker", "wild"), ("pay wild", "wild", "wild"), ("pay wild", "fly", "pay"),
        ("wild fall", "fall", "fall"), ("wild fall", "don't pay", "fall"),
        ("wild fall", "pay a", ""), ("wild fall", "pay", "wild fall"),
        ("wild fall", "pay wild", "wild"),
    ],
)  # fmt: skip
def test_flights_are_understood_by_plain_words(legal: str, typed: str, found: str) -> None:
    view = replace(PASSENGER, legal=tuple(legal.split()))
    assert codes("balloon", moves_of("balloon", view), typed) == found.split()


def test_calls_are_understood_by_their_suit_or_as_none() -> None:
    moves = moves_of("clumond", clumond.seen(clumond.table(), 1))
    for typed, code in (
        ("declare hearts", "declare H"), ("hearts", "declare H"), ("I pass", "pass"),
        ("no trumps", "declare NT"), ("declare without trumps", "declare NT"),
        ("no trump", "declare NT"), ("declare the spades", "declare S"),
    ):  # fmt: skip
        assert codes("clumond", moves, typed) == [code], typed
    assert len(codes("clumond", moves, "declare")) == 5


@pytest.mark.parametrize(
    ("game", "view"),
    [
        ("balloon", PASSENGER),
        ("nimbly", nimbly.seen(nimbly.table("QC KC", "TD", "7H"), 1)),
        ("clumond", clumond.seen(clumond.table(), 1)),
    ],
)
def test_the_words_of_a_button_are_its_move(game: str, view: Any) -> None:
    for say in (SAY, Texts.load().words("en-x-ear")):
        moves = moves_of(game, view, say)
        for move in moves:
            assert meaning(moves, move.label, say, PRESENTERS[game]) == [move]
