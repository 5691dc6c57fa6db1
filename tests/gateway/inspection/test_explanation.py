from __future__ import annotations

from gateway.detection.custom import custom
from gateway.detection.deny import denying
from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.patterns import credit_card, email, url
from gateway.inspection import inspect
from gateway.inspection.explanation import explanation
from gateway.minimization import Detectors
from gateway.plans.predictors.learned import Artefact, Needs
from gateway.policy import Policy
from gateway.types import Action, EntityType

BADGE = custom("badge", EntityType.ID_NUMBER, "B-[0-9]{6}", 0.6, context=["badge"], raises=["employee"])
RECOGNIZERS = (*email.PATTERNS, *url.PATTERNS, *credit_card.PATTERNS, BADGE)


def explained(text: str, policy: Policy | None = None, artefact: Artefact | None = None) -> list[str]:
    policy = policy or Policy()
    detector = denying(PatternDetector(RECOGNIZERS), policy.deny_list)
    detectors = Detectors(detector, detector)
    minimized = inspect(text.encode(), policy, detectors, str.upper, artefact)
    return explanation(minimized, policy, detectors, RECOGNIZERS).strip().splitlines()


def test_a_span_has_a_paragraph_of_reasons() -> None:
    assert explained("Write to ann@example.org") == [
        "text:9-24 EMAIL [EMAIL1]",
        "  found: by email, with a score of 0.95",
        "  counts: the policy has no score_thresholds for its type",
        "  action: REDACT, by actions.*",
    ]


def test_required_words_and_words_that_raise_the_score_are_named() -> None:
    assert explained("employee Badge B-123456")[1:4] == [
        "  found: by badge, with a score of 0.80",
        "  context: 'Badge' before it is asked for",
        "  context: 'employee' before it raises its score",
    ]


def test_a_checksum_is_named() -> None:
    assert "  checked: its check digits or its form hold" in explained("4111 1111 1111 1111")


def test_the_claims_that_a_span_overlaps_are_named() -> None:
    lines = explained("https://corp.example/?x=ann@example.org&y")
    email = lines[lines.index("text:24-39 EMAIL [EMAIL1]") :]
    assert any(line.startswith("  over: URL 0-") for line in email)
    assert any(line.startswith("  part of: URL 0-") for line in lines[: -len(email)])


def test_the_key_of_the_policy_that_decided_is_named() -> None:
    policy = Policy(actions={"FINANCIAL_INFORMATION": Action.RETAIN}, score_thresholds={"CREDIT_CARD": 0.5})
    assert explained("4111 1111 1111 1111", policy)[-2:] == [
        "  counts: score_thresholds.CREDIT_CARD is 0.50",
        "  action: RETAIN, by actions.FINANCIAL_INFORMATION",
    ]
    assert explained("ann@example.org", policy)[-1] == "  action: REDACT, by default"


def test_an_action_that_is_not_the_one_of_its_type_says_so() -> None:
    policy = Policy(actions={"*": Action.ABSTRACT, "EMAIL": Action.RETAIN}, ceilings={"EMAIL": Action.ABSTRACT})
    assert explained("ann@example.org", policy)[-1] == (
        "  action: ABSTRACT; RETAIN by actions.EMAIL gave way to a bound, a stricter name or no abstraction"
    )
    assert explained("4111 1111 1111 1111", policy)[-1] == (
        "  action: REDACT; ABSTRACT by actions.* gave way to a bound, a stricter name or no abstraction"
    )


def test_a_learned_plan_says_so() -> None:
    policy = Policy(predictor="learned")
    artefact = Artefact({"*": Needs({"EMAIL": 30.0}, {"bias": -30.0})}, {}, stand_in=False)
    assert explained("ann@example.org", policy, artefact)[0] == "text:0-15 EMAIL an e-mail address"
    assert explained("ann@example.org", policy, artefact)[-1] == (
        "  action: ABSTRACT, by what the predictor learned, within the policy's bounds"
    )


def test_what_the_policy_does_not_count_is_named_with_the_reason() -> None:
    policy = Policy(score_thresholds={"EMAIL": 1.0}, ignore=frozenset({EntityType.FINANCIAL_INFORMATION}))
    assert explained("ann@example.org 4111 1111 1111 1111", policy) == [
        "text:0-15 is no EMAIL: its score of 0.95 is below the 1.00 of score_thresholds",
        "text:16-35 is no CREDIT_CARD: its type is in ignore",
    ]
    allowing = Policy(allow_list=frozenset({"Ann@Example.org"}))
    assert explained("ann@example.org", allowing) == ["text:0-15 is no EMAIL: it stands in allow_list"]


def test_a_denied_span_says_so() -> None:
    policy = Policy(deny_list={"Falcon": EntityType.PRODUCT}, actions={"*": Action.RETAIN})
    assert explained("the falcons", policy) == [
        "text:4-11 PRODUCT [PRODUCT1]",
        "  found: a term of the policy's deny_list stands in it",
        "  action: REDACT, as for all that is denied",
    ]
