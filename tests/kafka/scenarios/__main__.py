"""Runs one scenario on a fresh fleet and prints what clients saw; 1 where something was that must never be.

``CANARYGATE_TEST_TREE`` names another checkout whose processes are to be tested, so that two builds can be compared.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from inspect import Parameter, signature
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from tests.kafka.scenarios.away import broker_outage, broker_readiness, nobody_dispatches
from tests.kafka.scenarios.head_of_line import beside_hung_calls
from tests.kafka.scenarios.leaving import edge_drain, rolling_deploy, sudden_death
from tests.kafka.scenarios.reports import Report
from tests.kafka.scenarios.soak import soak
from tests.support.fleet import EDGE, fleet
from tests.support.kafka import jars

SCENARIOS: Mapping[str, Callable[..., Awaitable[Report]]] = {
    scenario.__name__.replace("_", "-"): scenario
    for scenario in (
        beside_hung_calls,
        rolling_deploy,
        edge_drain,
        sudden_death,
        broker_outage,
        broker_readiness,
        nobody_dispatches,
        soak,
    )
}


def main() -> int:
    """Runs the scenario that the command line names, with the options that its signature names."""
    options = vars(_parser().parse_args())
    scenario, folder = SCENARIOS[options.pop("scenario")], options.pop("folder")
    each, max_in_flight, written = (options.pop(name) for name in ("members", "max_in_flight", "json"))
    edge = {**EDGE, "max_in_flight": max_in_flight, "max_in_flight_per_key": max_in_flight}
    with TemporaryDirectory() as fresh, fleet(Path(folder or fresh), jars(), each, {"edge": edge}) as running:
        report = asyncio.run(_run(scenario(running, **options)))
    print(report)
    if written:
        written.write_bytes(msgspec.json.format(msgspec.json.encode(report)))
    return int(bool(report.faults))


async def _run(scenario: Awaitable[Report]) -> Report:
    return await scenario


def _parser() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--members", type=int, default=2, help="of each role (default %(default)s)")
    shared.add_argument("--max-in-flight", type=int, default=512, help="of each edge (default %(default)s)")
    shared.add_argument("--folder", type=Path, help="where logs and the broker's files stay (default: nowhere)")
    shared.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    parser = argparse.ArgumentParser(prog="python -m tests.kafka.scenarios", description=__doc__)
    names = parser.add_subparsers(dest="scenario", required=True)
    for name, scenario in SCENARIOS.items():
        own = names.add_parser(name, parents=[shared], help=scenario.__doc__)
        for option in signature(scenario).parameters.values():
            if option.kind is Parameter.KEYWORD_ONLY:
                flag = f"--{option.name.replace('_', '-')}"
                own.add_argument(flag, type=type(option.default), default=option.default, help="(default %(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
