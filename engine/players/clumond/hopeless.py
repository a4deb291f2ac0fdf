"""Cards after which a declarer of Clumond cannot make it any more, while others keep hope alive."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import BIT, CARD_OF_FACE, mask_of_faces
from engine.games.clumond.settling import asks_of
from engine.games.clumond.state import SEATS, TRUMPS_NUMBER
from engine.games.clumond.turns import winning
from engine.games.clumond.view import TRICKS, ClumondView
from engine.tricks import NO_TRUMPS


def hopeless(view: ClumondView, cards: Iterable[int]) -> set[int]:
    """Return the cards that leave the declarer no code to meet (C4); none if all do.

    The view is that of the seat to act; nobody but a declarer has such cards.
    """
    if view.declarer != view.seat:
        return set()
    playable = {*cards}
    dead = {card for card in playable if not _has_hope(view, card)}
    return dead if dead != playable else set()


def _has_hope(view: ClumondView, card: int) -> bool:
    """Return whether some code can be met after a card, if it may win or lose the trick."""
    trick = (*(CARD_OF_FACE[played.card] for played in view.trick.cards), card)
    trumps = TRUMPS_NUMBER[view.trumps] if view.trumps else NO_TRUMPS
    may_win: tuple[bool, ...] = (False, True)
    if len(trick) == SEATS:
        may_win = (winning(trick, trumps) == SEATS - 1,)
    left = mask_of_faces(view.hand or ()) & ~BIT[card]
    own = view.tricks[view.to_act[0] - 1]
    return any(
        ask.tricks
        for wins in may_win
        for ask in asks_of(left, own + wins, TRICKS - view.trick.number)
    )
