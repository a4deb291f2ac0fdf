"""Run the stand-in by itself: `python -m sandbox [--port N] [--token T] [--pace]`.

Prints one line of JSON with its addresses and token, then serves until SIGTERM or SIGINT.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys

import orjson

from sandbox.server import Sandbox


def main() -> None:
    """Parse the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="loopback port; 0 takes any")
    parser.add_argument("--token", help="the bot's token; made up when not given")
    parser.add_argument("--pace", action="store_true", help="Discord's limits and round trips")
    arguments = parser.parse_args()
    asyncio.run(serve(arguments.port, arguments.token, is_paced=arguments.pace))


async def serve(port: int, token: str | None, *, is_paced: bool = False) -> None:
    """Serve until a signal asks to stop."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    sandbox = Sandbox(token=token, port=port)
    sandbox.gateway.joins = True
    sandbox.faults.pace = is_paced
    await sandbox.start()
    addresses = {
        "api": sandbox.api_base,
        "gateway": sandbox.gateway_url,
        "page": sandbox.page_url,
        "token": sandbox.token,
    }
    sys.stdout.write(orjson.dumps(addresses).decode() + "\n")
    sys.stdout.flush()
    await stop.wait()
    await sandbox.stop()


if __name__ == "__main__":
    main()
