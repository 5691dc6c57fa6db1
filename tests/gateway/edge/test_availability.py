from __future__ import annotations

from gateway.edge.availability import FOR_A_DRY_RUN, FOR_A_TURN, Availability
from gateway.roles import Role


def heard(*roles: Role) -> Availability:
    """Fifteen seconds of patience; it began at 0, and these roles were heard of at 100."""
    availability = Availability(stalled_seconds=15, since=0)
    for role in roles:
        availability.hear(role, 100)
    return availability


def test_it_is_ready_while_every_role_and_the_broker_are_heard_of() -> None:
    availability = heard(Role.MINIMIZER, Role.DISPATCHER)
    assert [availability.ready(now) for now in (100, 115, 116)] == [True, True, False]
    availability.hear(Role.MINIMIZER, 116)
    assert not availability.ready(116)
    availability.hear(Role.DISPATCHER, 116)
    assert availability.ready(116)
    availability.broker_answers = False
    assert not availability.ready(116)


def test_a_role_that_was_never_heard_of_makes_it_unready_at_once_and_is_missing_after_a_while() -> None:
    availability = heard()
    assert not availability.ready(0)
    assert [availability.missing(FOR_A_TURN, now) for now in (0, 15, 16)] == [None, None, "nobody_minimizes"]


def test_what_is_missing_is_named_and_a_dry_run_needs_no_dispatcher() -> None:
    availability = heard(Role.MINIMIZER)
    assert availability.missing(FOR_A_TURN, 101) == "nobody_dispatches"
    assert availability.missing(FOR_A_DRY_RUN, 101) is None
    assert heard(Role.DISPATCHER).missing(FOR_A_DRY_RUN, 101) == "nobody_minimizes"


def test_other_roles_do_not_stand_in_for_those_that_a_turn_needs() -> None:
    availability = heard(Role.SEARCHER, Role.EDGE)
    assert availability.missing(FOR_A_TURN, 101) == "nobody_minimizes"
    assert not availability.ready(101)


def test_where_nobody_is_heard_of_because_the_broker_is_away_the_broker_is_to_blame() -> None:
    availability = heard(Role.MINIMIZER, Role.DISPATCHER)
    availability.broker_answers = False
    assert availability.missing(FOR_A_TURN, 115) is None
    assert availability.missing(FOR_A_TURN, 116) == "broker_away"
