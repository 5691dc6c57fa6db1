"""The section ``search``: which tenants' turns the oracle may search, by which trusted models, within which bounds."""

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


class Search(Section):
    """What the role ``searcher`` does: for the tenants named here, with that share of their turns, and for no other.

    ``target`` answers and ``judge`` (the target, if not named) compares: both are names of ``trusted_models``.
    ``ledger`` is the file that grows; ``calls`` and ``entities`` are the most that one search may make and have, and
    ``concurrency`` the calls in flight at once. ``abstractions`` says whether what a search tries for ABSTRACT is what
    live requests get, or what the target proposes.
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
    """What a search of somebody's turns lacks."""
    section = document.section("search")
    if not section.get("tenants"):
        return
    trusted = {name for _, name in document.texts(("trusted_models", Step.EACH, "model_name"))}
    for key in ("target", "ledger"):
        if section.get(key) is None:
            yield document.mistake(("search", key), "is missing: tenants have opted in")
    for key in ("target", "judge"):
        name = section.get(key)
        if name is not None and name not in trusted:
            yield document.mistake(("search", key), "names no model of `trusted_models`")
