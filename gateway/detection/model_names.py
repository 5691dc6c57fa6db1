"""The names of the models, which their spans carry: who only needs a name loads no model."""

from __future__ import annotations

from typing import Final

NAMES: Final = "tagger"
CASELESS: Final = "caseless_tagger"
EASTERN: Final = "eastern"
CIRCUMSTANCES: Final = "circumstances"
MODELS: Final = frozenset({NAMES, CASELESS, EASTERN, CIRCUMSTANCES})
