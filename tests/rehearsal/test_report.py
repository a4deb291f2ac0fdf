"""What a rehearsal says of failures, and what of it may leave the house."""

from __future__ import annotations

import re

import aiohttp
from aiohttp import web

from bot.host.check import Mark
from bot.rehearsal import rehearsal
from bot.rehearsal.client import CALLBACK, Limit, Request, Traffic
from bot.rehearsal.rehearsal import StepOutcome, block, mended, slow

SECRETS = ("Zaphod Beeblebrox", "MTIzNDU2.token", "123456789012345678", "NaN; DROP TABLE")


async def test_nothing_that_others_write_is_in_the_block() -> None:
    """Names, ids and tokens stand wherever Discord or somebody between could put them."""
    name, token, number, nonsense = SECRETS

    async def answer(request: web.Request) -> web.Response:
        headers = {
            "X-RateLimit-Limit": nonsense, "X-RateLimit-Remaining": number,
            "X-RateLimit-Reset-After": token, "X-RateLimit-Bucket": token,
        }  # fmt: skip
        body = {"code": name, "message": token, "id": number, "retry_after": nonsense}
        status = 429 if request.method == "GET" else 400
        return web.json_response(body, status=status, headers=headers)

    app, traffic, trace = web.Application(), Traffic(), aiohttp.TraceConfig()
    app.router.add_route("*", "/{path:.*}", answer)
    traffic.listen(trace)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        async with aiohttp.ClientSession(trace_configs=[trace]) as session:
            base = f"http://{runner.addresses[0][0]}:{runner.addresses[0][1]}/api/v10"
            for path in (
                f"webhooks/{number}/{token}/messages/@original", f"channels/{number}/messages",
                f"interactions/{number}/{token}/callback", f"{token}/{name}",
                f"users/{name}?{token}",
            ):  # fmt: skip
                await session.get(f"{base}/{path}")
                await session.post(f"{base}/{path}")
    finally:
        await runner.cleanup()
    told = block([StepOutcome("lobby", Mark.WRONG, 1.25, traffic.calls, "TimeoutError")])
    assert told.count("429") == 5
    assert "[WRONG] lobby:       1.25 s TimeoutError" in told
    for secret in SECRETS:
        assert secret not in told
        assert secret.split()[0] not in told
    limits = re.findall("[0-9]{7,}", told)
    assert not limits


def test_each_kind_of_failure_is_told_once_with_how_to_mend_it() -> None:
    call = Request("POST", "/channels/{id}/messages", 403, 50013, 0.2)
    well = Request("POST", "/channels/{id}/messages", 200, 0, 0.2)
    told = mended([call, well, call])
    assert told.count("POST /channels/{id}/messages -> 403 (code 50013): a permission") == 1
    assert mended([well]) == ""
    assert "please report it" in mended([Request("POST", "/x", 418, 7, 0.1)])
    assert "-> nothing: no answer came" in mended([Request("GET", "/x", 0, 0, 0.1)])


def test_an_answer_that_is_slow_is_told() -> None:
    assert slow([Request("GET", "/x", 200, 0, 1.9)]) == slow([]) == ""
    assert "took 4.0 s: look at" in slow([Request("GET", "/x", 200, 0, 4.0)])
    assert "within 3 s" in slow([Request("POST", CALLBACK, 200, 0, 2.5)])


def test_a_limit_is_told_as_the_headers_told_it() -> None:
    calls = [
        Request("POST", "/x", 200, 0, 0.1, Limit(5, left, seconds))
        for left, seconds in ((4, 5.0), (3, 4.5))
    ]
    told = block([StepOutcome("lobby", Mark.OK, 0.2, calls)])
    assert "POST /x: 2 x 200; 0.10 to 0.10 s; limit 5 in 5.0 s, 3 left at the least" in told


def test_no_sentence_of_how_to_mend_ends_twice() -> None:
    sentences = [*rehearsal._CODES.values(), *rehearsal._STATUSES.values()]
    assert not [text for text in sentences if text.endswith(".") or "  " in text]
