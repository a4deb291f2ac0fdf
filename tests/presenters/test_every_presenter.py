"""What holds for the presenter of every game, over whole random games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from string import ascii_letters, digits
from typing import Any

import pytest

from bot.presenters import PRESENTERS
from bot.texts import Texts
from engine.cards import mask_of_faces
from engine.chance import Chance
from engine.events import Event, as_seen_by
from engine.game import Options
from engine.games import GAMES
from engine.melds import Nine, nine_of
from engine.seats import Seat
from render.scenes import EMOJI

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
        ("nimbly", nine(""), "No cards."),
        ("balloon", ("R", "G", "R", "W"), "2 red, 1 green, 1 wild."),
        ("balloon", (), "No cards."),
        ("clumond", ("AC", "9C", "JD"), "Clubs: ace, 9. Diamonds: jack."),
    ],
)
def test_a_hand_is_said_by_suits_in_its_own_order(key: str, held: object, said: str) -> None:
    *_, (state, _, _) = walk(key, 4)
    view: Any = GAMES[key].view(state, Seat(1))
    assert PRESENTERS[key].holding(replace(view, hand=held), SAY) == said
