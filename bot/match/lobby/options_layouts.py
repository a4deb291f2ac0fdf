"""The options and settings of a table, as its opener chooses them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from discord import ui

from bot.discord.forms import new_form
from bot.discord.inbound import first_value
from bot.discord.parts import (
    PersonMenu,
    button,
    container,
    cut,
    fair_button,
    lobby_button,
    menu,
    rows,
    rules_button,
)
from bot.errors import Refused
from bot.match.show.lobby_layouts import (
    easy_text,
    free_level,
    lesson_buttons,
    lobby_layout,
    seat_text,
    seats_needed,
    settings_text,
    value_text,
)
from bot.match.table.kind import kind_of, most_seats
from bot.match.table.names import bold_names
from bot.match.table.state import names_of, row_options
from bot.preferences.terms import CLOCK, COACH, HINTS, OFFERED, clock_word, offered
from bot.store.rows import MatchRow, Status
from engine.game import Option, OptionValue
from engine.games import GAMES
from engine.options import spell_option
from render.api import All, Words, capital

# The games to choose from, the easiest first, each with how long and how hard it is.


def choice_layout(say: Words) -> ui.LayoutView:
    """Lay out the games: what each is like, and its name on the button that opens a table."""
    return container(ui.TextDisplay(say("play.choose")), *(_game(key, say) for key in GAMES))


def _game(key: str, say: Words) -> ui.Item[Any]:
    name = say(f"game.{key}")
    text = say(f"game.{key}.choice").removeprefix(name).lstrip(": \xa0\u202f")
    return ui.Section(capital(text), accessory=button(f"play:{key}", name))


# The forms of a game's options and of the table's terms.
#
# They hold no state: what comes back names the match.

DEEPEST = 4
"""How many layers of components a form has at most."""


def options_form(row: MatchRow, say: Words) -> ui.Modal:
    """Make the form with the present values; at most five options fit a form."""
    form = new_form(f"f:{row.id}", cut(say("lobby.form.title", game=say(f"game.{row.game}")), 45))
    for option in GAMES[row.game].info.options[:5]:
        value = row_options(row).get(option.key, option.default)
        labels = [value_text(row.game, option, option.read(word), say) for word in option.choices]
        field = _menu(option, labels, value) if labels else _line(option, value)
        name = say(f"option.{row.game}.{option.key}")
        form.add_item(
            ui.Label(text=cut(name, 45), description=_about(row.game, option, say), component=field)
        )
    return form


def terms_form(row: MatchRow, say: Words, *, is_played: bool = False) -> ui.Modal:
    """Make the form of what the table agrees on beside the game's options.

    Where the game `is_played`, what comes back is a proposal.
    """
    to = f"p:{row.id}" if is_played else f"f:{row.id}"
    form = new_form(to, say("terms.form.title"))
    for name, term, value in (
        ("clock", CLOCK, clock_word(row.terms)),
        ("hints", HINTS, row.terms.hints),
        ("coach", COACH, row.terms.coach),
    ):
        if row.by_token and term is CLOCK:
            continue  # nobody can be called there
        if kind_of(row).shares_deals and term is not CLOCK:
            continue  # nobody has any
        if is_played and term is COACH:
            continue  # whether a game counts is agreed before it
        labels = [say(f"terms.{name}.{word}") for word in term.choices]
        field, about = _menu(term, labels, value), say(f"about.terms.{name}")
        form.add_item(ui.Label(text=say(f"terms.{name}"), description=about, component=field))
    return form


def typed_options(components: object) -> dict[str, str]:
    """Read the components that came back: what was typed or chosen, by the option's key.

    Raises Refused for what is no form of ours.
    """
    typed = dict(_fields(components))
    if not typed:
        raise Refused("refused.malformed")
    return typed


def _fields(components: object, depth: int = 0) -> Iterator[tuple[str, str]]:
    for component in _listed(components) if depth < DEEPEST else ():
        inner = component.get("component", component) if isinstance(component, dict) else None
        if not isinstance(inner, dict):
            raise Refused("refused.malformed")
        if "components" in inner:
            yield from _fields(inner["components"], depth + 1)
            continue
        # A menu that may be left empty sends an empty list, and one of several choices all of them.
        values, value = inner.get("values"), inner.get("value")
        if isinstance(values, list) and len(values) > 1:
            value = "+".join(first_value([one]) for one in values)
        elif "values" in inner:
            value = first_value(values or [""])
        key = inner.get("custom_id")
        if not isinstance(key, str) or not isinstance(value, str):
            raise Refused("refused.malformed")
        yield key, value


def _listed(components: object) -> list[Any]:
    if not isinstance(components, list):
        raise Refused("refused.malformed")
    return components


def _line(option: Option, value: OptionValue) -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=option.key,
        default=None if value is None else str(value),
        required=option.default is not None,
        max_length=5,
    )


def _menu(option: Option, labels: Iterable[str], value: OptionValue) -> ui.Select[Any]:
    """Offer every value of an option, the present one chosen."""
    select: ui.Select[Any] = ui.Select(custom_id=option.key)
    for word, label in zip(option.choices, labels, strict=True):
        select.add_option(label=label, value=word, default=word == spell_option(value))
    return select


def _about(game: str, option: Option, say: Words) -> str:
    """Say what may be typed, or what a choice means."""
    if option.choices:
        return say(f"about.{game}.{option.key}")
    if option.limits["step"] > 1:
        key = "option.range_also" if option.also else "option.range_step"
        return say(key, also=option.also, **option.limits)
    if option.default is not None:
        return say("option.range", **option.limits)
    empty = say(f"option.{game}.{option.key}.empty")
    return say("option.range_or_empty", empty=empty, **option.limits)


# What is behind *More…* of a lobby, in a private answer: its settings, the rules, and the proof.


def _who_sets(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    opener = f"<@{row.opener_id}>"
    return [ui.TextDisplay(say("settings.opener_only", opener=opener))] if row.opener_id else []


def settings_layout(
    row: MatchRow, say: Words, *, manages: bool, carried: Collection[str] = OFFERED,
    speaks: bool = False, code: str = "",
) -> ui.LayoutView:  # fmt: skip
    """Lay out what can be set; `manages` is whether this person may set more than house players.

    `carried` are the levels for which there is time to think just now, `speaks` is that the table
    may speak this person's language instead of its own. By the `code` another server accepts.
    """
    if row.status is not Status.LOBBY:
        return lobby_layout(row, say)
    game = say(f"game.{row.game}")
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(say("settings.title", game=game, agreed=settings_text(row, say)))
    ]
    if code:
        parts.append(ui.TextDisplay(say("evening.challenge", code=code)))
    is_fixed = kind_of(row).seats is not None
    if is_fixed:
        parts.append(ui.TextDisplay(say("league.fixed")))
    elif manages:
        parts += rows(_forms(row, say))
    else:
        parts += _who_sets(row, say)
    if row.terms.rounds:
        parts += [ui.Separator(), ui.TextDisplay(say("refused.evening_house"))]
    elif not is_fixed:
        parts += [
            ui.Separator(),
            ui.TextDisplay("\n".join(_house(row, say, carried))),
            *rows(lobby_button(row, action, say) for action in _house_actions(row, carried)),
        ]
    if manages:
        door = "public" if row.door.private else "private"
        doors = () if row.terms.rounds else (door,)
        actions = (*doors, *(["speak"] if speaks else ()), "close")
        closing = rows(lobby_button(row, action, say) for action in actions)
        parts += [ui.Separator(), *_inviting(row, say), *_kicking(row, say), *closing]
    reading = (rules_button(row.game, say), fair_button(row, say), *lesson_buttons(row.game, say))
    return container(*parts, ui.Separator(), *rows(reading))


def _inviting(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    """Offer to invite somebody, where the bot can ping people."""
    if row.by_token or row.guild_id is None:
        return []
    people = PersonMenu(custom_id=f"invite:{row.id}", placeholder=say("invite.choose"))
    return [ui.ActionRow(people)]


def _kicking(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    """Offer to remove somebody, if there is anybody but the opener."""
    named = zip(row.members, names_of(row), strict=True)
    others = {one.key: name for one, name in named if one.user_id not in (None, row.opener_id)}
    choices = menu(f"kick:{row.id}", say("kick.choose"), others)
    return [ui.ActionRow(choices)] if others else []


def _forms(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    """Offer the forms of what is agreed on; a game without options has no form of them."""
    terms = button(f"o:{row.id}:terms", say("lobby.button.terms"))
    if not GAMES[row.game].info.options:
        return [terms]
    return [button(f"o:{row.id}", say("lobby.button.options")), terms]


def _house_actions(row: MatchRow, carried: Collection[str]) -> list[str]:
    """Name what can be done about house players: there may be no free seat for one, or none."""
    levels = [] if len(row.members) >= most_seats(row) else offered(row.game)
    has_any = any(member.user_id is None for member in row.members)
    return [*filter(carried.__contains__, levels), *(["remove"] if has_any else [])]


def _house(row: MatchRow, say: Words, carried: Collection[str]) -> list[str]:
    """Say which house players are in, and what adding one means."""
    named = zip(row.members, bold_names(row, say), strict=True)
    lines = [
        seat_text(row, number, member, name, say)
        for number, (member, name) in enumerate(named, 1)
        if member.user_id is None
    ]
    lines += filter(None, (easy_text(row, say),))
    if len(row.members) >= most_seats(row):
        lines.append(say("refused.full"))
    else:
        key = "settings.add" if len(row.members) < seats_needed(row) else "settings.more"
        lines.append(say(key, level=free_level(row, say)))
        withheld = [say(f"level.{one}") for one in offered(row.game) if one not in carried]
        if withheld:
            lines.append(say("settings.withheld", levels=All(withheld)))
    return [say("settings.house"), *lines]


# The people somebody has blocked.


def blocks_layout(blocked: Sequence[int], say: Words, done: str = "") -> ui.LayoutView:
    """Lay out the people somebody has blocked, and the menus to choose others; `done` is news."""
    names = [f"<@{user_id}>" for user_id in blocked]
    text = say("block.list", names=names) if names else say("block.none")
    parts: list[ui.Item[Any]] = [ui.TextDisplay(f"{text}\n{say('block.means')}")]
    if done:
        parts.append(ui.TextDisplay(done))
    verbs = ("add", "remove") if names else ("add",)
    return container(*parts, *(ui.ActionRow(_people(verb, say)) for verb in verbs))


def _people(verb: str, say: Words) -> PersonMenu:
    return PersonMenu(custom_id=f"block:{verb}", placeholder=say(f"block.choose.{verb}"))
