"""A lobby as people see it, and the example pictures of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import discord
from discord import ui

from bot.discord.names import bold, escape
from bot.discord.parts import (
    Button,
    Pictures,
    button,
    container,
    galleries,
    home_button,
    lobby_button,
    page_row,
    rows,
    rules_button,
    with_others,
)
from bot.match.clock.proposals import terms_text
from bot.match.show.looks import look_of
from bot.match.table.kind import Ability, can, kind_of, lacking, most_seats, seats_of
from bot.match.table.names import bold_names, people
from bot.match.table.seats import (
    Plan,
    house_player,
    level_of,
    manner_of,
    may_crowd,
    plan_of,
    room_of,
    terms_of_crowd,
)
from bot.match.table.state import is_all_weak, row_options
from bot.painter import Painter
from bot.preferences.terms import played
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow, Member, Status
from bot.texts import MissingText, Texts, parted
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.game import BadOptions, Option, OptionValue
from engine.games import GAMES
from render.api import All, Picture, Words
from render.scenes import SCENES
from render.theme import Theme

# The lobby's message, and what greets whoever joins.

NAMED = 32
"""How many people of a crowd are named."""


def lobby_layout(row: MatchRow, say: Words, pictures: Pictures = ()) -> ui.LayoutView:
    """Lay out an open lobby, with a picture of its game, or what became of a closed one."""
    game = say(f"game.{row.game}")
    if row.status is not Status.LOBBY:
        again = button(f"play:{row.game}", say("rules.button.play"))
        call = [] if row.by_token or row.guild_id is None else [button("seek", say("seek.button"))]
        return container(ui.TextDisplay(say("lobby.closed", game=game)), *rows([again, *call]))
    agreed = [*filter(None, (_settings(row, say), easy_text(row, say)))]
    if is_again := row.follows is not None and not row.terms.rounds:
        agreed = [settings_text(row, say)]  # who is called knows the game
    if row.by_token:
        agreed.append(say("anywhere.by_token"))
    if (look := look_of(row)) is not None and (line := look.lobby(row, say)):
        agreed.insert(0, line)
    if row.door.private:
        agreed.append(say("lobby.private"))
    key = "lobby.title.evening" if row.terms.rounds else "lobby.title"
    told = say(key, game=game, hint=say(f"game.{row.game}.hint"))
    title = f"### {game}" if is_again else told
    return container(
        ui.TextDisplay("\n".join(filter(None, (title, _asked(row, say))))),
        *galleries(pictures),
        ui.TextDisplay("\n".join(_seats(row, say))),
        ui.TextDisplay("\n".join(f"-# {line}" for line in agreed)),
        *rows([*_coming(row, say), button(f"settings:{row.id}", say("page.button.more"))]),
    )


def _coming(row: MatchRow, say: Words) -> list[Button]:
    """Return the buttons of who comes, who does not, and who begins."""
    if row.terms.appointment:
        in_style = discord.ButtonStyle.success
        return [
            button(f"l:{row.id}:join", say("appointment.button.in"), in_style),
            button(f"l:{row.id}:late", say("appointment.button.late")),
            button(f"l:{row.id}:leave", say("appointment.button.out")),
            button(f"weekly:{row.terms.appointment}", say("appointment.button.table")),
        ]
    coming = [lobby_button(row, action, say) for action in ("join", "leave", "start")]
    return coming if row.follows is not None else [*coming, *_coach_buttons(row, say)]


def _coach_buttons(row: MatchRow, say: Words) -> list[Button]:
    """Return the button that brings a coach, or sends it away; none where it has no place."""
    if kind_of(row).seats is not None or row.terms.rounds or row.terms.against is not None:
        return []
    switch = "off" if row.terms.coach else "on"
    return [button(f"coach:{row.id}:{switch}", say(f"lobby.button.coach.{switch}"))]


def _settings(row: MatchRow, say: Words) -> str:
    """Say how many can play, that a first game is short, and all that the table agrees on."""
    most = most_seats(row)
    has_more = most > seats_needed(row) and plan_of(row) is None and not row.terms.rounds
    more = say("lobby.more", most=most) if has_more else ""
    return parted((more, _short_text(row, say), settings_text(row, say)), say)


def greeting_layout(row: MatchRow, place: str, say: Words) -> ui.LayoutView:
    """Lay out the first direct message of all to a person: what this is, and what will come."""
    text = say("lobby.greeting", place=place, game=say(f"game.{row.game}"))
    ways = [home_button(say), rules_button(row.game, say), *lesson_buttons(row.game, say)]
    return container(ui.TextDisplay(text), *rows(ways))


def missing_layout(row: MatchRow, missing: Sequence[int], say: Words) -> ui.LayoutView:
    """Lay out the question whether to start without people who are called."""
    names = All([f"<@{user_id}>" for user_id in missing])
    text = say("lobby.missing", n=len(missing), names=names)
    anyway = button(f"l:{row.id}:anyway", say("lobby.button.start"))
    return container(ui.TextDisplay(text), *rows([anyway]))


def lesson_buttons(game: str, say: Words) -> list[Button]:
    """Return the button that begins the lesson of a game; none for a game without one."""
    return [button(f"ln:{game}", say("learn.button"))] if can(game, Ability.LESSON) else []


def settings_text(row: MatchRow, say: Words) -> str:
    """Spell all that the table agrees on, in one line."""
    is_crowd = row.status is Status.LOBBY and (plan_of(row) is not None or row.terms.rounds)
    terms = terms_of_crowd(row.terms) if is_crowd else row.terms
    return parted((options_text(row, say), terms_text(terms, say, has_clock=not row.by_token)), say)


def _short_text(row: MatchRow, say: Words) -> str:
    """Say that this is a short game, as a first one is; "" if it is none."""
    option, value = PRESENTERS[row.game].first_game or ("", None)
    is_short = value is not None and row.options.get(option) == value and not row.terms.rounds
    return say("lobby.short") if is_short and kind_of(row).seats is None else ""


def easy_text(row: MatchRow, say: Words) -> str:
    """Say that a game against these house players would not count; "" if a coach says so."""
    if row.terms.coach:
        return ""
    free = seats_needed(row) - len(row.members)
    house = [Member(f"house:free{n}", "", level=row.terms.level) for n in range(free)]
    return say("lobby.easy") if is_all_weak(replace(row, members=(*row.members, *house))) else ""


def options_text(row: MatchRow, say: Words) -> str:
    """Spell the options of a match in words: those that decide something."""
    shown = [
        option_text(row.game, option, row.options.get(option.key, option.default), say)
        for option in GAMES[row.game].info.options
        if not option.unless or row.options.get(option.unless) is None
    ]
    return parted(shown, say)


def option_text(game: str, option: Option, value: object, say: Words) -> str:
    """Spell one option; one that is off, or usual of a flag or of some tables, is not mentioned.

    An empty one that another can replace is mentioned: it means a deal for each player.
    """
    name = say(f"option.{game}.{option.key}")
    if value is None and option.unless:
        return say("option.shown", name=name, value=say(f"option.{game}.{option.key}.empty"))
    is_usual = (isinstance(value, bool) or option.seats) and value == option.default
    if value is None or is_usual:
        return ""
    return say("option.shown", name=name, value=value_text(game, option, value, say))


def value_text(game: str, option: Option, value: OptionValue | object, say: Words) -> str:
    """Spell the value of an option."""
    if isinstance(value, bool):
        return say("option.yes" if value else "option.no")
    if option.choices:
        return say(f"option.{game}.{option.key}.{value}")
    return str(value)


def _asked(row: MatchRow, say: Words) -> str:
    """Name those who are asked to come and have not come yet; "" if there are none."""
    here = [member.user_id for member in row.members]
    asked = [f"<@{user_id}>" for user_id in row.door.invited if user_id not in here]
    asked = [*(f"<@&{role_id}>" for role_id in row.door.roles), *asked]
    if len(asked) > NAMED:
        asked = [*asked[:NAMED], say("lobby.more_people", n=len(asked) - NAMED)]
    key = "lobby.invited" if row.follows is None else "lobby.rematch"
    key = "appointment.lobby.asked" if row.terms.appointment else key
    return say(key, opener=f"<@{row.opener_id}>", names=asked) if asked else ""


def _crowd(row: MatchRow, plan: Plan, say: Words) -> list[str]:
    """Name a crowd in a paragraph, which has room on a phone, and say how it will sit."""
    sizes = " + ".join(map(str, plan.people))
    lines = [say("lobby.crowd", n=sum(plan.people), sizes=sizes)]
    lines.append(_people_in(row, say))
    if plan.house:
        lines.append(say("lobby.crowd.house", n=plan.house, level=free_level(row, say)))
    return lines


def _evening(row: MatchRow, say: Words) -> list[str]:
    """Say what an evening is, and who is in."""
    people = sum(member.user_id is not None for member in row.members)
    lines = [say("lobby.evening", n=row.terms.rounds), *_challenge(row, say)]
    if row.terms.appointment:
        return [*lines, *_appointment(row, say)]
    if row.terms.begins is None and not row.terms.against:
        lines.append(say("lobby.evening.start", n=row.terms.rounds, opener=f"<@{row.opener_id}>"))
    elif row.terms.begins is not None:
        when = int(row.terms.begins)
        at, left = f"<t:{when}:f>", f"<t:{when}:R>"
        opener = f"<@{row.opener_id}>"
        lines.append(
            say("lobby.evening.begins", n=row.terms.rounds, when=at, left=left, opener=opener)
        )
    return [*lines, say("lobby.evening.people", n=people), _people_in(row, say)]


def _appointment(row: MatchRow, say: Words) -> list[str]:
    """Say when a weekly evening begins, who comes, who comes late, and who waits for a place."""
    when, room = int(row.terms.begins or 0), room_of(row)
    lines = [say("appointment.begins", when=f"<t:{when}:F>", left=f"<t:{when}:R>")]
    won, behind = ([f"<@{one}>" for one in ids] for ids in (row.door.won, row.door.behind))
    if won:
        key = "before" if behind else "last"
        lines.append(say(f"appointment.lobby.{key}", names=All(won), others=All(behind)))
    here = [one for one in row.members[:room] if not one.away]
    late = [one for one in row.members[:room] if one.away]
    for key, several in (("in", here), ("late", late), ("waits", row.members[room:])):
        if several:
            names = [bold(one.name) for one in several[:NAMED]]
            if (more := len(several) - NAMED) > 0:
                names.append(say("lobby.more_people", n=more))
            lines.append(say(f"appointment.lobby.{key}", n=len(several), names=names))
    return lines if row.members else [*lines, say("appointment.lobby.nobody")]


def _challenge(row: MatchRow, say: Words) -> list[str]:
    """Say which other server plays, and whether one of both is ready."""
    club, opener = row.terms.against, f"<@{row.opener_id}>"
    if club is None:
        return []
    if not club:
        return [say("lobby.challenge.open", opener=opener), say("lobby.challenge.apart")]
    lines = [say("lobby.challenge", club=escape(club)), say("lobby.challenge.apart")]
    ready = row.terms.ready or "none"
    return [*lines, say(f"lobby.challenge.ready.{ready}", club=escape(club), opener=opener)]


def _people_in(row: MatchRow, say: Words) -> str:
    named = zip(row.members, bold_names(row, say), strict=True)
    names = [name for member, name in named if member.user_id is not None]
    more = len(names) - NAMED
    others = [say("lobby.more_people", n=more)] if more > 0 else []
    return say("list.all", items=[*names[:NAMED], *others])


def _full(row: MatchRow, say: Words) -> list[str]:
    """Say, where all seats are taken by people, what becomes of others who want to play."""
    if sum(member.user_id is not None for member in row.members) < most_seats(row):
        return []
    if may_crowd(row):
        return [say("lobby.crowd.more", most=room_of(row))]
    why = "private" if row.door.private else "direct"
    return [say(f"lobby.full.{why}")]


def _seats(row: MatchRow, say: Words) -> list[str]:
    if row.terms.rounds:
        return _evening(row, say)
    if (plan := plan_of(row)) is not None:
        return _crowd(row, plan, say)
    names = bold_names(row, say)
    named = enumerate(zip(row.members, names, strict=True), 1)
    lines = [seat_text(row, n, member, name, say) for n, (member, name) in named]
    if row.follows is not None:
        lines = [say("list.all", items=names)]
    needed = seats_needed(row)
    first, level = len(row.members) + 1, free_level(row, say)
    people = sum(member.user_id is not None for member in row.members)
    for _ in range(people, kind_of(row).people):
        lines.append(say("lobby.needs_person", number=first))
        first += 1
    if first < needed:
        numbers = All(range(first, needed + 1))
        lines.append(say("lobby.free.several", numbers=numbers, level=level))
    elif first == needed:
        lines.append(say("lobby.free", number=needed, level=level))
    return [*lines, *_full(row, say)]


def seats_needed(row: MatchRow) -> int:
    """Return how many will play if it started now."""
    seats = seats_of(row)
    return next((n for n in seats if n >= len(row.members)), max(seats))


def free_level(row: MatchRow, say: Words) -> str:
    """Name the level of the house players that free seats get."""
    return say(f"level.{played(row.game, row.terms.level)}")


def seat_text(row: MatchRow, number: int, member: Member, name: str, say: Words) -> str:
    """Name who takes part in a lobby, a house player with its level and manner."""
    if member.user_id is not None:
        return say("lobby.seat", number=number, name=name)
    plays, manner = say(f"level.{level_of(row, member)}"), manner_of(member)
    if manner:
        plays = say("house.plays", level=plays, manner=say(f"manner.{manner}"))
    return say("lobby.seat_house", number=number, name=name, level=plays)


# The rules of a game, a page at a time: words from the catalogue, a picture from the scene.


FIRST = next(iter(GAMES))
"""The game that somebody new is shown."""


async def example(
    painter: Painter, row: MatchRow, say: Words, theme: Theme
) -> list[tuple[str, Picture]]:
    """Paint the table of a lobby as it would begin now, and name the file.

    [] where it could not begin with what is set. Its alt text tells no cards, which say nothing
    yet to somebody who only hears of them.
    """
    try:
        picture = await painter.paint(partial(_example, row, say, theme))
    except BadOptions:
        return []
    return _named(row.game, picture, say)


def _example(row: MatchRow, say: Words, theme: Theme) -> Picture:
    members = row.members[: most_seats(row)]
    seats = max(seats_needed(row), len(members))
    names = say("house.names").split(", ")
    while len(members) < seats:
        members = (*members, house_player(row, members, row.terms.level, names))
    course = Course.begin(GAMES[row.game], seats, row_options(row), Chance(bytes(SEED_BYTES)))
    seated = people(replace(row, members=members))
    return SCENES[row.game].table(course.view(None), seated, say, theme)


def _named(game: str, picture: Picture, say: Words) -> list[tuple[str, Picture]]:
    alt = say("lobby.example.alt", game=say(f"game.{game}"))
    return [(f"{game}.png", replace(picture, alt=alt))]


async def game_picture(
    painter: Painter, say: Words, theme: Theme, game: str = FIRST
) -> list[tuple[str, Picture]]:
    """Paint a table of a game for who has not begun one, and name the file; [] without one."""
    picture = await painter.paint(lambda: SCENES[game].rules(1, say, theme))
    return [] if picture is None else _named(game, picture, say)


@cache
def page_count(game: str) -> int:
    """Return how many pages the rules of a game have: as many as the catalogue has titles."""
    say, pages = Texts.load().words(None), 0
    while True:
        try:
            say(f"rules.{game}.{pages + 1}.title")
        except MissingText:
            return pages
        pages += 1


def rules_layout(
    game: str, page: int, pictures: Pictures, say: Words, of: str = "", *, opens: bool = True
) -> ui.LayoutView:
    """Lay out a page of the rules, with its picture if it has one.

    It leads on: to what they are read for (`of`), or it `opens` a table, unless it was read at one.
    """
    pages, title = page_count(game), say(f"rules.{game}.{page}.title")
    name = say(f"game.{game}.full" if page == 1 else f"game.{game}")
    end = f":{of}" if of else ""
    turning = page_row(lambda to: f"r:{game}:{to}{end}", page, more=page < pages, say=say)
    leading = f"{of}:today" if of else f"play:{game}"
    opening = button(leading, say(f"rules.button.{of or 'play'}"))
    below = with_others(turning, [opening], opening) if of or opens else turning
    return container(
        ui.TextDisplay(say("rules.heading", game=name, title=title)),
        ui.TextDisplay(say(f"rules.{game}.{page}.body")),
        *galleries(pictures),
        *(_lacking(game, say) if page == pages else ()),
        ui.TextDisplay(say("page.number", page=page, pages=pages)),
        *below,
    )


def _lacking(game: str, say: Words) -> Iterator[ui.TextDisplay[Any]]:
    """Say what other games offer and this one does not."""
    if found := lacking(game):
        lacks = " ".join(say(f"lacks.{ability.value}") for ability in found)
        yield ui.TextDisplay(say("rules.lacks", lacks=lacks))
