"""From the text of a file, the environment and the roles of a process to its settings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import replace

from gateway.settings.checks import is_embedded, mistakes_across, mistakes_of_roles
from gateway.settings.document import Document
from gateway.settings.mistakes import Mistake, SettingsError
from gateway.settings.roles import BUILT_ROLES, Role
from gateway.settings.schema import File, Settings
from gateway.settings.secrets import resolve
from gateway.settings.sections import EMBEDDED_MAX_BODY_BYTES, ApiKey, Edge, Embedded, Kafka
from gateway.settings.trial import trial_models
from gateway.settings.validation import validated
from gateway.settings.yaml_lines import parse


def load(text: str | None, environment: Mapping[str, str], roles: Collection[Role]) -> Settings:
    """The settings of a process with these roles (without any: with all that are built).

    ``text`` is the YAML file; None is a trial run on the embedded broker. Raises SettingsError with every mistake.

    >>> settings = load(None, {}, BUILT_ROLES)
    >>> [model.model_name for model in settings.model_list], str(settings.edge.listen)
    (['echo'], '127.0.0.1:8080')
    """
    own_roles = frozenset(roles) or frozenset(BUILT_ROLES)
    document = _with_models(parse(text or ""), environment)
    resolved = resolve(document, environment, own_roles)
    foreign = () if is_embedded(document) else resolved.foreign
    file, wrong = validated(resolved.document)
    unreadable = (*document.mistakes, *resolved.mistakes)
    explained = {mistake.place for mistake in unreadable}
    mistakes = (
        *unreadable,
        *(mistake for mistake in wrong if mistake.place not in explained),
        *foreign,
        *mistakes_across(document),
        *mistakes_of_roles(document, own_roles),
    )
    if file is None or mistakes:
        raise SettingsError(mistakes)
    return _settings(file, own_roles, tuple(_warnings(file, own_roles, resolved.foreign)))


def load_broker(text: str | None, environment: Mapping[str, str]) -> tuple[Kafka, Edge]:
    """The broker of a file and the edge's limits, for work on the broker itself: no other secret is read.

    Raises SettingsError with every mistake; the embedded broker is one.
    """
    document = parse(text or "")
    resolved = resolve(document, environment, frozenset({Role.CONSOLE}))
    file, wrong = validated(resolved.document)
    mistakes = (*document.mistakes, *resolved.mistakes, *wrong)
    if file is None or mistakes:
        raise SettingsError(mistakes)
    if not isinstance(file.broker, Kafka):
        raise SettingsError([document.mistake(("broker",), "the embedded broker makes its topics itself")])
    return file.broker, file.edge


def reload_api_keys(text: str, environment: Mapping[str, str], running: Settings) -> tuple[ApiKey, ...]:
    """The API keys of a changed file, for a process that goes on with its other settings.

    Raises SettingsError where anything in the file is wrong, or a key has a policy that is not running: then the
    caller keeps the old keys.
    """
    keys = load(text, environment, running.roles).api_keys
    unknown = [index for index, key in enumerate(keys) if key.policy not in running.policies]
    if unknown:
        document = parse(text)
        message = "names a policy that is not running yet: restart to add it"
        raise SettingsError(document.mistake(("api_keys", index, "policy"), message) for index in unknown)
    return keys


def _with_models(document: Document, environment: Mapping[str, str]) -> Document:
    if not is_embedded(document) or "model_list" in document.value:
        return document
    return replace(document, value=document.value | {"model_list": trial_models(environment)})


def _settings(file: File, roles: frozenset[Role], warnings: tuple[str, ...]) -> Settings:
    edge = _capped(file.edge) if isinstance(file.broker, Embedded) else file.edge
    return Settings.model_construct(**(dict(file) | {"edge": edge, "roles": roles, "warnings": warnings}))


def _capped(edge: Edge) -> Edge:
    return edge.model_copy(update={"max_body_bytes": min(edge.max_body_bytes, EMBEDDED_MAX_BODY_BYTES)})


def _warnings(file: File, roles: Set[Role], foreign: tuple[Mistake, ...]) -> Iterator[str]:
    if isinstance(file.broker, Embedded):
        yield (
            "the embedded broker is for trial runs: who reads raw text and who reaches providers are one process, "
            "nothing survives its end, and bodies are capped at 1 MiB"
        )
        yield from (str(mistake) for mistake in foreign)
        if not roles >= set(BUILT_ROLES):
            yield "the embedded broker serves one process: no turn is answered without all roles in it"
    elif Role.EDGE in roles and not file.api_keys:
        yield "api_keys is empty: the edge lets nobody in"
