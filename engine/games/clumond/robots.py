"""The house players of Clumond: by rule of thumb, and by playouts over imagined worlds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from engine.cards import CARD_OF_FACE, FACES, SUIT_SIZE
from engine.games.clumond.guess import Guess
from engine.games.clumond.judging import Judge, Tally
from engine.games.clumond.policy import play_by_rule, weigh
from engine.games.clumond.state import TRUMPS_NUMBER
from engine.games.clumond.view import ClumondView, Phase, Trumps
from engine.games.clumond.world import LEFT_OF, World, play_out
from engine.robot import HousePlayer, Ranked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.events import Heard
    from engine.game import View

PlayOn: TypeAlias = Callable[[World, "Random"], None]
"""Plays a world to the end of the hand."""

UNSPARED = 1000.0
"""What a card costs that the rule of thumb does not think of playing: it is to be kept."""


class Playouts:
    """Tries moves in imagined worlds; everybody goes on as `play_on` does, to the end of the hand.

    The worse half of the moves is dropped after each round. Facts: `tricks`, what the seat has won
    in the end, on average; and unless somebody else has declared `success`, the chance (0…1) to
    make the target, and `code`, what the three cards kept spell most often; otherwise `stopped`,
    the chance that the declarer misses his.
    """

    def __init__(self, play_on: PlayOn) -> None:
        self._play_on = play_on

    def rank(
        self,
        view: View,
        heard: Sequence[Heard],
        legal: Sequence[str],
        random: Random,
        budget: int,
    ) -> tuple[Ranked, ...]:
        shown = _own(view)
        guess = Guess(shown, heard)
        judge = Judge(shown, guess.place)
        tried = {code: Tally() for code in legal}
        if shown.phase is Phase.CALL:
            judge.be_wary([tried[code] for code in legal if code.startswith("declare")])
        alive, settled = [*legal], list[str]()
        rounds = max(1, (len(legal) - 1).bit_length())
        for _ in range(rounds):
            for _ in range(max(1, budget // (rounds * len(alive)))):
                world = guess.world(random)
                world.is_open = shown.phase is Phase.PLAY
                for code in alive:
                    twin = world.copy()
                    _make(twin, guess.place, code)
                    self._play_on(twin, random)
                    judge.note(twin, tried[code])
            alive.sort(key=lambda code: -tried[code].share)
            half = (len(alive) + 1) // 2
            settled[:0] = alive[half:]
            del alive[half:]
        return tuple(tried[code].ranked(code) for code in (*alive, *settled))


class ByRule:
    """Plays by the rule of thumb; calls by playouts, or without a budget passes.

    `points` of the moves are what the rule holds against them, negative; there are no facts, but
    those of `Playouts` for calls.
    """

    def __init__(self) -> None:
        self._caller = Playouts(play_by_rule)

    def rank(
        self,
        view: View,
        heard: Sequence[Heard],
        legal: Sequence[str],
        random: Random,
        budget: int,
    ) -> tuple[Ranked, ...]:
        shown = _own(view)
        if shown.phase is Phase.CALL:
            if budget:
                return self._caller.rank(view, heard, legal, random, budget)
            return tuple(Ranked(code) for code in sorted(legal, key=lambda code: code != "pass"))
        costs = {
            _code(suit, bit): cost for cost, suit, bit in weigh(Guess(shown, heard).world(random))
        }
        best_first = sorted(legal, key=lambda code: costs.get(code, UNSPARED))
        return tuple(Ranked(code, -costs.get(code, UNSPARED)) for code in best_first)


def _own(view: View) -> ClumondView:
    if not isinstance(view, ClumondView):
        raise TypeError(f"not a view of Clumond: {type(view).__name__}")
    return view


def _make(world: World, place: int, code: str) -> None:
    """Make a move; with a pass the call ends undeclared, as far as playouts go."""
    verb, _, what = code.partition(" ")
    if verb == "play":
        suit, rank = divmod(CARD_OF_FACE[what], SUIT_SIZE)
        world.play(suit, 1 << rank)
    elif verb == "declare":
        world.declarer = place
        world.turn = LEFT_OF[place]
        world.trumps = TRUMPS_NUMBER[Trumps(what)]


def _code(suit: int, bit: int) -> str:
    """Spell a play as docs/rules.md does."""
    return f"play {FACES[suit * SUIT_SIZE + bit.bit_length() - 1]}"


HOUSE: Mapping[str, HousePlayer] = {
    "quick": HousePlayer(ByRule(), 0),
    "easy": HousePlayer(Playouts(play_out), 60),
    "normal": HousePlayer(ByRule(), 48),
    "hard": HousePlayer(Playouts(play_by_rule), 200),
}
"""The house players, by level."""
