from __future__ import annotations

import pytest

from gateway.sealing import Purpose
from gateway.settings import Role
from streams.role_keys import hashing_key, sealer
from tests.gateway.settings.samples import ENVIRONMENT
from tests.gateway.wires import TURN
from tests.streams.test_process import settings


def test_the_sealer_has_the_rings_of_the_configuration() -> None:
    made = sealer(settings(Role.EDGE))
    for tenant in ("default", "support"):
        envelope = made.seal(b"text", tenant=tenant, turn_id=TURN, purpose=Purpose.REQUEST)
        assert envelope[2 : 2 + envelope[1]] == b"k2", "the first key of the ring seals"
    assert set(made.tenants) == {"support"}


def test_identifiers_are_hashed_under_the_key_of_the_configuration() -> None:
    assert hashing_key(settings(Role.EDGE)) == ENVIRONMENT["CANARYGATE_HASHING_KEY"].encode()


def test_a_dispatcher_is_given_no_key_that_opens_anything() -> None:
    dispatching = settings(Role.DISPATCHER)
    assert (dispatching.sealing.keys, dispatching.hashing.key) == (None, None)
    for key in (sealer, hashing_key):
        with pytest.raises(AssertionError):
            key(dispatching)
