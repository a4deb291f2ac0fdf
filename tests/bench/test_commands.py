"""What docs/performance.md shows is what `make bench` and `make fleet` run, and what there is."""

from __future__ import annotations

import re

from tests.source_tree import ROOT, modules

TOOLS = {"noting", "puzzles", "samples"}
"""Modules of bench that are run and measure nothing."""

TARGETS = ("bench", "fleet")


def shown() -> set[str]:
    text = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    return set(re.findall(r"python -m bench\.(\w+)", text))


def run() -> set[str]:
    """Return what the targets of the Makefile run, by name or as one of FIGURES."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    recipes = [
        re.findall(rf"^{target}:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)[0] for target in TARGETS
    ]
    figures = re.findall(r"^FIGURES = (.+)$", makefile, re.MULTILINE)[0].split()
    assert "for part in $(FIGURES)" in recipes[0]
    return {*figures, *re.findall(r"\$\(RUN\) bench\.(\w+)", " ".join(recipes))}


def there() -> set[str]:
    """Return the modules of bench that are programs."""
    found = [module for module in modules("bench") if "__main__" in module.source]
    return {module.name.removeprefix("bench.") for module in found}


def test_make_runs_every_benchmark_that_the_document_shows() -> None:
    assert run() == shown()


def test_every_benchmark_is_shown() -> None:
    assert there() - TOOLS == shown()
    assert there() > TOOLS
