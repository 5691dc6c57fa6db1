from __future__ import annotations

import re

import pytest

from gateway.roles import Role
from gateway.settings import load
from streams.analyst.part import publishing_of
from tests.gateway.settings.samples import ENVIRONMENT, REAL
from tests.streams.test_process import SECRETS

CLIENT = "{api_key: os.environ/CANARYGATE_AUDITOR_API_KEY}"


def planted_contributors(text: str) -> int:
    """By how many every k is higher, as an analyst reads it in this file."""
    names = {"KAFKA_PASSWORD", *SECRETS[Role.ANALYST]}
    settings = load(text, {name: ENVIRONMENT[name] for name in names}, [Role.ANALYST])
    return publishing_of(settings, None).policy.planted_contributors


@pytest.mark.parametrize("clients", [1, 2, 3])
def test_each_client_of_the_auditor_raises_k_min_by_one_although_no_analyst_may_read_its_key(clients: int) -> None:
    text = REAL.replace(f"[{CLIENT}]", f"[{', '.join([CLIENT] * clients)}]")
    assert planted_contributors(text) == clients


def test_where_only_the_answers_of_an_audit_are_required_one_client_is_expected() -> None:
    without = re.sub(r"^audit: .*\n(?: +.*\n)*", "", REAL, flags=re.MULTILINE)
    assert without != REAL
    assert planted_contributors(without) == 1
    assert planted_contributors(f"{without}publication: {{audit: none}}\n") == 0
