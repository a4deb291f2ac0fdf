"""The stupidities of Clumond.

At the last trick a seat knows all but how four cards or fewer lie in two hands, so every world is
looked at: what each player then pays and takes. Where pots go on to the next hand, what is paid is
not lost for good; so hands without a declarer count only in the game's last hand, or with points.
"""

from __future__ import annotations

from engine.cards import CARD_OF_FACE
from engine.games.clumond.view import ClumondView, Phase
from tests.engine.players.stupidities.clumond_table import (
    DECLARER,
    DEFENDER,
    FREE,
    FURTHEST,
    Table,
    code_of_play,
)
from tests.engine.players.stupidities.pattern import Faults, Proof, Question, Suite, pattern


def read(question: Question) -> Table | None:
    """Return how the patterns see a decision."""
    view = question.view
    return Table(question, view) if isinstance(view, ClumondView) else None


@pattern("C6")
def declarer_misses_with_the_last_card(table: Table) -> Faults:
    """The declarer plays last to the last trick: one card makes the declaration, this one not."""
    return table.ends_badly(DECLARER, 2)


@pattern("C6", Proof.ALIKE)
def declarer_misses_with_the_second_card(table: Table) -> Faults:
    """Whatever is played after it, one card makes the declaration and this one does not, or is no
    more likely to.
    """
    return table.ends_badly(DECLARER, 1)


@pattern("C6", Proof.ALIKE)
def declarer_misses_with_the_last_lead(table: Table) -> Faults:
    """Whatever is played to it, another lead to the last trick is at least as sure to make it."""
    return table.ends_badly(DECLARER, 0)


@pattern("C6", Proof.ALIKE)
def defender_helps_the_declarer(table: Table) -> Faults:
    """Another card to the last trick stops the declarer wherever this one does, and more often."""
    return table.ends_badly(DEFENDER, table.place)


def _parted(table: Table, *, same: bool) -> Faults:
    """Return the bad last cards of an undeclared hand whose better card wins as they do, or not."""
    found = table.ends_badly(FREE, 2)
    return {
        bad: better
        for bad, better in found.items()
        if (table.wins(_card(bad)) == table.wins(_card(better))) == same
    }


def _card(code: str) -> int:
    return CARD_OF_FACE[code.removeprefix("play ")]


@pattern("C4")
def keeps_the_wrong_three(table: Table) -> Faults:
    """The last card of the hand wins or loses as another would, but leaves a code further off."""
    return _parted(table, same=True)


@pattern("C4")
def wins_or_loses_the_last_trick_wrongly(table: Table) -> Faults:
    """The last trick is won where losing it costs less, or lost where winning does; the others get
    no more by that.
    """
    return _parted(table, same=False)


@pattern("C4", Proof.ALIKE)
def keeps_the_wrong_three_as_second(table: Table) -> Faults:
    """Whatever the third player has, another card to the last trick costs less."""
    return table.ends_badly(FREE, 1)


@pattern("C4", Proof.ALIKE)
def keeps_the_wrong_three_as_leader(table: Table) -> Faults:
    """Whatever the others have, another lead to the last trick costs less."""
    return table.ends_badly(FREE, 0)


@pattern("C6")
def declarer_wins_too_many(table: Table) -> Faults:
    """The trick makes it impossible for the declarer to meet any code; losing it does not."""
    return table.deadly(wins=True, instead=False)


@pattern("C6")
def declarer_wins_too_few(table: Table) -> Faults:
    """Without the trick no code can be met any more; the declarer could win it."""
    return table.deadly(wins=False, instead=True)


@pattern("C6")
def declarer_wins_with_the_wrong_card(table: Table) -> Faults:
    """The declarer wins the trick with a card that every code still open needs, not another."""
    return table.deadly(wins=True, instead=True)


@pattern("C6")
def declarer_throws_the_wrong_card(table: Table) -> Faults:
    """The declarer loses the trick with a card that every code still open needs, not another."""
    return table.deadly(wins=False, instead=False)


def _needed(table: Table, place: int) -> Faults:
    """Return the cards after which the declarer, who is not last, can meet no code, won or lost."""
    if not table.is_deciding or table.place != place:
        return {}
    alive = {card: table.is_alive(card, 0) or table.is_alive(card, 1) for card in table.legal}
    better = [card for card, lives in alive.items() if lives]
    dead = [card for card, lives in alive.items() if not lives]
    return {code_of_play(card): code_of_play(better[0]) for card in dead} if better else {}


@pattern("C6")
def declarer_leads_what_the_code_needs(table: Table) -> Faults:
    """Won or lost, no code can be met after this lead; after another one it can."""
    return _needed(table, 0)


@pattern("C6")
def declarer_follows_with_what_the_code_needs(table: Table) -> Faults:
    """Won or lost, no code can be met after this second card; after another one it can."""
    return _needed(table, 1)


@pattern("C8")
def throws_a_won_game_away(table: Table) -> Faults:
    """The last trick of the game: one card wins it wherever the others' cards are, this one may
    not.
    """
    shares = table.shares
    sure = [card for card, (least, _) in shares.items() if least == 1]
    if not sure:
        return {}
    return {code_of_play(c): code_of_play(sure[0]) for c, (least, _) in shares.items() if least < 1}


@pattern("C8")
def gives_up_a_game_not_lost(table: Table) -> Faults:
    """The last trick of the game: wherever the others' cards are, this card loses it, another may
    win.
    """
    shares = table.shares
    hopeful = [card for card, (_, most) in shares.items() if most]
    if not hopeful:
        return {}
    return {
        code_of_play(c): code_of_play(hopeful[0]) for c, (_, most) in shares.items() if not most
    }


def _is_calling(table: Table) -> bool:
    return table.view.phase is Phase.CALL and table.is_last_hand


@pattern("C8")
def declares_into_defeat(table: Table) -> Faults:
    """In the last hand even a declaration that is made does not reach the leader: only a hand in
    which others lose may.
    """
    if not _is_calling(table) or not table.behind(table.made):
        return {}
    if table.behind(table.undeclared, loss=FURTHEST):
        return {}
    return {code: "pass" for code in table.view.legal if code != "pass"}


SUITE = Suite(
    "clumond",
    read,
    (
        declarer_misses_with_the_last_card,
        declarer_misses_with_the_second_card,
        declarer_misses_with_the_last_lead,
        defender_helps_the_declarer,
        keeps_the_wrong_three,
        wins_or_loses_the_last_trick_wrongly,
        keeps_the_wrong_three_as_second,
        keeps_the_wrong_three_as_leader,
        declarer_wins_too_many,
        declarer_wins_too_few,
        declarer_wins_with_the_wrong_card,
        declarer_throws_the_wrong_card,
        declarer_leads_what_the_code_needs,
        declarer_follows_with_what_the_code_needs,
        throws_a_won_game_away,
        gives_up_a_game_not_lost,
        declares_into_defeat,
    ),
)
