"""Forged interactions and records, and one interaction of each kind that the bot takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from random import Random
from typing import Any

from discord import AppCommandOptionType as Kind
from discord import app_commands

from bot.client import Nimbus
from bot.routes import ROUTES, Route, find
from bot.store.rows import MatchId
from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.record import MoveLine, Record, RecordError, format_record, read_record, replay
from tests.hostile.box import GUILD, message, person
from tests.match.finished import ADA, BEN, CHANNEL, OTHER_CHANNEL
from tests.test_routes import POSTED

# Forged interactions: custom ids, values, forms, commands and what is typed into them.

STRANGER = 999
ALL = str((1 << 50) - 1)
"""Every permission there is, in the forger's own server."""

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 2**63, 10**30, 1.5, "", " ", "\0", "x" * 5000, "\xb2", "\u0661\u0662",
    "\ud800", "\u202e", "<@1>", "K♥", "1e9", "nan", [], {}, [None], [[]], {"a": 1}, ["", 1],
)  # fmt: skip
"""Values of every kind, few of them the one asked for."""

NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "4",
    "9" * 18,
    "9" * 19,
    "9" * 90,
    "-1",
    "",
    "01",
    "\xb2",
    "\u0661",
    "1.0",
    "1 ",
)
LETTERS = ":mstlofhqwrbp0123459 \n\0\xb2\u0661\uff4d\U0001f4a5"
CODES = (
    "play KH",
    "take 2C",
    "second 2",
    "stay",
    "pay",
    "draw AAA",
    "declare NT",
    "",
    "x" * 60,
    "'; --",
)
ACTIONS = {
    "t": ("hand", "leave", "back", "end", "hint", "faster", "slower", "clock"),
    "l": ("join", "leave", "easy", "normal", "hard", "remove", "start", "close", "private"),
    "w": ("move", "hand", "hint", "leave", "end", "invite", "look"),
    "look": ("hand", "trick", "clock", "hedgehog", ""),
    "rp": ("eyes", "deal", "move", "share", ""),
    "e": ("place", "moment", "look", "language", "quiet", "form", "days"),
}
GAME_KEYS = ("cloud_nine", "nimbly", "balloon", "clumond", "poker", "", "a" * 41)
MANAGING = (
    "server", "server:channels", "server:audit", "server:clock", "server:openers",
    "server:openers:role", "server:enders:role", "server:hosts:role", "server:look",
    "table:end", "table:kick", "table:pause", "table:ban",
)  # fmt: skip
"""Menus of those who look after a server."""

COMMANDS = {
    "play": ("game",), "move": ("move", "table"), "look": ("question", "table"), "hint": ("table",),
    "leave": ("table",),
    "replay": ("match", "code"), "help": (),
    "leaderboard": ("game", "where", "when"), "rules": ("game",),
    "stats": ("player", "compare_with"),
    "games": (), "preferences": (), "privacy": (), "settings": (), "table": ("table",),
    "puzzle": ("game", "theme"), "invite": ("who",), "block": (), "gone": ("x",),
    "nimbus": (), "league": (),
}  # fmt: skip
OFFERED = ("move", "question", "table", "match", "theme")
"""The options that offer something while one types."""

KEYS = (
    "deals", "target", "terms.clock", "terms.hints", "from", "until", "zone", "", "x", "\0",
    "redeal",
)  # fmt: skip


@dataclass(frozen=True)
class Forged:
    """A forged interaction; `is_known` if one of the bot's own controls or forms has its id."""

    payload: dict[str, Any]
    is_autocomplete: bool = False


def forged(random: Random, user: int = STRANGER, guild: int | None = None) -> Forged:
    """Forge one interaction of somebody who may not do anything here."""
    make = random.choice((_press, _press, _choose, _form, _form, _command, _typing))
    return make(random, user, guild if guild is not None else random.choice((GUILD + 1, None)))


def _press(random: Random, user: int, guild: int | None) -> Forged:
    custom_id = _custom_id(random)
    part = {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
    shown = message([part], random.choice((0, 64, 1 << 15)))
    return Forged(_interaction(random, 3, data, user, guild) | {"message": shown})


def _choose(random: Random, user: int, guild: int | None) -> Forged:
    managing = random.choice(MANAGING)
    custom_id = random.choice((f"s:{random.choice(NUMBERS)}:0", _custom_id(random), managing))
    part = {"type": 3, "options": [{"label": "x", "value": "x"}], "custom_id": custom_id}
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3}
    if random.random() < 0.8:
        number = random.choice(NUMBERS)
        texts = [random.choice((*CODES, f"{number}:k", f"{number}:", number, "everyone", "60"))]
        data["values"] = random.choice((texts, random.choice(ODD)))
    shown = message([part], random.choice((0, 64, 1 << 15)))
    return Forged(_interaction(random, 3, data, user, guild) | {"message": shown})


def _form(random: Random, user: int, guild: int | None) -> Forged:
    custom_id = random.choice(
        (f"{random.choice(('f:', 'f', 'g:'))}{random.choice(NUMBERS)}", "me:form")
    )
    components = random.choice((_components(random), _components(random), random.choice(ODD)))
    data = {"custom_id": custom_id, "components": components}
    return Forged(_interaction(random, 5, data, user, guild))


def _components(random: Random, depth: int = 0) -> Any:
    parts: list[Any] = []
    for _ in range(random.randrange(4)):
        part: dict[str, Any] = {"type": random.choice((1, 4, 3, 18, 99))}
        if random.random() < 0.9:
            part["custom_id"] = random.choice((*KEYS, random.choice(ODD)))
        part[random.choice(("value", "values", "x"))] = random.choice((["5"], "5", *ODD))
        if depth < 6 and random.random() < 0.3:
            part[random.choice(("component", "components"))] = _components(random, depth + 1)
        parts.append(random.choice((part, {"type": 18, "component": part}, random.choice(ODD))))
    return parts


def _command(random: Random, user: int, guild: int | None) -> Forged:
    return Forged(_interaction(random, 2, _called(random), user, guild))


def _typing(random: Random, user: int, guild: int | None) -> Forged:
    data = _called(random)
    data["options"] = [option for option in data["options"] if option["name"] in OFFERED]
    for option in data["options"][:1]:
        option["focused"] = True
    return Forged(_interaction(random, 4, data, user, guild), is_autocomplete=True)


def _called(random: Random) -> dict[str, Any]:
    name = random.choice(list(COMMANDS))
    options = [
        {"name": key, "type": random.choice((3, 4)), "value": _value(random)}
        for key in COMMANDS[name]
        if random.random() < 0.9
    ]
    return {"id": "1", "name": name, "type": 1, "options": options}


def _value(random: Random) -> Any:
    return random.choice((1, 2, 3, 4, *GAME_KEYS, *CODES, random.choice(ODD), random.choice(ODD)))


def _custom_id(random: Random) -> str:
    number = random.choice(NUMBERS)
    kind = random.choice("mstlofhqwrbepv")
    known = {
        "m": f"m:{number}:{random.choice(NUMBERS)}:{random.choice(CODES)}",
        "s": f"s:{number}:{random.choice(NUMBERS)}",
        "o": f"o:{number}{random.choice(('', ':terms'))}",
        "r": f"r:{random.choice(GAME_KEYS)}:{number}",
        "b": f"lb:{random.choice(GAME_KEYS)}:{random.choice(('here', 'all'))}:season:{number}",
        "w": f"w:{random.choice(ACTIONS['w'])}",
        "p": f"p:{number}{random.choice(('', ':1:yes', ':3:no', f':{number}:yes'))}",
        "v": random.choice(
            (f"replay:{number}", f"rp:{random.choice(ACTIONS['rp'])}", _seen(random))
        ),
        "e": f"me:{random.choice(ACTIONS['e'])}",
    }
    action = random.choice(ACTIONS.get(kind, ("",)))
    text = known.get(kind) or f"{kind}:{number}{':' if action else ''}{action}"
    if random.random() < 0.3:
        at = random.randrange(len(text) + 1)
        text = text[:at] + random.choice(LETTERS) + text[at + random.randrange(2) :]
    return text[:100]


def _seen(random: Random) -> str:
    """Spell a button of the replay viewer, its check made up."""
    step = random.choice(("open", "start", "back", "next", "end", "share", "x"))
    number, moves = random.choice(NUMBERS), random.choice(NUMBERS)
    return f"rp:{step}:{number}-{moves}-{random.choice('AT123X')}-W5NKTQ"


def _interaction(
    random: Random, kind: int, data: dict[str, Any], user: int, guild: int | None
) -> dict[str, Any]:
    made = interaction(kind, data, user, guild, random.choice((CHANNEL, OTHER_CHANNEL)))
    made |= {"id": str(random.getrandbits(60)), "locale": random.choice(("en-US", "de", "zz", ""))}
    if random.random() < 0.02:
        made.pop("member", None)
    return made


def interaction(
    kind: int, data: dict[str, Any], user: int, guild: int | None, channel: int
) -> dict[str, Any]:
    """Spell an interaction of somebody with every permission, or in a direct message."""
    found: dict[str, Any] = {
        "id": "12", "type": kind, "data": data, "token": "token",
        "version": 1, "application_id": "1", "attachment_size_limit": 1 << 20,
        "channel_id": str(channel),
        "channel": {"id": str(channel), "type": 0, "name": "table", "position": 0},
        "locale": "en-US", "app_permissions": ALL, "entitlements": [],
    }  # fmt: skip
    if guild is None:
        return found | {
            "user": person(user),
            "channel": {"id": str(channel), "type": 1, "recipients": []},
        }
    member = {
        "user": person(user), "roles": [], "permissions": ALL, "flags": 0, "deaf": False,
        "mute": False, "joined_at": "2026-01-01T00:00:00+00:00",
    }  # fmt: skip
    found |= {"guild_id": str(guild), "guild_locale": "en-US"}
    return found | {"member": member}


# One interaction of each kind that the bot takes: every route, every command, all typing.

_NUMBERS = count(1000)

_VALUES: dict[Kind, Any] = {
    Kind.string: "x", Kind.integer: 1, Kind.boolean: True, Kind.user: str(BEN),
    Kind.mentionable: str(BEN),
}  # fmt: skip


def by_ada(kind: int, data: dict[str, Any]) -> dict[str, Any]:
    """Spell an interaction of somebody who sits at the tables, with a token of its own."""
    number = str(next(_NUMBERS))
    return interaction(kind, data, ADA, GUILD, CHANNEL) | {"id": number, "token": f"token {number}"}


def pressed(custom_id: str) -> dict[str, Any]:
    """Spell a press of a control on a message that everybody sees."""
    part = {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}
    data = {"custom_id": custom_id, "component_type": 3, "values": ["x"]}
    return by_ada(3, data) | {"message": message([part])}


def presses(matches: Sequence[MatchId]) -> Iterator[dict[str, Any]]:
    """Spell a press for every route, and for each of some matches where it is about one."""
    for route, fields in _examples().values():
        told = [{"match_id": each} for each in matches] if "match_id" in fields else [{}]
        for each in told:
            yield pressed(route.spelling.format(**fields | each))


def _examples() -> dict[str, tuple[Route, dict[str, Any]]]:
    found = {route.spelling: (route, fields) for route, fields in filter(None, map(find, POSTED))}
    assert len(found) == len(ROUTES)
    return found


def commands(bot: Nimbus) -> Iterator[dict[str, Any]]:
    """Spell every command, with all its options."""
    for command in _leaves(bot):
        yield by_ada(2, _command_call(command))


def typed(bot: Nimbus) -> Iterator[dict[str, Any]]:
    """Spell the typing of every option for which something is offered."""
    for command in _leaves(bot):
        for option in command.parameters:
            if option.autocomplete:
                yield by_ada(4, _command_call(command, option.name))


def called(name: str, **options: Any) -> dict[str, Any]:
    """Spell a command with some options that are texts."""
    given = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
    return by_ada(2, {"id": "1", "name": name, "type": 1, "options": given})


def _leaves(bot: Nimbus) -> Iterator[app_commands.Command[Any, Any, Any]]:
    for command in bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


def _command_call(
    command: app_commands.Command[Any, Any, Any], focused: str = ""
) -> dict[str, Any]:
    options = [
        {
            "name": one.name, "type": one.type.value,
            "value": one.choices[0].value if one.choices else _VALUES[one.type],
        }
        | ({"focused": True} if one.name == focused else {})
        for one in command.parameters
    ]  # fmt: skip
    users = {str(BEN): person(BEN)}
    member = {"roles": [], "permissions": "0", "joined_at": "2026-01-01T00:00:00+00:00"}
    resolved = {"users": users, "members": {str(BEN): member | {"flags": 0}}}
    named: dict[str, Any] = {"name": command.name, "type": 1, "options": options}
    if command.parent is not None:
        named = {"name": command.parent.name, "type": 1, "options": [named]}
    return {"id": "1", "resolved": resolved, **named}


# Records that strangers made: real ones, spoilt in every way.

PIECES = (
    b"\0", b"\xff", b"\n", b":", b" ", b"#", "\u0661".encode(), "\xb2".encode(), b"-", b"=", b"|",
    b"9" * 5000, b"seats: 99\n", b"roll 1: R R\n", b"shuffle 1: KH\n", b"1 fall\n", b"\xe2\x80\xa8",
    b"result: 1 2 3\n", b"1 play KH\n", b"options: deals=\xd9\xa1\n", b"game: nimbly\n",
    b"\xef\xbb\xbf",
)  # fmt: skip
MOST = 1000
"""The most characters of a refusal."""

LONGEST = 60
"""How many moves the real records have at most."""


@cache
def real(seed: int) -> bytes:
    """Write the record of the beginning of a random game."""
    random = Random(seed)
    key = random.choice(list(GAMES))
    game, moves = GAMES[key], list[MoveLine]()
    seats, secret = random.choice(game.info.seats), random.randbytes(32)
    course = Course.begin(game, seats, {}, Chance(secret))
    while (acting := course.to_act()) and len(moves) < LONGEST:
        move = MoveLine(acting[0], random.choice(course.legal(acting[0])))
        moves.append(move)
        course = course.then(move.seat, move.code)
    return format_record(Record(key, seats, seed=secret, moves=tuple(moves))).encode()


def spoilt(random: Random) -> bytes:
    """Spoil a real record in one to five places."""
    data = real(random.randrange(40))
    for _ in range(random.randint(1, 5)):
        at, to = sorted(random.randrange(len(data) + 1) for _ in range(2))
        to = min(to, at + random.choice((0, 1, 5, 40)))
        again = random.randrange(len(data) + 1)
        piece = random.choice((b"", *PIECES, data[again : again + 20], random.randbytes(3)))
        data = data[:at] + piece + data[to:]
    return data


def hold(cases: int, seed: int) -> int:
    """Replay this many spoilt records: each is fine, or refused in one short line."""
    random, fine = Random(seed), 0
    for _ in range(cases):
        data = spoilt(random)
        try:
            refusal = _refusal(data)
        except BaseException as error:
            error.add_note(repr(data))
            raise
        fine += not refusal
        assert len(refusal) < MOST, data
        assert "\n" not in refusal, data
    return fine


def _refusal(data: bytes) -> str:
    try:
        replay(read_record(data))
    except RecordError as error:
        return str(error)
    return ""
