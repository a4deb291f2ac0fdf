"""Stakes: what a decision means where a trip, a deal or the game is about to end.

All of it follows from the rules and from what the seat sees. It is never advice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from bot.presenters.cards import Names, card_said, name_of
from engine.cards import CARD_OF_FACE, mask_of_faces
from engine.game import View
from engine.games.balloon.view import VALUES, BalloonView, Phase
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.settlement import DISTANCE, code_of
from engine.games.clumond.turns import winning
from engine.games.clumond.view import TRICKS, ClumondView, Trumps
from engine.games.nimbly.view import CARDS_A_MOVE, NimblyView
from engine.melds import NINE
from engine.seats import Seat
from render.api import OneOf, Words, number
from render.scenes.clumond.parts import counts

Stake: TypeAlias = Callable[[Any, Seat, Words, Names], str]

LAST_TRICKS = 2
"""How many tricks before the end of the last deal the scores decide what to play for."""


def stake_of(view: View, say: Words, names: Names) -> str:
    """Return in one line what the next move of the view's seat decides; "" if nothing ends.

    A game may have nothing to say of it.
    """
    seat = view.seat
    if seat is None or seat not in view.to_act:
        return ""
    stake = _STAKES.get(type(view))
    return stake(view, seat, say, names) if stake else ""


def rival_of(scores: tuple[int, ...], seat: Seat, held: tuple[int, ...]) -> Seat:
    """Return who has most points of all others, and of equals most cards (B11)."""
    others = (Seat(other) for other in range(1, len(scores) + 1) if other != seat)
    return max(others, key=lambda other: (scores[other - 1], held[other - 1]))


def _of_balloon(view: BalloonView, seat: Seat, say: Words, names: Names) -> str:
    """Say what a jump or a fall ends (B6, B9), and that no other trip follows (B10)."""
    own, rival = view.scores[seat - 1], rival_of(view.scores, seat, view.hand_counts)
    best, is_last = view.scores[rival - 1], max(view.scores) >= view.target
    told = {"name": name_of(names, rival), "best": best}
    if view.legal == ("wild", "fall") and is_last:
        return say("stake.fall", total=own, **told)
    if "jump" not in view.legal:
        return ""
    total = own + VALUES[view.cloud]
    if not is_last and total < view.target:
        return ""
    if view.phase is not Phase.LONE:
        key = "stake.last_trip" if is_last else "stake.makes_last"
        return say(key, total=total, **told)
    if total == best:
        held = view.hand_counts
        cards = {"own": held[seat - 1], "theirs": held[rival - 1]}
        return say("stake.jump_ties", total=total, **cards, **told)
    return say("stake.jump_wins" if total > best else "stake.jump_loses", total=total, **told)


def _of_nimbly(view: NimblyView, seat: Seat, say: Words, names: Names) -> str:
    """Say who has how much in the last deal where a hand may soon be full."""
    is_near = view.hand_counts[seat - 1] + CARDS_A_MOVE >= NINE
    return _last_deal(view, seat, say, names) if is_near else ""


def _of_cloud_nine(view: CloudNineView, seat: Seat, say: Words, names: Names) -> str:
    """Say who has how much in the last tricks of all."""
    is_near = view.trick.number > NINE - LAST_TRICKS
    return _last_deal(view, seat, say, names) if is_near else ""


def _of_clumond(view: ClumondView, seat: Seat, say: Words, names: Names) -> str:
    """Say who has how much in the last tricks of all, and what makes a code right in the last."""
    if view.trick.number == TRICKS and (said := _last_trick(view, seat, say)):
        return said
    is_near = view.trick.number > TRICKS - LAST_TRICKS
    return _last_deal(view, seat, say, names) if is_near else ""


def _last_trick(view: ClumondView, seat: Seat, say: Words) -> str:
    """Name the cards whose code and tricks agree at the end, where those of others do not (C4).

    Against a declarer it is no matter (C6).
    """
    played = tuple(CARD_OF_FACE[one.card] for one in view.trick.cards)
    if len(played) + 1 < view.seats or view.trumps is None or view.hand is None:
        return ""
    if not counts(view):
        return ""
    hand, trumps = mask_of_faces(view.hand), [*Trumps].index(view.trumps)
    right, faces = [], [code.removeprefix("play ") for code in view.legal]
    for face in faces:
        card = CARD_OF_FACE[face]
        is_won = winning((*played, card), trumps) == len(played)
        if not DISTANCE[code_of(hand & ~(1 << card))][view.tricks[seat - 1] + is_won]:
            right.append(card_said(face, say))
    return say("stake.last_trick", cards=OneOf(right)) if 0 < len(right) < len(faces) else ""


def _last_deal(view: Any, seat: Seat, say: Words, names: Names) -> str:
    """Say what a seat and its best rival have in the last deal of several."""
    if view.deals is None or not view.deal_scores or view.deal < view.deals:
        return ""
    rival = rival_of(view.scores, seat, view.hand_counts)
    own, best = (number(view.scores[one - 1]) for one in (seat, rival))
    return say("stake.last_deal", own=own, name=name_of(names, rival), best=best)


_STAKES: Mapping[type, Stake] = MappingProxyType({
    BalloonView: _of_balloon,
    NimblyView: _of_nimbly,
    CloudNineView: _of_cloud_nine,
    ClumondView: _of_clumond,
})  # fmt: skip
