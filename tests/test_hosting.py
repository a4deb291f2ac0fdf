"""The units of systemd in docs/hosting.md do what is said of them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.source_tree import ROOT

UNITS = re.findall(
    r"```ini\n(\[Unit\]\n.*?)```", (ROOT / "docs/hosting.md").read_text(), flags=re.DOTALL
)


def test_each_unit_has_time_to_install_and_to_compile() -> None:
    assert len(UNITS) == 2
    for unit in UNITS:
        assert "ExecStartPre=/bin/sh scripts/install requirements-all.lock\n" in unit
        assert re.search(r"\nExecStartPre=-(\S+) -m bot compile\nExecStart=\1 -m bot\n", unit)
        assert "TimeoutStartSec=15min\n" in unit


def test_blue_and_green_share_no_code_and_no_data() -> None:
    _, template = UNITS
    places = re.findall(r"(?:/opt|/var/lib|StateDirectory=)\S*", template)
    assert len(places) == 5
    assert all("nimbus/%i" in place for place in places)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_systemd_understands_each_unit(tmp_path: Path) -> None:
    for name, unit in zip(("nimbus.service", "nimbus@.service"), UNITS, strict=True):
        # What it runs is not installed here, and neither is its user.
        here = re.sub(r"(ExecStart(?:Pre)?=-?)/opt\S+", r"\1/bin/sh", unit).replace(
            "=nimbus\n", "=root\n"
        )
        (tmp_path / name).write_text(here)
        started = tmp_path / name.replace("@", "@blue")
        said = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", started],  # noqa: S607 - as found above
            check=False, capture_output=True, text=True,
        )  # fmt: skip
        assert (said.returncode, name in said.stderr) == (0, False), said.stderr
