"""`python -m bot`, or `nimbus`: connects to Discord, or plays in a sandbox without a token.

`nimbus --help` lists what else it does; docs/hosting.md tells more of each.
"""

from __future__ import annotations

import sys

from bot.command_line import main

if __name__ == "__main__":
    sys.exit(main())
