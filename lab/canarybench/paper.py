"""The figures that the CanaryBench paper prints (table 1, figures 3 to 5), beside which a report puts ours."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

EXTRACTIVE: Final[Mapping[str, float]] = MappingProxyType(
    {
        "published": 54,
        "canary_instances": 1835,
        "leaked_instances": 51,
        "lr_canary": 0.0278,
        "canary_clusters": 52,
        "leaking_clusters": 50,
        "lr_cluster": 0.962,
        "pii_email": 17,
        "pii_phone": 20,
        "pii_zip": 27,
        "coherence": 0.653,
    }
)
DEFENDED: Final[Mapping[str, float]] = MappingProxyType(
    {
        "published": 32,
        "canary_instances": 1699,
        "leaked_instances": 0,
        "lr_canary": 0.0,
        "canary_clusters": 32,
        "leaking_clusters": 0,
        "lr_cluster": 0.0,
        "pii_email": 0,
        "pii_phone": 0,
        "pii_zip": 0,
        "coherence": 0.662,
    }
)
