"""A readable summary of the configuration in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gateway.policy import REFUSALS, Policy
from gateway.rewriting.abstraction.abstract import is_speakable
from gateway.roles import Role
from gateway.settings.analytics import PublicationSettings
from gateway.settings.audit import POSITIONS, AuditSettings
from gateway.settings.detection import DetectionSettings, SecondLookSettings
from gateway.settings.models import ModelSettings, WitnessSettings
from gateway.settings.schema import Settings
from gateway.settings.search import SearchSettings
from gateway.settings.sections import DispatcherSettings, Kafka
from gateway.types import Action, EntityType, Surface, by_entity_type


def effective(settings: Settings) -> str:
    """Returns the roles, limits, routes, names of API keys, policies and warnings in force; no secrets, no hashes.

    >>> from gateway.settings.loading import load
    >>> print(effective(load(None, {}, [])).splitlines()[0])
    roles     edge, minimizer, dispatcher, searcher, analyst, auditor
    """
    lines = [
        *_process(settings),
        "",
        *_routes(settings),
        "",
        *_api_keys(settings),
        "",
        *_detection(settings.detection),
        *_search(settings.search),
        *_analytics(settings),
        *_audit(settings.audit),
        f"predictor {settings.predictor.model or 'none: plans follow actions'}",
        *(line for policy in settings.policies.values() for line in ("", *_policy(policy))),
        *(line for warning in settings.warnings for line in ("", f"warning: {warning}")),
    ]
    return "\n".join(lines)


def _process(settings: Settings) -> Iterator[str]:
    edge, broker = settings.edge, settings.broker
    roles = ", ".join(role for role in Role if role in settings.roles)
    yield f"roles     {roles or 'none: with --role, the secrets of a process are checked too'}"
    yield f"broker    {_broker(broker) if isinstance(broker, Kafka) else 'embedded'}"
    yield f"edge      {edge.listen}, bodies up to {edge.max_body_bytes} bytes"
    yield f"          {edge.max_in_flight} turns in flight, {edge.max_in_flight_per_key} of one key"
    yield f"          {edge.max_in_flight_per_tenant} of one tenant"
    yield f"          {edge.request_timeout_seconds:g} s for a turn, of which {edge.accept_seconds:g} s for the broker"
    yield f"          refuses turns after {edge.stalled_seconds:g} s without a minimizer or a dispatcher"
    yield f"          takes turns for {edge.shutdown_delay_seconds:g} s more when it stops"
    yield f"minimizer {settings.minimizer.max_waiting_per_tenant} turns of a tenant may wait"
    yield f"calls     {_calls(settings.dispatcher)}"
    yield f"drain     {settings.drain_seconds:g} s for open turns"
    yield f"metrics   {settings.metrics.listen}"
    yield f"hash      {settings.fingerprint}, of all that is not secret in the file: a process logs it when it starts"


def _calls(dispatcher: DispatcherSettings) -> str:
    limits = f"{dispatcher.max_calls} at once, {dispatcher.max_calls_per_model} of one model"
    of_tenants = (
        f"{dispatcher.max_calls_per_tenant} of one tenant, of which {dispatcher.max_waiting_per_tenant} may wait"
    )
    return f"{limits}, {of_tenants}"


def _broker(broker: Kafka) -> str:
    member = f", in its groups {broker.group_instance_id}" if broker.group_instance_id else ""
    return f"{broker.bootstrap}, a member is given up after {broker.session_timeout_seconds:g} s{member}"


def _routes(settings: Settings) -> Iterator[str]:
    router = settings.router_settings
    yield f"routes    {router.num_retries} retries, {router.timeout:g} s a call, {router.stream_timeout:g} s of silence"
    yield from (f"  {_route(model)}" for model in settings.model_list)
    yield from (f"  {model}, when it fails: {', then '.join(others)}" for model, others in router.fallbacks.items())


def _route(model: ModelSettings) -> str:
    params = model.litellm_params
    where = f" at {params.api_base}" if params.api_base else ""
    return f"{model.model_name} -> {params.model}{where}{_witness(model.witness)}"


def _witness(witness: WitnessSettings | None) -> str:
    if witness is None:
        return ""
    whose = [f"the tenant {tenant}" for tenant in witness.tenants]
    share = [f"a share of {witness.share:g} of all other turns"] if witness.share else []
    return f", the witness of {' and '.join([*whose, *share])}"


def _api_keys(settings: Settings) -> Iterator[str]:
    yield "api keys" if settings.api_keys else "api keys  none"
    yield from (f"  {key.name}: tenant {key.tenant}, policy {key.policy}" for key in settings.api_keys)


def _detection(detection: DetectionSettings) -> Iterator[str]:
    own = ", ".join(recognizer.name for recognizer in detection.recognizers)
    yield f"detection {detection.names_model or 'the names model that is shipped'}; own recognizers: {own or 'none'}"
    yield f"          languages of patterns: {', '.join(sorted(detection.languages)) or 'none'}"
    yield f"          second look: {_second_look(detection.second_look)}"
    yield f"          {detection.seconds:g} s for a turn, {detection.queue} turns may wait"
    yield f"          {detection.processes} processes for long requests"
    yield f"          {detection.cache_bytes} bytes for what was seen before"


def _second_look(second_look: SecondLookSettings | None) -> str:
    if second_look is None:
        return "no model"
    return f"spaCy's {second_look.spacy}" if second_look.spacy else str(second_look.model)


def _search(search: SearchSettings) -> Iterator[str]:
    shares = ", ".join(f"{share:g} of {tenant}" for tenant, share in search.tenants.items())
    yield f"search    {shares or 'no tenant has opted in'}"
    if shares:
        yield f"          target {search.target}, judge {search.judge or search.target}, ledger {search.ledger}"
        yield f"          {search.calls} calls and {search.entities} entities a search, {search.concurrency} at once"
        yield f"          abstractions: {search.abstractions}"


def _analytics(settings: Settings) -> Iterator[str]:
    analytics = settings.analytics
    if analytics is None:
        yield "analytics none: nothing is counted of conversations"
        return
    named = ", ".join(analytics.trusted_tenants)
    yield f"analytics windows of {analytics.window_hours:g} h, closed {analytics.grace_seconds:g} s after their end"
    yield f"          k-min {analytics.k_min}, up to {analytics.max_conversations} conversations of a contributor count"
    yield f"          contributors are {f'whom requests of {named} name, else ' if named else ''}API keys"
    yield from _publication(settings.publication)


def _audit(audit: AuditSettings) -> Iterator[str]:
    if audit.model is None:
        yield "audit     none: no canaries are planted"
        return
    where = audit.edge or "the edge of this process"
    yield f"audit     {audit.probes_per_minute:g} probes a minute to {where}, for the model {audit.model}"
    yield f"          {audit.monthly_probes or 'any number of'} probes a month, of {len(audit.clients)} client(s)"
    if audit.witness:
        yield f"          witness at {audit.witness.listen}"
    yield f"          kinds: {', '.join(audit.kinds)}"
    yield f"          not planted: {', '.join(_not_planted(audit)) or 'nothing'}; kinds and positions name what is"
    yield f"          positions: {_weighed(audit.positions)}"
    yield f"          disguises: {_weighed(audit.disguises)}"
    yield f"          {audit.invalid_share:g} of the probes are invalid"
    yield f"          searched: {', '.join(sorted(audit.searched)) or 'nothing'}"
    yield f"          unwatched: {', '.join(sorted({*Surface} - audit.searched)) or 'nothing'}"
    yield f"          log files: {', '.join(audit.logs) or 'none'}; metrics: {', '.join(audit.metrics) or 'none'}"
    objectives = [f"{surface} {rate:g}" for surface, rate in sorted(audit.objectives.items())]
    yield f"          leak rates should be below: {', '.join(objectives) or 'no objective'}"
    yield from (f"          {_reactions(surface, audit)}" for surface in sorted(audit.surfaces))


def _reactions(surface: Surface, audit: AuditSettings) -> str:
    reactions = sorted(audit.reactions.get(surface, ()))
    return f"a leak on {surface} pages" + (f", and does {', '.join(reactions)}" if reactions else "")


def _not_planted(audit: AuditSettings) -> Iterator[str]:
    """The entity types and positions that are left out."""
    yield from (each for each in EntityType if each not in audit.kinds)
    yield from (f"{each} (a position)" for each in POSITIONS if not audit.positions.get(each))


def _weighed(weights: Mapping[str, float]) -> str:
    return ", ".join(f"{weight:g} {name}" for name, weight in weights.items() if weight)


def _publication(publication: PublicationSettings) -> Iterator[str]:
    sensitive = ", ".join(sorted(publication.sensitive_topics))
    required = publication.audit == "required"
    audited = f"audited within {publication.audit_seconds:g} s" if required else "not audited"
    yield f"publish   {audited}; review: {publication.review}; kept for {publication.retention_days} d"
    yield f"          sensitive, from {publication.sensitive_k_min} contributors on: {sensitive or 'nothing'}"
    yield f"          one contributor's share is up to {publication.max_share:g}"
    yield f"          no run of {publication.overlap_words} words that fewer than k-min contributors share"
    yield f"          epsilon {publication.epsilon:g} a window, of {publication.epsilon_budget:g}"
    yield f"          sentences: {_writer(publication)}"


def _writer(publication: PublicationSettings) -> str:
    if publication.writer is None:
        return "none"
    return f"{publication.writer} writes them, from released terms, in {publication.writer_seconds:g} s a window"


def _policy(policy: Policy) -> Iterator[str]:
    allowed = sorted(REFUSALS - policy.refuse)
    yield f"policy    {policy.name}"
    yield f"  refused: {', '.join(sorted(policy.refuse)) or 'nothing'}; allowed: {', '.join(allowed) or 'nothing'}"
    yield f"  when the names layer is away: {policy.on_unavailable}; second look: {policy.second_look}"
    yield f"  plans: {_plans(policy)}; of a date an abstraction keeps the {policy.dates}"
    yield f"  forms in the allow list: {len(policy.allow_list)}; terms in the deny list: {len(policy.deny_list)}"
    yield from (f"  {entity_type:<24}{_treatment(policy, entity_type)}" for entity_type in EntityType)


def _treatment(policy: Policy, entity_type: EntityType) -> str:
    if policy.ignores(entity_type):
        return "ignored"
    threshold = by_entity_type(policy.score_thresholds, entity_type)
    return _action(policy, entity_type) + (f" from a score of {threshold:g}" if threshold else "")


def _plans(policy: Policy) -> str:
    if policy.predictor == "policy":
        return "by the actions below"
    return f"learned, at a risk of oversharing of {policy.oversharing_risk:g}"


def _action(policy: Policy, entity_type: EntityType) -> str:
    """Returns the action; for a learned plan, also the range it chooses from if the predictor may see the type."""
    own = policy.action(entity_type).name
    least, most = (policy.bounded(action, entity_type).name for action in (Action.REDACT, Action.RETAIN))
    if policy.predictor == "policy" or not is_speakable(entity_type) or least == most:
        return own
    return f"learned, {least} to {most}; else {own}"
