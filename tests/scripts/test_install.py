from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.source_tree import ROOT

STUB = """\
#!/bin/sh
case "$*" in
    *version_info*|*"import pip"*) exit 0 ;;
    *ensurepip*) exit 1 ;;
esac
echo "$@" >> "$0.log"
"""
"""A Python that is new enough and has pip but not ensurepip; it notes what else it is asked."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "install", tmp_path / "scripts")
    (tmp_path / "some.lock").write_text("package==1\n")
    return tmp_path


def stub(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(STUB)
    path.chmod(0o755)
    return path


def install(
    checkout: Path, python: str = sys.executable, *, venv: str | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "scripts/install", "some.lock", *filter(None, [venv])],
        cwd=checkout,
        env={**os.environ, "PYTHON": python},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_says_so_when_there_is_no_python(checkout: Path) -> None:
    done = install(checkout, "/nowhere/python3")
    assert done.returncode == 1
    assert "Python 3.11 to 3.14" in done.stderr
    assert not (checkout / ".venv").exists()


def test_it_says_what_a_python_lacks(checkout: Path) -> None:
    done = install(checkout, str(stub(checkout / "half" / "python3")))
    assert done.returncode == 1
    assert "python3-venv" in done.stderr


def test_it_installs_with_hashes(checkout: Path) -> None:
    python = stub(checkout / ".venv" / "bin" / "python")
    assert install(checkout).returncode == 0
    log = python.with_name("python.log").read_text()
    assert "install --no-compile --require-hashes -r some.lock" in log


@pytest.mark.parametrize("works", [True, False])
def test_a_lock_that_names_uv_is_installed_by_it_or_else_by_pip(
    checkout: Path, *, works: bool
) -> None:
    python = stub(checkout / ".venv" / "bin" / "python")
    if not works:
        python.write_text(STUB.replace("*ensurepip*)", "*ensurepip*|*'uv pip'*)"))
    (checkout / "some.lock").write_text("package==1\nuv==2\\\n --hash=sha256:0\nyarl==1\n")
    assert install(checkout).returncode == 0
    assert (checkout / ".venv" / "uv.lock").read_text() == "uv==2\\\n --hash=sha256:0\n"
    log = python.with_name("python.log").read_text()
    assert ("uv pip install" in log) is works
    assert ("--no-compile --require-hashes -r some.lock" in log) is not works


def test_each_version_of_python_has_an_environment_of_its_own(checkout: Path) -> None:
    usual = stub(checkout / ".venv" / "bin" / "python")
    other = stub(checkout / ".venv-3.14" / "bin" / "python")
    assert install(checkout, venv=".venv-3.14").returncode == 0
    assert "install --no-compile --require-hashes" in other.with_name("python.log").read_text()
    assert (checkout / ".venv-3.14" / "installed-some.lock").exists()
    assert not usual.with_name("python.log").exists()


def test_it_installs_again_only_when_the_lock_changed(checkout: Path) -> None:
    log = stub(checkout / ".venv" / "bin" / "python").with_name("python.log")
    install(checkout)
    log.unlink()
    install(checkout)
    assert not log.exists()
    (checkout / "some.lock").write_text("package==2\n")
    install(checkout)
    assert log.exists()
