"""The data of the data-minimization paper, where it is at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

DATA = Path(__file__).parents[4] / "shared" / "data" / "minimization"

needs_data = pytest.mark.skipif(not DATA.exists(), reason="the published prompts are not here: ../shared/data")
