"""What a person is given of what is kept about them: all of it, and nothing that is not theirs."""

from __future__ import annotations

import asyncio
import io
import json
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest

from bot.daily.store import DailyStore, Post
from bot.errors import Refused
from bot.evenings.rows import EveningPerson
from bot.privacy.exports import Export, Exports, about_game, about_person
from bot.privacy.personal import Personal
from bot.ratings.rules import Season
from bot.ratings.store import RatingStore
from bot.reviews.store import ReviewRow, ReviewStore
from bot.store.codec import member_fields
from bot.store.doors import Doors
from bot.store.rows import HandMessage, MatchId, MatchRow, Member, MoveRow, Status
from bot.texts import Texts
from engine.codec import plain
from engine.course import Course
from engine.record import parse_record, replay
from engine.seats import Seat
from tests.engine.walks import Beginning, beginnings
from tests.match.conftest import hall, parts
from tests.match.finished import ADA, BEN, CLEO, Hall, opened, start
from tests.match.stand import Parts
from tests.store.samples import by_score, evening_of, tamper

__all__ = ["hall", "parts"]

SAY = Texts.load().words("en")
PLENTY = 8 << 20
NOTHING = Personal(None, {}, (), (), (), (), (), ())


def files_of(made: Export) -> dict[str, Any]:
    """Return the files of an archive by name: JSON as values, texts as they are."""
    with ZipFile(io.BytesIO(made.data)) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    return {
        name: json.loads(text) if name.endswith(".json") else text for name, text in texts.items()
    }


async def export(hall: Hall | Parts, user: int = ADA, most: int = PLENTY) -> dict[str, Any]:
    return files_of(await Exports(hall.store).of(user, most, SAY))


def row_of(beginning: Beginning, course: Course) -> MatchRow:
    """Return the row of a game that is being played by people."""
    members = tuple(Member(str(100 + n), f"P{n}", "77") for n in range(1, beginning.seats + 1))
    return MatchRow(
        MatchId(1), 3, Status.PLAYING, beginning.key, 1, dict(beginning.options), 5, 6, 101, "en",
        b"secret" * 5, members, 1.0, 2.0, entropy="101:77\nstart:9", seed=b"s" * 32,
        state=course.game.dump(course.state), moves=len(course.happened) - 1,
    )  # fmt: skip


def another_world(row: MatchRow, course: Course, seat: Seat, random: Random) -> MatchRow:
    """Return the row with another state that this seat cannot tell from the true one."""
    state = course.game.imaginer(course.view(seat), course.heard(seat))(random)
    return replace(
        row, state=course.game.dump(state), secret=b"other", seed=b"o" * 32, entropy="elsewhere"
    )


@pytest.mark.parametrize("beginning", beginnings(1), ids=str)
def test_of_a_running_game_nothing_depends_on_what_the_seat_cannot_see(
    beginning: Beginning,
) -> None:
    """Whatever the others hold, and whatever the secret is, the export reads the same."""
    random, course, log = Random(1), beginning.course(), list[MoveRow]()
    changed = 0
    for step in range(40):
        acting = course.to_act()
        if not acting:
            break
        if step % 4 == 0:
            row = row_of(beginning, course)
            for number in range(1, beginning.seats + 1):
                seat = Seat(number)
                other = another_world(row, course, seat, random)
                changed += other.state != row.state
                others = [m if m.seat == seat else replace(m, code="?", at=0.0) for m in log]
                told = about_game(row, log, (), 100 + number, NOTHING)
                assert told == about_game(other, others, (), 100 + number, NOTHING)
                assert told["what_you_see"] == plain(course.view(seat))
        code = random.choice(course.legal(acting[0]))
        log.append(MoveRow(len(log) + 1, acting[0], code, 100 + acting[0], float(step)))
        course = course.then(acting[0], code)
    assert changed or beginning.key == "nimbly"


async def test_a_running_game_gives_no_secret_seed_entropy_or_press_of_others(hall: Hall) -> None:
    row = await start(hall.lobbies, await opened(hall.lobbies))
    table = await hall.tables.load(row.id)
    seat = table.to_act()[0]
    mover = table.member(seat).user_id
    assert mover is not None
    await hall.tables.play(row.id, mover, None, table.legal(seat)[0])
    for user in (ADA, BEN, CLEO):
        files = await export(hall, user)
        assert sorted(files) == [
            "about-you.json", "games/nimbus-cloud_nine-1.json", "read-me-first.txt",
        ]  # fmt: skip
        told = json.dumps(files)
        for secret in (row.secret.hex(), row.seed.hex(), row.entropy, "9999"):
            assert secret not in told
        for other in {ADA, BEN, CLEO} - {user}:
            assert f"{other}" not in told
            assert f"{9000 + other}" not in told
        game = files["games/nimbus-cloud_nine-1.json"]
        assert game["you"]["joined"] == f"{9000 + user}"
        assert len(game["your_moves"]) == (user == mover)


async def test_a_lobby_gives_no_secret_and_every_field_of_the_own_seat(hall: Hall) -> None:
    row = await opened(hall.lobbies)
    told = json.dumps(await export(hall))
    assert row.secret.hex() not in told
    assert '"status": "lobby"' in told
    (game,) = [value for name, value in (await export(hall)).items() if name.startswith("games/")]
    assert set(member_fields(Member("1", "Ada"))) <= set(game["you"])


async def test_a_finished_game_comes_with_its_record_and_the_own_part_of_it(hall: Hall) -> None:
    match_id = await hall.game()
    files = await export(hall, BEN)
    record = parse_record(files[f"games/nimbus-cloud_nine-{match_id}.txt"])
    assert replay(record).to_act() == ()
    own = files[f"games/nimbus-cloud_nine-{match_id}.json"]
    results = await hall.store.results(match_id)
    (result,) = [result for result in results if result.user_id == BEN]
    assert own["you"]["seat"] == result.seat
    assert [each["score"] for each in own["your_result"]] == [result.score]
    assert own["what_you_see"] is None
    assert own["your_review"] is None
    moves = [move for move in await hall.store.moves(match_id) if move.by == BEN]
    assert [each["move"] for each in own["your_moves"]] == [move.code for move in moves]
    assert all(each["by_you"] for each in own["your_moves"])
    assert files["about-you.json"]["name_on_leaderboards"] == "Ben"


@pytest.mark.parametrize(("body", "found"), [('{"mistakes":[]}', {"mistakes": []}), ("{", "{")])
async def test_the_own_review_is_told_readable_or_not(hall: Hall, body: str, found: object) -> None:
    match_id = await hall.game()
    for result in await hall.store.results(match_id):
        user = result.user_id or 0
        await ReviewStore(hall.store.database).put(
            ReviewRow(match_id, result.seat, user, 3, 60.0 + user, body)
        )
    own = (await export(hall, BEN))[f"games/nimbus-cloud_nine-{match_id}.json"]
    assert own["your_review"] == {"accuracy": 60.0 + BEN, "version": 3, "found": found}


async def test_settings_hands_and_tables_are_told(parts: Parts) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    await parts.store.set_settings(f"person {ADA}", {"calls": "never", "look": "day"})
    await parts.store.set_settings(f"person {BEN}", {"calls": "always"})
    await parts.store.set_hand(HandMessage(row.id, ADA, 70, 71, 1, 0))
    await parts.store.set_hand(HandMessage(row.id, BEN, 80, 81, 1, 0))
    await parts.store.note(row.id, ping_message=5, ping_user=ADA)
    await Doors(parts.store.database).block(ADA, BEN, 1.0, most=9)
    await Doors(parts.store.database).block(BEN, ADA, 1.0, most=9)
    people = EveningPerson(90, ADA, 5, "Ada", "77", since=2), EveningPerson(90, BEN, 5, "Ben", "78")
    await evening_of(parts.store, 90, *people)
    await DailyStore(parts.store.database).share(Post(7, 70, 5), ADA, "Ada")
    files = await export(parts)
    assert files["about-you.json"] == {
        "user_id": str(ADA),
        "name_on_leaderboards": None,
        "settings": {"calls": "never", "look": "day"},
        "tables": [row.id],
        "tables_opened": [row.id],
        "tables_with_a_call_to_you": [row.id],
        "tables_paused": [],
        "tables_you_are_asked_to": [],
        "people_you_blocked": [str(BEN)],
        "tables_you_invited_to": [],
        "ratings": [],
        "dailies": [],
        "dailies_looked_at": [],
        "dailies_shared": [
            {"day": "1970-01-08", "server": "5", "channel": "70", "message": None, "name": "Ada"}
        ],
        "puzzles_you_answered": [],
        "puzzles_that_come_back": [],
        "calls_to_tables": [],
        "evenings": [
            {
                "evening": 90, "server": "5", "name": "Ada", "joined": "77", "from_round": 2,
                "left_after_round": None, "place": None, "points": None,
                "hosts": False, "rulings": {},
            }
        ],
    }  # fmt: skip
    hands = files["games/nimbus-cloud_nine-1.json"]["your_hand_message"]
    assert hands == [{"channel": "70", "message": "71", "deal": 1}]


async def test_who_never_played_gets_a_file_that_says_so_and_all_that_is_found_is_told(
    hall: Hall,
) -> None:
    files = await export(hall, 404)
    assert files["about-you.json"]["tables"] == []
    assert sorted(files) == ["about-you.json", "read-me-first.txt"]
    # A field that is added has to be told, too.
    told = about_person(ADA, replace(NOTHING, of_features={"yours": 5}))
    apart = {"hands", "with_games"}  # with the game of each
    assert len(told) == len(fields(Personal)) - len(apart) + 1  # and whose it is
    assert told["yours"] == 5


async def test_what_is_too_big_is_cut_at_the_oldest_games_with_a_word(hall: Hall) -> None:
    for seed in range(4):
        await hall.game((ADA, BEN), seed)
    whole = await Exports(hall.store).of(ADA, PLENTY, SAY)
    assert (whole.games, whole.left_out) == (4, 0)
    small = await Exports(hall.store).of(ADA, 8_000, SAY)
    assert len(small.data) <= 8_000
    assert 0 < small.games < 4
    assert small.games + small.left_out == 4
    files = files_of(small)
    assert "games/nimbus-cloud_nine-4.txt" in files
    assert "games/nimbus-cloud_nine-1.txt" not in files
    assert "didn't fit" in files["read-me-first.txt"]
    assert "didn't fit" not in files_of(whole)["read-me-first.txt"]


async def test_a_damaged_game_does_not_keep_the_others_back(hall: Hall, tmp_path: Path) -> None:
    first, second = await hall.game((ADA, BEN)), await hall.game((ADA, CLEO))
    tamper(tmp_path / "nimbus.sqlite3", "UPDATE match SET members = 'x' WHERE id = ?", first)
    files = await export(hall)
    assert files[f"games/table-{first}.json"] == {"table": first, "readable": False}
    assert f"games/nimbus-cloud_nine-{second}.txt" in files


async def test_one_export_at_a_time_for_each_person(hall: Hall) -> None:
    await hall.game((ADA, BEN))
    exports = Exports(hall.store)
    made = asyncio.create_task(exports.of(ADA, PLENTY, SAY))
    await asyncio.sleep(0)
    with pytest.raises(Refused, match=r"refused\.export_busy"):
        await exports.of(ADA, PLENTY, SAY)
    others = await exports.of(BEN, PLENTY, SAY)
    assert (await made).games == others.games == 1
    assert (await exports.of(ADA, PLENTY, SAY)).games == 1


async def test_ratings_are_told_game_by_game(hall: Hall) -> None:
    counted, waiting = await hall.game(), await hall.game()
    assert len(await RatingStore(hall.store.database).advance(by_score, [1])) == 1
    held = await export(hall)
    (point,) = await RatingStore(hall.store.database).history(ADA)
    season = "{}-{}".format(*Season.numbered(point.change.season))
    ratings = {one["season"]: one for one in held["about-you.json"]["ratings"]}
    assert ratings.keys() == {season, "ever"}
    assert ratings[season]["mu"] == point.change.rating.mu
    by_table = {
        one["table"]: one["your_rating"]
        for name, one in held.items()
        if name.startswith("games/") and name.endswith(".json")
    }
    assert by_table[waiting] is None
    assert by_table[counted]["mu"] == point.change.rating.mu
    assert by_table[counted]["mu_ever"] == point.change.ever.mu == point.change.rating.mu + 1
