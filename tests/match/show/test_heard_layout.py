"""A hand in words: short, by suit, with nothing but what can be heard and pressed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from discord import ui

from bot.match.names import bold_names
from bot.match.show.frame import BoardFrame, HandFrame, last_move
from bot.match.show.heard_layout import MOST_BUTTONS, WORDS, heard_layout, words_in
from bot.match.table import Table
from bot.presenters import PRESENTERS
from bot.presenters.cards import card_name, card_said, drawn_said
from bot.texts import aloud, as_spoken
from engine.games import GAMES
from engine.games.clumond.view import ClumondView, Declared
from engine.games.nimbly.view import CardsDrawn
from engine.seats import Seat
from tests.match.rows import EAR, faults, hand_of, ids, labels, parts, said
from tests.match.show.test_phone import moments

NAMES = ("Ada", "Ben", "Cleo")
MOST_CARDS = 9
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
    return heard_layout(board, hand, EAR)


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


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("key", ["cloud_nine", "balloon", "nimbly", "clumond"])
def test_a_routine_turn_has_few_words(key: str, seed: int) -> None:
    counted = 0
    for _, board, hand in of_three(key, seed):
        if is_routine(board, hand) and has_few_cards(hand):
            text = said(lay_out(board, hand))
            counted += 1
            assert words_in(text.split("\n")) <= WORDS, text
    assert counted > 10


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


def test_the_hand_is_told_by_suit_and_its_buttons_are_in_its_order() -> None:
    _, board, hand = next(of_three("cloud_nine"))
    shown = lay_out(board, hand)
    assert said(shown).endswith(PRESENTERS["cloud_nine"].holding(hand.view, EAR))
    view: Any = hand.view
    held = dict.fromkeys(view.hand.cards)
    assert labels(shown)[: len(held)] == [f"Play {card_name(card, EAR)}" for card in held]


def test_who_follows_suit_from_many_cards_hears_that_suit_and_how_many_others() -> None:
    for _, board, hand in of_three("clumond"):
        view: Any = hand.view
        if view.trick.number == 2 and len(view.legal) < len(view.hand):
            fuller, held = PRESENTERS["clumond"].told_hand(view, EAR)
            assert held.count(":") == 1
            assert fuller.startswith(f"{held} Also ")
            assert held in said(lay_out(board, hand))
            return
    pytest.fail("nobody followed suit in the second trick")


def test_who_has_no_card_left_for_the_balloon_is_told_so() -> None:
    _, _, hand = next(of_three("balloon"))
    view: Any = hand.view
    told = PRESENTERS["balloon"].told_hand(replace(view, hand=()), EAR)
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
            sentence = presenter.sentence(ended[-1], EAR, bold_names(board.row, EAR, ()))
            assert sentence
            assert sentence in said(lay_out(board, hand))
            told.add((board.begun.deal, hand.seat))
    assert len(told) >= 2


def test_who_declared_is_told_to_both_others_when_they_play_first() -> None:
    told = 0
    for _, board, hand in of_three("clumond"):
        since = board.happened[last_move(board, hand.seat, in_words=True) + 1 :]
        if any(isinstance(event, Declared) for events in since for event in events):
            told += 1
            assert " declares, " in said(lay_out(board, hand))
    assert told >= 2


def test_all_that_others_drew_is_told_as_no_table_shows_it_again() -> None:
    for _, board, hand in of_three("nimbly"):
        since = board.happened[last_move(board, hand.seat, in_words=True) + 1 :]
        happened = [event for events in since for event in events]
        if any(map(PRESENTERS["nimbly"].ends_deal, happened)):
            continue
        drawn = [event for event in happened if isinstance(event, CardsDrawn)]
        text = said(lay_out(board, hand))
        assert all(f": {drawn_said(event.cards, EAR)}." in text for event in drawn), text


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
    assert "Until <t:99:t>." in said(lay_out(board, hand))
    slow = replace(board, row=replace(table.row, terms=replace(table.row.terms, clock=86400)))
    assert "Until <t:99:R>." in said(lay_out(slow, hand))


def test_whoever_is_not_asked_hears_where_the_game_stands_or_that_they_have_moved() -> None:
    table, board, hand = next(of_three("nimbly"))
    other = Seat(hand.seat % 3 + 1)
    waiting = replace(hand_of(table, other)[1], number=0, locale=as_spoken("en"))
    assert said(lay_out(board, waiting)).startswith(EAR("game.nimbly"))
    moved = replace(waiting, number=1)
    assert said(lay_out(board, moved)) == EAR("ear.moved")
