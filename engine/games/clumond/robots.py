"""The house players of Clumond: flat Monte Carlo over imagined worlds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.cards import CARD_OF_FACE, SUIT_SIZE
from engine.games.clumond.codes import LEFT_OVER
from engine.games.clumond.guess import Guess
from engine.games.clumond.judging import Judge, Tally
from engine.games.clumond.policy import play_by_rule
from engine.games.clumond.state import TRUMPS_NUMBER
from engine.games.clumond.view import ClumondView, Phase, Trumps
from engine.games.clumond.world import LEFT_OF, World, play_out
from engine.robot import HousePlayer, Ranked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.events import Heard
    from engine.game import View

HOPELESS = 0.2
"""Nobody declares with less chance to make it, even if passing promises no more."""


class Playouts:
    """Tries moves in imagined worlds, each played out to the end of the hand.

    Everybody plays any card until so many `tricks` are left, and these by rule of thumb. The worse
    half of the moves is dropped after each round. While calling, the others are thought to mind
    their own aims and not to see what a declarer needs.

    Facts: `tricks`, what the seat has won in the end, on average; and unless somebody else has
    declared `success`, the chance (0…1) to make the target, and `code`, what the three cards kept
    spell most often; otherwise `stopped`, the chance that the declarer misses his.
    """

    def __init__(self, tricks: int) -> None:
        self._until = LEFT_OVER + tricks

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
                    play_out(twin, random, self._until)
                    play_by_rule(twin)
                    judge.note(twin, tried[code])
            alive.sort(key=lambda code: -tried[code].share)
            half = (len(alive) + 1) // 2
            settled[:0] = alive[half:]
            del alive[half:]
        ranked = [tried[code].ranked(code) for code in (*alive, *settled)]
        return tuple(sorted(ranked, key=_is_hopeless))


def _own(view: View) -> ClumondView:
    if not isinstance(view, ClumondView):
        raise TypeError(f"not a view of Clumond: {type(view).__name__}")
    return view


def _is_hopeless(move: Ranked) -> bool:
    """Tell whether a move declares what will hardly ever be made."""
    return move.code.startswith("declare") and dict(move.facts)["success"] < HOPELESS


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


HOUSE: Mapping[str, HousePlayer] = {
    "quick": HousePlayer(Playouts(tricks=0), 24),
    "easy": HousePlayer(Playouts(tricks=0), 8),
    "normal": HousePlayer(Playouts(tricks=0), 60),
    "hard": HousePlayer(Playouts(tricks=2), 500),
}
"""The house players, by level."""
