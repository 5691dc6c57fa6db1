from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping

import pytest

from gateway.roles import Role
from gateway.settings import Settings, SettingsError, load, rotate
from tests.gateway.settings.samples import ENVIRONMENT, REAL
from tests.streams.test_process import SECRETS

OTHER = "another secret of at least 32 characters"


def ring(*key_ids: str) -> str:
    return ",".join(f"{key_id}:{b64encode(key_id.encode().ljust(32)).decode()}" for key_id in key_ids)


def loaded(role: Role, changed: Mapping[str, str]) -> Settings:
    """The settings of a role of which some secrets are others."""
    names = {"KAFKA_PASSWORD", *SECRETS[role]}
    return load(REAL, {name: changed.get(name, ENVIRONMENT[name]) for name in names}, [role])


@pytest.mark.parametrize(
    ("role", "name", "place"),
    [
        (Role.DISPATCHER, "OPENAI_API_KEY", "model_list"),
        (Role.SEARCHER, "TRUSTED_KEY", "trusted_models"),
        (Role.AUDITOR, "CANARYGATE_AUDITOR_API_KEY", "audit.clients"),
    ],
)
def test_a_key_with_which_others_are_asked_is_taken_in(role: Role, name: str, place: str) -> None:
    before, now = loaded(role, {}), loaded(role, {name: OTHER})
    rotation = rotate(before, before, now)
    assert (rotation.taken, rotation.waiting) == ((place,), ())
    assert rotation.settings == now


@pytest.mark.parametrize(
    ("role", "name", "place"),
    [
        (Role.EDGE, "CANARYGATE_HASHING_KEY", "hashing.key"),
        (Role.MINIMIZER, "CANARYGATE_ANALYTICS_KEY", "analytics.key"),
        (Role.ANALYST, "CANARYGATE_NOISE_KEY", "analytics.noise_key"),
        (Role.AUDITOR, "CANARYGATE_AUDIT_KEY", "audit.key"),
        (Role.EDGE, "KAFKA_PASSWORD", "broker.sasl_password"),
    ],
)
def test_a_key_that_others_compare_by_waits_for_the_next_start(role: Role, name: str, place: str) -> None:
    before, now = loaded(role, {}), loaded(role, {name: OTHER})
    rotation = rotate(before, before, now)
    assert (rotation.taken, rotation.waiting) == ((), (place,))
    assert rotation.settings == before


def test_every_secret_is_either_taken_in_or_waits() -> None:
    for role, names in SECRETS.items():
        for name in (*names, "KAFKA_PASSWORD"):
            old = ENVIRONMENT[name]
            other = old + "," + ring("k9") if "SEALING" in name else OTHER
            before, now = loaded(role, {}), loaded(role, {name: other})
            rotation = rotate(before, before, now)
            assert rotation.taken or rotation.waiting, (role, name)


@pytest.mark.parametrize(
    ("before", "now"),
    [(("k1",), ("k1", "k2")), (("k1", "k2"), ("k2", "k1")), (("k2", "k1"), ("k2",)), (("k1",), ("k2", "k3", "k1"))],
)
@pytest.mark.parametrize("variable", ["CANARYGATE_SEALING_KEYS", "SUPPORT_SEALING_KEYS"])
def test_a_ring_may_change_as_long_as_it_opens_what_was_sealed_last(
    variable: str, before: tuple[str, ...], now: tuple[str, ...]
) -> None:
    old, new = (loaded(Role.EDGE, {variable: ring(*each)}) for each in (before, now))
    assert rotate(old, old, new).settings == new


@pytest.mark.parametrize(
    ("variable", "place"),
    [("CANARYGATE_SEALING_KEYS", "sealing.keys"), ("SUPPORT_SEALING_KEYS", "sealing.tenants.support")],
)
@pytest.mark.parametrize("now", [ring("k2"), "k1:" + b64encode(b"another of the same name".ljust(32)).decode()])
def test_a_ring_that_cannot_open_what_was_sealed_last_is_refused(variable: str, place: str, now: str) -> None:
    old, new = loaded(Role.EDGE, {variable: ring("k1", "k2")}), loaded(Role.EDGE, {variable: now})
    with pytest.raises(SettingsError, match=f"{place}: lacks the key that seals now"):
        rotate(old, old, new)


def test_a_client_of_the_auditor_that_comes_or_goes_waits_for_the_next_start() -> None:
    before = loaded(Role.AUDITOR, {})
    (client,) = before.audit.clients
    now = before.model_copy(update={"audit": before.audit.model_copy(update={"clients": (client, client)})})
    rotation = rotate(before, before, now)
    assert (rotation.taken, rotation.waiting) == ((), ("audit.clients",))
    assert rotation.settings == before


def test_what_a_trial_made_for_itself_stays() -> None:
    said = loaded(Role.DISPATCHER, {})
    running = said.model_copy(update={"hashing": loaded(Role.EDGE, {}).hashing})
    now = loaded(Role.DISPATCHER, {"OPENAI_API_KEY": OTHER})
    assert rotate(running, said, now).settings == running.model_copy(update={"model_list": now.model_list})
