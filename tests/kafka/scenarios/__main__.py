"""Runs one scenario on a fresh installation and prints what came of it; 1 where something was that must never be."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from inspect import Parameter, signature
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from gateway.types import JsonObject
from tests.kafka.scenarios.analytics import analytics
from tests.kafka.scenarios.audit import audit
from tests.kafka.scenarios.away import broker_outage, broker_readiness, nobody_dispatches
from tests.kafka.scenarios.head_of_line import beside_hung_calls
from tests.kafka.scenarios.leaving import edge_drain, rolling_deploy, standstill, sudden_death
from tests.kafka.scenarios.reports import Report, side_by_side
from tests.kafka.scenarios.soak import soak
from tests.kafka.scenarios.upgrade import SECTIONS, rolling_upgrade
from tests.support.auditing import auditing
from tests.support.fleet import EDGE, fleet
from tests.support.kafka import jars
from tests.support.pipeline import pipeline
from tests.support.processes import ROOT

SCENARIOS: Mapping[str, Callable[..., Awaitable[Report]]] = {
    scenario.__name__.replace("_", "-"): scenario
    for scenario in (
        beside_hung_calls,
        rolling_deploy,
        rolling_upgrade,
        edge_drain,
        sudden_death,
        standstill,
        broker_outage,
        broker_readiness,
        nobody_dispatches,
        soak,
        analytics,
        audit,
    )
}

DEPLOYED: Mapping[Callable[..., Awaitable[Report]], Callable[..., AbstractContextManager[object]]] = {
    analytics: pipeline,
    audit: auditing,
}


def main() -> int:
    """Runs the scenario that the command line names, with the options that its signature names."""
    options = vars(_parser().parse_args())
    scenario, written = SCENARIOS[options.pop("scenario")], options.pop("json")
    trees = [tree.resolve() for tree in options.pop("tree") or [ROOT]]
    each, edge, folder = options.pop("members"), _edge(options.pop("max_in_flight")), options.pop("folder")
    with TemporaryDirectory() as fresh:
        reports = {}
        for tree in trees:
            deployed = DEPLOYED.get(scenario, fleet)
            sections = {"edge": edge, **(SECTIONS if scenario is rolling_upgrade else {})}
            with deployed((folder or Path(fresh)) / tree.name, jars(), each, sections, tree) as running:
                reports[tree.name] = asyncio.run(_run(scenario(running, **options)))
    report = side_by_side(reports) if len(reports) > 1 else reports[trees[0].name]
    print(report)
    if written:
        written.write_bytes(msgspec.json.format(msgspec.json.encode(report)))
    return int(bool(report.faults))


def _edge(max_in_flight: int) -> JsonObject:
    return {**EDGE, "max_in_flight": max_in_flight, "max_in_flight_per_key": max_in_flight}


async def _run(scenario: Awaitable[Report]) -> Report:
    return await scenario


def _parser() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--members", type=int, default=2, help="of each role (default %(default)s)")
    shared.add_argument("--max-in-flight", type=int, default=512, help="of each edge (default %(default)s)")
    shared.add_argument(
        "--tree", type=Path, action="append", help="the checkout to run (default: this one); several are compared"
    )
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
