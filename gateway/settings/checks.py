"""Checks that involve several sections of a configuration."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set

from gateway.roles import READ_RAW_TEXT, Role
from gateway.settings.analytics_checks import missing_keys_of_analytics, mistakes_of_analytics
from gateway.settings.audit_checks import missing_keys_of_audit, mistakes_of_audit
from gateway.settings.document import Document, Pattern, Step
from gateway.settings.mistakes import Mistake, Path, place
from gateway.settings.predictor import mistakes_of_file, policies_without_predictor
from gateway.settings.recognizers import mistakes_of_recognizers
from gateway.settings.search import mistakes_of_search
from gateway.settings.sections import ApiKey, EdgeSettings, MetricsSettings, address
from gateway.settings.witnesses import mistakes_of_witnesses, ordinary_models

_FALLBACKS = ("router_settings", "fallbacks", Step.EACH, Step.EACH, Step.EACH)
_TENANTS = (
    ("analytics", "trusted_tenants", Step.EACH),
    ("model_list", Step.EACH, "witness", "tenants", Step.EACH),
)


def is_embedded(document: Document) -> bool:
    """Returns whether the configuration uses the embedded broker, which is the default."""
    return document.value.get("broker", "embedded") == "embedded"


def mistakes_across(document: Document) -> Iterator[Mistake]:
    """Yields the mistakes between sections, even if single sections are wrong too."""
    yield from _repeated(document, ("api_keys", Step.EACH, "name"), "name")
    yield from _repeated(document, ("api_keys", Step.EACH, "hash"), "hash")
    yield from _repeated(document, ("detection", "recognizers", Step.EACH, "name"), "name")
    yield from _unknown_policies(document)
    yield from mistakes_of_recognizers(document)
    yield from _second_looks_without_a_model(document)
    yield from policies_without_predictor(document)
    yield from mistakes_of_search(document)
    yield from mistakes_of_analytics(document)
    yield from mistakes_of_witnesses(document)
    yield from _unknown_tenants(document)
    yield from mistakes_of_audit(document, embedded=is_embedded(document))
    yield from _unknown_fallbacks(document)
    yield from _repeated_fallbacks(document)
    yield from _circular_fallbacks(document)
    yield from _shared_port(document)


def mistakes_of_roles(document: Document, roles: Set[Role]) -> Iterator[Mistake]:
    """Yields what these roles lack, and which of them may not share a process."""
    yield from mistakes_of_file(document, roles)
    if not is_embedded(document):
        yield from _unsafe_together(roles)
        yield from missing_sections(document, roles)


def _unsafe_together(roles: Set[Role]) -> Iterator[Mistake]:
    reading = [role for role in Role if role in roles & READ_RAW_TEXT]
    if reading and Role.DISPATCHER in roles:
        yield Mistake(
            None,
            "--role",
            f"{', '.join(reading)} may not share a process with dispatcher: who reads raw text must not reach a "
            "provider. Start one process for each role, with --role",
        )


def missing_sections(document: Document, roles: Collection[Role]) -> Iterator[Mistake]:
    """Yields the sections that these roles need on a real broker and the file lacks."""
    if is_embedded(document):
        return
    readers = set(roles) & {Role.EDGE, Role.MINIMIZER}
    if set(roles) & READ_RAW_TEXT and not document.section("sealing").get("keys"):
        yield document.mistake(("sealing", "keys"), "is missing; only the embedded broker goes without")
    if readers and not document.section("hashing").get("key"):
        yield document.mistake(("hashing", "key"), "is missing; only the embedded broker goes without")
    yield from missing_keys_of_audit(document, roles)
    yield from missing_keys_of_analytics(document, roles)
    if {Role.EDGE, Role.DISPATCHER} & set(roles) and "model_list" not in document.value:
        yield document.mistake(("model_list",), "is missing; only the embedded broker has models of its own")


def _repeated(document: Document, pattern: Pattern, what: str) -> Iterator[Mistake]:
    first: dict[str, Path] = {}
    for path, text in document.texts(pattern):
        if text in first:
            yield document.mistake(path, f"the same {what} as {place(first[text][:-1])}")
        first.setdefault(text, path)


def _unknown_policies(document: Document) -> Iterator[Mistake]:
    known = {"default", *document.section("policies")}
    for path, policy in document.texts(("api_keys", Step.EACH, "policy")):
        if policy not in known:
            yield document.mistake(path, "names no policy of `policies`")


def _unknown_tenants(document: Document) -> Iterator[Mistake]:
    """Yields tenants without an API key; a file without any key may be that of a role that needs none."""
    default = ApiKey.model_fields["tenant"].default
    keys = document.value.get("api_keys") or ([{}] if is_embedded(document) else [])
    if not isinstance(keys, list) or not keys:
        return
    known = {key.get("tenant", default) for key in keys if isinstance(key, dict)}
    for path, tenant in document.texts(*_TENANTS):
        if tenant not in known:
            yield document.mistake(path, "is the tenant of no API key in `api_keys`")


def _second_looks_without_a_model(document: Document) -> Iterator[Mistake]:
    if document.section("detection").get("second_look") is not None:
        return
    for path, sentences in document.texts(("policies", Step.EACH, "second_look")):
        if sentences != "never":
            yield document.mistake(path, "needs a model: name one in detection.second_look")


def _unknown_fallbacks(document: Document) -> Iterator[Mistake]:
    models = ordinary_models(document)
    for path, target in document.texts(_FALLBACKS):
        if not _is_served(target, models):
            yield document.mistake(path, "names no model of `model_list`")
        if not _is_served(str(path[3]), models):
            yield document.mistake(path[:4], "names no model of `model_list`")


def _is_served(name: str, models: Set[str]) -> bool:
    return name in models or any(model.endswith("*") and name.startswith(model[:-1]) for model in models)


def _repeated_fallbacks(document: Document) -> Iterator[Mistake]:
    first: dict[str | int, Path] = {}
    for path, _ in document.texts(_FALLBACKS):
        if path[:4] != first.setdefault(path[3], path[:4]):
            yield document.mistake(path[:4], f"has its fallbacks in {place(first[path[3]][:3])} already")


def _circular_fallbacks(document: Document) -> Iterator[Mistake]:
    targets: dict[str, set[str]] = {}
    for path, target in document.texts(_FALLBACKS):
        targets.setdefault(str(path[3]), set()).add(target)
    for path, target in document.texts(_FALLBACKS):
        if path[3] in _reachable(target, targets):
            yield document.mistake(path, "leads back to the model that it replaces")


def _reachable(start: str, targets: dict[str, set[str]]) -> Set[str]:
    reached: set[str] = set()
    waiting = {start}
    while waiting:
        reached |= waiting
        waiting = {target for model in waiting for target in targets.get(model, ())} - reached
    return reached


def _shared_port(document: Document) -> Iterator[Mistake]:
    edge = _port(document.section("edge").get("listen", str(EdgeSettings().listen)))
    metrics = _port(document.section("metrics").get("listen", str(MetricsSettings().listen)))
    if edge and edge == metrics:
        yield document.mistake(("metrics", "listen"), "has the port of edge.listen: metrics need a port of their own")


def _port(listen: object) -> int | None:
    try:
        return address(listen).port
    except ValueError:
        return None
