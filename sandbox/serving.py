"""How things are served: headers that let nothing run, and refusals that can be read."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import orjson
from aiohttp import web
from aiohttp.typedefs import Handler

_EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_PAGE = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
}
# Whatever a file says it is, opened by itself it has no origin and may load nothing.
_FILE = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
}
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_PICTURES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"})
_PAINTER, _EMOJI = "render", "fonts/NotoEmoji[wght].ttf"
_SENTENCES = {
    400: "That request makes no sense here.",
    403: "Only the sandbox's own page may ask for this.",
    404: "There is nothing at this address. "
    "If the bot has been started anew, open the address it shows now.",
    405: "This address cannot be asked in that way.",
    413: "That is too much at once.",
}


async def mark_all(_request: web.Request, response: web.StreamResponse) -> None:
    """Put on an answer what every answer carries; for `on_response_prepare`."""
    for name, value in _EVERYWHERE.items():
        response.headers.setdefault(name, value)


@web.middleware
async def refuse_in_words(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Say refusals as Discord does to the API, and in a sentence to everybody else."""
    try:
        return await handler(request)
    except web.HTTPException as error:
        if error.status < 400:
            raise
        allow = {"Allow": error.headers["Allow"]} if "Allow" in error.headers else {}
        if request.path.startswith("/api/"):
            return refused_json(error.status, error.reason, allow)
        said = error.text if error.text != f"{error.status}: {error.reason}" else None
        words = _SENTENCES.get(error.status) or said or error.reason
        return web.Response(status=error.status, text=f"{words}\n", headers=allow)


def refused_json(status: int, reason: str, headers: dict[str, str]) -> web.Response:
    """Return a refusal that has no code of its own, in Discord's JSON."""
    body = orjson.dumps({"message": f"{status}: {reason}", "code": 0})
    typed = headers | {"Content-Type": "application/json"}
    return web.Response(status=status, body=body, headers=typed)


def page_file(folder: Path, name: str) -> web.StreamResponse:
    """Return a file of the page; raises HTTPNotFound for any other name."""
    # Looked up rather than opened: a name may be anything, even longer than names can be.
    path = next((item for item in folder.iterdir() if item.name == name), None)
    if path is None or path.suffix not in _TYPES:
        raise web.HTTPNotFound
    return web.FileResponse(path, headers=_PAGE | {"Content-Type": _TYPES[path.suffix]})


def emoji_font() -> web.StreamResponse:
    """Return a font with emoji, for pages on machines without; raises HTTPNotFound."""
    # It comes with what draws the bot's pictures, which the stand-in itself does without.
    found = find_spec(_PAINTER)
    path = Path(found.origin).parent / _EMOJI if found and found.origin else None
    if path is None or not path.exists():
        raise web.HTTPNotFound
    return web.FileResponse(path, headers={"Content-Type": "font/ttf"})


def sent_file(data: bytes, content_type: str) -> web.Response:
    """Return a person's file: pictures to be looked at, all else to be kept and not opened."""
    if content_type in _PICTURES:
        return web.Response(body=data, headers=_FILE | {"Content-Type": content_type})
    # Text is shown as text, whatever its name makes of it: a page or a script would run as ours.
    text = content_type.startswith("text/")
    kind = "text/plain; charset=utf-8" if text else "application/octet-stream"
    kept = {"Content-Type": kind, "Content-Disposition": "attachment"}
    return web.Response(body=data, headers=_FILE | kept)
