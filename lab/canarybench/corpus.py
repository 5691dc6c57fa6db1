"""The command ``canarygate canarybench generate``. It loads nothing that clusters or measures."""

from __future__ import annotations

import argparse
from random import Random

from gateway.errors import BadRequest
from lab.canarybench.conversations import encode
from lab.canarybench.generating import CorpusPlan, conversations
from lab.reporting.files import write_lines
from streams.canaries.topics import TOPICS


def generate(options: argparse.Namespace) -> int:
    """Write conversations, one a line, in memory that does not grow with their number."""
    plan = plan_of(options, options.seed)
    write_lines(options.out, map(encode, conversations(plan, Random(plan.seed))))
    return 0


def plan_of(options: argparse.Namespace, seed: int) -> CorpusPlan:
    """Return what a command line asks to be made; raises BadRequest for more topics than there are."""
    if options.topics > len(TOPICS):
        raise BadRequest(f"--topics: there are {len(TOPICS)}")
    return CorpusPlan(options.n, options.topics, options.canary_rate, options.pii_rate, seed)
