"""The rates and bounds that Prometheus records are those of the formulas, from the counters alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from streams.canaries.bounds import wilson_upper
from streams.canaries.rates import ClusterLeaks, leak_rates
from tests.deploy.alerts import EVALUATED, LEAKS
from tests.deploy.test_prometheus import objections
from tests.support.debian import required_program

INSTANCES = "canarygate_canary_instances_total"
LEAKED_INSTANCES = "canarygate_canary_instances_leaked_total"
CLUSTERS = "canarygate_canary_clusters_total"
LEAKING = "canarygate_canary_clusters_leaking_total"
CLOSE = 1e-6
HOUR, DAYS = 60, 7 * 24


def is_about(expression: str, value: float) -> str:
    return f"max(abs({expression} - {value!r})) < bool {CLOSE}"


@pytest.fixture(scope="module")
def promtool() -> str:
    return required_program("promtool", package="prometheus")


@pytest.mark.parametrize(("leaked", "evaluated"), [(0, 0), (0, 1), (0, 60), (1, 60), (6, 60), (60, 60), (30, 6000)])
def test_wilsons_bound_of_a_surface_is_that_of_the_formula_and_1_of_nothing(
    promtool: str, tmp_path: Path, leaked: int, evaluated: int
) -> None:
    growing = {LEAKS: f"0+{leaked / HOUR!r}x120", EVALUATED: f"0+{evaluated / HOUR!r}x120"}
    holds = {is_about('canarygate:leak_rate_upper:1h{surface="egress"}', wilson_upper(leaked, evaluated)): True}
    holds |= {is_about('canarygate:leak_rate:1h{surface="egress"}', leaked / (evaluated or 1)): evaluated > 0}
    assert objections(promtool, tmp_path, growing, holds, at="2h") == ""


def test_leaks_on_purpose_and_those_of_other_surfaces_are_no_leaks_of_a_surface(promtool: str, tmp_path: Path) -> None:
    elsewhere = [LEAKS.replace("egress", "replies"), LEAKS.replace("live", "control")]
    growing = {EVALUATED: "0+1x120", LEAKS: "0x120", **dict.fromkeys(elsewhere, "0+1x120")}
    holds = {is_about('canarygate:leak_rate:1h{surface="egress"}', 0.0): True}
    assert objections(promtool, tmp_path, growing, holds, at="2h") == ""


def test_the_rates_of_summaries_are_the_papers_over_the_clusters_of_a_week(promtool: str, tmp_path: Path) -> None:
    counted = leak_rates([ClusterLeaks(9, 2), ClusterLeaks(5, 0), ClusterLeaks(7, 1)])
    totals = {
        INSTANCES: counted.instances,
        LEAKED_INSTANCES: counted.leaked_instances,
        CLUSTERS: counted.clusters,
        LEAKING: counted.leaking_clusters,
    }
    growing = {f'{name}{{lane="live"}}': f"0+{count / DAYS!r}x{2 * DAYS}" for name, count in totals.items()}
    growing |= {f'{name}{{lane="control"}}': f"0+1x{2 * DAYS}" for name in totals}
    holds = {
        is_about("canarygate:lr_canary:7d", counted.lr_canary): True,
        is_about("canarygate:lr_cluster:7d", counted.lr_cluster): True,
        is_about("canarygate:lr_canary_upper:7d", wilson_upper(counted.leaked_instances, counted.instances)): True,
        is_about("canarygate:lr_cluster_upper:7d", wilson_upper(counted.leaking_clusters, counted.clusters)): True,
    }
    assert objections(promtool, tmp_path, growing, holds, at="14d", interval="1h") == ""


def test_where_no_summary_was_published_nothing_is_known_of_their_rates(promtool: str, tmp_path: Path) -> None:
    born = {f'{name}{{lane="live"}}': "0x120" for name in (INSTANCES, LEAKED_INSTANCES, CLUSTERS, LEAKING)}
    holds = {is_about("canarygate:lr_canary_upper:7d", 1.0): True, "count(canarygate:lr_canary:7d)": False}
    assert objections(promtool, tmp_path, born, holds, at="2h") == ""
