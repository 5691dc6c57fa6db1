"""The section ``search``: whose turns the oracle may search, with which trusted models, and its limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import Field

from gateway.settings.document import Document, Step
from gateway.settings.mistakes import Mistake
from gateway.settings.sections import FrozenMapping, Name, Positive, Section

Share = Annotated[float, Field(gt=0, le=1)]


class SearchSettings(Section):
    """What the role ``searcher`` does: it searches the given share of turns of the tenants named here, and no others.

    ``target`` answers and ``judge`` (default: the target) compares answers; both are names of ``trusted_models``.
    Results are appended to the file ``ledger``. ``calls`` and ``entities`` are the maximum for one search,
    ``concurrency`` that of calls in flight. ``abstractions`` says whether a search tries the abstractions of live
    requests (``deterministic``) or those that the target proposes (``model``).
    """

    tenants: FrozenMapping[Share] = Field(default_factory=lambda: MappingProxyType({}))
    target: Name | None = None
    judge: Name | None = None
    ledger: Path | None = None
    calls: Positive = 200
    concurrency: Positive = 2
    entities: Positive = 12
    abstractions: Literal["deterministic", "model"] = "deterministic"


def mistakes_of_search(document: Document) -> Iterator[Mistake]:
    """Yields what is missing or unknown in ``search`` if any tenant has opted in."""
    section = document.section("search")
    if not section.get("tenants"):
        return
    trusted = {name for _, name in document.texts(("trusted_models", Step.EACH, "model_name"))}
    for key in ("target", "ledger"):
        if section.get(key) is None:
            yield document.mistake(("search", key), "is missing, although tenants have opted in")
    for key in ("target", "judge"):
        name = section.get(key)
        if name is not None and name not in trusted:
            yield document.mistake(("search", key), "names no model of `trusted_models`")
