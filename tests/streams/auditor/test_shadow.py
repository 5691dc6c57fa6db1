from __future__ import annotations

from random import Random

import pytest

from gateway.types import Surface
from streams.auditor.shadow import DISGUISES, control
from streams.canaries.scanner import Scanner


def test_a_leak_on_purpose_is_seen_on_every_surface_in_every_disguise_and_forgotten() -> None:
    scanner = Scanner[str]()
    results = [*control(scanner, Random(1))]
    assert {(each.surface, each.disguise) for each in results} == {(s, d) for s in Surface for d in DISGUISES}
    assert all(each.seen for each in results)
    assert len(scanner) == 0


def test_a_scanner_that_is_blind_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scanner, "scan", lambda *arguments, **options: [])
    assert not any(each.seen for each in control(Scanner[str](), Random(1)))
