"""Making up the cards a seat cannot see, so that nothing it heard is contradicted.

Who fell lacked the colours thrown (B3), whatever else they held; who paid held what they paid. Both
tell about hands for as long as the pack is not dealt anew (B8), so for every other seat a whole
story is made up: which of its cards came when.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from engine.chance import SEED_BYTES, Chance
from engine.events import CardsDealt
from engine.games.balloon.cards import IDENTITIES, OF_FACE, cards_in, mask_of
from engine.games.balloon.state import ABOARD, State, Table
from engine.games.balloon.view import BLANK, FACES, BalloonView, Fallen, Flown, PackShuffled
from engine.seats import NOBODY
from engine.trail import Trail

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.events import Event, Heard

_DRAWS = 12
"""How often a hand is drawn anew before a contradiction is mended card by card."""

_MENDS = 200
"""How many cards are exchanged at most to mend one hand."""


@dataclass(frozen=True, slots=True)
class _Fall:
    """A throw whose colours a seat did not hold."""

    dice: tuple[str, ...]


_Story: TypeAlias = "list[int | tuple[str, ...] | _Fall]"
"""A seat's cards since the pack was dealt: how many it got, what it paid, its falls, in order."""


@dataclass(slots=True)
class _Life:
    """When each card of a seat came and went, for one made-up hand.

    `came` and `left` are steps of the story (`left` is its length for a card still held). `what`
    is the place in the pool of a card still held, or the face of one that was paid.
    """

    came: list[int]
    left: list[int]
    what: list[int | str]

    def held_at(self, step: int) -> list[int]:
        """Return the places of the cards held at a step."""
        return [
            place
            for place, (came, left) in enumerate(zip(self.came, self.left, strict=True))
            if came < step < left
        ]

    def face(self, place: int, pool: list[int]) -> str:
        what = self.what[place]
        return what if isinstance(what, str) else IDENTITIES[pool[what]][0]


def imaginer(view: BalloonView, heard: Sequence[Heard]) -> Callable[[Random], State]:
    """Prepare a function that makes up states in keeping with `view` and all that was heard."""
    stories = _stories(view.seats, [event for _, event in heard])
    return lambda random: _imagined(view, stories, random)


def _imagined(view: BalloonView, stories: Sequence[_Story], random: Random) -> State:
    free = [list(cards_in(cards)) for cards in OF_FACE]
    for cards in free:
        random.shuffle(cards)
    own = _take(free, view.hand or ())
    heap = _take(free, [face for counted in view.discards for face in counted.card * counted.count])
    pool = [card for cards in free for card in cards]
    hands = [0] * view.seats
    if view.hand is not None and view.seat is not None:
        hands[view.seat - 1] = mask_of(own)
    others = [place for place in range(view.seats) if place + 1 != view.seat]
    # Whose hand has most to obey draws first, while there is most to choose from.
    for place in sorted(others, key=lambda place: -len(stories[place])):
        hands[place] = mask_of(_drawn(pool, view.hand_counts[place], stories[place], random))
    random.shuffle(pool)
    return _state(view, tuple(hands), tuple(pool), mask_of(heap), random)


def _state(
    view: BalloonView, hands: tuple[int, ...], pile: tuple[int, ...], heap: int, random: Random
) -> State:
    chance = Chance(random.randbytes(SEED_BYTES))
    return State(
        Table(view.seats, view.target, view.redeal, view.with_odds, chance),
        view.deal,
        0,
        0,
        view.phase,
        view.to_act[0] if view.to_act else NOBODY,
        view.pilot,
        view.cloud,
        "".join(view.dice),
        sum(ABOARD[seat] for seat, is_in in enumerate(view.aboard, start=1) if is_in),
        hands,
        pile,
        heap,
        view.scores,
        view.jumps,
        view.flight,
        Trail(view.deal_scores),
        view.last_trip,
    )


def _stories(seats: int, heard: Sequence[Event]) -> list[_Story]:
    """Return what was heard of each seat's cards since the pack was last dealt."""
    stories: list[_Story] = [[] for _ in range(seats)]
    for event in heard:
        match event:
            case PackShuffled(whole=True):
                stories = [[] for _ in range(seats)]
            case CardsDealt(seat=seat, count=count):
                stories[seat - 1].append(count)
            case Flown(pilot=seat, paid=paid):
                stories[seat - 1].append(paid)
            case Fallen(pilot=seat, dice=dice):
                stories[seat - 1].append(_Fall(dice))
            case _:
                continue
    return stories


def _take(free: list[list[int]], faces: Sequence[str]) -> list[int]:
    """Take any card of each face named."""
    return [free[FACES.index(face)].pop() for face in faces]


def _drawn(pool: list[int], count: int, story: _Story, random: Random) -> list[int]:
    """Take a hand out of the pool that its story allows; most are found by drawing again."""
    if _size(story) != count:
        story = [count]
    for _ in range(_DRAWS):
        random.shuffle(pool)
        life = _life(story, random)
        if _broken(story, life, pool) is None:
            break
    else:
        _mend(story, count, pool, random)
    held = pool[:count]
    del pool[:count]
    return held


def _size(story: _Story) -> int:
    """Count the cards a story leaves in the hand."""
    got = sum(step for step in story if isinstance(step, int))
    return got - sum(len(step) for step in story if isinstance(step, tuple))


def _life(story: _Story, random: Random) -> _Life:
    """Draw when each card came: every order in which what was paid was there in time is alike."""
    came = [at for at, step in enumerate(story) if isinstance(step, int) for _ in range(step)]
    left, what = [len(story)] * len(came), list[int | str]([0] * len(came))
    free = list(range(len(came)))
    for at, step in enumerate(story):
        for face in step if isinstance(step, tuple) else ():
            place = random.choice([place for place in free if came[place] < at])
            free.remove(place)
            left[place], what[place] = at, face
    random.shuffle(free)
    for number, place in enumerate(free):
        what[place] = number
    return _Life(came, left, what)


def _broken(story: _Story, life: _Life, pool: list[int]) -> int | None:
    """Return the first fall at which the hand held the colours after all; None if there is none."""
    for at, step in enumerate(story):
        if isinstance(step, _Fall):
            held = [life.face(place, pool) for place in life.held_at(at)]
            colours = set(step.dice) - {BLANK}
            if all(held.count(colour) >= step.dice.count(colour) for colour in colours):
                return at
    return None


def _mend(story: _Story, count: int, pool: list[int], random: Random) -> None:
    """Change the hand, the first `count` of the pool, or its order until the story holds."""
    life = _life(story, random)
    for _ in range(_MENDS):
        at = _broken(story, life, pool)
        if at is None:
            return
        step = story[at]
        colours = [face for face in step.dice if face != BLANK] if isinstance(step, _Fall) else []
        colour = random.choice(colours)
        held = [place for place in life.held_at(at) if life.face(place, pool) == colour]
        one = random.choice(held)
        if not (
            _exchange(life, one, count, pool, random) or _postpone(life, one, at, pool, random)
        ):
            life = _life(story, random)


def _exchange(life: _Life, one: int, count: int, pool: list[int], random: Random) -> bool:
    """Exchange a card still held for one of another face out of the pool, if that can be."""
    what, face = life.what[one], life.face(one, pool)
    others = [place for place in range(count, len(pool)) if IDENTITIES[pool[place]][0] != face]
    if isinstance(what, str) or not others:
        return False
    other = random.choice(others)
    pool[what], pool[other] = pool[other], pool[what]
    return True


def _postpone(life: _Life, one: int, at: int, pool: list[int], random: Random) -> bool:
    """Let a card come later than step `at`, but before it was paid, if that can be."""
    face, paid = life.face(one, pool), life.left[one]
    later = [
        place
        for place, came in enumerate(life.came)
        if at < came < paid and life.face(place, pool) != face
    ]
    if not later:
        return False
    other = random.choice(later)
    left, what = life.left, life.what
    left[one], left[other] = left[other], left[one]
    what[one], what[other] = what[other], what[one]
    return True
