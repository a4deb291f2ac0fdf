"""Where a custom id leads: what every control and form of the bot does when it is used.

A custom id names all that its action needs, so controls outlive restarts; those posted long ago
stand in channels for ever, so no spelling here may be changed or taken away. Whoever presses is
checked by the table, never trusted from the id.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.beats import feature as beats
from bot.daily import actions as daily
from bot.discord.press import Ack, Interaction, Need, Press
from bot.errors import Refused
from bot.evenings import actions as evenings
from bot.evenings import appointment_actions as weekly
from bot.evenings import director_actions as director
from bot.evenings import opening_actions as opening
from bot.evenings.rows import PLAN as APPOINTMENT
from bot.home.actions import home, more
from bot.leagues import actions as leagues
from bot.learn.feature import answer_step, choose_step, learn, play_lesson, take_step
from bot.match.acts import actions as acts
from bot.match.acts import departures
from bot.match.acts.moderation import DEEDS, choose_table, do_to
from bot.match.lobby import actions as lobby
from bot.match.lobby.play_actions import choose_game, deal_in, next_game, play_chosen, rematch
from bot.match.show.actions import come_back, hand, show_more
from bot.match.talk import rules
from bot.match.talk.my_games import VERBS, choose_match, games
from bot.match.talk.questions import look
from bot.people import actions as people
from bot.people.layouts import ALL, GROUPS
from bot.preferences.server import Feature
from bot.preferences.terms import OFFERED
from bot.privacy import actions as privacy
from bot.puzzles import actions as puzzle
from bot.puzzles.service import KEPT, KEY
from bot.ratings import actions as ratings
from bot.records import actions as records
from bot.replays import actions as replay
from bot.replays.layouts import MENUS, STEPS
from bot.replays.service import SPELLING
from bot.reviews.feature import review, see_mistake, try_again
from bot.seekers import feature as seekers
from bot.servers import actions as server
from bot.servers.layouts import SHOWN
from bot.store.rows import MatchId

Action: TypeAlias = Callable[..., Awaitable[None]]
"""Takes a press and the fields of the custom id, by name."""


@dataclass(frozen=True, slots=True)
class Route:
    """The spelling of a custom id with its fields in braces, and what a press of it does.

    It is refused where a need is not met: these are looked at in their order, before the action.
    """

    spelling: str
    ack: Ack
    action: Action
    needs: tuple[Need | Feature, ...] = ()


FIELDS: dict[str, tuple[str, Callable[[str], object]]] = {
    "at": (SPELLING, str),
    "code": (".{1,60}", str),
    "day": ("[0-9]{1,6}", int),
    "deed": ("|".join(DEEDS), str),
    "director": ("|".join(director.DEEDS), str),
    "directed": ("|".join(director.DIRECTIONS), str),
    "door": ("private|public", str),
    "game": ("[a-z0-9_]{1,40}", str),
    "league": ("[0-9]{1,18}", int),
    "kept": ("|".join(KEPT), str),
    "key": (KEY.pattern, str),
    "level": ("|".join(OFFERED), str),
    "menu": ("|".join(MENUS), str),
    "match_id": ("[0-9]{1,18}", lambda digits: MatchId(int(digits))),
    "moment": ("[0-9]{1,12}", int),
    "moves": ("[0-9]{1,9}", int),
    "pace": ("faster|slower", str),
    "number": ("[0-9]{1,9}", int),
    "of": ("daily", str),
    "plan": (opening.PLAN, str),
    "page": ("[0-9]{1,5}", int),
    "part": ("|".join((ALL, *GROUPS)), str),
    "weekly": (APPOINTMENT, str),
    "whom": ("[0-9]{1,19}", int),
    "weeks": ("[0-9]{1,3}", int),
    "counted": ("[0-9]{1,3}", int),
    "handicap": ("[01]", int),
    "question": ("[a-z_]{1,20}", str),
    "group": ("openers|enders|hosts", str),
    "scene": ("[a-z_]{1,40}", str),
    "server": ("[0-9]{1,19}", int),
    "setting": ("|".join(SHOWN), str),
    "step": ("|".join(STEPS), str),
    "switch": ("on|off", str),
    "theme": ("[a-z_]{1,20}", str),
    "topic": ("[a-z]{1,20}", str),
    "typed": (".{1,40}", str),
    "verb": ("|".join(VERBS), str),
    "week": ("[0-9]{1,9}", int),
    "when": ("season|ever", str),
    "where": ("here|all", str),
    "word": ("yes|no", str),
}
"""The form of each field, and its reader. `moves` counts those made before it was shown."""

ROUTES = (
    # the card
    Route("home", Ack.BESIDE, home),
    Route("home:more", Ack.BESIDE, more),
    Route("stats", Ack.BESIDE, ratings.own_stats),
    # at the table
    Route("m:{match_id}:{moves}:{code}", Ack.UPDATE, acts.move),
    Route("s:{match_id}:{moves}", Ack.UPDATE, acts.choose_move),
    Route("s:{match_id}:{moves}:{number}", Ack.UPDATE, acts.choose_move),
    Route("t:{match_id}:hand", Ack.PRIVATE, hand),
    Route("t:{match_id}:back", Ack.UPDATE, come_back),
    Route("t:{match_id}:hint", Ack.PRIVATE, acts.offer_hint),
    Route("t:{match_id}:{pace}", Ack.UPDATE, acts.set_pace),
    Route("t:{match_id}:leave", Ack.PRIVATE, departures.ask_to_leave),
    Route("t:{match_id}:end", Ack.BESIDE, departures.end),
    Route("t:{match_id}:clock", Ack.FORM, acts.open_clock),
    Route("p:{match_id}", Ack.PRIVATE, acts.propose),
    Route("p:{match_id}:{number}:{word}", Ack.UPDATE, acts.answer),
    # below a warning or a question
    Route("c:{match_id}", Ack.UPDATE, acts.take_another),
    Route("c:{match_id}:{moves}:{code}", Ack.UPDATE, acts.play_all_the_same),
    Route("h:{match_id}", Ack.BESIDE, acts.take_hint),
    Route("q:{match_id}", Ack.BESIDE, departures.leave),
    Route("q:{match_id}:on", Ack.BESIDE, departures.leave_to_others),
    Route("q:{match_id}:back", Ack.BESIDE, departures.take_vote_back),
    Route("q:{match_id}:end", Ack.BESIDE, departures.end_for_all),
    Route("look:{match_id}:{question}", Ack.PRIVATE, look),
    Route("w:{verb}", Ack.BESIDE, choose_match),
    # the lobby
    Route("deal", Ack.UPDATE, deal_in),
    Route("play", Ack.PRIVATE, choose_game),
    Route("play:{game}", Ack.PUBLIC, play_chosen),
    Route("l:{match_id}:join", Ack.UPDATE, lobby.join),
    Route("l:{match_id}:late", Ack.UPDATE, lobby.join_late),
    Route("l:{match_id}:leave", Ack.UPDATE, lobby.leave_lobby),
    Route("l:{match_id}:{level}", Ack.UPDATE, lobby.add_house),
    Route("l:{match_id}:remove", Ack.UPDATE, lobby.remove_house),
    Route("l:{match_id}:start", Ack.UPDATE, lobby.start),
    Route("l:{match_id}:anyway", Ack.UPDATE, lobby.start_anyway),
    Route("l:{match_id}:close", Ack.UPDATE, lobby.close),
    Route("l:{match_id}:speak", Ack.UPDATE, lobby.speak),
    Route("l:{match_id}:{door}", Ack.UPDATE, lobby.set_door),
    Route("coach:{match_id}:{switch}", Ack.UPDATE, lobby.set_coach),
    Route("invite:{match_id}", Ack.BESIDE, lobby.invite_chosen),
    Route("kick:{match_id}", Ack.UPDATE, lobby.kick),
    Route("settings:{match_id}", Ack.BESIDE, lobby.open_settings),
    Route("o:{match_id}", Ack.FORM, lobby.open_options),
    Route("o:{match_id}:terms", Ack.FORM, lobby.open_terms),
    Route("f:{match_id}", Ack.UPDATE, lobby.set_options),
    # what moderators are asked
    Route("table:{deed}", Ack.UPDATE, choose_table, (Need.MODERATOR,)),
    Route("table:{match_id}:{deed}", Ack.BESIDE, do_to, (Need.MODERATOR,)),
    # the settings of a server
    Route("server", Ack.BESIDE, server.choose_setting, (Need.MANAGER,)),
    Route("server:open", Ack.BESIDE, server.open_server, (Need.MANAGER,)),
    Route("server:{setting}", Ack.BESIDE, server.change_setting, (Need.MANAGER,)),
    Route("server:{group}:role", Ack.BESIDE, server.change_role, (Need.MANAGER,)),
    # after a game
    Route("more:{match_id}", Ack.PRIVATE, show_more),
    Route("again:{match_id}", Ack.UPDATE, rematch),
    Route("again:{match_id}:next", Ack.PRIVATE, next_game),
    Route("beat:{match_id}", Ack.PUBLIC, beats.challenge),
    Route("beat:{match_id}:play", Ack.PRIVATE, beats.meet),
    # daily
    Route("daily:today", Ack.PRIVATE, daily.look, (Feature.DAILY,)),
    Route("daily:{day}:play", Ack.BESIDE, daily.play, (Feature.DAILY,)),
    Route("daily:{day}:begin", Ack.BESIDE, daily.begin, (Feature.DAILY,)),
    Route("daily:{day}:later", Ack.BESIDE, daily.play_later, (Feature.DAILY,)),
    Route("daily:remind", Ack.BESIDE, daily.remind, (Feature.DAILY,)),
    Route("daily:past", Ack.BESIDE, daily.choose_day, (Feature.DAILY,)),
    Route("daily:{day}:result", Ack.BESIDE, daily.show_day, (Feature.DAILY,)),
    Route("daily:{day}:fair", Ack.PRIVATE, daily.explain, (Feature.DAILY,)),
    Route("daily:{day}:share", Ack.BESIDE, daily.share, (Feature.DAILY,)),
    # review
    Route("review:{match_id}", Ack.BESIDE, review, (Feature.REVIEW,)),
    Route("review:{match_id}:{moves}", Ack.BESIDE, see_mistake, (Feature.REVIEW,)),
    Route("try:{match_id}:{moves}", Ack.PRIVATE, try_again, (Feature.REVIEW,)),
    # replay
    Route("replay:{match_id}", Ack.PRIVATE, replay.open_replay, (Feature.REPLAY,)),
    Route("replay:{match_id}:{moves}", Ack.PRIVATE, replay.open_replay, (Feature.REPLAY,)),
    Route("replay:at:{at}", Ack.PRIVATE, replay.see, (Feature.REPLAY,)),
    Route("rp:{step}:{at}", Ack.BESIDE, replay.see, (Feature.REPLAY,)),
    Route("rp:{menu}", Ack.BESIDE, replay.choose, (Feature.REPLAY,)),
    Route("rp:share:{at}", Ack.PUBLIC, replay.share, (Feature.REPLAY,)),
    Route("rp:animate:{at}", Ack.PUBLIC, replay.show_deal, (Feature.REPLAY,)),
    # evenings
    Route("evening:{match_id}:{number}", Ack.PRIVATE, evenings.own_round),
    Route("evening:accept:{code}", Ack.PUBLIC, opening.accept, opening.HOSTING),
    Route("evening:{match_id}:hand", Ack.PRIVATE, evenings.hand),
    Route("evening:{match_id}:join", Ack.PRIVATE, evenings.join),
    Route("evening:{match_id}:leave", Ack.PRIVATE, evenings.leave),
    Route("evening:{match_id}:gone", Ack.BESIDE, evenings.leave_as_asked),
    Route("evening:{match_id}:guess:{number}", Ack.PRIVATE, evenings.guess),
    Route("evening:{match_id}:direct", Ack.PRIVATE, director.direct),
    Route("evening:{match_id}:turn", Ack.BESIDE, director.set_turn),
    Route("evening:{match_id}:file", Ack.PRIVATE, director.results_file),
    Route("evening:{match_id}:person", Ack.BESIDE, director.show_person),
    Route("evening:{match_id}:add", Ack.BESIDE, director.add),
    Route("evening:{match_id}:exchange:{whom}", Ack.BESIDE, director.exchange),
    Route("evening:{match_id}:score:{number}:{whom}", Ack.FORM, director.ask_score),
    Route("evening:{match_id}:rule:{whom}", Ack.BESIDE, director.rule),
    Route("evening:{match_id}:{directed}:{whom}", Ack.BESIDE, director.do_to),
    Route("evening:plan:{plan}:{typed}", Ack.FORM, opening.ask_again),
    Route("evening:when:{plan}", Ack.BESIDE, opening.take_in),
    Route("evening:open:{plan}:{moment}", Ack.PUBLIC, opening.open_planned, opening.HOSTING),
    Route("weekly:{number}", Ack.BESIDE, weekly.show_appointment, opening.HOSTING),
    Route("weekly:new", Ack.FORM, weekly.ask_new, opening.HOSTING),
    Route("weekly:set:{weekly}", Ack.FORM, weekly.ask_change, opening.HOSTING),
    Route("weekly:form:{number}", Ack.BESIDE, weekly.set_up, opening.HOSTING),
    Route("weekly:skip:{number}", Ack.BESIDE, weekly.skip, opening.HOSTING),
    Route("weekly:move:{number}", Ack.FORM, weekly.ask_move, opening.HOSTING),
    Route("weekly:when:{number}", Ack.BESIDE, weekly.move, opening.HOSTING),
    Route(
        "weekly:season:{number}:{weeks}:{counted}:{handicap}",
        Ack.FORM,
        weekly.ask_season,
        opening.HOSTING,
    ),
    Route("weekly:terms:{number}", Ack.BESIDE, weekly.set_season, opening.HOSTING),
    Route("weekly:ask:{number}", Ack.BESIDE, weekly.ask_end, opening.HOSTING),
    Route("weekly:end:{number}", Ack.BESIDE, weekly.end, opening.HOSTING),
    Route("evenings", Ack.BESIDE, evenings.show_evenings, (Feature.EVENINGS, Need.ANY_SERVER)),
    Route("evenings:see", Ack.BESIDE, evenings.see_evening, (Feature.EVENINGS, Need.ANY_SERVER)),
    Route("evening:{match_id}:{director}", Ack.BESIDE, director.do),
    # leagues
    Route("league:{league}", Ack.PRIVATE, leagues.own_table),
    Route("league:quiet", Ack.BESIDE, leagues.stop_reminders),
    Route("league:{league}:play", Ack.PUBLIC, leagues.play_week, (Feature.LEAGUES,)),
    Route("league:{league}:close", Ack.BESIDE, leagues.ask_to_end, (Need.MODERATOR,)),
    Route("league:{league}:end", Ack.BESIDE, leagues.end_league, (Need.MODERATOR,)),
    Route("league:{league}:{week}:{page}", Ack.UPDATE, leagues.turn_table),
    Route("league:open", Ack.FORM, leagues.ask_to_open, (Feature.LEAGUES, Need.MODERATOR)),
    Route("league:form", Ack.PRIVATE, leagues.open_league, (Feature.LEAGUES, Need.MODERATOR)),
    # lessons
    Route("ln", Ack.PRIVATE, learn),
    Route("ln:{game}", Ack.PRIVATE, learn),
    Route("ln:{game}:play", Ack.PRIVATE, play_lesson),
    Route("ln:{game}:{scene}", Ack.BESIDE, take_step),
    Route("ln:{game}:{scene}:{code}", Ack.BESIDE, answer_step),
    Route("lm:{game}:{scene}", Ack.BESIDE, choose_step),
    # puzzles
    Route("z:{key}:{code}:{kept}", Ack.BESIDE, puzzle.answer_puzzle, (Feature.PUZZLES,)),
    Route("z:{key}:{code}", Ack.BESIDE, puzzle.answer_puzzle, (Feature.PUZZLES,)),
    Route("zm:{key}:{kept}", Ack.BESIDE, puzzle.choose_answer, (Feature.PUZZLES,)),
    Route("zi:{key}:{kept}", Ack.PRIVATE, puzzle.tell_more, (Feature.PUZZLES,)),
    Route("zn", Ack.BESIDE, puzzle.puzzle, (Feature.PUZZLES,)),
    Route("zn:{game}", Ack.BESIDE, puzzle.puzzle, (Feature.PUZZLES,)),
    Route("zn:{game}:{theme}", Ack.BESIDE, puzzle.puzzle, (Feature.PUZZLES,)),
    Route("zo:{game}", Ack.BESIDE, puzzle.other_puzzle, (Feature.PUZZLES,)),
    Route("zc", Ack.BESIDE, puzzle.choose_puzzle, (Feature.PUZZLES,)),
    Route("zb:{key}:{kept}", Ack.BESIDE, puzzle.dislike_puzzle),
    Route("zk:{key}:{kept}", Ack.BESIDE, puzzle.bring_back, (Feature.PUZZLES,)),
    # what a person has set
    Route("me", Ack.PRIVATE, people.preferences),
    Route("me:place", Ack.BESIDE, people.set_place),
    Route("me:moment", Ack.BESIDE, people.set_moment),
    Route("me:look", Ack.BESIDE, people.set_look),
    Route("me:language", Ack.BESIDE, people.set_language),
    Route("me:learns:{switch}", Ack.BESIDE, people.set_learns),
    Route("me:invited:{switch}", Ack.BESIDE, people.set_invited),
    Route("me:open:{part}", Ack.BESIDE, people.preferences),
    Route("me:wishes", Ack.BESIDE, people.set_wishes),
    Route("me:wishes:{part}", Ack.BESIDE, people.set_wishes),
    Route("me:named:{switch}", Ack.BESIDE, people.set_named),
    Route("me:quiet", Ack.FORM, people.open_quiet),
    Route("me:days", Ack.BESIDE, people.set_vacation),
    Route("me:form", Ack.BESIDE, people.set_quiet),
    # calls to tables
    Route("seek", Ack.BESIDE, seekers.show_seeking, (Feature.SEEKERS, Need.SERVER)),
    Route("seek:games", Ack.BESIDE, seekers.set_games, (Feature.SEEKERS, Need.SERVER)),
    Route("seek:{match_id}:join", Ack.UPDATE, seekers.join_called),
    Route("seek:stop:{server}", Ack.UPDATE, seekers.stop),
    Route("block:add", Ack.BESIDE, lobby.block),
    Route("block:remove", Ack.BESIDE, lobby.unblock),
    # what can be read
    Route("games:{page}", Ack.BESIDE, games),
    Route("zr:{game}", Ack.PRIVATE, rules.how_to_play),
    Route("zr:{game}:{of}", Ack.PRIVATE, rules.how_to_play),
    Route("r:{game}:{page}", Ack.BESIDE, rules.read_rules),
    Route("r:{game}:{page}:{of}", Ack.BESIDE, rules.read_rules),
    Route("help:{topic}", Ack.BESIDE, rules.read_help),
    Route("best:{game}", Ack.PRIVATE, ratings.own_leaderboard),
    Route("lb:{game}:{where}:{when}:{page}", Ack.UPDATE, ratings.switch_leaderboard),
    Route("fair:{match_id}", Ack.PRIVATE, records.explain_fairness),
    Route("data:delete", Ack.PRIVATE, privacy.ask_to_delete),
    Route("data:delete:{moment}", Ack.BESIDE, privacy.delete),
    Route("data:export", Ack.PRIVATE, privacy.export),
    Route("record:{match_id}", Ack.PRIVATE, records.own_record),
)


async def follow(interaction: Interaction) -> None:
    """Do what a control or a form asks for; what none of ours spells is refused."""
    press = Press(interaction)
    found = find(str(press.fields.get("custom_id", "")))
    if found is None:
        await press.report(Refused("refused.malformed"))
        return
    route, fields = found
    press.needs = route.needs
    if "match_id" in fields and press.is_by_token:
        press.lend(fields["match_id"], is_update=route.ack is Ack.UPDATE)
    await press.run(route.ack, route.action, **fields)


def find(custom_id: str) -> tuple[Route, dict[str, Any]] | None:
    """Return where a custom id leads, with its fields; None if it is none of ours.

    >>> route, fields = find("m:7:12:play KH")
    >>> route.spelling, fields
    ('m:{match_id}:{moves}:{code}', {'match_id': 7, 'moves': 12, 'code': 'play KH'})
    """
    for pattern, route in _BY_PREFIX.get(custom_id.partition(":")[0], ()):
        if read := pattern.fullmatch(custom_id):
            fields = {name: FIELDS[name][1](text) for name, text in read.groupdict().items()}
            return route, fields
    return None


def _pattern(spelling: str) -> re.Pattern[str]:
    return re.compile(
        re.sub(r"{(\w+)}", lambda found: f"(?P<{found[1]}>{FIELDS[found[1]][0]})", spelling)
    )


def _by_prefix() -> dict[str, list[tuple[re.Pattern[str], Route]]]:
    found = defaultdict(list)
    for route in ROUTES:
        found[route.spelling.partition(":")[0]].append((_pattern(route.spelling), route))
    return dict(found)


_BY_PREFIX = _by_prefix()
