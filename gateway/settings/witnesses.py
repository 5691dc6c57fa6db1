"""Witnesses: deployments that get the auditor's turns, so that no provider is paid for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from gateway.keys import hash_key
from gateway.settings.document import Document
from gateway.settings.mistakes import Mistake, place
from gateway.settings.models import ModelSettings
from gateway.settings.schema import File
from gateway.types import JsonObject, JsonValue

ECHO: Final = "echo"  # the built-in model, which calls nobody


def mistakes_of_witnesses(document: Document) -> Iterator[Mistake]:
    """Yields witnesses that cannot be meant: two for one model, a share of which nobody has the rest."""
    first: dict[str, int] = {}
    others = ordinary_models(document)
    for index, entry in _entries(document, "model_list"):
        witness, name = entry.get("witness"), entry.get("model_name")
        if witness is None or not isinstance(name, str):
            continue
        if first.setdefault(name, index) != index:
            message = f"the same model has a witness in {place(('model_list', first[name]))} already"
            yield document.mistake(("model_list", index, "witness"), message)
        if isinstance(witness, dict) and "share" in witness and not any(_fits(other, name) for other in others):
            message = "nobody gets the rest: name another deployment for this model, or only tenants"
            yield document.mistake(("model_list", index, "witness", "share"), message)
    for index, entry in _entries(document, "trusted_models"):
        if "witness" in entry:
            yield document.mistake(("trusted_models", index, "witness"), "belongs to model_list: no turns come here")


def ordinary_models(document: Document) -> set[str]:
    """Returns the names of the models that others than a witness answer for."""
    return {str(each.get("model_name")) for _, each in _entries(document, "model_list") if "witness" not in each}


def mistakes_of_probes(document: Document, file: File) -> Iterator[Mistake]:
    """Yields that providers would be paid for probes without a limit, or that what listens for probes gets none."""
    audit = file.audit
    keys = [client.api_key.get_secret_value() for client in audit.clients if client.api_key]
    if audit.model is None or not keys:
        return
    witnessed = all(_is_witnessed(file.model_list, audit.model, _tenant_of(file, key)) for key in keys)
    if not witnessed and audit.monthly_probes is None and not _is_echo(file, audit.model):
        yield document.mistake(
            ("audit", "model"),
            "leads probes to a provider that may ask for money: give the model a `witness` in model_list that names "
            "the tenants of audit.clients, or say in audit.monthly_probes how many may go there",
        )
    if audit.witness is not None and not witnessed:
        yield document.mistake(
            ("audit", "witness"),
            "gets nothing: no `witness` of audit.model in model_list names the tenants of all audit.clients",
        )


def _tenant_of(file: File, api_key: str) -> str | None:
    hashed = hash_key(api_key)
    return next((each.tenant for each in file.api_keys if each.hash == hashed), None)


def _is_witnessed(models: Sequence[ModelSettings], model: str, tenant: str | None) -> bool:
    return any(each.witness and tenant in each.witness.tenants for each in _serving(models, model))


def _is_echo(file: File, model: str) -> bool:
    ordinary = [each for each in file.model_list if each.witness is None]
    names = (model, *file.router_settings.fallbacks.get(model, ()))
    reached = [each.litellm_params.model for name in names for each in _serving(ordinary, name)]
    return bool(reached) and {*reached} == {ECHO}


def _serving(models: Sequence[ModelSettings], model: str) -> list[ModelSettings]:
    """The entries of the most exact name that fits a model."""
    fitting = [each for each in models if _fits(each.model_name, model)]
    best = max((_exactness(each.model_name) for each in fitting), default=None)
    return [each for each in fitting if _exactness(each.model_name) == best]


def _exactness(name: str) -> tuple[bool, int]:
    return not name.endswith("*"), len(name)


def _fits(name: str, model: str) -> bool:
    return model == name or (name.endswith("*") and model.startswith(name[:-1]))


def _entries(document: Document, section: str) -> Iterator[tuple[int, JsonObject]]:
    value: JsonValue = document.value.get(section)
    entries = value if isinstance(value, list) else []
    return ((index, each) for index, each in enumerate(entries) if isinstance(each, dict))
