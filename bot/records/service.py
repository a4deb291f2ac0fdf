"""Games that are over: finding one, its record, and that it was dealt fairly (docs/rules.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from bot.discord.names import Someone
from bot.errors import Refused
from bot.match.lobby.lobbies import commitment_of
from bot.match.table.change import chain, is_of_start, round_of, seated_together
from bot.match.table.kind import kind_of, require_shown
from bot.match.table.names import is_anonymous
from bot.match.table.seats import HOUSE
from bot.match.table.state import row_options, seat_of
from bot.store import Store, rows
from bot.store.rows import MatchRow, Member
from engine.chance import (
    SEED_BYTES,
    BadChance,
    Chance,
    RecordedChance,
    commitment,
    entropy_of,
    seating,
    seed_from,
)
from engine.course import Course
from engine.game import BadOptions, IllegalMove, Json
from engine.games import GAMES
from engine.record import MoveLine, Record, format_record, settled
from engine.seats import Seat

OFFERED_GAMES = 25
"""How many games are offered to choose from."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over or was ended early, with all that the store knows of it."""

    row: rows.MatchRow
    moves: tuple[rows.MoveRow, ...]
    results: tuple[rows.ResultRow, ...]

    @property
    def settled(self) -> Finished:
        """The match without moves that were taken back, counted as if these had not been."""
        kept = settled(self.moves)
        moves = tuple(replace(move, number=n) for n, move in enumerate(kept, start=1))
        return replace(self, row=replace(self.row, moves=len(moves)), moves=moves)


async def find_finished(
    store: Store, user_id: int, channel_id: int | None, match_id: int | None
) -> Finished:
    """Find the match named, or else the newest played out here, or else by this person.

    Raises Refused; a match still being played always is, for its record would show the hands, and
    so is one whose deals others still play.
    """
    if match_id is None:
        match_id = await _newest(store, user_id, channel_id)
    return await finished_of(store, await find_match(store, user_id, channel_id, match_id))


async def finished_of(store: Store, row: rows.MatchRow) -> Finished:
    """Return all that is stored of a match that has ended. Raises Refused for any other."""
    if row.status in (rows.Status.LOBBY, rows.Status.PLAYING):
        raise Refused("refused.still_playing")
    if row.state is None:
        raise Refused("refused.never_began")
    await require_shown(store, row)
    moves, results = await store.moves(row.id), await store.results(row.id)
    return Finished(row, tuple(moves[: row.moves]), tuple(results))


async def find_match(
    store: Store, user_id: int, channel_id: int | None, match_id: int
) -> rows.MatchRow:
    """Find the match named, of any status. Raises Refused.

    Only who sits in it, or asks in its channel or thread, gets it.
    """
    row = await store.match(rows.MatchId(match_id)) if rows.is_number(match_id) else None
    if row is None or not (row.is_in(channel_id) or seat_of(row, user_id)):
        raise Refused("refused.no_match")
    return row


async def recent(store: Store, user_id: int, channel_id: int | None) -> list[rows.PastMatch]:
    """Return the games played out in this channel or by this person, the newest first."""
    here = [] if channel_id is None else await store.past(None, channel_id, OFFERED_GAMES)
    found = {
        match.match_id: match for match in [*here, *await store.past(user_id, None, OFFERED_GAMES)]
    }
    return sorted(found.values(), key=lambda match: -match.finished)[:OFFERED_GAMES]


def record_of(finished: Finished) -> Record:
    """Return the record of a match, with what proves its chance under headers of our own."""
    row = finished.row
    return Record(
        game=row.game,
        seats=len(row.members),
        options=row_options(row),
        seed=row.seed,
        players=tuple(map(_player, row.members)),
        result=tuple(result.score for result in finished.results) or None,
        moves=tuple(MoveLine(Seat(move.seat), move.code) for move in finished.moves),
        other=(
            ("table", str(row.id)),
            ("rules", str(row.rules_version)),
            ("commitment", commitment_of(row)),
            ("secret", row.secret.hex()),
            # None where somebody who sat there had their data deleted.
            *([("entropy", " ".join(row.entropy.split("\n")))] if row.entropy else []),
        ),
    )


def record_files(finished: Finished) -> tuple[tuple[str, bytes], ...]:
    """Return name and content of the files that prove a match: its record and its entropy.

    There is no entropy where somebody who sat there had their data deleted.
    """
    name, entropy = stem(finished.row), finished.row.entropy
    record = (f"{name}.txt", format_record(record_of(finished)).encode())
    return (record, (f"{name}-entropy.txt", entropy.encode())) if entropy else (record,)


def someone(result: rows.ResultRow) -> Someone:
    """Return the maker of a result; that a stand-in finished for a person is not kept."""
    return Someone(result.name, result.user_id is not None)


def stem(row: rows.MatchRow) -> str:
    """Return the beginning of the names of a match's files."""
    return f"nimbus-{row.game}-{row.id}"


async def _newest(store: Store, user_id: int, channel_id: int | None) -> int:
    """Return the match of this thread, or the newest played out in this channel, or by a person."""
    owner = None if channel_id is None else await store.match_of_thread(channel_id, user_id)
    if owner is not None:
        return owner.id
    here = [] if channel_id is None else await store.past(None, channel_id, 1)
    found = here or await store.past(user_id, None, 1)
    if not found:
        raise Refused("refused.nothing_finished")
    return found[0].match_id


def _player(member: rows.Member) -> str:
    return member.name if member.user_id is not None else f"house:{member.level}"


# Proving that a finished match was dealt fairly: everything computed again (docs/rules.md, Chance).
#
# Nothing is taken on trust but the secret, the entropy and the log: the seed, the seating, the
# shuffles and the result must all follow from them.

FIRST_CARDS = 9
"""How many cards of the first shuffle are shown."""


@dataclass(frozen=True, slots=True)
class Check:
    """One step of the proof: its key under `verify.step.`, whether it holds, what to show."""

    key: str
    holds: bool
    values: dict[str, object]


def checks_of(finished: Finished, source: MatchRow | None = None) -> tuple[Check, ...]:
    """Recompute a match step by step, in the order in which each follows from those before.

    Where it has the cards of another, those come of what is known of that `source`.
    """
    row = finished.row if source is None else source
    seed = row.seed if is_anonymous(row) else seed_from(row.secret, row.entropy)
    course, cards = _replayed(finished, seed), first_cards(finished, seed)
    return (
        *_proof_of_seed(row, seed),
        Check("shuffle", bool(cards), {"cards": " ".join(cards)}),
        Check("moves", _is_stored_state(finished, course), {"n": len(finished.moves)}),
        *_result(finished, course),
    )


def _proof_of_seed(row: MatchRow, seed: bytes) -> tuple[Check, ...]:
    """Check what the seed came of; that needs the ids of all, so nobody had their data deleted."""
    if is_anonymous(row):
        return ()
    return (
        _commitment(row),
        _entropy(row),
        Check("seed", seed == row.seed, {"seed": short(seed.hex())}),
        *_seating(seed, row),
    )


def short(text: str) -> str:
    """Shorten a long number to what an eye can compare."""
    return text if len(text) <= 16 else f"{text[:8]}…{text[-4:]}"


def first_cards(finished: Finished, seed: bytes) -> tuple[str, ...]:
    """Return the first cards of the game's first shuffle; () if the options are impossible."""
    row, chance = finished.row, RecordedChance(seed)
    try:
        GAMES[row.game].start(len(row.members), row_options(row), chance)
    except (BadOptions, BadChance):
        return ()
    return chance.orders[0][:FIRST_CARDS] if chance.orders else ()


def _replayed(finished: Finished, seed: bytes) -> Course | None:
    """Play the log again from the recomputed seed; None if the rules refuse any of it."""
    row = finished.row
    try:
        course = Course.begin(GAMES[row.game], len(row.members), row_options(row), Chance(seed))
        for move in finished.moves:
            course = course.follow(Seat(move.seat), move.code)
    except (BadOptions, BadChance, IllegalMove):
        return None
    return course


def _commitment(row: MatchRow) -> Check:
    """Check the secret; that of a later round of an evening is the last link of a chain."""
    is_secret, number = len(row.secret) == SEED_BYTES, _round(row)
    if number == 1:
        return Check("commitment", is_secret, {"commitment": commitment_of(row)})
    first, *_ = chain(row.secret, number)
    return Check("chain", is_secret, {"commitment": commitment(first), "n": number})


def _round(row: MatchRow) -> int:
    return round_of(row.series) if kind_of(row).together else 1


def _entropy(row: MatchRow) -> Check:
    """Check what the players put into the deal; in a series its key alone, or with one Start."""
    if kind_of(row).together:
        return Check("series", is_of_start(row.entropy, row.series), {"series": row.entropy})
    if row.series:
        return Check("series", row.entropy == row.series, {"series": row.series})
    return Check("entropy", _is_entropy(row.entropy, row.members), {"entropy": _shortened(row)})


def _is_entropy(entropy: str, members: Sequence[Member]) -> bool:
    """Return whether the entropy is the Join of each person and one Start, sorted."""
    starts = [line.removeprefix("start:") for line in entropy.split("\n") if line[:6] == "start:"]
    if len(starts) != 1 or not starts[0].isdecimal():
        return False
    there = [member for member in members if chair_of(member) == member.key]
    people = [member for member in there if member.user_id is not None]
    if not all(member.joined.isdecimal() for member in people):
        return False
    joins = [(int(member.key), int(member.joined)) for member in people]
    return entropy == entropy_of(joins, int(starts[0]))


def chair_of(member: Member) -> str:
    """Return who a seat was drawn for: a house player, whose chair a person may have taken."""
    return member.joined if member.joined.startswith(HOUSE) else member.key


def _seating(seed: bytes, row: MatchRow) -> tuple[Check, ...]:
    """Check who sits where; a person alone has the first one.

    In later rounds of an evening that follows from the standing, which no table has by itself.
    """
    if kind_of(row).is_solo or _round(row) > 1:
        return ()
    holds = _is_seating(seed, row.members, together=kind_of(row).together)
    names = [Someone(member.name, member.user_id is not None) for member in row.members]
    return (Check("seating", holds, {"names": names}),)


def _is_seating(seed: bytes, members: Sequence[Member], *, together: bool) -> bool:
    keys = tuple(map(chair_of, members))
    if not together:
        return seating(seed, keys) == keys
    people = [member.key for member in members if member.user_id is not None]
    house = sorted(key for key in keys if key not in people)
    return seated_together(seed, people, house, len(keys)) == keys


def _is_stored_state(finished: Finished, course: Course | None) -> bool:
    """Return whether the moves, all of them, lead to the state that was stored."""
    row = finished.row
    if course is None or len(finished.moves) != row.moves:
        return False
    return bool(course.state == course.game.load(cast("Json", row.state)))


def _result(finished: Finished, course: Course | None) -> tuple[Check, ...]:
    """Compare the result stored with the one computed; none for a match ended early."""
    results = finished.results
    if not results:
        return ()
    outcome = course.game.outcome(course.state) if course is not None else None
    holds = (
        outcome is not None
        and outcome.scores == tuple(result.score for result in results)
        and outcome.winners == tuple(Seat(result.seat) for result in results if result.won)
    )
    points = [(someone(result), result.score) for result in results]
    return (Check("result", holds, {"points": points}),)


def _shortened(row: MatchRow) -> list[str]:
    """Return the lines of the entropy, each id by its last digits."""
    pairs = (line.partition(":") for line in row.entropy.split("\n"))
    return [f"{_tail(who)}:{_tail(click)}" for who, _, click in pairs]


def _tail(number: str) -> str:
    return number if len(number) <= 6 else f"…{number[-4:]}"
