"""The data of the data-minimization paper, where it is at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab.search.written import write

DATA = Path(__file__).parents[4] / "shared" / "data" / "minimization"

needs_data = pytest.mark.skipif(not DATA.exists(), reason="the published prompts are not here: ../shared/data")

EVERYWHERE = [
    "written",
    *(pytest.param(name, marks=needs_data) for name in ("wildchat", "sharegpt", "medqa", "casehold")),
]
"""The data sets that a test goes through: our own, which is always at hand, and the published ones."""


def data_set(name: str, folder: Path) -> Path:
    """The file of a data set; our own is written into the folder."""
    return write(folder, 24) if name == "written" else DATA / f"{name}.jsonl"
