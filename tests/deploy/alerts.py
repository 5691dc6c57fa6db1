"""For each alert, series with which it fires, and series that are nearly the same with which it must not.

Values are promtool's: ``0+10x60`` begins at 0 and grows by 10 in each interval, 60 times.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Series = Mapping[str, str]

ANSWERED = 'canarygate_turns_total{route="chat_completions",outcome="answered"}'
BROKEN = 'canarygate_turns_total{route="chat_completions",outcome="internal_error"}'
REFUSED = 'canarygate_turns_total{route="chat_completions",outcome="unavailable"}'
BLAMED_ON_CLIENTS = 'canarygate_turns_total{route="chat_completions",outcome="bad_request"}'
SOON = 'canarygate_first_token_seconds_bucket{route="chat_completions",le="5.0"}'
STREAMS = 'canarygate_first_token_seconds_count{route="chat_completions"}'
LIMITED = 'canarygate_refusals_total{status="429",cause="key_limit"}'
CALLS = 'canarygate_provider_calls_total{model="m",outcome="answered"}'
FAILED_CALLS = 'canarygate_provider_calls_total{model="m",outcome="failed"}'
UP = 'up{job="canarygate",instance="a"}'
CONNECTED = 'canarygate_kafka_connected{role="edge",instance="a"}'
ASSIGNED = 'canarygate_assigned_partitions{role="minimizer",instance="a"}'
ALSO_ASSIGNED = 'canarygate_assigned_partitions{role="minimizer",instance="b"}'
LAG = 'canarygate_consumer_lag_records{topic="conversations.incoming",partition="0"}'
RECORD = 'canarygate_oldest_record_seconds{topic="conversations.minimized"}'
WAITING = 'canarygate_oldest_turn_seconds{role="dispatcher",reason="waiting"}'
CALLING = 'canarygate_oldest_turn_seconds{role="dispatcher",reason="at_provider"}'
HELD = 'canarygate_loop_lag_seconds{instance="a"}'
DEAD = 'canarygate_dead_letters_total{topic="conversations.incoming",reason="unopenable"}'
PATTERNS = "canarygate_patterns_only_total"
STARTED = 'process_start_time_seconds{job="canarygate",instance="a"}'
OLD = 'canarygate_build_info{version="1",roles="edge"}'
NEW = 'canarygate_build_info{version="2",roles="edge"}'

LEAKS = 'canarygate_canaries_leaked_total{surface="egress",kind="email",lane="live"}'
OPEN = 'canarygate_canaries_unacknowledged{surface="egress",kind="email",instance="a"}'
OPEN_ELSEWHERE = 'canarygate_canaries_unacknowledged{surface="egress",kind="email",instance="b"}'
SEEN = 'canarygate_canaries_leaked_total{surface="egress",kind="email",lane="control"}'
ANSWERED_PROBES = 'canarygate_probes_total{client="a",outcome="answered"}'
TURNED_AWAY = 'canarygate_probes_total{client="a",outcome="unauthorized"}'
TURNED_AWAY_ELSEWHERE = 'canarygate_probes_total{client="b",outcome="unauthorized"}'
ON_PURPOSE = 'canarygate_canaries_evaluated_total{surface="egress",kind="email",lane="control"}'
ON_HOLD = 'canarygate_holds{subject="tenant",instance="a"}'
ALSO_ON_HOLD = 'canarygate_holds{subject="tenant",instance="b"}'
JUDGED = "canarygate_last_verdict_timestamp_seconds"
ALSO_ON_PURPOSE = 'canarygate_canaries_evaluated_total{surface="replies",kind="email",lane="control"}'
DUE = 'canarygate_next_verdict_timestamp_seconds{instance="a"}'
EVALUATED = 'canarygate_canaries_evaluated_total{surface="egress",kind="email",lane="live"}'
LOST = 'canarygate_canaries_lost_total{surface="egress",kind="email",lane="live"}'
EVALUATED_CANDIDATES = 'canarygate_canaries_evaluated_total{surface="candidates",kind="email",lane="live"}'
LOST_CANDIDATES = 'canarygate_canaries_lost_total{surface="candidates",kind="email",lane="live"}'
BOUND = 'canarygate_leak_bound{surface="egress"}'
OBJECTIVE = 'canarygate_leak_objective{surface="egress"}'
BOUND_ELSEWHERE = 'canarygate_leak_bound{surface="dead_letters"}'
UNWATCHED = 'canarygate_surface_unwatched{surface="egress"}'
REVIEW = "canarygate_oldest_review_seconds"


@dataclass(frozen=True)
class Case:
    """When an alert is looked at, with what it fires, and with what it must not."""

    at: str
    fires: Series
    silent: Series
    interval: str = "1m"


CASES: Mapping[str, Case] = {
    "CanarygateAvailabilityBurnsFast": Case(
        "2h",
        {ANSWERED: "0+980x120", REFUSED: "0+20x120"},
        {ANSWERED: "0+980x120", BLAMED_ON_CLIENTS: "0+20x120", REFUSED: "0+10x120"},
    ),
    "CanarygateAvailabilityBurnsSlowly": Case(
        "4d",
        {ANSWERED: "0+998x200", BROKEN: "0+2x200"},
        {ANSWERED: "0+9995x200", BROKEN: "0+5x200"},
        interval="30m",
    ),
    "CanarygateFirstTokenBurnsFast": Case(
        "2h", {STREAMS: "0+100x120", SOON: "0+80x120"}, {STREAMS: "0+100x120", SOON: "0+90x120"}
    ),
    "CanarygateFirstTokenBurnsSlowly": Case(
        "4d", {STREAMS: "0+100x200", SOON: "0+98x200"}, {STREAMS: "0+1000x200", SOON: "0+995x200"}, interval="30m"
    ),
    "CanarygateInternalErrors": Case("30m", {BROKEN: "0x28 1x20"}, {BROKEN: "1x40", REFUSED: "0+1x40"}),
    "CanarygateClientsLimited": Case("30m", {LIMITED: "0+90x40"}, {LIMITED: "0+30x40"}),
    "CanarygateProviderFails": Case(
        "30m", {CALLS: "0+70x40", FAILED_CALLS: "0+30x40"}, {CALLS: "0+90x40", FAILED_CALLS: "0+10x40"}
    ),
    "CanarygateWatchdog": Case("0m", {}, {}),
    "CanarygateTargetMissing": Case("10m", {UP: "1x5 0x10"}, {UP: "1x20"}),
    "CanarygateBrokerAway": Case("10m", {CONNECTED: "1x5 0x10"}, {CONNECTED: "1x20"}),
    "CanarygatePartitionsUnowned": Case(
        "30m",
        {ASSIGNED: "6x40", ALSO_ASSIGNED: "6x20 stale"},
        {ASSIGNED: "6x20 12x20", ALSO_ASSIGNED: "6x20 stale"},
    ),
    "CanarygateConsumerStalled": Case("30m", {LAG: "0+50x40"}, {LAG: "0+50x10 500-50x10 0x20"}),
    "CanarygateOldestRecordTooOld": Case("30m", {RECORD: "0+60x40"}, {RECORD: "600x40"}),
    "CanarygateTurnsWait": Case("10m", {WAITING: "0+10x20"}, {WAITING: "5x20", CALLING: "0+10x20"}),
    "CanarygateEventLoopHeld": Case("20m", {HELD: "0.5x20"}, {HELD: "0x9 0.5x4 0x20"}),
    "CanarygateDeadLettersGrow": Case("20m", {DEAD: "0x15 1x20"}, {DEAD: "1x40"}),
    "CanarygatePatternsOnlyUsed": Case("20m", {PATTERNS: "0x15 1x20"}, {PATTERNS: "3x40"}),
    "CanarygateRoleRestarts": Case("20m", {STARTED: "1x10 600x2 700x2 800x20"}, {STARTED: "1x10 600x20"}),
    "CanarygateDeployStuck": Case("2h", {OLD: "1x200", NEW: "1x200"}, {OLD: "1x60 _x60", NEW: "1x200"}),
    "CanarygateLeak": Case("30m", {OPEN: "0x20 1x20"}, {OPEN: "0x10 2x10 0x20", LEAKS: "0x10 2x30", SEEN: "0+1x40"}),
    "CanarygateAuditBlind": Case("30m", {JUDGED: "0+60x15 stale"}, {JUDGED: "0+60x40"}),
    "CanarygateAuditClientBlind": Case(
        "40m",
        {ANSWERED_PROBES: "0+3x40", TURNED_AWAY_ELSEWHERE: "0+3x40"},
        {ANSWERED_PROBES: "0+3x40", TURNED_AWAY: "0+3x40"},
    ),
    "CanarygateAuditMissesLeaks": Case(
        "30m", {ON_PURPOSE: "0+3x40", SEEN: "0+2x40"}, {ON_PURPOSE: "0+3x40", SEEN: "0+3x40"}
    ),
    "CanarygateAuditControlSilent": Case(
        "30m", {ON_PURPOSE: "0+3x40", ALSO_ON_PURPOSE: "3x40"}, {ON_PURPOSE: "0+3x40", ALSO_ON_PURPOSE: "0+3x40"}
    ),
    "CanarygateVerdictsMissing": Case("30m", {DUE: "600x40"}, {DUE: "0x5 1800+60x40", LOST: "0+1x40"}),
    "CanarygateCanariesLost": Case(
        "2h",
        {EVALUATED: "0+7x120", LOST: "0+3x120"},
        {EVALUATED: "0+9x120", LOST: "0+1x120", EVALUATED_CANDIDATES: "0x120", LOST_CANDIDATES: "0+5x120"},
    ),
    "CanarygateBoundAboveObjective": Case(
        "30h",
        {BOUND: "0.02x200", OBJECTIVE: "0.01x200"},
        {BOUND: "1x30 0.005x200", OBJECTIVE: "0.01x200", BOUND_ELSEWHERE: "1x200"},
        interval="30m",
    ),
    "CanarygateSurfaceUnwatched": Case("2h", {UNWATCHED: "1x120"}, {UNWATCHED: "1x20 0x120"}),
    "CanarygateReviewStale": Case("3d", {REVIEW: "0+1800x200"}, {REVIEW: "0+1800x90 0x200"}, interval="30m"),
    "CanarygateHoldStands": Case(
        "30m", {ON_HOLD: "0x20 1x20", ALSO_ON_HOLD: "0x20 stale"}, {ON_HOLD: "0x10 1x10 0x20", ALSO_ON_HOLD: "0x40"}
    ),
}
