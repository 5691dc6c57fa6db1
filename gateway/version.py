"""The version of the product that is installed."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

VERSION: Final = version("canarygate")
