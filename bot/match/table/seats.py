"""The seats of a table: more people than there are, and house players in the others."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from bot.errors import Refused
from bot.match.table.kind import kind_of, most_seats, seats_of
from bot.match.table.state import Table, is_house, row_options
from bot.preferences.terms import FIRST, STAND_IN, played
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow, Member, Terms
from engine.game import BadOptions, Option, OptionValue
from engine.games import GAMES
from engine.players.manner import Manner
from engine.seats import Seat

# House players at the table: who they are, and which of their moves need no thought.

HOUSE = "house:"
"""The beginning of the keys of house players; a number follows."""

CHARACTERS = (
    Manner.CURIOUS, Manner.CAREFUL, Manner.BOLD, Manner.BOLD, Manner.CURIOUS, Manner.CAREFUL,
)  # fmt: skip
"""The manner of each house player, in the order of their names (`house.names`)."""

_MANNERS = frozenset(Manner)

THINKING = {"random": 0.03, "easy": 0.03, "normal": 0.05, "hard": 0.3, "expert": 0.3}
"""The seconds a level may think at any pace: the shortest pause, whatever there is to think about.

A forced move takes as long as a hard one (B4), and what level somebody plays at everybody knows.
"""


@dataclass(frozen=True, slots=True)
class Thought:
    """The intention of a house player: its `seat`'s move after `moves` moves of the match.

    `by_rule` is that it was found by rule of thumb, as nobody could think of it.
    """

    moves: int
    seat: Seat
    code: str
    by_rule: bool = False


class HousePlayers(Protocol):
    """Whoever knows the moves of house players."""

    async def thought(self, table: Table, seat: Seat, within: float = 0.0) -> Thought:
        """Return the move of the house player of a seat, wanted `within` so many seconds.

        Raises Refused where tables share deals, if nobody could think now.
        """


def house_player(
    row: MatchRow, members: Sequence[Member], level: str, names: Sequence[str]
) -> Member:
    """Return another house player for a lobby; who is the first differs from match to match.

    At everybody's table of a series they are the same, and have no manner.
    """
    level = played(row.game, level)
    taken, seen = {member.key for member in members}, {member.name for member in members}
    number = next(n for n in range(1, len(taken) + 2) if f"{HOUSE}{n}" not in taken)
    key = f"{HOUSE}{number}"
    if kind_of(row).shares_deals:
        return Member(key=key, name=names[(number - 1) % len(names)], level=level)
    turn = deque(range(len(names)))
    turn.rotate(1 - row.id)
    at = next((at for at in turn if names[at] not in seen), turn[0])
    manner = CHARACTERS[at % len(CHARACTERS)]
    return Member(key=key, name=names[at], level=level, manner=manner)


def house_to_act(table: Table) -> Seat | None:
    """Return the seat that a house player has to move for; None if it is nobody's or a person's."""
    return next((seat for seat in table.to_act() if is_house(table.member(seat))), None)


def forced_move(table: Table) -> Thought | None:
    """Return the move that the seat to act has to make, as everybody can see; None for a choice.

    It is made by itself after the pause of any house player, whoever sits there. A move that
    only the seat itself knows to be forced is never made for it: its quickness would tell. Where
    one person `is_alone` it tells nobody anything.
    """
    acting = table.to_act()
    if len(acting) != 1:
        return None
    code = PRESENTERS[table.row.game].forced(table.view(None))
    if code is None and is_alone(table.row):
        legal = table.legal(acting[0])
        code = legal[0] if len(legal) == 1 else None
    return None if code is None else Thought(table.row.moves, acting[0], code)


def is_alone(row: MatchRow) -> bool:
    """Return whether a table has one person, whoever of them is away, and others no such deals."""
    kind, people = kind_of(row), sum(member.user_id is not None for member in row.members)
    return kind.is_solo or (people == 1 and not kind.shares_deals)


def level_of(row: MatchRow, member: Member) -> str:
    """Return the level at which a member plays; a person's stand-in is normal."""
    return played(row.game, member.level if member.user_id is None else STAND_IN)


def manner_of(member: Member) -> str:
    """Return the manner of a house player; "" for a stand-in, who has none."""
    return member.manner if member.user_id is None and member.manner in _MANNERS else ""


def least_pause(row: MatchRow) -> float:
    """Return the shortest pause of the house players of a match, in seconds."""
    levels = [member.level if member.user_id is None else STAND_IN for member in row.members]
    return max(THINKING.get(level, THINKING[STAND_IN]) for level in levels)


# The options of a lobby: what people type for them, and what its game takes.

_REFUSED = {
    "not_a_choice": "refused.option_choice",
    "not_a_flag": "refused.option_choice",
    "not_a_multiple": "refused.option_step",
}
"""The words for a value that an option does not take; else its range is named."""


def read_option(game: str, option: Option, text: str) -> OptionValue:
    """Read what a player typed for an option. Raises Refused with its range."""
    word = text.strip()
    try:
        return option.read(word) if word else option.default
    except BadOptions as error:
        key = _REFUSED.get(error.reason, "refused.option_range")
        raise Refused(key, option=f"option.{game}.{option.key}", **option.limits) from error


def shortened(row: MatchRow) -> MatchRow:
    """Return a lobby set to a short game, for whoever has never finished one; it can be changed."""
    first = PRESENTERS[row.game].first_game
    return row if first is None else replace(row, options={**row.options, first[0]: first[1]})


def as_before(row: MatchRow, last: MatchRow, *, chosen: bool) -> MatchRow:
    """Return a lobby set as its opener last had it: options, hints, coach, clock and level.

    What a server has set for its tables stays. How long the game is was not `chosen` where it was
    somebody's first one.
    """
    options, first = same_options(last), PRESENTERS[row.game].first_game
    if first is not None and not chosen and options[first[0]] == first[1]:
        options[first[0]] = row.options[first[0]]
    own, had = row.terms, last.terms
    terms = replace(own, hints=had.hints, coach=had.coach, fast=had.fast)
    if own.clock == FIRST.clock:
        terms = replace(terms, clock=had.clock, bank=had.bank)
    if own.level == FIRST.level:
        terms = replace(terms, level=had.level)
    return replace(row, options=options, terms=terms, rated=not terms.coach)


def same_options(old: MatchRow) -> dict[str, object]:
    """Return the options of a match as its game takes them today."""
    options: dict[str, object] = {}
    for option in GAMES[old.game].info.options:
        value = row_options(old).get(option.key, option.default)
        try:
            option.check(value)
        except BadOptions:
            # Rules of another version had it.
            value = option.default
        options[option.key] = value
    return options


def require_fit(row: MatchRow, count: int) -> None:
    """Refuse an option that a table with this many seats cannot have."""
    for option in _unfit(row, count):
        raise Refused(
            "refused.option_seats", option=f"option.{row.game}.{option.key}", count=count,
            seats=option.seats,
        )  # fmt: skip


def fitting_seats(row: MatchRow) -> tuple[int, ...]:
    """Return the numbers of seats that a lobby may begin with and all its options can have."""
    return tuple(seats for seats in seats_of(row) if not _unfit(row, seats))


def _unfit(row: MatchRow, count: int) -> list[Option]:
    """Return the options that a table with this many seats cannot have as they are set."""
    options = row_options(row)
    return [
        option
        for option in GAMES[row.game].info.options
        if not option.fits(options.get(option.key, option.default), count)
    ]


# More people in a lobby than one table has seats: they play at several, with the same deals. Pure.
#
# So do all who come to a lobby with rounds, few or many. Who sits where, and what comes of it, is
# up to a feature (`bot.evenings`).

MOST_WITH_ROUNDS = 96
"""The most people that play an evening of several rounds."""

MOST_ROUNDS = 9
"""The most rounds that an evening has: so many secrets are committed in its lobby."""

FEWEST_WITH_ROUNDS = 2
"""The fewest people that do."""

PARTED = 4
"""From so many people on an evening has two tables, so that others have the same cards."""


class Plan(NamedTuple):
    """How a crowd is spread: how many seats each table has, and how many people each takes."""

    seats: int
    people: tuple[int, ...]

    @property
    def house(self) -> int:
        """How many seats are left to house players."""
        return self.seats * len(self.people) - sum(self.people)


class Meetings(Protocol):
    """Begins the game of two servers' lobbies, which are against each other, at once."""

    async def require_free(self, row: MatchRow, user_id: int) -> None:
        """Raise Refused for who is in the lobby of the other server: everybody has one seat."""

    async def start(self, row: MatchRow, interaction_id: int) -> MatchRow:
        """Note that a lobby is ready, and begin if both are; return it as it is then.

        No match may be locked. Raises Refused.
        """

    async def code(self, row: MatchRow) -> str:
        """Return the code by which another server accepts; "" if none can any more."""

    async def begin_in_time(self, row: MatchRow) -> None:
        """Begin, as it is time; where one server has too few people, the other plays alone."""


class Crowds(Protocol):
    """Begins the game of a lobby with more people than seats."""

    async def begin(self, row: MatchRow, interaction_id: int) -> MatchRow:
        """Deal to all tables at once; return the first one, which was the lobby. Raises Refused.

        The interaction is that of the Start.
        """

    async def whole(self, row: MatchRow) -> MatchRow:
        """Return a table with everybody who played beside it, as if that had been one match."""


def may_crowd(row: MatchRow) -> bool:
    """Return whether a lobby may take more people than a table has seats.

    All tables of a crowd play in one place that everybody sees, and the bot writes there itself.
    """
    is_public = row.guild_id is not None and not (row.by_token or row.door.private)
    return is_public and kind_of(row).crowd > 0


def room_of(row: MatchRow) -> int:
    """Return how many people a lobby takes in."""
    if row.terms.rounds:
        return MOST_WITH_ROUNDS
    return kind_of(row).crowd if may_crowd(row) else most_seats(row)


def latest_join(row: MatchRow) -> int:
    """Return what stands for the Start where nobody starts a lobby: Discord made its id up."""
    return max(int(member.joined or 0) for member in row.members)


def terms_of_crowd(terms: Terms) -> Terms:
    """Return the terms of the tables of a crowd: nobody gets help with cards that others hold."""
    return replace(terms, hints=False, fast=False, coach=False)


def plan_of(row: MatchRow) -> Plan | None:
    """Return how the people of a lobby are spread over tables.

    None if they fit at one, or are too few for rounds.
    """
    people = sum(member.user_id is not None for member in row.members)
    seats = fitting_seats(row)
    fewest = fewest_with_rounds(row) if row.terms.rounds else most_seats(row) + 1
    if not may_crowd(row) or not seats or people < fewest:
        return None
    return spread(people, seats, fewest_tables(people))


def fewest_with_rounds(row: MatchRow) -> int:
    """Return how many people a lobby with rounds needs; a weekly one so many that they compare."""
    return PARTED if row.terms.appointment else FEWEST_WITH_ROUNDS


def fewest_tables(people: int) -> int:
    """Return how many tables people are spread over even if they fit at one."""
    return 2 if people >= PARTED else 1


def spread(people: int, seats: tuple[int, ...], fewest: int = 1) -> Plan:
    """Spread people evenly over as few tables as can be, each with one of these numbers of seats.

    There are at least `fewest` tables.

    >>> spread(4, (3,)), spread(5, (3,)), spread(7, (3, 4, 5))
    (Plan(seats=3, people=(2, 2)), Plan(seats=3, people=(3, 2)), Plan(seats=4, people=(4, 3)))
    """
    tables = max(fewest, -(-people // max(seats)))
    most = -(-people // tables)
    each = tuple(people // tables + (at < people % tables) for at in range(tables))
    return Plan(min(count for count in seats if count >= most), each)
