"""What the pictures of the balloon game share: dice, discards, a seat's row."""

from __future__ import annotations

from engine.games.balloon.view import DICE, FACES, VALUES, BalloonView
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.geometry import Box, Size
from render.panels import MARGIN, name_line
from render.scenes.balloon.figures import parachute, tile
from render.scenes.balloon.sitting import Role, Sitting
from render.theme import NIGHT, WIDTH

DIE = Size(82, 82)
TOKEN = Size(66, 66)
ROW = 74
"""Height of a seat's row."""

GAP = 7
_APART = 4
_COUNT = 54
"""Width of the number beside a token, two figures at most."""

_NUMBER = PLAIN._replace(width=75)
_WORD = SMALL._replace(size=36)
_LINE = 60
_TRACK = 8
_STATUS = 214
"""Width of what a row says of its seat's part in the trip."""


def row_box(top: int, seat: int) -> Box:
    """Return the place of a seat's row when the first one begins at `top`."""
    return Box(MARGIN, top + (seat - 1) * (ROW + GAP), WIDTH - 2 * MARGIN, ROW)


def paint_dice(canvas: Canvas, view: BalloonView, x: int, y: int) -> int:
    """Paint the dice thrown, or empty places for those to be thrown; give the right edge."""
    for face in _thrown(view):
        if face:
            canvas.sprite(tile(face, DIE), x, y)
        else:
            canvas.panel(Box(x, y, DIE.w, DIE.h), NIGHT.muted, radius=14, outline=4)
        x += DIE.w + _APART
    return x


def dice_width(view: BalloonView) -> int:
    """Return how wide the dice of the present cloud are."""
    return max(len(_thrown(view)) * (DIE.w + _APART) - _APART, 0)


def _thrown(view: BalloonView) -> tuple[str, ...]:
    return view.dice or ("",) * DICE[view.cloud]


def paint_discards(canvas: Canvas, sitting: Sitting, box: Box) -> None:
    """Paint how many cards of each face are discarded, at the right of a box."""
    counts = {heap.card: heap.count for heap in sitting.view.discards}
    step = TOKEN.w + _COUNT
    left = box.right - step * len(FACES)
    label = Box(box.x, box.y, left - box.x - 16, box.h)
    words = sitting.words("picture.balloon.discards")
    canvas.caption(words, label, Lettered(_WORD, NIGHT.muted, "right"))
    top = box.middle - TOKEN.h // 2
    for i, face in enumerate(FACES):
        count = counts.get(face, 0)
        x = left + i * step
        canvas.sprite(tile(face, TOKEN, dim=not count), x, top)
        number = Box(x + TOKEN.w + 4, top, _COUNT - 8, TOKEN.h)
        look = Lettered(_NUMBER, NIGHT.text if count else NIGHT.muted)
        canvas.text(str(count), number, look)


def paint_row(canvas: Canvas, sitting: Sitting, seat: int, box: Box) -> None:
    """Paint a seat: name, its part in the trip, cards in hand, score and the way to the target."""
    view = sitting.view
    line = Box(box.x + 12, box.y + 2, box.w - 24, _LINE)
    score = Box(line.right - 92, line.y, 92, line.h)
    canvas.text(str(view.scores[seat - 1]), score, Lettered(BIG, NIGHT.gold, "right"))
    x = _paint_held(canvas, view.hand_counts[seat - 1], score.x - 8, line)
    status = Box(x - _STATUS - 6, line.y, _STATUS, line.h)
    _paint_status(canvas, sitting, seat, status)
    names = sitting.seating(seat, crown=seat in view.winners)
    name_line(canvas, names, line._replace(w=status.x - line.x - 4), sitting.words)
    paint_track(canvas, sitting, view.scores[seat - 1], box)


def paint_track(canvas: Canvas, sitting: Sitting, score: int, box: Box) -> None:
    """Paint the way from 0 to the target at the bottom of a row, as far as a seat has come."""
    track = Box(box.x + 16, box.bottom - _TRACK - 5, box.w - 32, _TRACK)
    canvas.panel(track, NIGHT.well, radius=4)
    done = min(score, sitting.view.target) * track.w // sitting.view.target
    if done:
        canvas.panel(track._replace(w=max(done, _TRACK)), NIGHT.gold, radius=4)


def _paint_held(canvas: Canvas, count: int, right: int, line: Box) -> int:
    """Paint how many cards a seat holds, ending at `right`; give the left edge."""
    number = Box(right - 62, line.y, 62, line.h)
    canvas.text(str(count), number, Lettered(PLAIN, NIGHT.text, "left"))
    x = number.x - 52
    canvas.shape("fan", Box(x, line.middle - 21, 44, 42), NIGHT.back_line)
    return x


def _paint_status(canvas: Canvas, sitting: Sitting, seat: int, box: Box) -> None:
    """Paint whether a seat is pilot, aboard, has decided to stay, or jumped and with what."""
    turn = sitting.turn(seat)
    if turn:
        _pill(canvas, turn, box)
        return
    match sitting.role(seat):
        case Role.PILOT:
            _paint_pilot(canvas, sitting, box)
        case Role.JUMPED:
            _paint_jump(canvas, sitting.view.jumps[seat - 1], box)
        case Role.STAYED:
            canvas.shape("tick", Box(box.right - 108, box.middle - 20, 44, 40), NIGHT.flush)
            _basket(canvas, box)
        case Role.ABOARD:
            _basket(canvas, box)
        case Role.OUT:
            return


def _paint_pilot(canvas: Canvas, sitting: Sitting, box: Box) -> None:
    word = sitting.words("picture.balloon.pilot")
    room = Box(box.x, box.y, box.w - 64, box.h)
    canvas.caption(word, room, Lettered(PLAIN, NIGHT.gold, "right"))
    _basket(canvas, box)


def _paint_jump(canvas: Canvas, cloud: int, box: Box) -> None:
    canvas.sprite(parachute(Size(52, 48), NIGHT.muted), box.right - 150, box.middle - 24)
    points = Box(box.right - 94, box.y, 94, box.h)
    canvas.text(f"+{VALUES[cloud]}", points, Lettered(PLAIN, NIGHT.text, "left"))


def _basket(canvas: Canvas, box: Box) -> None:
    """Paint a small basket: the seat is aboard."""
    x, y = box.right - 52, box.middle
    canvas.panel(Box(x, y - 2, 44, 24), NIGHT.medals[2], radius=6)
    for post in (x + 5, x + 35):
        canvas.bar(Box(post, y - 20, 4, 20), NIGHT.medals[2])


def _pill(canvas: Canvas, text: str, box: Box) -> None:
    pill = box.inset(4, 4)
    canvas.panel(pill, NIGHT.gold, radius=pill.h // 2)
    canvas.shape("arrow", Box(pill.x + 18, pill.middle - 14, 26, 28), NIGHT.ink)
    word = Box(pill.x + 52, pill.y, pill.w - 68, pill.h)
    canvas.caption(text, word, Lettered(PLAIN._replace(size=40, weight=700), NIGHT.ink, "middle"))
