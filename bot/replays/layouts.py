"""The viewer of a finished game: a moment of it, what just happened, and where to go from there.

Every control carries the code of the moment it leads to, so nothing is remembered of who looks at
what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import discord
from discord import ui

from bot.discord.parts import MENU, Pictures, button, container, galleries, menu, rows
from bot.match.show.looks import looking_back, title_of
from bot.match.table.names import bold_names, people, plain_names
from bot.painter import Painter
from bot.presenters import PRESENTERS
from bot.presenters.cards import listed
from bot.replays.service import OPEN, TABLE, Moment, Replay
from bot.store.rows import MatchRow, Status
from bot.texts import by_ear
from render.api import Picture, Words, number
from render.scenes import SCENES
from render.theme import Theme

STEPS = ("open", "start", "back", "next", "end", "more")
"""The deeds of the buttons, as custom ids have them: open a viewer, go somewhere in it, or offer
all other ways."""

MENUS = ("eyes", "deal", "move")
"""The choices of the menus, as custom ids have them."""


def replay_layout(  # noqa: PLR0913 - each says something else of one viewer
    replay: Replay,
    moment: Moment,
    pictures: Pictures,
    say: Words,
    *,
    can_share: bool,
    more: Sequence[ui.Item[Any]] | None = (),
    is_whole: bool = False,
) -> ui.LayoutView:
    """Lay out the viewer: the pictures of a moment, what just happened, and the ways on.

    Where it `is_whole` there are other ways than by a move or a deal, too. `more` are buttons
    that lead elsewhere; None for the best game of a day, which is only watched and not shared.
    """
    is_whole = is_whole or by_ear(say)
    title = _title(replay, moment, say)
    head = [title] if more is not None else [title, _best(replay, say)]
    told = _move_text(replay, moment, say)
    shown: list[ui.Item[Any]] = [*galleries(pictures)]
    if told:
        shown.insert(0, ui.TextDisplay(told))
    steps = ui.ActionRow[ui.LayoutView](*_steps(replay, moment, say))
    # In words what is new and the ways on come first.
    shown.insert(bool(told) if by_ear(say) else len(shown), steps)
    if not is_whole:
        steps.add_item(_step("more", replay, moment, say("page.button.more")))
        return container(ui.TextDisplay("\n".join(head)), *shown)
    menus = [_eyes_menu(replay, moment, say), _move_menu(replay, moment, say)]
    if len(replay.starts) > 1:
        menus.insert(1, _deal_menu(replay, moment, say))
    return container(
        ui.TextDisplay("\n".join(head)),
        *shown,
        *map(ui.ActionRow, menus),
        *rows(more or ()),
        *(() if more is None else _others(replay, moment, say, can_share=can_share)),
    )


def shared_layout(
    replay: Replay, moment: Moment, pictures: Pictures, say: Words, *, is_for_all: bool
) -> ui.LayoutView:
    """Lay out a moment for everybody in a channel, with the way into it if they may follow it."""
    text = f"{_title(replay, moment, say)}\n{_move_text(replay, moment, say)}".strip()
    parts: list[ui.Item[Any]] = [ui.TextDisplay(text), *galleries(pictures)]
    if is_for_all:
        way = button(f"rp:open:{replay.codes.spell(moment)}", say("replay.button.open"))
        parts += [ui.ActionRow(way), ui.TextDisplay(_code(replay, moment, say))]
    return container(*parts)


def animation_layout(
    replay: Replay,
    deal: int,
    pictures: Pictures,
    say: Words,
    *,
    is_for_all: bool,
    is_drawn: bool = True,
) -> ui.LayoutView:
    """Lay out a deal, with the way to watch it oneself if everybody here may.

    Until it `is_drawn`, `pictures` show how it began.
    """
    row = replay.row
    title = say(
        f"animation.title.{SCENES[row.game].unit}",
        title=title_of(row.game, row.number, row.series, say), deal=deal, deals=len(replay.starts),
    )  # fmt: skip
    text = title if is_drawn else f"{title}\n{say('animation.drawing')}"
    parts: list[ui.Item[Any]] = [ui.TextDisplay(text), *galleries(pictures)]
    if is_for_all:
        code = replay.codes.spell(Moment(row.id, replay.span(deal)[0], TABLE))
        parts.append(ui.ActionRow(button(f"rp:open:{code}", say("animation.button.open"))))
    return container(*parts)


def other_ways(row: MatchRow, say: Words, *, played: bool) -> list[ui.Item[Any]]:
    """Return what else there is of a finished game: its review for who `played`, record, proof."""
    review = looking_back(row, say, "reviews") if played else []
    record = button(f"record:{row.id}", say("final.button.record"))
    return [*review, record, button(f"fair:{row.id}", say("fair.button"))]


def replay_button(row: MatchRow, say: Words) -> ui.Item[Any]:
    """Make the button that opens the viewer of a finished game at its start."""
    return button(f"replay:{row.id}", say("replay.button.replay"))


def _title(replay: Replay, moment: Moment, say: Words) -> str:
    row = replay.row
    title = title_of(row.game, row.number, row.series, say)
    return say("replay.title", title=title, where=_where(replay, moment, say))


def _best(replay: Replay, say: Words) -> str:
    """Say whose game was the best of a day, in which a person has the first seat, and its end."""
    names = bold_names(replay.row, say, ())
    scores = replay.view(replay.last, None).scores
    return say("replay.best", name=names[0], points=listed(list(map(number, scores)), names, say))


def _where(replay: Replay, moment: Moment, say: Words) -> str:
    """Say which deal and move it is, and by whose eyes it is seen."""
    deal, deals = replay.deal_at(moment.moves), len(replay.starts)
    unit = SCENES[replay.row.game].unit if deals > 1 else "only"
    eyes = _eyes_name(replay.row, moment.eyes, say, bold_names)
    return say(
        f"replay.where.{unit}", deal=deal, deals=deals, move=moment.moves, moves=replay.last,
        eyes=eyes,
    )  # fmt: skip


def _eyes_name(row: MatchRow, eyes: str, say: Words, names_of: Any = plain_names) -> str:
    if eyes == OPEN:
        return say("replay.eyes.open")
    if eyes == TABLE:
        return say("replay.eyes.table")
    return say("replay.eyes.seat", name=names_of(row, say, ())[int(eyes) - 1])


def _move_text(replay: Replay, moment: Moment, say: Words) -> str:
    """Tell what the last move did, with the names of the time, and how the game broke off."""
    sentences = _sentences(replay, moment.moves, say, bold_names)
    is_end = moment.moves == replay.last
    if is_end and replay.row.status is Status.CLOSED:
        sentences.append(say("replay.closed"))
    return " ".join(sentences)


def _sentences(replay: Replay, moves: int, say: Words, names_of: Any = plain_names) -> list[str]:
    seat = replay.stood_in.get(moves)
    names = names_of(replay.row, say, () if seat is None else (seat,))
    presenter = PRESENTERS[replay.row.game]
    told = (presenter.sentence(event, say, names) for event in replay.happened(moves))
    return [sentence for sentence in told if sentence]


def _steps(replay: Replay, moment: Moment, say: Words) -> list[ui.Item[Any]]:
    """Return the buttons that go on and back, by deal and by move."""
    here, last = moment.moves, replay.last
    ways = {
        "start": replay.before(here),
        "back": max(0, here - 1),
        "next": min(last, here + 1),
        "end": replay.after(here),
    }
    unit, main = SCENES[replay.row.game].unit, discord.ButtonStyle.primary
    labels = {
        "start": say(f"replay.button.start.{unit}"),
        "back": say("replay.button.back"),
        "next": say("replay.button.next"),
        "end": say(f"replay.button.end.{unit}"),
    }
    return [
        _step(
            step,
            replay,
            moment.at(moves),
            labels[step],
            main if step == "next" else discord.ButtonStyle.secondary,
            disabled=moves == here,
        )
        for step, moves in ways.items()
    ]


def _step(
    step: str, replay: Replay, moment: Moment, label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary, *, disabled: bool = False,
) -> ui.Item[Any]:  # fmt: skip
    """Make a button that leads to a moment."""
    return button(f"rp:{step}:{replay.codes.spell(moment)}", label, style, disabled=disabled)


def _eyes_menu(replay: Replay, moment: Moment, say: Words) -> ui.Item[Any]:
    choices = [
        (moment.by(eyes), _eyes_name(replay.row, eyes, say), eyes == moment.eyes)
        for eyes in replay.eyes()
    ]
    return _menu("eyes", replay, choices, say("replay.choose.eyes"))


def _deal_menu(replay: Replay, moment: Moment, say: Words) -> ui.Item[Any]:
    """Offer the deals near this one, with what each brought."""
    here = replay.deal_at(moment.moves)
    choices = [
        (moment.at(replay.starts[deal - 1]), _deal_name(replay, deal, say), deal == here)
        for deal in _near(range(1, len(replay.starts) + 1), here)
    ]
    unit = SCENES[replay.row.game].unit
    return _menu("deal", replay, choices, say(f"replay.choose.{unit}"))


def _deal_name(replay: Replay, deal: int, say: Words) -> str:
    unit, made = SCENES[replay.row.game].unit, replay.view(replay.last, None).deal_scores
    if deal > len(made):
        return say(f"replay.begins.{unit}", deal=deal)
    names = plain_names(replay.row, say, ())
    points = listed(list(map(number, made[deal - 1])), names, say)
    return say(f"replay.scored.{unit}", deal=deal, points=points)


def _move_menu(replay: Replay, moment: Moment, say: Words) -> ui.Item[Any]:
    """Offer the moves of this deal that are near this one."""
    span = replay.span(replay.deal_at(moment.moves))
    choices = [
        (moment.at(moves), _move_name(replay, moves, span[0], say), moves == moment.moves)
        for moves in _near(span, moment.moves)
    ]
    return _menu("move", replay, choices, say("replay.choose.move"))


def _move_name(replay: Replay, moves: int, start: int, say: Words) -> str:
    """Name a move by what it did first; where the deal starts, say so."""
    if moves == start:
        unit = SCENES[replay.row.game].unit
        return say(f"replay.begins.{unit}", deal=replay.deal_at(moves))
    told = next(iter(_sentences(replay, moves, say)), "")
    return say("replay.move", move=moves, told=told)


def _near(all_: range, here: int) -> range:
    """Return those of a range that are nearest to one of them, as many as a menu has room for."""
    place = all_.index(here)
    first = max(0, min(place - MENU // 2, len(all_) - MENU))
    return all_[first : first + MENU]


def _menu(
    what: str, replay: Replay, choices: Iterable[tuple[Moment, str, bool]], ask: str
) -> ui.Item[Any]:
    shown = menu(f"rp:{what}", ask)
    for moment, name, is_here in choices:
        shown.add_option(label=name, value=replay.codes.spell(moment), default=is_here)
    return shown


def _others(
    replay: Replay, moment: Moment, say: Words, *, can_share: bool
) -> Sequence[ui.Item[Any]]:
    """Return the other buttons of a moment, those that post for everybody under that word."""
    code, unit = replay.codes.spell(moment), SCENES[replay.row.game].unit
    whom = "all" if can_share else "own"
    shown = button(f"rp:animate:{code}", say(f"animation.button.{whom}.{unit}"))
    if not can_share:
        return (ui.ActionRow(shown),)
    share = button(f"rp:share:{code}", say("replay.button.share"))
    posting: tuple[ui.Item[Any], ...] = (
        ui.TextDisplay(say("replay.posting")), ui.ActionRow(shown, share)
    )  # fmt: skip
    # A code is read letter by letter, at every move.
    return posting if by_ear(say) else (*posting, ui.TextDisplay(_code(replay, moment, say)))


def _code(replay: Replay, moment: Moment, say: Words) -> str:
    return say("replay.code", code=replay.codes.spell(moment))


# The pictures of a moment of a finished game.


async def paint_moment(
    painter: Painter, replay: Replay, moment: Moment, say: Words, theme: Theme
) -> Pictures:
    """Paint a moment: the result of a deal that just ended, and what its eyes see of the table."""
    paints = _paints(replay, moment, say, theme)
    return [
        (f"replay-{moment.moves}-{name}.png", await painter.paint(paint))
        for name, paint in paints.items()
    ]


def _paints(
    replay: Replay, moment: Moment, say: Words, theme: Theme
) -> dict[str, Callable[[], Picture]]:
    """Return the painters of the pictures, by the names of the files."""
    moves, seats = moment.moves, people(replay.row)
    scene, view = SCENES[replay.row.game], replay.view(moves, None)
    result = {"result": lambda: scene.result(view, seats, say, theme)}
    if moves == replay.last and replay.is_over:
        return {**result, "deal": lambda: scene.deal(view, seats, say, theme)}
    before = result if moves and moves in replay.starts else {}
    if moment.seat is not None:
        hand = replay.view(moves, moment.seat)
        # The picture of a hand has the table in it.
        return {**before, "hand": lambda: scene.hand(hand, seats, say, theme)}
    if moment.eyes == OPEN:
        hands = [replay.view(moves, seat) for seat in replay.seats]
        return {**before, "hands": lambda: scene.open_hands(hands, seats, say, theme)}
    return {**before, "table": lambda: scene.table(view, seats, say, theme)}
