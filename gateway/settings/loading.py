"""Makes the settings of a process from the text of a file, the environment and the roles."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from types import MappingProxyType

from gateway.roles import ALL_ROLES, ANSWERING, Role
from gateway.settings.audit_checks import mistakes_of_clients
from gateway.settings.checks import is_embedded, missing_sections, mistakes_across, mistakes_of_roles
from gateway.settings.document import Document
from gateway.settings.mistakes import Mistake, Path, SettingsError
from gateway.settings.schema import File, Settings
from gateway.settings.secrets import fingerprint, resolve
from gateway.settings.sections import EMBEDDED_MAX_BODY_BYTES, ApiKey, EdgeSettings, Embedded
from gateway.settings.trial import TRIAL_ANALYTICS, trial_models
from gateway.settings.validation import validated
from gateway.settings.witnesses import mistakes_of_probes
from gateway.settings.yaml_lines import parse
from gateway.types import JsonObject


def load(
    text: str | None,
    environment: Mapping[str, str],
    roles: Collection[Role],
    listen: Mapping[str, str] = MappingProxyType({}),
) -> Settings:
    """Returns the settings of a process with these roles, or with all roles if none is given.

    ``text`` is the YAML file, or None for a trial run on the embedded broker; ``listen`` has addresses, by section,
    that replace those of the file. Raises SettingsError with all mistakes.

    >>> settings = load(None, {}, ALL_ROLES)
    >>> [model.model_name for model in settings.model_list], str(settings.edge.listen)
    (['echo'], '127.0.0.1:8080')
    """
    own_roles = frozenset(roles) or ALL_ROLES
    said = parse(text or "")
    document = _listening(_with_models(said, environment), listen)
    resolved = resolve(document, environment, own_roles)
    foreign = () if is_embedded(document) else resolved.foreign
    file, wrong = validated(resolved.document)
    unreadable = (*document.mistakes, *resolved.mistakes)
    mistakes = (
        *_unexplained(wrong, unreadable),
        *foreign,
        *mistakes_across(document),
        *mistakes_of_roles(document, own_roles),
        *mistakes_of_clients(resolved.document, own_roles),
    )
    if file is None or mistakes:
        raise SettingsError(mistakes)
    if unpaid := [*mistakes_of_probes(document, file)]:
        raise SettingsError(unpaid)
    warnings = tuple(_warnings(file, own_roles, resolved.foreign))
    return _settings(file, own_roles, warnings, fingerprint(said))


def check(
    text: str,
    environment: Mapping[str, str],
    roles: Collection[Role],
    listen: Mapping[str, str] = MappingProxyType({}),
) -> Settings:
    """Returns a file's settings for these roles, or for no role if none is given and it uses a real broker.

    Raises SettingsError with all mistakes at once.
    """
    if roles or is_embedded(parse(text)):
        return load(text, environment, roles, listen)
    return load_file(text, environment)


def load_file(text: str, environment: Mapping[str, str], secrets: Collection[Path] = ()) -> Settings:
    """Returns the settings of a file for no role: of the secrets, only the broker's and those named here are read.

    For commands that work on the file or the broker itself. Raises SettingsError with all mistakes that do not depend
    on a role.
    """
    document = parse(text)
    resolved = resolve(document, environment, frozenset(), secrets)
    file, wrong = validated(resolved.document)
    unreadable = (*document.mistakes, *resolved.mistakes)
    mistakes = (*_unexplained(wrong, unreadable), *mistakes_across(document), *missing_sections(document, ALL_ROLES))
    if file is None or mistakes:
        raise SettingsError(mistakes)
    return _settings(file, frozenset(), (), fingerprint(document))


def reload_api_keys(text: str, environment: Mapping[str, str], running: Settings) -> tuple[ApiKey, ...]:
    """Returns the API keys of a changed file, for a process that keeps its other settings.

    Raises SettingsError if anything in the file is wrong, or a key has a policy that is not running yet; the caller
    should then keep the old keys.
    """
    keys = load(text, environment, running.roles).api_keys
    unknown = [index for index, key in enumerate(keys) if key.policy not in running.policies]
    if unknown:
        document = parse(text)
        message = "names a policy that is not running yet: restart to add it"
        raise SettingsError(document.mistake(("api_keys", index, "policy"), message) for index in unknown)
    return keys


def _unexplained(wrong: Sequence[Mistake], unreadable: Sequence[Mistake]) -> tuple[Mistake, ...]:
    """Returns what could not be read, then the mistakes in places that could."""
    explained = {mistake.place for mistake in unreadable}
    return (*unreadable, *(mistake for mistake in wrong if mistake.place not in explained))


def _with_models(document: Document, environment: Mapping[str, str]) -> Document:
    if not is_embedded(document) or "model_list" in document.value:
        return document
    return replace(document, value=document.value | {"model_list": trial_models(environment)})


def _listening(document: Document, listen: Mapping[str, str]) -> Document:
    sections: JsonObject = {section: {**document.section(section), "listen": at} for section, at in listen.items()}
    return replace(document, value=document.value | sections)


def _settings(file: File, roles: frozenset[Role], warnings: tuple[str, ...], fingerprint: str) -> Settings:
    edge = _capped(file.edge) if isinstance(file.broker, Embedded) else file.edge
    of_process = {"edge": edge, "roles": roles, "warnings": warnings, "fingerprint": fingerprint}
    return Settings.model_construct(**(dict(file) | of_process))


def _capped(edge: EdgeSettings) -> EdgeSettings:
    return edge.model_copy(update={"max_body_bytes": min(edge.max_body_bytes, EMBEDDED_MAX_BODY_BYTES)})


def _warnings(file: File, roles: Set[Role], foreign: tuple[Mistake, ...]) -> Iterator[str]:
    if isinstance(file.broker, Embedded):
        yield from _warnings_of_a_trial(file, roles, foreign)
    elif Role.EDGE in roles and not file.api_keys:
        yield "api_keys is empty: the edge lets nobody in"
    elif Role.SEARCHER in roles and not file.search.tenants:
        yield "search.tenants is empty: nobody has opted in, so the searcher has nothing to do"
    if file.analytics and Role.ANALYST in roles and file.publication.audit == "required" and not file.audit.model:
        yield (
            "publication.audit is required, and without audit.model no auditor answers: every summary is withheld; "
            "`publication: {audit: none}` publishes without it"
        )


def _warnings_of_a_trial(file: File, roles: Set[Role], foreign: tuple[Mistake, ...]) -> Iterator[str]:
    yield (
        "the embedded broker is for trial runs: who reads raw text and who reaches providers are one process, "
        "nothing survives its end, and bodies are capped at 1 MiB"
    )
    yield from (str(mistake) for mistake in foreign)
    if file.analytics is None and Role.ANALYST in roles:
        minutes, k_min = TRIAL_ANALYTICS.window_ms // 60_000, TRIAL_ANALYTICS.k_min
        yield f"analytics is that of a trial: a window every {minutes} minutes, and k-min {k_min}, which hides nobody"
    if not roles >= ANSWERING:
        yield "the embedded broker serves one process: no turn is answered without all roles of a turn in it"
