"""Which functions of a program its CPU time goes to."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from tests.bench.results import table
from tests.bench.sampler import Stack

TOP = 30


def functions(name: str, samples: Path) -> str:
    """Two tables: the functions with the most time of their own, and those with the most of what they call added."""
    stacks = msgspec.json.decode(samples.read_bytes(), type=list[tuple[Stack, int]])
    whole = max(1, sum(count for _, count in stacks))
    own: Counter[str] = Counter()
    inclusive: Counter[str] = Counter()
    for stack, count in stacks:
        own[stack[0]] += count
        inclusive.update(dict.fromkeys(stack, count))
    return "\n\n".join(
        table(f"{name}: {title}, {whole} samples", ("", "CPU"), [(at, f"{n / whole:.1%}") for at, n in most])
        for title, most in (("own time", own.most_common(TOP)), ("with what it calls", inclusive.most_common(TOP)))
    )
