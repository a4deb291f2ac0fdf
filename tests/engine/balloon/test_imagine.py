"""What is made up contradicts nothing that was heard (B3, B4)."""

from __future__ import annotations

from random import Random

from engine.games.balloon.cards import NEEDS, count_faces, covers
from engine.seats import Seat
from tests.engine.balloon.positions import GAME, played, seen, state_of, table


def test_who_fell_is_imagined_without_the_colours_thrown() -> None:
    course = table("YYYYYY", "", "", rolls=("RG", "--"))
    course = played(course, "2 stay", "3 stay", "1 fall")
    random = Random(1)
    for seat in (None, Seat(2), Seat(3)):
        for _ in range(50):
            imagined = GAME.imaginer(course.view(seat), course.heard(seat))(random)
            reds, greens, *_ = count_faces(imagined.hands[0])
            # One card was drawn since: without it a red or a green one is missing.
            assert min(reds, greens) <= 1
            assert not (reds > 1 and greens > 1)


def test_a_wild_card_is_imagined_with_who_fell_as_with_anybody() -> None:
    course = table("YYYYYY", "", "", rolls=("RG",))
    course = played(course, "2 stay", "3 stay", "1 fall")
    random = Random(2)
    view, heard = course.view(Seat(2)), course.heard(Seat(2))
    wild = [count_faces(GAME.imaginer(view, heard)(random).hands[0])[-1] for _ in range(200)]
    assert 0 < sum(wild) < 200


def test_many_falls_are_obeyed_at_once() -> None:
    falls = ("RR", "GG", "PP", "RG", "RP", "GP")
    course = table("YYYYYY", "YYYYYY", "WWWW", rolls=falls, pile="YYYYYY", target=200)
    for _ in falls:
        while seen(course).phase == "ride":
            course = played(course, "* stay")
        course = played(course, "* fall" if "fall" in course.legal(course.to_act()[0]) else "* pay")
    random = Random(3)
    for _ in range(20):
        imagined = GAME.imaginer(course.view(Seat(3)), course.heard(Seat(3)))(random)
        (red, green, *_), (red_2, green_2, purple_2, *_) = map(count_faces, imagined.hands[:2])
        # Each has twelve cards now; the first fall was with six or seven, the second with three
        # more. Seat 1 lacked RR, then RG; seat 2 lacked GG, then RP.
        assert red <= 1 + 6
        assert min(red, green) <= 3
        assert green_2 <= 1 + 5
        assert min(red_2, purple_2) <= 2
        assert GAME.view(imagined, Seat(3)) == course.view(Seat(3))


def test_without_hearsay_any_hand_is_imagined() -> None:
    course = table("YYYYYY", "", "", rolls=("RG",))
    imagined = GAME.imaginer(course.view(Seat(2)), ())(Random(4))
    assert GAME.view(imagined, Seat(2)) == course.view(Seat(2))


def test_own_cards_and_discards_are_kept() -> None:
    course = played(table("RGYYYY", "PPPPPP", "", rolls=("RG", "PP")), "2 stay", "3 stay", "1 pay")
    imagined = GAME.imaginer(course.view(Seat(2)), course.heard(Seat(2)))(Random(5))
    assert count_faces(imagined.hands[1]) == (0, 0, 6, 0, 0)
    assert count_faces(imagined.discards) == (1, 1, 0, 0, 0)
    assert sum(h.bit_count() for h in imagined.hands) + len(imagined.pile) == 74


def test_who_pays_covers_the_throw() -> None:
    course = table("RRGGPY", "", "", rolls=("RG",))
    hand = state_of(course).hands[0]
    assert covers(hand, NEEDS["RG"])
    assert covers(hand, NEEDS["----"])
    assert not covers(hand, NEEDS["PP"])
