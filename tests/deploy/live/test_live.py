"""A page reaches a person when a canary leaks, when nobody looks any more, and when whoever looks is blind.

All is real but what is left out of the waits: see ``quickened`` and ``auditor``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from math import isfinite

import pytest

from streams.canaries.bounds import wilson_upper
from tests.deploy.live.talking import Ended, end_window, talk
from tests.deploy.live.watched import GUARDED, LEAKING, SETTLE_SECONDS, Watched, watched
from tests.deploy.live.webhook import Page
from tests.deploy.test_grafana import PANELS
from tests.support.kafka import RealBroker
from tests.support.waiting import wait_until

EGRESS, FEW = "egress", 5
RATE = f'canarygate:leak_rate:1h{{surface="{EGRESS}"}}'
QUERIES = [
    pytest.param(expression, legend, id=f"{panel.title}: {legend}")
    for panel in PANELS
    for expression, legend in zip(panel.expressions, panel.legends, strict=True)
]
EVALUATED = f'sum(canarygate_canaries_evaluated_total{{lane="live",surface="{EGRESS}"}})'
TOLERANCE = 0.01  # as deploy/prometheus/rules/privacy.yaml says, and as much again


@pytest.fixture(scope="module")
def running(real_broker: RealBroker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """One installation for all tests: each leaves it running and whole."""
    with watched(tmp_path_factory.mktemp("watched"), real_broker, "live.") as installation:
        yield installation


@pytest.fixture(scope="module")
def page(running: Watched) -> Page:
    """The page about a leak, after a guard was out; meanwhile probes were refused, and a record was unreadable."""
    running.webhook.wait_for("CanarygateWatchdog")
    wait_until(lambda: running.counted("canaries_evaluated", surface=EGRESS) > FEW, SETTLE_SECONDS, "verdicts")
    assert running.webhook.of("CanarygateLeak") == []
    with running.guard_taken_out():
        paged = running.webhook.wait_for("CanarygateLeak", surface=EGRESS, kind=LEAKING)
    running.write_what_nobody_can_read()
    return paged


def test_a_leak_pages_and_the_page_says_where_and_what(running: Watched, page: Page) -> None:
    assert page.receiver == "pages"
    assert EGRESS in page.summary and LEAKING in page.summary
    left_at = running.left_at(running.recount().leaked.values())
    print(f"\nthe page came {page.at - left_at:.1f} s after the first canary had left for the provider")


def test_the_counts_are_those_of_a_recount_and_prometheus_shows_their_rate(running: Watched, page: Page) -> None:
    with running.edge_stopped():
        found = running.recount()
        evaluated = partial(running.counted, "canaries_evaluated", surface=EGRESS)
        wait_until(lambda: evaluated() >= found.least, SETTLE_SECONDS, f"{found.least} verdicts")
        wait_until(lambda: running.value(EVALUATED) == evaluated(), SETTLE_SECONDS, "Prometheus's look")
        assert evaluated() <= found.most <= found.received
        assert {canary.canary_kind for canary in found.leaked.values()} == {LEAKING}
        assert running.counted("canaries_leaked", surface=EGRESS, kind=LEAKING) == len(found.leaked)
        assert running.counted("canaries_leaked", surface=EGRESS, kind=GUARDED) == 0
        rate = pytest.approx(len(found.leaked) / evaluated(), rel=TOLERANCE)
        wait_until(lambda: running.value(RATE) == rate, SETTLE_SECONDS, f"Prometheus's rate to be {rate}")
        print(f"\n{len(found.leaked)} leaked, {found.least} to {found.most} evaluated, {found.received} received")
        print(f"counted: {evaluated():g} evaluated; Prometheus's rate is {running.value(RATE):.5f}")


@pytest.fixture(scope="module")
def ended(running: Watched, page: Page) -> Ended:
    """A window in which many people talked has ended, while no probe was on its way."""
    talk(running)
    with running.edge_stopped():
        return end_window(running)


def test_the_rates_of_summaries_are_0_over_as_many_pairs_and_clusters_as_a_recount_finds(
    running: Watched, ended: Ended
) -> None:
    print(f"\n{len(ended.published)} published, {ended.pairs} pairs in {len(ended.said)} of them; {ended.withheld}")
    assert ended.said and ended.withheld and not ended.shown
    wait_until(lambda: running.counted("canary_clusters") >= len(ended.said), SETTLE_SECONDS, "a look at all clusters")
    assert running.counted("canary_clusters") == len(ended.said)
    assert running.counted("canary_instances") == ended.pairs
    _shows_none_of(running, "lr_canary", ended.pairs)
    _shows_none_of(running, "lr_cluster", len(ended.said))


def _shows_none_of(running: Watched, rate: str, counted: int) -> None:
    """Returns once Prometheus's bound of a rate is that of 0 among so many; the rate itself is 0 then."""
    bound = pytest.approx(wilson_upper(0, counted), rel=TOLERANCE)
    upper = f"canarygate:{rate}_upper:7d"
    wait_until(lambda: running.value(upper) == bound, SETTLE_SECONDS, f"{upper} to be {bound}")
    assert running.value(f"canarygate:{rate}:7d") == 0


@pytest.mark.parametrize(("expression", "legend"), QUERIES)
def test_a_panel_shows_something_and_its_legend_says_what(
    running: Watched, ended: Ended, expression: str, legend: str
) -> None:
    wait_until(lambda: shown(running, expression), SETTLE_SECONDS, expression)
    named = set(re.findall(r"{{(\w+)}}", legend))
    assert all(named <= labels.keys() for labels, _ in running.values(expression))


def shown(running: Watched, expression: str) -> bool:
    """Whether Prometheus has a number for an expression."""
    return any(isfinite(value) for _, value in running.values(expression))


def test_a_leak_that_a_person_knows_of_pages_no_more(running: Watched, page: Page) -> None:
    assert running.webhook.of("CanarygateLeak", "resolved") == []
    running.acknowledge_leaks()
    running.webhook.wait_for("CanarygateLeak", "resolved", surface=EGRESS, kind=LEAKING)
    running.wait_until_quiet()


def test_an_auditor_that_is_gone_pages_that_the_audit_is_blind(running: Watched) -> None:
    with running.auditor_gone():
        paged = running.webhook.wait_for("CanarygateAuditBlind")
        assert paged.receiver == "pages"
    running.webhook.wait_for("CanarygateAuditBlind", "resolved", since=paged.at)
    running.wait_until_quiet()


def test_a_scanner_that_is_blind_pages_on_which_surface_leaks_are_missed(running: Watched) -> None:
    with running.auditor_blind():
        paged = running.webhook.wait_for("CanarygateAuditMissesLeaks", surface=EGRESS)
        assert paged.receiver == "pages"
    running.webhook.wait_for("CanarygateAuditMissesLeaks", "resolved", since=paged.at, surface=EGRESS)
    running.wait_until_quiet()
