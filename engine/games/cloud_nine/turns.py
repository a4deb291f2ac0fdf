"""The effect of each move, and how a deal begins and ends (N1-N8 of docs/rules.md)."""

from __future__ import annotations

from engine.cards import FACES, LIKE, lowest, mask_of, with_card, without_card
from engine.events import DealScored, DealStarted, Event, dealt, played
from engine.game import Step
from engine.games.cloud_nine.state import INFO, PACK, SEATS, Deal, State, TrickState, deal_result
from engine.games.cloud_nine.tricks import ranked
from engine.games.cloud_nine.view import CardTaken, Phase, SecondNamed, TrickRanked
from engine.match import deal_in_turn
from engine.melds import NINE
from engine.seats import NOBODY, Seat, left_of, round_from


def deal_out(deal: Deal, before: tuple[Event, ...] = ()) -> Step:
    """Deal nine each, one at a time from the dealer's left, who leads; the rest is the stock."""
    order = deal.shuffled(INFO.key, PACK)
    leader = left_of(deal.dealer, SEATS)
    hands = [0] * SEATS
    events: list[Event] = [*before, DealStarted(deal.number, deal.dealer, leader)]
    for seat, cards in deal_in_turn(order, leader, SEATS, each=NINE):
        hands[seat - 1] = mask_of(cards)
        events.append(dealt(seat, tuple([FACES[card] for card in cards])))
    state = State(
        deal=deal,
        phase=Phase.PLAY,
        turn=leader,
        hands=tuple(hands),
        clouds=(0,) * SEATS,
        stock=order[SEATS * NINE :],
        trick=TrickState(1, leader),
        last_trick=None,
    )
    return Step(state, tuple(events))


def play(state: State, card: int) -> Step:
    """Play a card of the hand to the trick; the third card settles who wins it (N1-N4)."""
    seat, trick = state.turn, state.trick
    card = lowest(state.hands[seat - 1] & LIKE[card])
    event = played(seat, FACES[card], not trick.cards)
    hands = without_card(state.hands, seat, card)
    trick = trick.with_played(card)
    if len(trick.cards) < SEATS:
        after = state._replace(turn=left_of(seat, SEATS), hands=hands, trick=trick)
        return Step(after, (event,))
    ranking = tuple([trick.seats[index] for index in ranked(trick.cards)])
    trick = trick._replace(ranking=ranking)
    after = state._replace(phase=Phase.TAKE, turn=ranking[0], hands=hands, trick=trick)
    return Step(after, (event, _ranking_event(ranking)))


def take(state: State, card: int) -> Step:
    """Take a card of the trick into the cloud: first the winner, then the runner-up (N5)."""
    seat, ranking = state.turn, state.trick.ranking
    card = lowest(state.trick.untaken & LIKE[card])
    taken = CardTaken(seat, FACES[card], rest=False)
    trick = state.trick.with_taken(card)
    clouds = with_card(state.clouds, seat, card)
    if len(ranking) == 1:
        # Two have an equal claim to second place: the winner says next who is second (N4).
        after = state._replace(phase=Phase.SECOND, clouds=clouds, trick=trick)
        return Step(after, (taken,))
    winner, runner_up, _ = ranking
    if seat == winner:
        return Step(state._replace(turn=runner_up, clouds=clouds, trick=trick), (taken,))
    return _end_trick(state, trick, clouds, taken)


def claimants(state: State) -> tuple[Seat, ...]:
    """Return the seats that may be named second: all but the winner (N4)."""
    winner = state.trick.ranking[0]
    return round_from(winner, SEATS)[1:]


def name_second(state: State, second: Seat) -> Step:
    """Settle an equal claim to second place as the winner says (N4)."""
    winner = state.turn
    (loser,) = set(claimants(state)) - {second}
    trick = state.trick._replace(ranking=(winner, second, loser))
    after = state._replace(phase=Phase.TAKE, turn=second, trick=trick)
    return Step(after, (SecondNamed(winner, second),))


def _end_trick(state: State, trick: TrickState, clouds: tuple[int, ...], taken: CardTaken) -> Step:
    """Give the loser the last card (N5); they deal a card to each and lead (N6)."""
    loser, rest = trick.ranking[-1], lowest(trick.untaken)
    events: list[Event] = [taken, CardTaken(loser, FACES[rest], rest=True)]
    hands, stock = state.hands, state.stock
    for seat, card in zip(round_from(left_of(loser, SEATS), SEATS), stock, strict=False):
        hands = with_card(hands, seat, card)
        events.append(dealt(seat, (FACES[card],)))
    clouds, stock, trick = with_card(clouds, loser, rest), stock[SEATS:], trick.with_taken(rest)
    if trick.number == NINE:
        ended = state._replace(hands=hands, clouds=clouds, stock=stock, trick=trick)
        return _end_deal(ended, tuple(events))
    after = state._replace(
        phase=Phase.PLAY,
        turn=loser,
        hands=hands,
        clouds=clouds,
        stock=stock,
        trick=TrickState(trick.number + 1, loser),
        last_trick=trick,
        drawn=mask_of(state.stock[:SEATS]),
    )
    return Step(after, tuple(events))


def _end_deal(state: State, before: tuple[Event, ...]) -> Step:
    """Score a deal whose nine tricks are done (N7), and deal the next or end the game (N8)."""
    deal = state.deal
    result = deal_result(deal.number, state.clouds, state.hands, deal.totals)
    deal, events = deal.scored(result), (*before, DealScored(result))
    if deal.is_last():
        over = state._replace(deal=deal, phase=Phase.OVER, turn=NOBODY)
        return Step(over, (*events, deal.ended()))
    return deal_out(deal.following(next_dealer(result.points, deal.dealer)), events)


def next_dealer(points: tuple[int, ...], dealer: Seat) -> Seat:
    """Return the deal's highest scorer; of several, the nearest to the last dealer's left (N7)."""
    from_left = round_from(left_of(dealer, SEATS), SEATS)
    return max(from_left, key=lambda seat: points[seat - 1])


def _ranking_event(ranking: tuple[Seat, ...]) -> TrickRanked:
    """Return the event of a complete trick: the winner alone if they name the second (N4)."""
    winner, *others = ranking
    return TrickRanked(winner, *others) if others else TrickRanked(winner, None, None)
