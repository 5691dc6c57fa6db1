"""``make bench``: what the product costs, next to a bare pass-through and to the upstream itself.

The subjects take turns, round by round, so that what else the machine does hits all of them; every figure is the median
over the rounds. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from streams.topics.admin import apply
from streams.topics.table import Layout
from tests.bench import audit, canaries, canarybench, clusters, names, oracle, starting
from tests.bench.functions import functions
from tests.bench.hops import hops
from tests.bench.load import Load, Row, generate, measure
from tests.bench.micro import steps
from tests.bench.processes import resident_megabytes, running
from tests.bench.results import Batch, Results, Start, report
from tests.bench.subjects import PARTITIONS, SUBJECTS, Ground, Running, missing, samples_of
from tests.support.kafka import RealBroker, jars
from tests.support.needs import NotHere
from tests.support.ports import free_ports

CONNECTIONS = (1, 16, 64)
PACED_CONNECTIONS, PER_SECOND = 64, 50.0  # far below saturation: what a request costs where there is little traffic
STREAMS = (1, 16)
PROFILED_CONNECTIONS = 16
PROFILED = ("embedded", "roles")
PROMPTS, ANSWER_SECONDS = 20, 0.05
MOST, FEW = 10**6, 10**5  # conversations of CanaryBench: the million takes minutes, so few rounds leave it out


def main() -> int:
    """Measures and prints; always 0."""
    options = _parser().parse_args()
    with TemporaryDirectory() as folder, _ground(Path(folder), options.second_look) as ground:
        subjects = [name for name in options.subject or SUBJECTS if not missing(name, ground)]
        if options.profile:
            _profile(ground, subjects, options)
        else:
            _bench(ground, subjects, options)
    return 0


def _bench(ground: Ground, subjects: Sequence[str], options: argparse.Namespace) -> None:
    rows: list[Row] = []
    starts: list[Start] = []
    for number in range(options.rounds):
        for name in subjects:
            print(f"round {number + 1} of {options.rounds}: {name}", file=sys.stderr)
            with SUBJECTS[name](ground) as subject:
                rows += [measure(name, subject, ground, load, options.seed + number) for load in _loads(options)]
                resident = {program.name: resident_megabytes(program.pid) for program in subject.programs}
                starts += [Start(name, subject.start_seconds, resident)] if resident else []
    starts += [*names.starts(ground.second_look), *starting.starts()]
    micro = [
        *steps(options.seed),
        *names.steps(options.seed, ground.second_look),
        *oracle.steps(),
        *canaries.steps(options.seed),
    ]
    batches = [] if options.subject else list(_offline(options.rounds))
    grouped = [] if options.subject else list(clusters.rows(options.rounds))
    results = Results(options.seed, options.rounds, rows, starts, micro, batches, _left_out(ground), grouped)
    print(report(results))
    if options.json:
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode(results)))


def _offline(rounds: int) -> Iterator[Batch]:
    yield from canarybench.rows(rounds, MOST if rounds > 2 else FEW)
    yield from oracle.rows(oracle.made(PROMPTS), ANSWER_SECONDS)
    yield from canaries.rows(MOST if rounds > 2 else FEW)
    yield from audit.rows(MOST if rounds > 2 else FEW)


def _left_out(ground: Ground) -> list[str]:
    subjects = (missing(name, ground) for name in SUBJECTS)
    return [*(reason for reason in subjects if reason), *names.left_out(ground.second_look), *clusters.left_out()]


def _profile(ground: Ground, subjects: Sequence[str], options: argparse.Namespace) -> None:
    if ground.broker:
        with SUBJECTS["roles"](ground) as subject:
            for connections in CONNECTIONS:
                load = Load(connections, False, options.seconds, options.body_bytes)
                print(hops(subject, ground.broker.bootstrap, load, options.seed), end="\n\n")
    load = Load(PROFILED_CONNECTIONS, False, options.seconds, options.body_bytes)
    for name in (name for name in subjects if name in PROFILED):
        with SUBJECTS[name](replace(ground, sampled=True)) as subject:
            _sampled(subject, load, options.seed)
        for program in subject.programs:
            print(functions(program.name, samples_of(ground.folder, program.name)), end="\n\n")


def _sampled(subject: Running, load: Load, seed: int) -> None:
    numbers = iter((signal.SIGUSR1, signal.SIGUSR2))

    def tell() -> None:
        number = next(numbers)
        for program in subject.programs:
            os.kill(program.pid, number)

    generate(subject, load, seed, tell)


def _loads(options: argparse.Namespace) -> list[Load]:
    whole = [Load(connections, False, options.seconds, options.body_bytes) for connections in CONNECTIONS]
    paced = Load(PACED_CONNECTIONS, False, options.seconds, options.body_bytes, PER_SECOND)
    streams = (Load(connections, True, options.seconds, options.body_bytes) for connections in STREAMS)
    return [*whole, paced, *streams]


@contextmanager
def _ground(folder: Path, second_look: Path | None) -> Iterator[Ground]:
    (port,) = free_ports(1)
    url = f"http://127.0.0.1:{port}"
    with ExitStack() as stack:
        upstream = stack.enter_context(running("upstream", ["-m", "tests.bench.upstream", str(port)], folder))
        upstream.wait_until_ready(url)
        yield Ground(folder, url, _broker(stack, folder), second_look)


def _broker(stack: ExitStack, folder: Path) -> RealBroker | None:
    try:
        broker = stack.enter_context(RealBroker(folder / "kafka", jars()))
    except NotHere as reason:
        print(f"{reason}: one process per role is left out", file=sys.stderr)
        return None
    layout = Layout(10 << 20, partitions=PARTITIONS, replication_factor=1)
    asyncio.run(apply({"bootstrap_servers": broker.bootstrap}, layout))
    return broker


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--subject", action="append", choices=list(SUBJECTS), help="only this one; may be repeated")
    parser.add_argument("--seconds", type=float, default=2.0, help="that each load lasts (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="of all subjects (default %(default)s)")
    parser.add_argument("--body-bytes", type=int, default=600, help="of a request (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the requests (default %(default)s)")
    parser.add_argument("--second-look", type=Path, metavar="DIR", help="the prepared model of the second look")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all that was measured there, too")
    parser.add_argument("--profile", action="store_true", help="print where the time goes instead")
    return parser


if __name__ == "__main__":
    sys.exit(main())
