"""The rows of the store, as plain values; nothing here knows SQL, Discord or the rules.

Times are seconds since the epoch as floats. Ids of Discord are ints. JSON columns hold what
`json` can write.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import NamedTuple, NewType

# The people and house players of a match, as plain values.


class Presence(Enum):
    """Whether a person plays for themselves; while they are not here, a house player does."""

    HERE = "here"
    LATE = "late"
    """Their time ran out. They are back with their next move."""
    LEFT = "left"
    """They left, and may come back where their table lets them."""
    REMOVED = "removed"
    """A moderator took them out of the game. They cannot come back."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of one person at one table; moments are seconds since the epoch.

    `due` is when the time of their turn ends (None: they are not to act, or nobody counts), and
    `reminded` that they were told it soon will. `bank` is how many seconds they have left in their
    bank. While their turn lasts, that is as it was when the turn began, and the bank is part of
    `due`. `vacation` is until when their time stands still at a slow table, if that is ahead.
    """

    due: float | None = None
    reminded: bool = False
    bank: float = 0.0
    vacation: float = 0.0


@dataclass(frozen=True, slots=True)
class Member:
    """A person or house player in a lobby or at a table.

    `key` is the id of docs/rules.md: the Discord user id in decimal, or ``house:1``; a number below
    zero where the person's data was deleted. `name` is as
    shown. `joined` is the interaction id of the latest Join (entropy; "" for house players), or, of
    who took the chair of a house player after the deal, that one's key.
    `level` is the house player's level (for a person: of the stand-in), `manner` how it likes to
    play ("" for no manner). `acted` is when they last did something. `hinted` means they asked for
    a hint in this match; of a house player, that it moved by rule of thumb once, below its level.
    """

    key: str
    name: str
    joined: str = ""
    level: str = ""
    presence: Presence = Presence.HERE
    acted: float = 0.0
    dm: bool = True
    hinted: bool = False
    manner: str = ""
    clock: TurnClock = TurnClock()

    @property
    def away(self) -> bool:
        """Whether a house player plays for this person until they come back, if ever."""
        return self.presence is not Presence.HERE

    @property
    def user_id(self) -> int | None:
        """The Discord user; None for a house player, below zero for who had their data deleted."""
        return int(self.key) if self.key.removeprefix("-").isdecimal() else None

    @property
    def is_anonymous(self) -> bool:
        """Whether this person's data was deleted: a house player plays for them for good."""
        return self.key.startswith("-")


MOST_SEATS = 1000
"""Whoever's data was deleted and whose number is further below zero holds a place in an evening."""


def anonymous_id(seat: int) -> int:
    """Return the stand-in for the id of a person whose data was deleted.

    The same in every match for the same seat, so that it tells nothing.
    """
    return -seat


MatchId = NewType("MatchId", int)

ID_LIMIT = 2**63
"""The database's numbers of matches are smaller than this."""


def is_number(match_id: object) -> bool:
    """Return whether what Discord sent can be the number of a match."""
    return isinstance(match_id, int) and 0 < match_id < ID_LIMIT


WEAK_LEVELS = ("random", "easy")
"""House players of these levels do not make a game count: somebody else must be in it."""


class Status(StrEnum):
    """The life of a match: a lobby, then playing, then over (played out) or closed (not)."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


LIVE = (Status.LOBBY, Status.PLAYING)
"""The states of a match that has not ended."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a table beside the game's own options."""

    hints: bool = True
    """Whether hints are allowed."""
    clock: int = 0
    """How many seconds a turn may take; 0: no limit."""
    bank: int = 0
    """How many more seconds each person has for the whole game."""
    fast: bool = False
    """House players hurry while one person plays alone."""
    level: str = "normal"
    """Of the house players who take the seats that are free at the start."""
    coach: bool = False
    """The game counts for nothing."""
    rounds: int = 0
    """Of an evening; 0 for an ordinary table."""
    begins: float | None = None
    """When it begins by itself; None: when somebody starts it."""
    against: str | None = None
    """The name of the server it is played against; "" as long as that is only invited."""
    ready: str = ""
    """Which of the two servers is ready first: "us" or "them"."""
    table: int = 0
    """Which table of its round of an evening it is, from 1; 0: none."""
    chairs: bool = False
    """People may take the chairs of house players until the first deal is over."""
    appointment: int = 0
    """The weekly evening it is of; 0: none."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Why a game stands still: nothing is played and no clock runs until it goes on.

    `why` is "moderator", for `by`, who paused it (a user id), "permissions", for the bot lacks
    those that `missing` names here, "locked", for its thread is, or "room", for its whole evening
    is. `since` is when the game stopped.
    """

    why: str
    since: float = 0.0
    by: int | None = None
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Door:
    """The people who may come into a lobby, and those who are asked to.

    `private` lets in only `invited` people and people of one of the `roles` that were invited.
    These are named in the lobby, whether they have come or not; who is in `quiet` is called by none
    of its messages. `kicked` people stay out. Who `won` the last weekly evening, and who was
    `behind` them, is told in the lobby of the next one. All but `private` is by id, and emptied
    when the lobby is over.
    """

    invited: tuple[int, ...] = ()
    quiet: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    kicked: tuple[int, ...] = ()
    won: tuple[int, ...] = ()
    behind: tuple[int, ...] = ()
    private: bool = False

    @property
    def called(self) -> tuple[int, ...]:
        """The people who are called, too."""
        return tuple(user_id for user_id in self.invited if user_id not in self.quiet)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Another clock, or hints or none, proposed while a game goes on; the rest as in `Terms`.

    Or `back`: that the last move, made by whoever proposes, is taken back.
    `number` is the version of the match in which it was made, so that nobody agrees to another one
    than they saw. `yes` are the user ids who agree, the one who proposed it first. It lapses at
    `until`.
    """

    number: int
    yes: tuple[int, ...]
    clock: int
    bank: int
    hints: bool
    until: float
    back: bool = False


class InvitationCall(StrEnum):
    """How an invitation reaches whom it is for."""

    TABLE = "table"
    ROLE = "role"  # everybody who has it, at the table
    DIRECT = "direct"  # by direct message
    QUIET = "quiet"  # named at the table, and called by nothing
    QUIET_ROLE = "quiet_role"

    @property
    def is_of_a_role(self) -> bool:
        """Whether the invitation is for the people of a role."""
        return self in (InvitationCall.ROLE, InvitationCall.QUIET_ROLE)


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """That somebody asked a person, or the people of a role, to a lobby, and when.

    `told` is that this stands in the lobby's channel. One that is an hour old is of no use.
    """

    match_id: MatchId
    target_id: int
    inviter_id: int
    at: float
    call: InvitationCall
    told: bool = False


class Location(NamedTuple):
    """Where a table is, or somebody presses: a server (None in direct messages) and its channel.

    A thread is a channel too.
    """

    guild_id: int | None
    channel_id: int


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match from its lobby to its end."""

    id: MatchId
    version: int
    """Counts every change from 1; a change is stored only if this is still the version it was made
    from."""
    status: Status
    game: str
    rules_version: int
    options: dict[str, object]
    guild_id: int | None
    channel_id: int
    opener_id: int
    locale: str
    secret: bytes
    """The server's part of the seed."""
    members: tuple[Member, ...]
    """In order of joining in a lobby, in seat order from the start on."""
    created: float
    touched: float
    entropy: str = ""
    """What its people have brought to the seed; set at the start, as `seed` is."""
    seed: bytes = b""
    state: object = None
    """What `Game.dump` wrote; None in a lobby."""
    moves: int = 0
    """How many moves were made."""
    deadline: float | None = None
    """When the clock acts on this match next; None: never."""
    votes: tuple[int, ...] = ()
    """The user ids of who voted to end it."""
    rated: bool = True
    """False: the result does not count for anybody."""
    terms: Terms = field(default=Terms())
    pauses: tuple[Pause, ...] = ()
    """Why the game stands still, each reason once."""
    by_token: bool = False
    """The bot may not write where it is played: it is shown by the tokens of presses alone."""
    follows: MatchId | None = None
    """The match that its people wanted another of (a rematch)."""
    door: Door = field(default=Door())
    thread_id: int | None = None
    """The thread it is played in, if it has one of its own. Discord gives a thread the id of the
    message it begins from, the lobby's, so it is known before there is one."""
    thread_gone: bool = False
    """The thread was deleted, and the match is back in its channel."""
    closed_for: str = ""
    """What a closed match went with: "channel", "server" or "" for none."""
    proposal: Proposal | None = None
    """What somebody wants to change in play, while the others are asked."""
    series: str = ""
    """The key of the series whose deals these are; "" where they are its own."""

    @property
    def number(self) -> int:
        """What its people call it by: its number in its round of an evening, or else its id."""
        return self.terms.table or self.id

    @property
    def home_id(self) -> int:
        """Where the board is: the thread of the match, or its channel."""
        return self.channel_id if self.thread_id is None or self.thread_gone else self.thread_id

    @property
    def location(self) -> Location:
        """Where the match was opened, and others like it may be."""
        return Location(self.guild_id, self.channel_id)

    @property
    def is_in_thread(self) -> bool:
        """Whether it is played in a thread of its own."""
        return self.home_id == self.thread_id

    def is_in(self, channel_id: int | None) -> bool:
        """Return whether the match belongs to a channel, or that is its thread."""
        return channel_id is not None and channel_id in (self.channel_id, self.thread_id)


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """Deals that are fixed beforehand and the same for several tables.

    `key` names it forever, and is the entropy of its seed too. `options` are the game's,
    `rules_version` and `players_version` those that its tables are to be played with. It is open
    from `opens` on and to be closed at `closes`; `closed` is when it was, None before. `why` is a
    short key if it was closed early. Until it is closed nobody may see a card of it that they have
    not seen at their own table.
    """

    key: str
    game: str
    options: dict[str, object]
    secret: bytes
    rules_version: int
    players_version: int
    opens: float
    closes: float
    closed: float | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One move of the log, numbered from 1; `by` is the user id or None for a house player."""

    number: int
    seat: int
    code: str
    by: int | None
    at: float


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How one seat came out of a finished match. `user_id` None is a house player.

    `level` is that of the house player or stand-in who finished the game there; None where a person
    did. `hinted` means this person took a hint. With either it is no win. Of a house player it
    means that it did not play its level throughout.
    """

    seat: int
    user_id: int | None
    name: str
    score: int
    won: bool
    best_deal: int
    deals: int
    level: str | None = None
    hinted: bool = False


@dataclass(frozen=True, slots=True)
class Commit:
    """One change of a match: stored whole, or not at all if `row.version - 1` is not stored.

    `row` is the row after the change. `move` is set when the change is a move, `results` when it
    ends the match, `members_changed` when somebody came, went or was seated, `invitations` when
    somebody was asked to come.
    """

    row: MatchRow
    move: MoveRow | None = None
    results: tuple[ResultRow, ...] = ()
    members_changed: bool = False
    invitations: tuple[InvitationRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Publication:
    """Where a match is shown, and up to which version; written after Discord said yes.

    `board_at` is when the board message was posted; `ping_*` the turn ping now standing, and
    `ping_last` that it is the one which says that the time is running out. `line` is what
    the line in the channel tells (a status, or "locked"); None where there is none. `thread_open`
    is that the match has a thread which is still to be left.
    """

    match_id: MatchId
    published: int = 0
    board_channel: int | None = None
    board_message: int | None = None
    board_at: float = 0.0
    ping_message: int | None = None
    ping_user: int | None = None
    ping_last: bool = False
    line: str | None = None
    thread_open: bool = False


@dataclass(frozen=True, slots=True)
class HandMessage:
    """The direct message that shows a person's hand: one a deal, edited in place."""

    match_id: MatchId
    user_id: int
    channel_id: int
    message_id: int
    deal: int
    version: int


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A person's line in the leaderboard, counted over the finished matches that count.

    `average` is in points a deal. `best_deal` is None for who took a hint in every game. `place` is
    from 1, and equals share one; None for who has not won yet.
    """

    user_id: int
    name: str
    games: int
    wins: int
    average: float
    best_deal: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match as `/stats` and `/replay` list it; `number` is what people call it by."""

    match_id: MatchId
    number: int
    game: str
    guild_id: int | None
    channel_id: int
    finished: float
    series: str = ""
    results: tuple[ResultRow, ...] = field(default=())
