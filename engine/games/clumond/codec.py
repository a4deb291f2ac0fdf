"""A position as JSON values, cards spelled, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import CARD_OF_IDENTITY, IDENTITIES, identities_in, mask_of_faces
from engine.chance import Chance
from engine.game import Json
from engine.games.clumond.settling import deal_result
from engine.games.clumond.state import (
    NOTHING,
    TRUMPS,
    TRUMPS_NUMBER,
    Deal,
    State,
    Tricking,
)
from engine.games.clumond.view import DealResult, Phase, Scoring, Trumps
from engine.seats import NOBODY, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable


def dumped(state: State) -> Json:
    """Write a state as JSON values."""
    deal = state.deal
    return {
        "deals": deal.deals,
        "ante": deal.ante,
        "scoring": deal.scoring.value,
        "chance": cast("Json", deal.chance.dump()),
        "deal": deal.number,
        "dealer": deal.dealer,
        "pot": deal.pot,
        "points": [list(points) for points in deal.points],
        "last": _dump_result(deal.last) if deal.last else None,
        "phase": state.phase.value,
        "turn": state.turn,
        "hands": [" ".join(identities_in(hand)) for hand in state.hands],
        "tricks": list(state.tricks),
        "declarer": state.declarer,
        "trumps": TRUMPS[state.trumps].value,
        "trick": _dump_trick(Tricking(state.number, state.leader, state.cards, NOBODY)),
        "last_trick": _dump_trick(state.last_trick) if state.last_trick else None,
    }


def loaded(data: Json) -> State:
    """Read back what `dumped` wrote."""
    # Only `dumped` writes what is read here, so its shape is known.
    saved = cast("dict[str, Json]", data)
    trick = _load_trick(saved["trick"])
    state = State(
        _load_deal(saved),
        phase=Phase(cast("str", saved["phase"])),
        turn=_seat(saved["turn"]),
        hands=_masks(saved["hands"]),
        tricks=_numbers(saved["tricks"]),
        declarer=_seat(saved["declarer"]),
        trumps=_trumps(saved["trumps"]),
        number=trick.number,
        leader=trick.leader,
        cards=trick.cards,
        last_trick=_load_trick(saved["last_trick"]) if saved["last_trick"] else None,
    )
    last = _load_result(saved["last"], state) if saved["last"] else None
    return state._replace(deal=state.deal._replace(last=last))


def _load_deal(saved: dict[str, Json]) -> Deal:
    points = tuple(_numbers(row) for row in cast("list[Json]", saved["points"]))
    ante = cast("int", saved["ante"])
    return Deal(
        deals=cast("int", saved["deals"]),
        ante=ante,
        scoring=Scoring(cast("str", saved["scoring"])),
        chance=Chance.load(cast("dict[str, object]", saved["chance"])),
        number=cast("int", saved["deal"]),
        dealer=_seat(saved["dealer"]),
        pot=cast("int", saved["pot"]),
        points=points,
        totals=_balances(points, 0 if saved["phase"] == Phase.OVER else ante),
        last=None,
    )


def _dump_trick(trick: Tricking) -> Json:
    return {
        "number": trick.number,
        "leader": trick.leader,
        "cards": _joined(trick.cards),
        "winner": trick.winner,
    }


def _load_trick(data: Json) -> Tricking:
    saved = cast("dict[str, Json]", data)
    return Tricking(
        cast("int", saved["number"]),
        _seat(saved["leader"]),
        tuple(CARD_OF_IDENTITY[name] for name in cast("str", saved["cards"]).split()),
        _seat(saved["winner"]),
    )


def _dump_result(result: DealResult) -> Json:
    trick = result.trick
    return {
        "dealer": result.dealer,
        "declarer": result.declarer or NOBODY,
        "trumps": result.trumps.value,
        "trick": {
            "number": trick.number,
            "leader": trick.leader,
            "cards": " ".join(played.card for played in trick.cards),
            "winner": trick.winner,
        },
        "left": [" ".join(left) for left in result.left],
        "tricks": list(result.tricks),
        "pot": result.pot,
    }


def _load_result(data: Json, now: State) -> DealResult:
    """Settle the last finished hand again; `now` is the position its game is at."""
    saved = cast("dict[str, Json]", data)
    points, ante = now.deal.points, now.deal.ante
    deal = now.deal._replace(
        number=len(points),
        dealer=_seat(saved["dealer"]),
        pot=cast("int", saved["pot"]),
        totals=_balances(points[:-1], ante),
    )
    ended = now._replace(
        deal=deal,
        hands=_masks(saved["left"]),
        tricks=_numbers(saved["tricks"]),
        declarer=_seat(saved["declarer"]),
        trumps=_trumps(saved["trumps"]),
        last_trick=_load_trick(saved["trick"]),
    )
    return deal_result(ended)


def _balances(points: tuple[tuple[int, ...], ...], ante: int) -> tuple[int, ...]:
    """Add up the finished hands and take off the ante of the present one."""
    return tuple([sum(column) - ante for column in zip(NOTHING, *points, strict=True)])


def _seat(data: Json) -> Seat:
    return Seat(cast("int", data))


def _trumps(data: Json) -> int:
    return TRUMPS_NUMBER[Trumps(cast("str", data))]


def _numbers(data: Json) -> tuple[int, ...]:
    return tuple(cast("list[int]", data))


def _joined(cards: Iterable[int]) -> str:
    return " ".join(IDENTITIES[card] for card in cards)


def _masks(data: Json) -> tuple[int, ...]:
    return tuple(mask_of_faces(text.split()) for text in cast("list[str]", data))
