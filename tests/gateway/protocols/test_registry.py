from __future__ import annotations

from gateway.protocols.registry import APIS, APIS_BY_NAME, inspected_api


def test_every_api_can_be_found_by_its_name() -> None:
    assert all(APIS_BY_NAME[api.name] is api for api in APIS.values())


def test_a_dry_run_takes_one_text_or_a_whole_request() -> None:
    api = inspected_api({"text": "Hello"})
    assert [(leaf.path, leaf.text) for leaf in api.leaves({"text": "Hello"})] == [("text", "Hello")]
    assert APIS_BY_NAME[api.name] is api
    assert inspected_api({"model": "m", "messages": []}) is APIS["/v1/chat/completions"]
