"""A hand in words: short, by suit, with nothing but what can be heard and pressed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import pytest
from discord import ui

from bot.discord.parts import MOST_BUTTONS
from bot.match.show.hand_layouts import WORDS, layout_in_words, words_in
from bot.match.show.stage import BoardFrame, HandFrame, last_move
from bot.match.table.names import bold_names
from bot.match.table.state import Table
from bot.presenters import PRESENTERS
from bot.presenters.cards import card_name, card_said
from bot.texts import aloud, as_spoken
from engine.events import CardPlayed
from engine.games import GAMES
from engine.games.balloon.view import BalloonView, Flown, Phase
from engine.games.cloud_nine.view import Phase as CloudNinePhase
from engine.games.clumond.view import ClumondView, Declared
from engine.games.nimbly.view import CardsDrawn
from engine.seats import Seat
from tests.match.rows import EAR, faults, hand_of, ids, labels, parts, said
from tests.match.show.test_phone import moments
from tests.soak.amounts import later

NAMES = ("Ada", "Ben", "Cleo")
MOST_CARDS = 9
MORE = {"balloon": 4, "nimbly": 6}
"""By how many words a turn may go beyond the promise, and why: in Cloud 9 each throw, flight and
jump is told with its counts, as nothing shows it again, and the hand, which may have ten words. In
Nimbly two others have drawn up to six cards, each three words in the one order that cards have."""
FOR_THREE = [key for key, game in GAMES.items() if 3 in game.info.seats]


def of_three(key: str, seed: int = 1) -> Iterator[tuple[Table, BoardFrame, HandFrame]]:
    """Play a random game, with the hand that is asked, before every move."""
    for table in moments(key, 3, seed, {}):
        members = zip(table.row.members, NAMES, strict=True)
        named = tuple(replace(member, name=name) for member, name in members)
        shown = replace(table, row=replace(table.row, members=named))
        board, hand = hand_of(shown, table.to_act()[0])
        yield shown, board, replace(hand, number=table.row.moves, locale=as_spoken("en"))


def lay_out(board: BoardFrame, hand: HandFrame) -> ui.LayoutView:
    return layout_in_words(board, hand, EAR)


def is_routine(board: BoardFrame, hand: HandFrame) -> bool:
    """Return whether a turn is not the first of its deal, nor in a trick that is explained."""
    ends_deal = PRESENTERS[board.row.game].ends_deal
    ended = [n for n, events in enumerate(board.happened) if any(map(ends_deal, events))]
    is_taught = isinstance(hand.view, ClumondView) and hand.view.trick.number == 1
    return last_move(board, hand.seat) > max(ended, default=0) and not is_taught


def has_few_cards(hand: HandFrame) -> bool:
    """Return whether a hand has few cards, or few of them can be played."""
    view = hand.view
    if not isinstance(view, ClumondView):
        return True
    held = view.hand or ()
    return len(held) <= MOST_CARDS or len(view.legal) < len(held)


@pytest.mark.parametrize("seed", [1, *map(later, (2, 3))])
@pytest.mark.parametrize("key", ["cloud_nine", "balloon", "nimbly", "clumond"])
def test_a_routine_turn_has_few_words(key: str, seed: int) -> None:
    counted = 0
    for _, board, hand in of_three(key, seed):
        if is_routine(board, hand) and has_few_cards(hand):
            text = said(lay_out(board, hand))
            counted += 1
            assert words_in(text.split("\n")) <= WORDS + MORE.get(key, 0), text
    assert counted > 10


@pytest.mark.whole
@pytest.mark.parametrize("key", FOR_THREE)
def test_all_moves_are_offered_in_words_a_menu_only_above_ten(key: str) -> None:
    for table, board, hand in of_three(key):
        shown = lay_out(board, hand)
        assert faults(shown) == []
        menus = [part for part in parts(shown) if part["type"] == 3]
        offered = [option["value"] for menu in menus for option in menu["options"]]
        codes = offered or [name.split(":", 3)[3] for name in ids(shown) if name.startswith("m:")]
        assert sorted(codes) == sorted(set(table.legal(hand.seat)))
        assert bool(menus) is (len(codes) > MOST_BUTTONS)
        assert said(shown) == aloud(said(shown))


@pytest.mark.parametrize(
    ("key", "at_first", "after"),
    [
        ("cloud_nine", "hand clouds score", "last_trick hand clouds score"),
        ("clumond", "hand aims score", "last_trick hand aims score"),
        ("nimbly", "rows score", "hand rows last_draw score"),
        ("balloon", "hand aboard score", "hand aboard last_flight score"),
    ],
)
def test_only_what_is_asked_most_and_can_be_answered_has_a_button(
    key: str, at_first: str, after: str
) -> None:
    asked = [
        [name.split(":")[2] for name in ids(lay_out(board, hand)) if name.startswith("look:")]
        for _, board, hand in of_three(key)
    ]
    assert asked[0] == [*at_first.split(), "all"]
    assert asked[-1] == [*after.split(), "all"]


def test_the_hand_is_told_by_suit_and_its_buttons_are_in_its_order() -> None:
    _, board, hand = next(of_three("cloud_nine"))
    shown = lay_out(board, hand)
    assert said(shown).endswith(PRESENTERS["cloud_nine"].holding(hand.view, EAR))
    view: Any = hand.view
    held = dict.fromkeys(view.hand.cards)
    assert labels(shown)[: len(held)] == [f"Play {card_name(card, EAR)}" for card in held]


def test_who_follows_suit_hears_that_suit_alone_and_who_has_none_of_it_that() -> None:
    kinds = set[str]()
    for _, board, hand in of_three("clumond"):
        view: Any = hand.view
        if not is_routine(board, hand) or not view.trick.cards:
            continue
        led = view.trick.cards[0].card[1]
        follows = [card for card in view.hand if card[1] == led]
        held = PRESENTERS["clumond"].hand_texts(view, EAR)[0]
        text = said(lay_out(board, hand))
        if view.trick.number in (1, 13):  # in a new hand, and where three cards stay (C3)
            assert held == PRESENTERS["clumond"].holding(view, EAR)
            continue
        kind = "void" if not follows else "several" if len(follows) > 1 else "only"
        kinds.add(kind)
        assert ("only " in held) is (kind == "only")
        assert (": play any." in text) is (kind == "void")
        assert kind == "void" or text.endswith((held, "Follow."))
        assert kind == "void" or held.count(":") == 1
    assert kinds == {"void", "several", "only"}


@pytest.mark.parametrize("seed", [1, *map(later, (2, 3))])
@pytest.mark.parametrize("key", ["cloud_nine", "clumond"])
def test_all_cards_since_the_own_last_move_are_told_and_who_won(key: str, seed: int) -> None:
    for _, board, hand in of_three(key, seed):
        if not is_routine(board, hand):
            continue
        since = board.happened[last_move(board, hand.seat) + 1 :]
        played = [e for events in since for e in events if isinstance(e, CardPlayed)]
        text = said(lay_out(board, hand))
        assert all(card_said(event.card, EAR) in text for event in played), text
        if any(event.leads for event in played) and key == "clumond":
            assert re.search(r" wins(, | their first)|Your (first )?trick", text), text


def test_the_last_trick_of_a_deal_is_told_with_its_result() -> None:
    told = 0
    for _, board, hand in of_three("clumond"):
        since = board.happened[last_move(board, hand.seat) :]
        if any(map(PRESENTERS["clumond"].ends_deal, (e for events in since for e in events))):
            told += 1
            lines = said(lay_out(board, hand)).split("\n")
            result = next(n for n, line in enumerate(lines) if line.startswith("Hand "))
            assert re.search(r" wins(, | their first)|Your (first )?trick", lines[result - 1])
            assert lines[result + 1].startswith("You: ")
            assert all(" now " in line for line in lines[result + 1 : result + 4])
    assert told


@pytest.mark.parametrize(
    ("key", "tricks", "told"),
    [
        ("clumond", 12, "Two tricks left."),
        ("clumond", 13, "Last trick: play one card; the other 3 are your code."),
        ("cloud_nine", 9, "Final trick."),
    ],
)
def test_the_last_tricks_are_told_as_such(key: str, tricks: int, told: str) -> None:
    found = set[bool]()
    for _, board, hand in of_three(key):
        view: Any = hand.view
        is_there = told in said(lay_out(board, hand))
        assert not is_there or view.trick.number == tricks
        found.add(is_there)
    assert found == {True, False}


def test_who_picks_hears_from_what_and_what_their_cloud_makes_but_not_their_hand() -> None:
    """N5"""
    picked = 0
    for _, board, hand in of_three("cloud_nine"):
        view: Any = hand.view
        if hand.is_asked and view.phase is CloudNinePhase.TAKE:
            picked += 1
            free = [card_said(one.card, EAR) for one in view.trick.cards if one.taken_by is None]
            lines = said(lay_out(board, hand)).split("\n")
            told = f"{', '.join(free[:-1])} or {free[-1]}"
            assert f"Pick: {told}." in lines
            assert PRESENTERS["cloud_nine"].holding(view, EAR) not in lines
            made = f"Your cloud makes {view.clouds[hand.seat - 1].meld.score}."
            assert lines[-1] == made or lines[-1].startswith(("Turn ends ", "Pick: "))
    assert picked


def test_the_hand_stands_in_every_turn_of_cloud_9() -> None:
    for _, board, hand in of_three("balloon"):
        held = PRESENTERS["balloon"].hand_texts(hand.view, EAR)[0]
        assert said(lay_out(board, hand)).endswith(f"\n{held}")


def test_draws_are_offered_by_what_they_make_the_best_first() -> None:
    for _, board, hand in of_three("nimbly"):
        shown = [part for part in parts(lay_out(board, hand)) if part["type"] in {2, 3}]
        offers = [one["label"] for part in shown for one in part.get("options", (part,))]
        made = [int(found[1]) for label in offers if (found := re.search(r"makes (\d+)", label))]
        assert made
        assert made == sorted(made, reverse=True)


def test_no_sentence_names_the_hearer() -> None:
    for key in ("cloud_nine", "clumond"):
        for _, board, hand in of_three(key):
            name = board.member(hand.seat).name
            assert f"**{name}**" not in said(lay_out(board, hand))


def test_who_has_no_card_left_for_the_balloon_is_told_so() -> None:
    _, _, hand = next(of_three("balloon"))
    view: Any = hand.view
    told = PRESENTERS["balloon"].hand_texts(replace(view, hand=()), EAR)
    assert told[0] == EAR("holding.none")


def test_the_cards_of_the_trick_are_always_told() -> None:
    for key in ("cloud_nine", "clumond"):
        for _, board, hand in of_three(key):
            view: Any = hand.view
            trick = view.trick.cards
            if len(trick) == 3 or not trick:
                continue
            text = said(lay_out(board, hand))
            names = [card_said(played.card, EAR) for played in trick]
            assert all(name in text for name in names), text


def test_who_leads_is_heard_and_a_card_just_drawn() -> None:
    told = [said(lay_out(board, hand)) for _, board, hand in of_three("cloud_nine")]
    assert any(" leads " in text for text in told)
    assert any(re.search(r": (\w+, )*new \w+", text) for text in told)


@pytest.mark.parametrize("key", ["cloud_nine", "balloon", "nimbly"])
def test_how_a_deal_ended_is_told_to_everybody(key: str) -> None:
    presenter, told = PRESENTERS[key], set[tuple[int, Seat]]()
    for _, board, hand in of_three(key):
        since = board.happened[last_move(board, hand.seat, in_words=True) + 1 :]
        ended = [event for events in since for event in events if presenter.ends_deal(event)]
        if ended:
            names = bold_names(board.row, EAR, ())
            sentence = presenter.in_words(ended[-1], None, EAR, names, hand.seat)
            assert sentence
            assert sentence in said(lay_out(board, hand))
            told.add((board.game_view.deal, hand.seat))
    assert len(told) >= 2


@pytest.mark.parametrize(
    ("key", "told"), [("nimbly", "Your 9 cards made suit "), ("balloon", "Trip ")]
)
def test_a_result_is_told_of_you_first_and_then_by_place(key: str, told: str) -> None:
    *_, (_, _, hand) = of_three(key)
    view: Any = hand.view
    lines = PRESENTERS[key].results(view, EAR, NAMES)
    assert lines[0].startswith(told)
    totals = [(name, int(total)) for name, total in re.findall(r"(\w+) (\d+): ", lines[1])]
    others = sorted((score for at, score in enumerate(view.scores, 1) if at != view.seat))
    assert totals[0] == ("You", view.scores[view.seat - 1])
    assert [total for _, total in totals[1:]] == others[::-1]


def test_who_declared_is_told_to_both_others_when_they_play_first() -> None:
    told = 0
    for _, board, hand in of_three("clumond"):
        since = board.happened[last_move(board, hand.seat, in_words=True) + 1 :]
        if any(isinstance(event, Declared) for events in since for event in events):
            told += 1
            assert " declares " in said(lay_out(board, hand))
    assert told >= 2


def test_all_that_others_drew_is_told_as_no_table_shows_it_again() -> None:
    for _, board, hand in of_three("nimbly"):
        since = board.happened[last_move(board, hand.seat, in_words=True) + 1 :]
        happened = [event for events in since for event in events]
        if any(map(PRESENTERS["nimbly"].ends_deal, happened)):
            continue
        drawn = [event for event in happened if isinstance(event, CardsDrawn)]
        text = said(lay_out(board, hand))
        names = bold_names(board.row, EAR, ())
        told = [PRESENTERS["nimbly"].sentence(event, EAR, names) or "?" for event in drawn]
        assert all(one in text for one in told), text


def test_the_last_cards_of_a_deal_are_told_also_those_that_came_by_themselves() -> None:
    nimbly, own, others = PRESENTERS["nimbly"], 0, 0
    for seed in (1, 2, 3):
        for _, board, hand in of_three("nimbly", seed):
            text = said(lay_out(board, hand))
            ended = text.split("\nDeal ")[0] if " begins" in text and "Deal 1 " not in text else ""
            move = last_move(board, hand.seat, in_words=True)
            if ended and any(map(nimbly.ends_deal, board.happened[move])):
                own += 1
                assert "\nYou, " in f"\n{ended}", text
            elif ended:
                others += 1
                assert "You, " not in ended
                assert "**, " in ended, text
    assert own
    assert others


def test_drawn_cards_are_told_row_by_row_and_a_suit_once() -> None:
    nimbly = PRESENTERS["nimbly"]
    one = CardsDrawn(Seat(1), "AAB", ("JS", "6S", "6C"), 3)
    assert nimbly.sentence(one, EAR, NAMES) == "Ada, A: jack and 6 of spades; B: 6 of clubs."


def test_a_throw_is_told_before_what_it_is_answered_and_a_flight_always() -> None:
    flown = 0
    for _, board, hand in of_three("balloon"):
        view: Any = hand.view
        since = board.happened[last_move(board, hand.seat, in_words=True) + 1 :]
        text, names = said(lay_out(board, hand)), bold_names(board.row, EAR, ())
        for event in [event for events in since for event in events]:
            if isinstance(event, Flown) and view.cloud > 1:
                flown += 1
                assert f"{names[event.pilot - 1]} " in text.split(f": cloud {event.cloud}.")[0]
        if view.phase is Phase.RIDE:
            throws = f"{names[view.pilot - 1]} rolls "
            assert throws in text.split("\nStay ")[0]
            assert (
                f"{names[view.pilot - 2]} stays" not in text.split(throws)[0].split(": cloud")[-1]
            )
        elif view.phase is Phase.PAY:
            before = text.split("You roll ")[0].split(": cloud")[-1]
            assert "You roll " in text
            assert " jumps." not in before.split(" begins.")[-1]
    assert flown > 2


def test_the_last_trip_is_told_once_the_target_is_reached() -> None:
    _, _, hand = next(of_three("balloon"))
    balloon, view = PRESENTERS["balloon"], cast("BalloonView", hand.view)
    assert not balloon.nearing(view, EAR)
    assert "last trip" in balloon.nearing(replace(view, scores=(view.target, 0, 0)), EAR)


def test_a_pilot_hears_nothing_that_came_before_their_own_flight() -> None:
    flown = 0
    for _, board, hand in of_three("balloon", 4):
        move = last_move(board, hand.seat, in_words=True)
        if move > last_move(board, hand.seat):
            flown += 1
            assert f"**{board.member(hand.seat).name}** pays" not in said(lay_out(board, hand))
    assert flown


def test_a_turn_ends_at_a_time_of_the_day_but_at_a_slow_table_by_and_by() -> None:
    table, board, hand = next(of_three("nimbly"))
    assert "Turn ends <t:99:t>." in said(lay_out(board, hand))
    slow = replace(board, row=replace(table.row, terms=replace(table.row.terms, clock=86400)))
    assert "Turn ends <t:99:R>." in said(lay_out(slow, hand))


def test_whoever_is_not_asked_hears_where_the_game_stands_or_that_they_have_moved() -> None:
    table, board, hand = next(of_three("nimbly"))
    other = Seat(hand.seat % 3 + 1)
    waiting = replace(hand_of(table, other)[1], number=0, locale=as_spoken("en"))
    assert said(lay_out(board, waiting)).startswith(EAR("game.nimbly"))
    moved = replace(waiting, number=1)
    assert said(lay_out(board, moved)) == EAR("ear.moved")
