from __future__ import annotations

import pytest

from gateway.errors import ERRORS, GatewayError, PolicyBlocked, Unavailable


@pytest.mark.parametrize("status", [400, 401, 404, 413, 422, 429, 502, 503, 504])
def test_every_status_of_the_interface_has_its_error(status: int) -> None:
    assert ERRORS[status].status == status


def test_a_policy_block_is_no_other_bad_request() -> None:
    assert (PolicyBlocked("no").status, PolicyBlocked("no").code) == (400, "policy_blocked")


def test_an_error_keeps_its_own_code_unless_it_is_given_another() -> None:
    assert (Unavailable("away").code, Unavailable("away", code="broker_away").code) == ("unavailable", "broker_away")


def test_an_error_says_its_message_and_nothing_else() -> None:
    assert str(GatewayError("broken", param="messages[0]")) == "broken"
