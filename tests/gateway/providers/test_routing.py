from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.errors import NotFound
from gateway.providers.echo import Echo
from gateway.providers.routing import Deployment, RoutingTable, WitnessShare, wildcard_part

ECHO = Echo()


def table(*pairs: tuple[str, str], fallbacks: dict[str, list[str]] | None = None) -> RoutingTable:
    return RoutingTable([Deployment(name, model, ECHO) for name, model in pairs], fallbacks or {})


def models(found: RoutingTable, name: str) -> list[list[str]]:
    return [[target.model for target in group] for group in found.find(name).groups]


def test_deployments_of_one_name_share_its_turns() -> None:
    assert models(table(("a", "x"), ("b", "z"), ("a", "y")), "a") == [["x", "y"]]


def test_a_wildcard_passes_on_what_it_stands_for() -> None:
    assert models(table(("anthropic/*", "claude/*")), "anthropic/opus") == [["claude/opus"]]
    assert models(table(("*", "*")), "gpt-4.1") == [["gpt-4.1"]]


def test_the_most_exact_name_wins() -> None:
    found = table(("*", "any"), ("gpt-4*", "four"), ("gpt-4.1", "exact"))
    assert [models(found, name) for name in ("gpt-4.1", "gpt-4o", "o3")] == [[["exact"]], [["four"]], [["any"]]]


def test_fallbacks_come_after_the_model_in_their_order() -> None:
    found = table(("a", "x"), ("b", "y"), ("c", "z"), fallbacks={"a": ["c", "b"]})
    assert models(found, "a") == [["x"], ["z"], ["y"]]


def test_a_label_is_a_name_of_the_configuration_and_never_what_a_client_typed() -> None:
    target = table(("*", "*")).find("ann-smith").groups[0][0]
    assert (target.label, "ann" in repr(target)) == ("*", False)


def test_a_model_that_nobody_answers_for_is_not_found_and_not_quoted() -> None:
    with pytest.raises(NotFound) as raised:
        table(("a", "x")).find("ann-smith")
    assert "ann" not in str(raised.value)


def test_only_the_models_name_changes_in_the_body_and_the_order_stays() -> None:
    target = table(("a", "x")).find("a").groups[0][0]
    body = target.addressed({"temperature": 1, "model": "a", "messages": []})
    assert list(body.items()) == [("temperature", 1), ("model", "x"), ("messages", [])]


@given(st.text("ab/", max_size=4), st.text("ab/", max_size=4), st.text("ab/", max_size=8))
def test_a_wildcards_part_rebuilds_the_name(head: str, tail: str, part: str) -> None:
    assert wildcard_part(f"{head}*{tail}", f"{head}{part}{tail}") == part


def witnessed(tenants: set[str], share: float = 0.0, name: str = "a") -> RoutingTable:
    """A table in which the model has a witness, another deployment and a fallback."""
    witness = Deployment(name, "witness", ECHO, witness=WitnessShare(frozenset(tenants), share))
    return RoutingTable([witness, Deployment("a", "x", ECHO), Deployment("b", "y", ECHO)], {"a": ["b"]})


def drawn(found: RoutingTable, tenant: str, draw: float, name: str = "a") -> list[list[str]]:
    return [[target.model for target in group] for group in found.find(name, tenant, draw).groups]


def test_a_witness_gets_the_turns_of_its_tenants_and_they_go_nowhere_else() -> None:
    table = witnessed({"audit"})
    assert drawn(table, "audit", 0.99) == [["witness"]]
    assert drawn(table, "support", 0.0) == [["x"], ["y"]]


@given(st.floats(0, 1, exclude_max=True), st.sampled_from(["support", "sales"]))
def test_a_witness_gets_its_share_of_all_other_turns(draw: float, tenant: str) -> None:
    assert drawn(witnessed({"audit"}, 0.25), tenant, draw) == ([["witness"]] if draw < 0.25 else [["x"], ["y"]])


def test_a_witness_serves_its_own_name_only_and_who_asks_for_no_witness_gets_none() -> None:
    assert drawn(witnessed({"audit"}, name="*"), "audit", 0.0) == [["x"], ["y"]]
    assert drawn(witnessed({"audit"}, 1.0), "", 1.0) == [["x"], ["y"]]


def test_the_model_of_a_witness_alone_is_not_found_by_others() -> None:
    alone = RoutingTable([Deployment("a", "w", ECHO, witness=WitnessShare(frozenset({"audit"}), 0.0))], {})
    assert drawn(alone, "audit", 0.5) == [["w"]]
    with pytest.raises(NotFound):
        alone.find("a", "support", 0.0)
