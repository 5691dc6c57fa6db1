"""What fills the slots of frames, a module for each language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from lab.training.eastern.values.chinese import Chinese
from lab.training.eastern.values.japanese import Japanese
from lab.training.eastern.values.korean import Korean
from lab.training.eastern.values.thai import Thai
from lab.training.eastern.values.values import Values

VALUES: Final[Mapping[str, type[Values]]] = MappingProxyType({"zh": Chinese, "ja": Japanese, "ko": Korean, "th": Thai})
