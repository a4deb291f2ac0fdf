"""What holds for the presenter of every game, and what each answers when it is asked."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from string import ascii_letters, digits
from typing import Any

import pytest

from bot.match.acts.cards import meaning, named_moves
from bot.match.table.state import Table
from bot.presenters import PRESENTERS
from bot.texts import Texts
from engine.cards import mask_of_faces
from engine.chance import Chance
from engine.events import Event, as_seen_by
from engine.game import Options
from engine.games import GAMES
from engine.games.balloon.view import Odds
from engine.melds import Nine, nine_of
from engine.seats import Seat
from render.api import All
from render.scenes import EMOJI
from render.speech import card_name
from tests.engine.balloon import positions as balloon
from tests.engine.clumond import positions as clumond
from tests.engine.nimbly import positions as nimbly
from tests.engine.walks import Beginning
from tests.match.show.test_phone import moments

# What holds for the presenter of every game, over whole random games.

SAY = Texts.load().words("en")


def walk(
    key: str, seed: int, options: Options | None = None
) -> Iterator[tuple[Any, tuple[Event, ...], int]]:
    """Play a random game: each state, what happened last and how many sit there."""
    game, generator = GAMES[key], random.Random(seed)
    seats = generator.choice(game.info.seats)
    step = game.start(seats, options or {}, Chance(bytes([seed]) * 32))
    while True:
        yield step.state, step.events, seats
        to_act = sorted(game.to_act(step.state))
        if not to_act:
            return
        seat = generator.choice(to_act)
        move = generator.choice(list(game.legal(step.state, seat)))
        step = game.apply(step.state, seat, move)


@pytest.fixture(params=sorted(GAMES))
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def nine(cards: str) -> Nine:
    return nine_of(mask_of_faces(cards.split()))


def names(seats: int) -> tuple[str, ...]:
    return tuple(f"Player{seat}" for seat in range(1, seats + 1))


def test_every_game_has_a_face() -> None:
    assert set(PRESENTERS) == set(GAMES)


def test_controls_are_the_legal_moves_named_apart_in_words_beside_painted_emoji(key: str) -> None:
    """What all may see offers legal moves alone, and no secret."""
    game, presenter, shown, has_cards = GAMES[key], PRESENTERS[key], set(), False
    for state, _, seats in walk(key, 3):
        every: set[str] = set()
        for seat in game.to_act(state):
            legal = {game.code(move) for move in game.legal(state, seat)}
            view = game.view(state, seat)
            has_cards |= getattr(view, "hand", None) is not None
            controls = presenter.controls(view, SAY, names(seats))
            assert {control.code for control in controls} == legal
            assert len({control.name for control in controls}) == len(legal)
            every |= legal
            # A button with an emoji has room for 34 characters (Discord's advice).
            assert all(0 < len(c.label) <= (34 if c.emoji else 80) for c in controls)
            shown |= {control.emoji for control in controls if control.emoji}
        public = presenter.controls(game.view(state, None), SAY, names(seats))
        assert {control.code for control in public} <= every
        assert all(0 < len(control.label) <= 34 for control in public if control.emoji)
        shown |= {control.emoji for control in public if control.emoji}
    assert shown or not has_cards
    assert shown <= set(EMOJI)


def test_every_event_and_every_moment_has_words(key: str) -> None:
    game, presenter = GAMES[key], PRESENTERS[key]
    told = moments = 0
    for state, events, seats in walk(key, 5):
        view = game.view(state, None)
        assert presenter.headline(view, SAY)
        assert bool(presenter.waiting(view, SAY, names(seats))) == bool(game.to_act(state))
        for seat in range(1, seats + 1):
            assert presenter.prompt(game.view(state, Seat(seat)), SAY, names(seats))
        for event in as_seen_by(None, events):
            told += bool(presenter.sentence(event, SAY, names(seats)))
        moments += 1
    assert told >= moments - 1


def test_final_scores_are_spelled_with_their_unit(key: str) -> None:
    game, presenter = GAMES[key], PRESENTERS[key]
    *_, (state, _, _) = walk(key, 6)
    outcome, view = game.outcome(state), game.view(state, None)
    assert outcome is not None
    units = {presenter.score(view, points, SAY).partition(" ")[2] for points in outcome.scores}
    assert units <= {"point", "points", "chip", "chips"}
    assert presenter.score(view, 1, SAY).split() != presenter.score(view, 2, SAY).split()
    assert presenter.score(view, -7, SAY).startswith("\N{MINUS SIGN}7 ")
    assert "{" not in presenter.ending(view, SAY)


def test_a_hand_gets_a_new_message_once_a_deal_at_most(key: str) -> None:
    game, presenter = GAMES[key], PRESENTERS[key]
    numbers = [
        (presenter.hand_number(v), v.deal) for v in (game.view(s, None) for s, _, _ in walk(key, 8))
    ]
    assert numbers[0][0] == 1
    assert all(1 <= number <= max(1, deal) for number, deal in numbers)
    assert numbers == sorted(numbers)


def test_the_balloon_game_keeps_one_message_from_trip_to_trip() -> None:
    game, presenter = GAMES["balloon"], PRESENTERS["balloon"]
    assert {
        presenter.hand_number(game.view(state, None)) for state, _, _ in walk("balloon", 8)
    } == {1}


def test_a_hand_is_said_whole_in_words_and_a_spectator_has_none(key: str) -> None:
    """A routine turn has 25 words; a hand of Clumond has sixteen cards in four suits."""
    game, presenter = GAMES[key], PRESENTERS[key]
    for state, _, seats in walk(key, 7):
        assert not presenter.holding(game.view(state, None), SAY)
        for seat in range(1, seats + 1):
            view: Any = game.view(state, Seat(seat))
            said, hand = presenter.holding(view, SAY), getattr(view, "hand", None)
            assert set(said) <= set(ascii_letters + digits + " ,.:")
            assert len(said.split()) <= 21
            held = getattr(hand, "cards", hand)
            assert bool(said) == (held is not None)
            assert held is None or len(re.findall("[a-z0-9]+(?=[,.])", said)) >= (
                len(set(held)) or 1
            )


@pytest.mark.parametrize(
    ("key", "held", "said"),
    [
        (
            "cloud_nine",
            nine("AS TS KH QH 9H JK JK"),
            "Spades: ace, 10. Hearts: king, queen, 9. 2 jokers.",
        ),
        ("cloud_nine", nine("JK 2C"), "Clubs: 2. Joker."),
        ("nimbly", nine(""), "No cards in hand."),
        ("balloon", ("R", "G", "R", "W"), "2 red, 1 green, 1 wild."),
        ("balloon", (), "No cards in hand."),
        ("clumond", ("AC", "9C", "JD"), "Clubs: ace, 9. Diamonds: jack."),
    ],
)
def test_a_hand_is_said_by_suits_in_its_own_order(key: str, held: object, said: str) -> None:
    *_, (state, _, _) = walk(key, 4)
    view: Any = GAMES[key].view(state, Seat(1))
    assert PRESENTERS[key].holding(replace(view, hand=held), SAY) == said


# What players may ask of a game, and the answers: words alone, short, from the view they have.

NAMES = ("Ada", "Ben", "Cleo")

MOST = 40
"""Words of an answer."""

LONGER = {
    "rows": 90, "row_a": 53, "row_b": 53, "row_c": 53, "aims": 63, "clouds": 54, "last_hand": 110,
    "aboard": 45,
}  # fmt: skip
"""All cards of rows, three words each, all codes, for a spectator all three clouds, or all kept
cards and all that was paid take more."""


@pytest.mark.whole
@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_question_has_a_short_answer_in_words_at_every_moment(key: str) -> None:
    game, presenter = GAMES[key], PRESENTERS[key]
    for seed in (1, 2):
        for state, _, seats in walk(key, seed):
            for seat in (None, *map(Seat, range(1, seats + 1))):
                view = game.view(state, seat)
                if not view.to_act:
                    continue
                for question in presenter.questions(view):
                    said = presenter.answer(question, view, SAY, names(seats))
                    assert set(said) <= set(f"{ascii_letters}{digits} ,.:;'%"), said
                    assert said[-1] == ".", said
                    assert said[0].isupper() or said[0].isdigit(), said
                    assert len(said.split()) <= LONGER.get(question, MOST), said
                    assert re.search(r"\b[2-9TJQKA][CDHS]\b", said) is None, said


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_spectator_is_offered_nothing_of_a_hand(key: str) -> None:
    state, _, _ = next(walk(key, 3))
    seat, nobody = (
        PRESENTERS[key].questions(GAMES[key].view(state, who)) for who in (Seat(1), None)
    )
    assert set(seat) - set(nobody) <= {"hand", "cloud", "takes", "draws", "odds", "aims"}
    assert set(nobody) <= set(seat)
    assert "score" in nobody


def asked(game: str, view: Any) -> Callable[[str], str]:
    """Return how the questions about a view are answered."""
    return lambda question: PRESENTERS[game].answer(question, view, SAY, NAMES)


def test_a_trick_of_cloud_nine_is_told_card_by_card_with_who_took_what() -> None:
    """N1, N5"""
    course = Beginning("cloud_nine", 3, {"deals": 1}, 1).course()
    while course.view(None).last_trick is None:  # type: ignore[attr-defined]
        seat = course.to_act()[0]
        takes = asked("cloud_nine", course.view(seat))("takes")
        is_picking = course.legal(seat)[0].startswith("take")
        assert bool(re.fullmatch(r"(.+ makes \d+(, |\.))+", takes)) is is_picking
        assert takes != asked("cloud_nine", course.view(None))("takes") or not is_picking
        course = course.then(seat, course.legal(seat)[0])
    told = asked("cloud_nine", course.view(Seat(1)))("last_trick").split("; ")
    assert len(told) == 3
    assert re.fullmatch(r"Last trick: \w+ led the .+, (won|second|third), took the .+", told[0])
    assert all(re.match(r"\w+ played the ", card) for card in told[1:])
    assert sum(", won" in card for card in told) == 1
    clouds = asked("cloud_nine", course.view(Seat(1)))("clouds")
    assert clouds == "Ben's cloud makes 10. Joker. Cleo's cloud makes 1. Spades: 7."
    assert asked("cloud_nine", course.view(Seat(1)))("cloud").startswith("Your cloud makes 1: suit")
    assert asked("cloud_nine", course.view(Seat(1)))("stock") == "The stock has 24 cards."


def test_j2_rows_are_told_from_their_open_ends_and_draws_by_what_they_make() -> None:
    course = nimbly.table("QC KC", "TD", "7H")
    of = asked("nimbly", nimbly.seen(course, 1))
    assert "Row A: king, queen, " in of("rows")
    assert of("row_b").startswith("Open ends first. Row B: 10, ace, king, ")
    assert of("draws").startswith("A A A makes 9, B B B makes 6, C C C makes 6, A A makes 4, ")
    assert of("draws").endswith("The other 13 make at most 4.")
    assert of("last_draw") == "Nobody has drawn yet. Cards held: you 0, Ben 0, Cleo 0."


def test_j4_only_the_cards_of_the_last_draw_are_told() -> None:
    course = nimbly.played(nimbly.table("QC KC", "TD", "7H"), "1 draw AAC", "2 draw B")
    for seat in (1, 2, 3):
        said = asked("nimbly", nimbly.seen(course, seat))("last_draw")
        names = ["Ada", "Ben", "Cleo"]
        names[seat - 1] = "you"
        who = "You" if seat == 2 else "Ben"
        held = f"{names[0]} 3, {names[1]} 1, {names[2]} 0"
        assert said == f"{who} drew 10 of diamonds from B. Cards held: {held}."
    of = asked("nimbly", nimbly.seen(course, 1))
    assert of("hand").startswith("Hearts: 7. Clubs: king, queen. It makes 4: suit 2 times run 2")
    assert of("draws") == "On your turn, this says what each draw makes."


def test_the_dice_and_whoever_is_aboard_are_told_in_colours_and_numbers() -> None:
    course = balloon.table("RRRYYY", "GGGPPP", "GGGPPP", rolls=("G-",))
    of = asked("balloon", balloon.seen(balloon.played(course, "* jump"), 3))
    assert of("dice") == (
        "Ada pilots at cloud 1, worth 1 point. The dice show 1 green and 1 blank."
        " Cloud 2 is worth 2."
    )
    assert of("aboard") == (
        "Ada: 6 cards in hand, the pilot. Ben: 6 cards in hand, jumped at cloud 1 for 1. "
        "You: 6 cards in hand, aboard."
    )
    assert of("hand") == "3 green, 3 purple."
    scores = "Ada 0 points, Ben 1 point, you have 0 points."
    assert of("score") == f"Trip 1, cloud 1, first to 50. {scores}"
    fallen = balloon.played(course, "* jump", "* stay", "* fall")
    said = asked("balloon", balloon.seen(fallen, 1))("last_flight")
    assert said == "No flight yet this trip. Trip 1 is over: you fell at cloud 1."


@pytest.mark.parametrize(
    ("odds", "told"),
    [
        (Odds(1, 1), "certainly pay"),
        (Odds(0, 5), "can't pay: the cards for it are gone."),
        (Odds(1, 1000), "can pay: less than 1%."),
        (None, "I can tell you the pilot's chances once"),
    ],
)
def test_odds_are_told_in_a_hundred_and_only_where_the_table_has_them(
    odds: Odds | None, told: str
) -> None:
    view = balloon.seen(balloon.table("RRRYYY", "GGGPPP", "GGGPPP", rolls=("G-",)), 2)
    assert told in asked("balloon", replace(view, odds=odds))("odds")
    without = replace(view, odds=odds, with_odds=False)
    assert asked("balloon", without)("odds") == "This table doesn't show the pilot's chances."


def test_c2_the_call_is_told_as_it_goes_and_what_came_of_it() -> None:
    course = clumond.table()
    calling = asked("clumond", clumond.seen(clumond.played(course, "1 pass"), 2))
    assert calling("trumps") == "The call isn't over yet. Passed: Ada."
    declared = asked("clumond", clumond.seen(clumond.played(course, "1 declare S"), 2))
    assert declared("trumps") == "Ada declared. Trumps: spades."
    assert declared("aims") == "Make the declarer win too many or too few."
    nobody = asked("clumond", clumond.seen(clumond.played(course, *clumond.PASSES), 1))
    assert nobody("trumps") == "Nobody declares: no trumps."
    assert nobody("trick") == "Nobody has played a card yet. Your turn: lead any card."
    assert nobody("aims").startswith("0 tricks won. You can still be right with 0, 3, 6, 9, 10 ")
    assert nobody("tricks") == "Tricks won: you 0, Ben 0, Cleo 0."


def test_c4_tricks_that_may_still_be_right_are_told_and_chips_below_zero_in_words() -> None:
    view: Any = clumond.seen(clumond.played(clumond.table(), *clumond.PASSES), 1)
    asks = tuple(replace(ask, tricks=(ask.code + 10,)) for ask in view.asks[:2])
    some = replace(view, asks=asks, tricks=(3, 0, 0))
    told = "3 tricks won. You can still be right with 10 with code 0 or 13 with code 3."
    assert asked("clumond", some)("aims") == told
    none = replace(view, asks=tuple(replace(ask, tricks=()) for ask in asks))
    assert asked("clumond", none)("aims") == "No code fits: get close."
    assert "You have minus 2 chips, Ben minus 2 chips" in asked("clumond", view)("score")
    assert asked("clumond", view)("pot") == "The pot has 6 chips; the ante is 2."


def test_c4_the_last_hand_is_told_with_codes_tricks_and_the_cards_that_were_kept() -> None:
    course = Beginning("clumond", 3, {"deals": 3}, 1).course()
    assert asked("clumond", course.view(Seat(1)))("last_hand") == "No hand has been played yet."
    while course.view(None).last_deal is None:  # type: ignore[attr-defined]
        seat = course.to_act()[0]
        course = course.then(seat, course.legal(seat)[0])
    told = asked("clumond", course.view(Seat(2)))("last_hand")
    assert told.startswith("Hand 1, undeclared. You: code ")
    result = course.view(None).last_deal  # type: ignore[attr-defined]
    for code, tricks, left in zip(result.codes, result.tricks, result.left, strict=True):
        kept = SAY("list.all", items=All(card_name(card, SAY) for card in left))
        plural = "" if tricks == 1 else "s"
        assert re.search(rf": code {code}, {tricks} trick{plural}, .*, kept {kept}\.", told)
    assert f" Ante 2 each. Pot 6, paid {sum(result.paid)}, taken {sum(result.took)}, left " in told
    assert " Last trick: " in told


QUOTED = re.compile(r"[“„«]\s*(.*?)\s*[”“»]")


@pytest.mark.parametrize("key", [key for key in PRESENTERS if 3 in GAMES[key].info.seats])
def test_what_a_refusal_suggests_is_read_as_a_move_in_every_language(key: str) -> None:
    tables = [table for table in islice(moments(key, 3, 3, {}), 60) if table.to_act()]
    for language in Texts.load().locales:
        say = Texts.load().words(language)
        offered = [named_moves(table, user_of(table), say) for table in tables]
        suggested = QUOTED.findall(say(f"illegal.{key}.unreadable"))
        # The third of Clouds names somebody.
        for typed in suggested[:2] + suggested[3:]:
            found = (meaning(moves, typed, say, PRESENTERS[key]) for moves in offered)
            assert any(len(each) == 1 for each in found), typed


def user_of(table: Table) -> int:
    """Return who is to move."""
    return table.member(table.to_act()[0]).user_id or 0
