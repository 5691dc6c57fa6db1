"""The scenarios in short: nobody notices what is slow, leaves, dies or is away, and nothing is lost, wrong or doubled.

What each took is printed; ``python -m tests.kafka.scenarios`` runs them at length.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kafka.scenarios.away import broker_outage, broker_readiness, nobody_dispatches
from tests.kafka.scenarios.head_of_line import beside_hung_calls
from tests.kafka.scenarios.leaving import edge_drain, rolling_deploy, sudden_death
from tests.kafka.scenarios.reports import Report
from tests.kafka.scenarios.soak import soak
from tests.kafka.scenarios.upgrade import SECTIONS, rolling_upgrade
from tests.support.fleet import Fleet, fleet

SOAK_SECONDS = 120.0


@pytest.fixture(scope="module")
def deployed(kafka_jars: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """One fleet for all scenarios: each leaves it running and whole."""
    with fleet(tmp_path_factory.mktemp("fleet"), kafka_jars) as running:
        yield running


def assert_flawless(report: Report) -> None:
    print(f"\n{report}")
    assert report.faults == []


async def test_hung_calls_and_large_bodies_cost_no_other_tenant_an_answer(deployed: Fleet) -> None:
    assert_flawless(await beside_hung_calls(deployed, seconds=10, hung=40, bodies=4, alone_seconds=5))


async def test_a_rolling_deploy_costs_no_answer_and_no_second_call(deployed: Fleet) -> None:
    assert_flawless(await rolling_deploy(deployed, streams_per_second=1, stream_seconds=8))


async def test_an_edge_that_drains_cuts_no_stream_and_refuses_nobody(deployed: Fleet) -> None:
    assert_flawless(await edge_drain(deployed, streams=40, stream_seconds=8))


@pytest.mark.parametrize("role", ["minimizer", "dispatcher"])
async def test_a_member_that_dies_costs_no_more_than_what_it_had(deployed: Fleet, role: str) -> None:
    assert_flawless(await sudden_death(deployed, role=role, stream_seconds=4, away_seconds=12))


@pytest.mark.parametrize("way", ["stop", "pause"])
async def test_what_is_refused_while_the_broker_is_away_never_reaches_the_upstream(deployed: Fleet, way: str) -> None:
    assert_flawless(await broker_outage(deployed, way=way))


async def test_every_member_says_that_it_is_not_ready_while_the_broker_is_away(deployed: Fleet) -> None:
    assert_flawless(await broker_readiness(deployed, patience=45))


async def test_without_a_dispatcher_clients_are_told_so(deployed: Fleet) -> None:
    assert_flawless(await nobody_dispatches(deployed, patience=45))


@pytest.mark.timeout(600)
async def test_an_upgrade_of_every_role_loses_no_turn_no_text_and_no_canary(kafka_jars: Path, tmp_path: Path) -> None:
    with fleet(tmp_path, kafka_jars, each=1, sections=SECTIONS) as running:
        assert_flawless(await rolling_upgrade(running, rate=6, streams_per_second=0.3, stream_seconds=8))


@pytest.mark.timeout(600)
async def test_mixed_traffic_comes_through_a_death_a_deploy_and_a_restart_of_the_broker(deployed: Fleet) -> None:
    assert_flawless(await soak(deployed, seconds=SOAK_SECONDS, rate=30))
