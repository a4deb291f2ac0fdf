"""The house players of Clumond: tree search, and flat Monte Carlo for who has no time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.cards import CARD_OF_FACE, SUIT_SIZE, mask_of_faces
from engine.games.clumond.imagine import hands_imaginer, known_state
from engine.games.clumond.state import TRUMPS_NUMBER
from engine.games.clumond.view import LEFT_OVER, ClumondView, Phase, Trumps
from engine.players.clumond.evaluation import lean, soundest_first
from engine.players.clumond.policy import Habits, play_by_rule, weighted_imaginer
from engine.players.clumond.position import LEFT_OF, Position, hand_from, play_out
from engine.players.clumond.tally import HandUtility, Stakes, Tally
from engine.players.clumond.tree_search import TreeSearch
from engine.players.estimate import ranked_by_halves
from engine.players.robot import HousePlayer, RankedMove, in_order, own_view

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.events import Heard
    from engine.game import View

CALL = 2
"""How many times the budget of a card a call has."""

TRICKS = 2
"""Last tricks that the playouts of a hard player play by rule of thumb."""


class Playouts:
    """Tries moves in imagined positions by sequential halving, each played to the end of the hand.

    All players play at random until this many `tricks` are left, and these by rule of thumb. A pass
    is taken to be followed by passes. `handicap` is how much lower, in log odds, the chance to make
    a declaration is than for the players that `evaluation` was fitted to. A player who `listens`
    weights imagined hands by the calls heard.

    Facts: `tricks`, the mean number won in the end. If another seat has declared, `stopped`, the
    chance (0…1) that they miss their target; otherwise `success`, the chance (0…1) to make one's
    own, and `code`, the most frequent code of the three cards kept. A declaration that is moved
    down because its chance is too small has `risky`, 1.
    """

    def __init__(self, tricks: int, handicap: float = 0.0, *, listens: bool = False) -> None:
        self._until = LEFT_OVER + tricks
        self._handicap = handicap
        self._listens = listens

    def rank(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random, budget: int
    ) -> tuple[RankedMove, ...]:
        shown = own_view(view, ClumondView)
        player = shown.to_act[0] - 1
        known = Position.of(known_state(shown))
        imagine = (weighted_imaginer if self._listens else hands_imaginer)(shown, heard)
        utility = HandUtility(shown, player)
        tried = {code: Tally(self._stakes(shown, utility, code)) for code in legal}
        if shown.phase is Phase.CALL:
            budget *= CALL

        def attempt(alive: Sequence[str]) -> None:
            position = known.with_hands(imagine(random))
            for code in alive:
                twin = position.copy()
                make(twin, player, code)
                play_out(twin, random, self._until)
                play_by_rule(twin)
                utility.note(twin, tried[code])

        def estimate(alive: Sequence[str]) -> list[RankedMove]:
            return [tried[code].ranked(code) for code in alive]

        ranked = ranked_by_halves(legal, budget, attempt, estimate)
        if shown.phase is Phase.PLAY:
            return ranked
        made = utility.stakes(0.0).made[1]
        return in_order(soundest_first(ranked, is_last=shown.deal == shown.deals, made=made))

    def _stakes(self, view: ClumondView, utility: HandUtility, code: str) -> Stakes | None:
        """Return the stakes that a declaration may win and lose; None for any other move."""
        verb, _, what = code.partition(" ")
        if verb != "declare":
            return None
        hand = hand_from(mask_of_faces(view.hand or ()))
        return utility.stakes(lean(hand, TRUMPS_NUMBER[Trumps(what)]) - self._handicap)


def make(position: Position, player: int, code: str) -> None:
    """Make a move; a pass leaves the hand undeclared."""
    verb, _, what = code.partition(" ")
    if verb == "play":
        suit, rank = divmod(CARD_OF_FACE[what], SUIT_SIZE)
        position.play(suit, 1 << rank)
    elif verb == "declare":
        position.declarer = player
        position.turn = LEFT_OF[player]
        position.trumps = TRUMPS_NUMBER[Trumps(what)]


HOUSE_PLAYERS: Mapping[str, HousePlayer] = {
    "quick": HousePlayer(Playouts(tricks=0, handicap=0.5), 24),
    "easy": HousePlayer(
        TreeSearch(Habits(listens=False, remembers=False, reckons=False), shyness=0.7), 12
    ),
    "normal": HousePlayer(TreeSearch(Habits(listens=False)), 600),
    "hard": HousePlayer(TreeSearch(Habits()), 10000),
}
"""The house players, by level."""
