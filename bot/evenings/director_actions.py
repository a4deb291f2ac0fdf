"""What an evening's director presses: its time, its rounds, its people and their points."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from bot.discord.inbound import resolved
from bot.discord.io import files_of
from bot.discord.names import bold, clean_name, escape
from bot.discord.press import Press
from bot.errors import Refused
from bot.evenings.actions import here, lobby_of
from bot.evenings.direction import Direction
from bot.evenings.director_layouts import (
    REASON,
    Panel,
    asked_layout,
    direct_layout,
    done_layout,
    file_layout,
    missing_of,
    person_layout,
    results_csv,
    score_form,
)
from bot.evenings.news import EveningNews
from bot.evenings.opening_actions import is_keeper
from bot.evenings.rows import EveningPerson, EveningRow, Ruling
from bot.evenings.service import Evenings, person_of
from bot.evenings.store import EveningStore
from bot.match.acts.moderation import write_deed
from bot.match.lobby.options_layouts import typed_options
from bot.match.table.seats import MOST_ROUNDS
from bot.store.rows import MatchId, Member

Deed: TypeAlias = Literal["wait", "skip", "ask", "finish", "back", "pause", "resume", "round"]
"""What a director does: give more time, go on at once, stand still, add a round, or end it."""

DEEDS: tuple[Deed, ...] = get_args(Deed)

Directed: TypeAlias = Literal["host", "remove"]
"""What a director does with a person: let them direct it, too, or take them out."""

DIRECTIONS: tuple[Directed, ...] = get_args(Directed)

_ALONE = frozenset({"pause", "resume", "round"})
"""What no host does alone where two servers play."""

_ENDS = frozenset({"skip", "finish"})
"""What hosts of both servers have to agree on there."""


async def direct(press: Press, match_id: MatchId) -> None:
    """Show an evening's host, or a moderator, what they can do. Raises Refused."""
    await _show(press, await _directed(press, match_id))


async def _show(press: Press, evening: EveningRow, done: str = "") -> None:
    evenings = press.app.get(Evenings)
    evening = await EveningStore(press.app.store.database).get(evening.id) or evening
    standing = await evenings.standing(evening)
    lined: list[list[str]] = []
    if evening.next_at is not None and evening.round < evening.rounds:
        names = {str(one.user_id): one.name for one in standing.people}
        _, _, tables = await evenings.line_up(standing)
        lined = [[names[key] for key in seats if key is not None] for _, seats in tables]
    at = Panel(evening, missing_of(standing), lined, len(standing.clubs) > 1)
    await press.answer(view=direct_layout(at, press.say, done))


async def do(press: Press, match_id: MatchId, director: Deed) -> None:
    """Do what a director presses. Raises Refused."""
    evening = await _directed(press, match_id, alone=director in _ALONE)
    guild_id, evening_store = press.guild.id, EveningStore(press.app.store.database)
    if director == "ask" and evening.ended is None:
        await press.answer(view=asked_layout(evening, press.say))
    elif director in ("ask", "back"):
        await _show(press, evening)
    elif director in _ENDS and not await evening_store.agree(evening, guild_id, director):
        press.app.get(EveningNews).request(evening.id)
        await _show(press, evening, press.say("evening.direct.asked"))
    else:
        await getattr(press.app.get(Direction), director)(evening)
        await _did(press, evening, director)


async def set_turn(press: Press, match_id: MatchId) -> None:
    """Set how long a turn may take from the next round on. Raises Refused."""
    evening = await _directed(press, match_id, alone=True)
    await press.app.get(Direction).set_turn(evening, press.first_choice)
    await _did(press, evening, "turn")


async def results_file(press: Press, match_id: MatchId) -> None:
    """Give a director what everybody made as a file. Raises Refused."""
    evening = await _directed(press, match_id)
    standing = await press.app.get(Evenings).standing(evening)
    name = f"evening-{evening.id}.csv"
    files = files_of([(name, results_csv(standing, press.say))])
    await press.answer(view=file_layout(name, press.say), attachments=files)


async def show_person(press: Press, match_id: MatchId) -> None:
    """Show a director what they can do with the person chosen. Raises Refused."""
    evening = await _directed(press, match_id)
    one = await _person(press, evening, _chosen(press))
    await press.answer(view=person_layout(evening, one, press.say))


async def add(press: Press, match_id: MatchId) -> None:
    """Take the person chosen in from the next round on, or back in. Raises Refused."""
    evening, user_id = await _directed(press, match_id), _chosen(press)
    person, member = (resolved(press.fields, kind, str(user_id)) for kind in ("users", "members"))
    if person is None or person.get("bot") or member is None:
        raise Refused("refused.invite_bot" if person and member else "refused.invite_absent")
    told = member.get("nick") or person.get("global_name") or person.get("username") or ""
    joining = Member(str(user_id), clean_name(str(told)), joined=str(press.interaction.id))
    one = await press.app.get(Evenings).join(evening, joining, press.guild.id, is_let_in=True)
    board = (await here(press, match_id))[1]
    if (lobby := await lobby_of(press, board)) is not None:
        await press.app.get(EveningNews).let_in(lobby, user_id)
    await _did(press, evening, "add", name=one)


async def do_to(press: Press, match_id: MatchId, directed: Directed, whom: int) -> None:
    """Do something with a person who plays. Raises Refused."""
    evening = await _directed(press, match_id)
    one = await _person(press, evening, whom)
    if directed == "host":
        await press.app.get(Direction).share(evening, one)
    else:
        await press.app.get(Evenings).leave(evening, whom, is_removed=True)
    await _did(press, evening, directed, name=one)


async def exchange(press: Press, match_id: MatchId, whom: int) -> None:
    """Have two people change places in the next round. Raises Refused."""
    evening = await _directed(press, match_id)
    one, other = [await _person(press, evening, each) for each in (whom, _chosen(press))]
    await press.app.get(Direction).exchange(evening, one, other)
    await _did(press, evening, "exchange", name=one, other=other)


async def ask_score(press: Press, match_id: MatchId, number: int, whom: int) -> None:
    """Open the form in which points are ruled on, of rounds up to a number. Raises Refused."""
    _require_other(press, whom)
    await press.open(score_form(match_id, min(number, MOST_ROUNDS), whom, press.say))


async def rule(press: Press, match_id: MatchId, whom: int) -> None:
    """Rule on somebody's points of a round, with a reason that all can read. Raises Refused."""
    evening = await _directed(press, match_id, alone=True)
    _require_other(press, whom)
    typed = typed_options(press.fields.get("components"))
    number, reason = typed.get("round", ""), " ".join(typed.get("reason", "").split())[:REASON]
    if not number.isdecimal() or not reason:
        raise Refused("refused.malformed")
    ruling = Ruling(typed.get("kind", ""), reason)
    one = await press.app.get(Direction).rule(evening, whom, int(number), ruling)
    await _did(press, evening, "rule", reason, name=one)


def _require_other(press: Press, whom: int) -> None:
    """Raise Refused for who would rule on their own points."""
    if whom == press.user_id:
        raise Refused("refused.evening_own")


async def _did(
    press: Press, evening: EveningRow, deed: str, reason: str = "", **whom: EveningPerson
) -> None:
    """Tell a director what they did, the moderators' channel, and the board.

    `evening` is as it was before.
    """
    press.app.get(EveningNews).request(evening.id)
    key = f"evening.did.{deed}.{evening.during}" if deed in _ENDS else f"evening.did.{deed}"
    told = {"reason": escape(reason)} if reason else {}
    mentions = {name: f"<@{one.user_id}>" for name, one in whom.items()}
    written = await write_deed(
        press, "audit.evening", press.location.channel_id,
        lambda say: {"what": say(key, **told, **mentions)},
    )  # fmt: skip
    if deed in _ENDS:
        await press.answer(view=done_layout(evening, deed, written, press.say))
        return
    names = {name: bold(one.name) for name, one in whom.items()}
    done = press.say("evening.direct.done", what=press.say(key, **told, **names))
    await _show(press, evening, "\n".join(filter(None, (done, written))))


async def _directed(press: Press, match_id: MatchId, *, alone: bool = False) -> EveningRow:
    """Return an evening that this person may direct; `alone` where no other server plays it.

    Raises Refused.
    """
    evening, board = await here(press, match_id)
    evening_store = EveningStore(press.app.store.database)
    lobby = await lobby_of(press, board)
    opener_id = None if lobby is None else lobby.opener_id
    if press.user_id != opener_id and not press.is_moderator and not await _hosts(press, evening):
        key = "refused.opener_only" if opener_id else "refused.moderators_only"
        raise Refused(key, opener=f"<@{opener_id}>")
    if alone and len(await evening_store.boards(evening.id)) > 1:
        raise Refused("refused.evening_clubs")
    return evening


async def _hosts(press: Press, evening: EveningRow) -> bool:
    """Return whether a person was made a host, or keeps weekly evenings here."""
    people = await EveningStore(press.app.store.database).people(evening.id)
    own = person_of(people, press.user_id)
    return (own is not None and own.hosts) or (evening.appointment > 0 and await is_keeper(press))


async def _person(press: Press, evening: EveningRow, user_id: int) -> EveningPerson:
    """Return somebody who is in an evening for the server that is pressed in. Raises Refused."""
    one = person_of(await EveningStore(press.app.store.database).people(evening.id), user_id)
    if one is None or one.gone is not None or one.guild_id != press.guild.id:
        raise Refused("refused.evening_person")
    return one


def _chosen(press: Press) -> int:
    if not press.first_choice.isdecimal():
        raise Refused("refused.malformed")
    return int(press.first_choice)
