"""Says which role may hold which secret, and reads the secrets of the process's roles.

A secret is written as ``os.environ/NAME``, as in LiteLLM, and read only if a role of the process needs it. If the
process has another role's secret, in its environment or in the file, that is reported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass
from hashlib import sha256

from gateway.roles import ALL_ROLES, Role
from gateway.settings.document import Document, Pattern, Step, fits, is_text
from gateway.settings.mistakes import Mistake, Path

_REFERENCE = "os.environ/"
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]*")
_NOT_READ = "only secrets, litellm_params and group_instance_id are read from the environment: write the value here"
_SECRET_NAME = re.compile(r"key|secret|token|passw|credential|auth|cookie", re.IGNORECASE)

_GROUP_INSTANCE_ID = ("broker", "group_instance_id")  # no secret, but each member of a group has its own
_SEALING_ROLES = frozenset({Role.EDGE, Role.MINIMIZER, Role.SEARCHER})

# The first pattern that fits a path says which roles need its value. Paths that fit none contain no secret.
_NEEDED_BY: tuple[tuple[Pattern, frozenset[Role]], ...] = (
    (("sealing", "keys"), _SEALING_ROLES),
    (("sealing", "tenants", Step.EACH), _SEALING_ROLES),
    (("hashing", "key"), frozenset({Role.EDGE, Role.MINIMIZER})),
    (("analytics", "key"), frozenset({Role.MINIMIZER})),
    (("analytics", "noise_key"), frozenset({Role.ANALYST})),
    (("audit", "key"), frozenset({Role.MINIMIZER, Role.AUDITOR})),
    (("audit", "clients", Step.EACH, "api_key"), frozenset({Role.AUDITOR})),
    (("model_list", Step.EACH, "litellm_params", "model"), ALL_ROLES),
    (("model_list", Step.EACH, "litellm_params", Step.BELOW), frozenset({Role.DISPATCHER})),
    (("trusted_models", Step.EACH, "litellm_params", "model"), ALL_ROLES),
    (("trusted_models", Step.EACH, "litellm_params", Step.BELOW), frozenset({Role.SEARCHER})),
    (("broker", "sasl_username"), ALL_ROLES),
    (("broker", "sasl_password"), ALL_ROLES),
    (_GROUP_INSTANCE_ID, frozenset({Role.MINIMIZER, Role.DISPATCHER, Role.SEARCHER, Role.ANALYST})),
)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A document with the secrets of some roles only.

    ``mistakes`` are secrets that could not be read, ``foreign`` are secrets of other roles that the process has.
    """

    document: Document
    mistakes: tuple[Mistake, ...]
    foreign: tuple[Mistake, ...]


def resolve(
    document: Document, environment: Mapping[str, str], roles: Set[Role], wanted: Collection[Path] = ()
) -> Resolved:
    """Returns the document with the secrets of these roles and the ``wanted`` ones filled in and all others removed.

    Without a role only what every role needs is filled in.
    """
    judged = {
        path: _judge(path, text, environment, ALL_ROLES if path in wanted else roles, _owners(path, document))
        for path, text in document.all_texts()
    }
    return Resolved(
        document.replaced({path: verdict.text for path, verdict in judged.items()}),
        tuple(document.mistake(path, verdict.mistake) for path, verdict in judged.items() if verdict.mistake),
        tuple(document.mistake(path, verdict.foreign) for path, verdict in judged.items() if verdict.foreign),
    )


def fingerprint(document: Document) -> str:
    """Returns 12 digits that stand for what a file says, its secrets left out: the same in all roles.

    >>> secret, another = (Document({"hashing": {"key": key}}) for key in ("a secret", "another"))
    >>> fingerprint(secret) == fingerprint(another), fingerprint(secret) == fingerprint(Document())
    (True, False)
    """
    secrets: dict[Path, str | None] = {
        path: "" for path, _ in document.all_texts() if _needed_by(path) and _is_secret(path)
    }
    public = json.dumps(document.replaced(secrets).value, sort_keys=True)
    return sha256(public.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True, repr=False)
class _Verdict:
    """The new value of a text (None if it is left out), and what is wrong with it."""

    text: str | None = None
    mistake: str | None = None
    foreign: str | None = None


def _judge(
    path: Path, text: str, environment: Mapping[str, str], roles: Set[Role], owners: frozenset[Role] | None
) -> _Verdict:
    is_reference = text.startswith(_REFERENCE)
    if owners is not None and owners != ALL_ROLES and not owners & roles:
        return _of_others(path, text, environment, roles, owners)
    if not is_reference:
        return _Verdict(text)
    if owners is None:
        return _Verdict(mistake=_NOT_READ)
    return _read(text.removeprefix(_REFERENCE), environment)


def _owners(path: Path, document: Document) -> frozenset[Role] | None:
    needed_by = _needed_by(path)
    return needed_by | {Role.ANALYST} if needed_by and _is_of_writer(path, document) else needed_by


def _needed_by(path: Path) -> frozenset[Role] | None:
    return next((needed_by for pattern, needed_by in _NEEDED_BY if fits(path, pattern)), None)


def _is_of_writer(path: Path, document: Document) -> bool:
    """Returns whether a path belongs to the model that writes sentences: the analyst calls that one and no other."""
    writer = document.section("publication").get("writer")
    names = dict(document.texts(("trusted_models", Step.EACH, "model_name")))
    return writer is not None and names.get((*path[:2], "model_name")) == writer


def _read(variable: str, environment: Mapping[str, str]) -> _Verdict:
    if not _VARIABLE.fullmatch(variable):
        return _Verdict(mistake="os.environ/ should be followed by the name of an environment variable, in capitals")
    if not environment.get(variable):
        return _Verdict(mistake=f"the environment variable {variable} is not set")
    if not is_text(environment[variable]):
        return _Verdict(mistake=f"the environment variable {variable} is not UTF-8")
    return _Verdict(environment[variable])


def _of_others(path: Path, text: str, environment: Mapping[str, str], roles: Set[Role], owners: Set[Role]) -> _Verdict:
    is_reference = text.startswith(_REFERENCE)
    if not _is_secret(path):
        return _Verdict(None if is_reference else text)
    given_to = f"is a secret of {_names(owners)}, but {_names(roles)}"
    variable = text.removeprefix(_REFERENCE)
    if not is_reference:
        return _Verdict(foreign=f"{given_to} can read it in this file: write it as os.environ/NAME")
    if _VARIABLE.fullmatch(variable) and environment.get(variable):
        return _Verdict(foreign=f"{given_to} can read it in the environment: unset {variable} for this process")
    return _Verdict()


def _is_secret(path: Path) -> bool:
    """Returns whether the value at a path of `_NEEDED_BY` is secret; for litellm's parameters, the name decides."""
    if "litellm_params" not in path:
        return path != _GROUP_INSTANCE_ID
    return any(_SECRET_NAME.search(str(name)) for name in path[path.index("litellm_params") + 1 :])


def _names(roles: Set[Role]) -> str:
    return ", ".join(role for role in Role if role in roles)
