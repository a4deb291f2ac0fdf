"""The stage: all that is to be shown of a match at one moment, and where."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Protocol

from bot.match.show.looks import Notes, ahead_of, notes_of
from bot.match.table.change import is_friendly
from bot.match.table.kind import kind_of
from bot.match.table.state import Table, is_waiting
from bot.match.table.times import is_in_bank
from bot.preferences.person import PersonSettings, person_settings
from bot.preferences.server import server_settings
from bot.presenters import PRESENTERS
from bot.presenters.presenter import Feat
from bot.store import Store, rows
from bot.texts import FALLBACK, is_spoken
from engine.events import Event
from engine.game import Outcome, View
from engine.seats import Seat
from render.theme import NIGHT, THEMES, Theme, large

# The look of pictures: a server's for what all see, a person's own for what they alone see.


async def look_of(store: Store, guild_id: int | None) -> str:
    """Return the name of the theme a server has set now; that of the night in direct messages."""
    return (await server_settings(store, guild_id)).look


async def theme_for(store: Store, guild_id: int | None, user_id: int | None = None) -> Theme:
    """Return the theme of what all see in a server, or of what one person alone sees there."""
    if user_id is None:
        return THEMES[await look_of(store, guild_id)]
    return await theme_of(store, guild_id, await person_settings(store, user_id))


async def theme_of(store: Store, guild_id: int | None, person: PersonSettings) -> Theme:
    """Return the theme of what a person of these settings alone sees in a server.

    It is the one they have chosen, or else the server's, in large print if they wish; that of the
    night without a server.
    """
    theme = THEMES[person.look or await look_of(store, guild_id)]
    return large(theme) if person.large else theme


async def board_theme(store: Store, row: rows.MatchRow) -> Theme:
    """Return the theme of a board: in direct messages only who has opened the table sees it."""
    is_direct = row.guild_id is None and not row.by_token
    return await theme_for(store, row.guild_id, row.opener_id if is_direct else None)


# Frames: all that is to be shown of a match at one moment, as plain values.
#
# A frame is made once from a stored table; layouts, pictures and sending take frames only. Nothing
# else can be shown: a board has what a spectator sees, a hand what its seat sees.


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFrame:
    """The public part of a match."""

    row: rows.MatchRow
    """The stored one without secret, seed, entropy and state."""
    message: int | None
    """The board's message, which links lead to; None: they lead to where it is, as in a thread,
    which holds nothing else."""
    server: str | None
    """The name of the server; None if unknown."""
    view: View | None = None
    """A spectator's; None in a lobby."""
    outcome: Outcome | None = None
    happened: Sequence[tuple[Event, ...]] = ()
    """The public events of the start and of each move."""
    stood_in: Mapping[int, Seat] = field(default_factory=dict)
    """The seats a stand-in moved for, by the number of the move."""
    notes: Notes | None = None
    """What a feature says of a result."""
    theme: Theme = NIGHT
    """The look of the server's pictures."""
    ahead: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """The people who can go on with a feature's game, by its name."""
    renewed: int = 0
    """How often a menu of moves was put in the place of another one."""
    moments: tuple[Feat, ...] = ()
    """Feats of people that a result tells."""

    @property
    def game_view(self) -> View:
        """The view of a game that has begun. Raises ValueError in a lobby."""
        if self.view is None:
            raise ValueError("a lobby has no view")
        return self.view

    def member(self, seat: Seat) -> rows.Member:
        """Return the member in a seat."""
        return self.row.members[seat - 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFrame:
    """The private part of a match for one person."""

    seat: Seat
    user_id: int
    view: View
    """A spectator's for a person who was removed."""
    number: int
    """Of the message: a new number is a new message. In words each turn has a new one, as a screen
    reader may not tell that a message was edited."""
    status: rows.Status
    presence: rows.Presence
    """The member's, as `due` is."""
    due: float | None
    waits: bool
    """The game waits for people."""
    message: int | None
    """The board's."""
    pauses: tuple[rows.Pause, ...] = ()
    """Why the game is paused."""
    in_bank: bool = False
    """The member's bank runs."""
    notes: Notes | None = None
    """The board's."""
    theme: Theme = NIGHT
    """The look that the person has chosen, or the board's; so is `locale` their language."""
    locale: str = FALLBACK
    votes: tuple[int, ...] = ()
    """Whose votes to end the game there are."""
    takes_back: bool = False
    """They may take their last move back, or ask the others to agree to that."""
    among: bool = False
    """Who plays in words has other tables, too, and has to be told them apart."""
    renewed: int = 0
    """How often they were given another menu of moves in the place of one."""

    @property
    def away(self) -> bool:
        """Whether a house player plays for the person."""
        return self.presence is not rows.Presence.HERE

    @property
    def is_asked(self) -> bool:
        """Whether the game waits for this person."""
        return self.seat in self.view.to_act

    @property
    def is_in_words(self) -> bool:
        """Whether the person plays in words."""
        return is_spoken(self.locale)

    @property
    def message_key(self) -> object:
        """The value by which its message is up to date: one that equals it is not sent again.

        Who plays in words is told what happened when they are asked again, and not before.
        """
        if not self.is_in_words or self.is_asked or self.status is not rows.Status.PLAYING:
            return self
        return self.seat, self.number, self.presence, self.pauses, self.votes, self.locale


@dataclass(frozen=True, slots=True)
class Frame:
    """One version of a match as it is to be shown: its board, and hands by seat."""

    board: BoardFrame
    hands: Mapping[Seat, HandFrame]

    @property
    def version(self) -> int:
        """The version of the match."""
        return self.board.row.version


def frame(
    table: Table,
    publication: rows.Publication,
    server: str | None,
    users: Collection[int] | None = None,
    notes: Notes | None = None,
    theme: Theme = NIGHT,
) -> Frame:
    """Return the frame of a table, with the hands of `users` (None: of all persons).

    What happened is known only at a table that was replayed, and `notes` once there are any.

    >>> from bot.match.table.state import Table
    >>> from bot.store.rows import MatchId, MatchRow, Publication, Status
    >>> row = MatchRow(
    ...     MatchId(7), 1, Status.LOBBY, "nimbly", 1, {}, 5, 6, 101, "en", b"secret", (), 0.0, 0.0
    ... )
    >>> board = frame(Table(row, None), Publication(row.id, board_message=99), "Club").board
    >>> board.message, board.server, board.row.secret
    (99, 'Club', b'')
    """
    row, message = table.row, None if table.row.is_in_thread else publication.board_message
    public = replace(row, secret=b"", entropy="", seed=b"", state=None)
    course = table.course
    if course is None:
        return Frame(BoardFrame(row=public, message=message, server=server, theme=theme), {})
    board = BoardFrame(
        row=public,
        message=message,
        server=server,
        view=course.view(None),
        outcome=course.game.outcome(course.state),
        happened=course.told,
        stood_in=table.stood_in,
        notes=notes,
        theme=theme,
        moments=moments_of(table),
    )
    hands = {
        Seat(seat): _hand(board, table, Seat(seat), member)
        for seat, member in enumerate(row.members, start=1)
        if member.user_id is not None and not member.is_anonymous
        if users is None or member.user_id in users
    }
    return Frame(board, hands)


MOMENTS = 3
"""How many moments of a game its result tells at most."""


def moments_of(table: Table) -> tuple[Feat, ...]:
    """Return the greatest feats of people in a game that is over, no two of a kind.

    They are of different people where there are such feats. Where others play the same deals there
    are none, nor of a deal in which a stand-in moved for its person.
    """
    row, happened = table.row, table.begun.happened
    if row.status is not rows.Status.OVER or kind_of(row).shares_deals or kind_of(row).is_practice:
        return ()
    presenter = PRESENTERS[row.game]
    ends = [at for at, events in enumerate(happened) if any(map(presenter.ends_deal, events))]
    helped = {(1 + bisect_left(ends, move), seat) for move, seat in table.stood_in.items()}
    people = {seat for seat, one in enumerate(row.members, 1) if (one.user_id or 0) > 0}
    found = [
        feat
        for feat in presenter.feats(happened)
        if feat.seat in people and (feat.deal, feat.seat) not in helped
    ]
    chosen = dict[str, Feat]()
    for kind in islice(dict.fromkeys(feat.kind for feat in found), MOMENTS):
        named = {feat.seat for feat in chosen.values()}
        same = [feat for feat in found if feat.kind == kind]
        chosen[kind] = max(same, key=lambda feat: (feat.seat not in named, feat.rank))
    return tuple(chosen.values())


async def frame_of(
    store: Store,
    table: Table,
    publication: rows.Publication,
    server: str | None,
    users: Collection[int] | None = None,
) -> Frame:
    """Return the frame of a table, with what is stored about it elsewhere. Raises StoreError."""
    notes = await notes_of(store, table.row)
    theme = await board_theme(store, table.row)
    shown = frame(table, publication, server, users, notes, theme)
    ahead = await ahead_of(store, table.row)
    hands = {}
    for seat, seen in shown.hands.items():
        person = await person_settings(store, seen.user_id)
        own = await theme_of(store, table.row.guild_id, person)
        hand = replace(seen, theme=own, locale=person.locale(seen.locale))
        if hand.is_in_words:
            others = await store.matches_of(seen.user_id, (rows.Status.PLAYING,))
            hand = _in_words(replace(hand, among=len(others) > 1), shown.board)
        hands[seat] = hand
    return Frame(replace(shown.board, ahead=ahead), hands)


def _in_words(hand: HandFrame, board: BoardFrame) -> HandFrame:
    """Return the hand of who plays in words with the number of its turn."""
    if hand.status is not rows.Status.PLAYING:
        return replace(hand, number=len(board.happened) + 1)
    turn = len(board.happened) if hand.is_asked else last_move(board, hand.seat, in_words=True)
    return replace(hand, number=turn)


def last_move(board: BoardFrame, seat: Seat, *, in_words: bool = False) -> int:
    """Return the number of a seat's last move; 0 if it has made none.

    What a pilot answers is one only `in_words`: with pictures it is told, see `telling`.
    """
    names = ("seat", "pilot") if in_words else ("seat",)
    for number in range(len(board.happened) - 1, 0, -1):
        # A move's first event is the move itself; one that was taken back has none.
        for event in board.happened[number][:1]:
            if seat in [getattr(event, name, None) for name in names]:
                return number
    return 0


def _hand(board: BoardFrame, table: Table, seat: Seat, member: rows.Member) -> HandFrame:
    row, course, view = board.row, table.begun, table.view(seat)
    is_open = row.status is rows.Status.PLAYING and row.proposal is None
    takes_back = is_open and is_friendly(row) and course.may_take_back(seat)
    if member.presence is rows.Presence.REMOVED and row.status is rows.Status.PLAYING:
        view = board.game_view  # the cards are the stand-in's now
    number = PRESENTERS[row.game].hand_number(view)
    return HandFrame(
        seat=seat,
        user_id=member.user_id or 0,
        view=view,
        number=number,
        status=row.status,
        presence=member.presence,
        due=member.clock.due,
        waits=is_waiting(row),
        message=board.message,
        pauses=row.pauses,
        in_bank=is_in_bank(member, row.terms),
        notes=board.notes,
        theme=board.theme,
        locale=row.locale,
        votes=row.votes,
        takes_back=takes_back,
    )


# Where frames are shown, as the publisher knows it; `discord_stage` is the one on Discord.


class PrivateAnswers(Protocol):
    """Shows hands in the private answers that people have open in this process."""

    async def refresh(self, board: BoardFrame, hand: HandFrame) -> None:
        """Show the present hand in the private answers this person has open, if any."""

    def opened(self, match_id: rows.MatchId | None = None) -> Collection[tuple[rows.MatchId, int]]:
        """Return the matches and people with open private hands, of a match or of any."""

    def is_in_use(self, match_id: rows.MatchId, user_id: int) -> bool:
        """Return whether a person has just pressed something in their private hand."""


class Stage(Protocol):
    """Shows frames. Every method but the last four may raise StageErrors.

    A hand's methods are given the board too: what everybody may see stands there.
    """

    @property
    def private(self) -> PrivateAnswers:
        """Where hands are shown privately."""

    async def post_board(self, board: BoardFrame, *, nonce: str) -> int:
        """Show the board in a new message of its channel or thread and return the message's id."""

    async def edit_board(self, board: BoardFrame, channel_id: int, message_id: int) -> None:
        """Show the board in the message it already has."""

    async def open_thread(self, board: BoardFrame) -> None:
        """Begin the thread of a match, unless there is one, and add its players."""

    async def close_thread(self, thread_id: int) -> None:
        """Archive and leave the thread of a match that has ended; its buttons go on working."""

    async def edit_line(self, board: BoardFrame) -> None:
        """Turn what was the lobby's message into the line that leads to the thread."""

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message of the bot; one already gone is fine."""

    async def buried(self, channel_id: int, message_id: int) -> bool:
        """Return whether so much was said since that the message has scrolled far up."""

    async def post_hand(
        self, board: BoardFrame, hand: HandFrame, *, nonce: str, silent: bool
    ) -> tuple[int, int]:
        """Send a person their hand and return the channel's and the message's id.

        A silent one pings nobody.
        """

    async def edit_hand(
        self, board: BoardFrame, hand: HandFrame, message: rows.HandMessage
    ) -> None:
        """Show the present hand in the message sent before."""

    async def retire_hand(
        self, board: BoardFrame, hand: HandFrame, message: rows.HandMessage
    ) -> None:
        """Turn the hand of a finished deal into what came of it, without controls."""

    async def ping(self, board: BoardFrame, seat: Seat) -> int:
        """Call the person to act, or whose time runs out, and return the message's id."""

    def lacking(self, row: rows.MatchRow) -> tuple[str, ...] | None:
        """Name the permissions that the bot lacks to show a match; None if that is not known."""

    async def server_name(self, guild_id: int | None) -> str | None:
        """Return the name of a server; None if it is not known."""

    def is_open(self, user_id: int) -> bool:
        """Return whether a person was written to by direct message since the bot was started."""

    def forget(self, match_id: rows.MatchId) -> None:
        """Forget a match that has ended and was shown."""
